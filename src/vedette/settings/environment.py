"""`VEDETTE_<SECTION>_<KEY>` and, where that is absent, `GF_<SECTION>_<KEY>`.

Upper case, dots and dashes as `_`. The naming loses information, so the known sections and keys are
walked and looked up; the variable is never taken apart. `__FILE` at the end reads the value from a
file, as container secrets are mounted. An empty variable counts as absent: `GF_X: ${X:-}` is how
container files hand on what may be unset.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from vedette.settings.catalogue import Catalogue
from vedette.settings.errors import SettingsError
from vedette.settings.raw import Entries, Entry, Origin

PREFIXES = ("VEDETTE_", "GF_")
_FROM_FILE = "__FILE"
_OF_A_SERVICE = re.compile(
    r"VEDETTE_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?"
    r"|PORT_\d+_(TCP|UDP|SCTP)(_PROTO|_PORT|_ADDR)?|PORT=(tcp|udp|sctp)://.*)"
)
"""What Kubernetes puts into each container of a namespace for a Service `vedette` or
`vedette-...`: the name, and of `PORT` also the value, tells it from a misspelt setting."""


def from_environment(
    catalogue: Catalogue,
    environ: Mapping[str, str],
    written: Entries,
    known_variables: Collection[str],
) -> tuple[Entries, list[str]]:
    """Assignments of the environment, and a warning for each unknown `VEDETTE_*` variable.

    `written` are the assignments of files: keys that users invented there can be overridden too.
    """
    entries: Entries = []
    used: set[str] = set()
    names: dict[str, tuple[str, str]] = {}
    for section, key in _names(catalogue, written):
        names.setdefault(_variable(section, key), (section, key))
    for variable, (section, key) in names.items():
        for prefix in PREFIXES:
            entry = _entry(prefix + variable, section, key, environ, used)
            if entry:
                entries.append(entry)
                break
    entries += _invented(catalogue, environ, used, names)
    return entries, list(_unknown(environ, used, names, known_variables))


def _names(catalogue: Catalogue, written: Entries) -> Iterator[tuple[str, str]]:
    for section, key, known, is_alias in catalogue.spellings():
        yield (section, key) if is_alias else (known.section, known.key)
    for entry in written:
        found = catalogue.find(entry.section, entry.key)
        if found and found[0].field.is_rest:
            yield entry.section, entry.key


def _variable(section: str, key: str) -> str:
    return f"{section}_{key}".upper().replace(".", "_").replace("-", "_").replace(" ", "_")


def _entry(
    name: str, section: str, key: str, environ: Mapping[str, str], used: set[str]
) -> Entry | None:
    from_file = environ.get(name + _FROM_FILE)
    if from_file:
        used.add(name + _FROM_FILE)
        if environ.get(name):
            raise SettingsError(
                f"environment {name}: [{section}] {key}: expected only one of {name} and"
                f" {name}{_FROM_FILE}."
            )
        origin = Origin("environment", name + _FROM_FILE)
        return Entry(section, key, _content(from_file, origin, section, key), origin, True)
    if name in environ:
        used.add(name)
    if not environ.get(name):
        return None
    return Entry(section, key, environ[name], Origin("environment", name))


def _content(path: str, origin: Origin, section: str, key: str) -> str:
    try:
        return Path(path).read_text("utf-8").strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise SettingsError(
            f"{origin}: [{section}] {key}: expected a readable file, and {path!r} is not: {reason}."
        ) from error


def _invented(
    catalogue: Catalogue,
    environ: Mapping[str, str],
    used: set[str],
    names: Mapping[str, tuple[str, str]],
) -> Iterator[Entry]:
    """Keys of sections that hold any key: the rest of the variable is the key."""
    longest_first = sorted(catalogue.free_sections(), key=lambda item: -len(item[0]))
    for section, _ in longest_first:
        for prefix in reversed(PREFIXES):
            start = prefix + _variable(section, "")
            for name in environ:
                if not name.startswith(start) or name in used or len(name) == len(start):
                    continue
                key = name[len(start) :].removesuffix(_FROM_FILE).lower()
                if _variable(section, key) in names:
                    continue
                entry = _entry(name.removesuffix(_FROM_FILE), section, key, environ, used)
                if entry:
                    yield entry


def _unknown(
    environ: Mapping[str, str],
    used: set[str],
    names: Mapping[str, tuple[str, str]],
    known_variables: Collection[str],
) -> Iterator[str]:
    prefix = PREFIXES[0]
    for name in sorted(environ):
        if not name.startswith(prefix) or name in used or name in known_variables:
            continue
        if _OF_A_SERVICE.fullmatch(name) or _OF_A_SERVICE.fullmatch(f"{name}={environ[name]}"):
            continue
        bare = name.removeprefix(prefix).removesuffix(_FROM_FILE)
        if bare in names or name.startswith(f"{prefix}TEST_"):
            continue
        import difflib

        close = difflib.get_close_matches(bare, names, 1, 0.7)
        hint = f"; did you mean {prefix}{close[0]}?" if close else ""
        yield f"environment {name}: no setting has this name{hint}"
