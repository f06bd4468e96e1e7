"""Read `VEDETTE_<SECTION>_<KEY>` and, if that is absent, `GF_<SECTION>_<KEY>`.

Names are in upper case, with dots and dashes of the section and dots of the key as `_`. A dash in a
key stays, so that `X-Team` and `X_Team` are two headers. The naming loses information, so the
variables of all known sections and keys are looked up; names of variables are never split. With the
suffix `__FILE`, the value is read from a file, which is how container secrets are mounted. An empty
variable counts as absent, because container files pass optional variables as `GF_X: ${X:-}`.

Kubernetes and Docker links define variables for services. A service `vedette-server-http` has the
name of a setting; its variables are ignored.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from vedette.settings.catalogue import Catalogue
from vedette.settings.errors import SettingsError
from vedette.settings.raw import Entries, SettingEntry, SettingOrigin

PREFIXES = ("VEDETTE_", "GF_")
_FROM_FILE = "__FILE"
_OF_A_SERVICE = re.compile(
    r"(\w+?)_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP|SCTP)(_PROTO|_PORT|_ADDR)?)?)"
)
"""Patterns of service variables. The first group is the name of the service."""
_ADDRESS = re.compile(r"(tcp|udp|sctp)://")


def from_environment(
    catalogue: Catalogue,
    environ: Mapping[str, str],
    written: Entries,
    known_variables: Collection[str],
) -> tuple[Entries, list[str]]:
    """Return the values of the environment, and warnings about unknown `VEDETTE_*` and `GF_*`
    variables and about services with the name of a setting.

    `written` are the values of files; the keys that users defined there can be overridden as well.
    """
    announced = {name for name in environ if _is_announced(name, environ)}
    environ = {name: text for name, text in environ.items() if name not in announced}
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
    warnings = [*_misleading(announced, names), *_unknown(environ, used, names, known_variables)]
    return entries, warnings


def _is_announced(name: str, environ: Mapping[str, str]) -> bool:
    """Return whether the variable belongs to a service, which always has `..._PORT` as well."""
    found = _OF_A_SERVICE.fullmatch(name)
    return found is not None and bool(_ADDRESS.match(environ.get(f"{found[1]}_PORT", "")))


def _misleading(announced: Collection[str], names: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    for name in sorted(announced):
        for prefix in PREFIXES:
            place = names.get(name.removeprefix(prefix)) if name.startswith(prefix) else None
            if place:
                yield (
                    f"environment {name}: ignored, because Kubernetes or Docker defines it "
                    f"for a service; it does not set [{place[0]}] {place[1]}"
                )


def _names(catalogue: Catalogue, written: Entries) -> Iterator[tuple[str, str]]:
    for section, key, known, is_alias in catalogue.spellings():
        yield (section, key) if is_alias else (known.section, known.key)
    for entry in written:
        found = catalogue.find(entry.section, entry.key)
        if found and found[0].field.is_rest:
            yield entry.section, entry.key


def _variable(section: str, key: str) -> str:
    section = section.replace("-", "_")
    return f"{section}_{key}".upper().replace(".", "_").replace(" ", "_")


def _entry(
    name: str, section: str, key: str, environ: Mapping[str, str], used: set[str]
) -> SettingEntry | None:
    from_file = environ.get(name + _FROM_FILE)
    if from_file:
        used.add(name + _FROM_FILE)
        if environ.get(name):
            raise SettingsError(
                f"environment {name}: [{section}] {key}: expected only one of {name} and"
                f" {name}{_FROM_FILE}."
            )
        origin = SettingOrigin("environment", name + _FROM_FILE)
        return SettingEntry(section, key, _content(from_file, origin, section, key), origin, True)
    if name in environ:
        used.add(name)
    if not environ.get(name):
        return None
    return SettingEntry(section, key, environ[name], SettingOrigin("environment", name))


def _content(path: str, origin: SettingOrigin, section: str, key: str) -> str:
    try:
        return Path(path).read_text("utf-8").strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise SettingsError(
            f"{origin}: [{section}] {key}: expected a readable file, but {path!r} is not "
            f"readable: {reason}."
        ) from error


def _invented(
    catalogue: Catalogue,
    environ: Mapping[str, str],
    used: set[str],
    names: Mapping[str, tuple[str, str]],
) -> Iterator[SettingEntry]:
    """Return values of sections with arbitrary keys; the rest of the variable's name is the key."""
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
    for name in sorted(environ):
        prefix = next((each for each in PREFIXES if name.startswith(each)), None)
        if prefix is None or name in used or name in known_variables:
            continue
        of_a_service = _OF_A_SERVICE.fullmatch(name)
        if of_a_service and of_a_service[2] != "PORT":
            continue
        bare = name.removeprefix(prefix).removesuffix(_FROM_FILE)
        if bare in names or name.startswith(f"{prefix}TEST_"):
            continue
        import difflib

        close = difflib.get_close_matches(bare, names, 1, 0.7)
        hint = f"; did you mean {prefix}{close[0]}?" if close else ""
        yield f"environment {name}: no setting has this name{hint}"
