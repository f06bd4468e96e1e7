"""Merge defaults, file, environment and command line; later sources take precedence."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from vedette.kernel.secret import Secret
from vedette.settings.catalogue import Catalogue, Known
from vedette.settings.convert import Unexpected, convert, text_of
from vedette.settings.declare import Section, Setting
from vedette.settings.environment import from_environment
from vedette.settings.errors import SettingsError
from vedette.settings.expand import Expansion
from vedette.settings.inert import inert_settings
from vedette.settings.ini import parse_ini
from vedette.settings.raw import DEFAULT_SECTION, Entries, SettingEntry, SettingOrigin

SectionT = TypeVar("SectionT", bound=Section)
_BUILT_IN = SettingOrigin("default")
_NESTED = (".yaml", ".yml", ".json")
_MOST_BYTES = 4 * 1024 * 1024
_Values = dict[tuple[str, str], tuple[Known, SettingEntry]]


class Shown(msgspec.Struct, frozen=True):
    """A value for display. Secrets are masked."""

    section: str
    key: str
    text: str
    origin: SettingOrigin


class Settings:
    """Every section, typed. `settings[DatabaseSettings].max_idle_conn`."""

    def __init__(
        self,
        sections: Mapping[type[Section], Section],
        origins: Mapping[tuple[str, str], SettingOrigin],
        warnings: Sequence[str],
    ) -> None:
        self._sections = sections
        self._origins = origins
        self.warnings = tuple(warnings)

    def __getitem__(self, section: type[SectionT]) -> SectionT:
        found = self._sections[section]
        assert isinstance(found, section)
        return found

    @property
    def sections(self) -> Collection[type[Section]]:
        return self._sections.keys()

    def origin(self, section: str, key: str) -> SettingOrigin:
        """Return where the value was set. Values that were not set come from the built-in
        defaults."""
        return self._origins.get((section.lower(), key.lower()), _BUILT_IN)

    def wrong(self, section: str, key: str, expected: str) -> SettingsError:
        """Return an error that names the source of a value and the expected value."""
        origin = self.origin(section, key)
        return SettingsError(f"{origin}: [{section}] {key}: expected {expected}.")

    def shown(self) -> Iterator[Shown]:
        """Return every value with its origin, in the order of the sections."""
        for cls, section in self._sections.items():
            for attribute, field in cls.declared.items():
                value = getattr(section, attribute)
                for name, key, text in _texts(cls, field, value):
                    yield Shown(name, key, text, self.origin(name, key))


def load(
    sections: Sequence[type[Section]],
    *,
    config_file: Path | None = None,
    defaults_file: Path | None = None,
    environ: Mapping[str, str] | None = None,
    overrides: Sequence[str] = (),
    known_variables: Collection[str] = (),
) -> Settings:
    """Read all sources. Raises `SettingsError` at the first error.

    `defaults_file` changes built-in defaults; every other source takes precedence over it.
    `overrides` are arguments `cfg:section.key=value`, with or without `cfg:`;
    `cfg:default.section.key=value` changes the default instead. `known_variables` are names of
    `VEDETTE_*` variables that are used for other purposes.
    """
    environ = environ or {}
    catalogue = Catalogue(sections)
    defaults, final = _command_line(overrides)
    packaged = _file(defaults_file)
    # An empty value in a file does not change the default, as in Grafana 10.4.
    written = [entry for entry in _file(config_file) if entry.text.strip()]
    invented = [*packaged, *written]
    from_env, warnings = from_environment(catalogue, environ, invented, known_variables)
    values: _Values = {}
    for layer in (packaged, defaults, written, from_env, final):
        warnings += _merge(values, layer, catalogue)
    expansion = Expansion(lambda section, key: _entry_of(values, catalogue, section, key), environ)
    built = {cls: _build(cls, values, expansion) for cls in sections}
    origins = {place: entry.origin for place, (_, entry) in values.items()}
    warnings += [*expansion.warnings, *inert_settings(built, origins)]
    return Settings(built, origins, warnings)


def _file(path: Path | None) -> Entries:
    if path is None:
        return []
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SettingsError(f"{path}: cannot read the configuration: {error.strerror}.") from error
    if len(content) > _MOST_BYTES:
        raise SettingsError(f"{path}: expected a configuration of at most {_MOST_BYTES} bytes.")
    try:
        text = content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"{path}:{line}: expected UTF-8 text.") from error
    if path.suffix not in _NESTED:
        return parse_ini(text, str(path))
    # Imported here because YAML is slow to load, and INI files do not need it.
    from vedette.settings.nested import parse_nested

    return parse_nested(text, str(path))


def _command_line(overrides: Sequence[str]) -> tuple[Entries, Entries]:
    defaults: Entries = []
    final: Entries = []
    for word in overrides:
        name, found, text = word.removeprefix("cfg:").partition("=")
        is_default = name.startswith("default.")
        section, _, key = name.removeprefix("default.").rpartition(".")
        if not found or not key:
            raise SettingsError(f"command line: {name[:60]!r}: expected cfg:section.key=value.")
        entry = SettingEntry(
            section or DEFAULT_SECTION, key, text, SettingOrigin("command line", name)
        )
        (defaults if is_default else final).append(entry)
    return defaults, final


def _merge(values: _Values, layer: Entries, catalogue: Catalogue) -> list[str]:
    """Merge one source over the previous ones. A key takes precedence over its aliases."""
    warnings: list[str] = []
    unknown_sections: set[str] = set()
    named: set[tuple[str, str]] = set()
    for entry in layer:
        found = catalogue.find(entry.section, entry.key)
        if found is None:
            warnings += _unknown(entry, catalogue, unknown_sections)
            continue
        known, is_alias = found
        place = (known.section.lower(), known.key.lower())
        if is_alias and place in named:
            continue
        if not is_alias:
            named.add(place)
        values[place] = (known, entry)
    return warnings


def _unknown(entry: SettingEntry, catalogue: Catalogue, reported: set[str]) -> list[str]:
    hint = catalogue.nearest(entry.section, entry.key)
    if catalogue.has_section(entry.section):
        return [f"{entry.origin}: [{entry.section}] {entry.key}: no setting has this name{hint}"]
    if entry.section in reported:
        return []
    reported.add(entry.section)
    return [f"{entry.origin}: [{entry.section}]: no section has this name{hint}"]


def _entry_of(values: _Values, catalogue: Catalogue, section: str, key: str) -> SettingEntry | None:
    found = catalogue.find(section, key)
    if found is None:
        return None
    known = found[0]
    place = (known.section.lower(), known.key.lower())
    if place in values:
        return values[place][1]
    if known.field.is_rest:
        return None
    return SettingEntry(known.section, known.key, text_of(known.field.default), _BUILT_IN)


def _build(cls: type[Section], values: _Values, expansion: Expansion) -> Section:
    typed: dict[str, Any] = {}
    for attribute, field in cls.declared.items():
        if field.is_rest:
            typed[attribute] = _rest(cls, values, expansion)
            continue
        found = values.get((cls.section_name.lower(), field.key.lower()))
        if found is None and not _refers(field.default):
            continue
        entry = (
            found[1]
            if found
            else SettingEntry(cls.section_name, field.key, text_of(field.default), _BUILT_IN)
        )
        typed[attribute] = _typed(field, entry, expansion)
    return cls(**typed)


def _refers(default: object) -> bool:
    return isinstance(default, str) and ("%(" in default or "${" in default)


def _typed(field: Setting, entry: SettingEntry, expansion: Expansion) -> Any:
    text = expansion.text(entry)
    try:
        return convert(field, text)
    except Unexpected as error:
        got = "" if entry.is_literal else f", not {text[:40]!r}"
        raise SettingsError(
            f"{entry.origin}: [{entry.section}] {entry.key}: expected {error}{got}."
        ) from error


def _rest(cls: type[Section], values: _Values, expansion: Expansion) -> Mapping[str, Any]:
    is_pattern = cls.section_name.endswith(".*")
    flat: dict[str, str] = {}
    by_name: dict[str, dict[str, str]] = {}
    for known, entry in values.values():
        if known.owner is not cls or not known.field.is_rest:
            continue
        if is_pattern:
            name = entry.section[len(cls.section_name) - 1 :]
            by_name.setdefault(name, {})[entry.key] = expansion.text(entry)
        else:
            flat[entry.key] = expansion.text(entry)
    return by_name if is_pattern else flat


def _texts(cls: type[Section], field: Setting, value: Any) -> Iterator[tuple[str, str, str]]:
    name = cls.section_name
    if not field.is_rest:
        text = "*********" if isinstance(value, Secret) and value else text_of(value)
        yield name, field.key, text
    elif name.endswith(".*"):
        for section, pairs in value.items():
            for key in pairs:
                yield f"{name[:-1]}{section}", key, "*********"
    else:
        for key, text in value.items():
            yield name, key, text
