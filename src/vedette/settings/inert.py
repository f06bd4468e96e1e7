"""Report settings that a user changed and that have no effect."""

from collections.abc import Iterator, Mapping
from typing import Any

from vedette.settings.declare import Section, Setting
from vedette.settings.raw import SettingOrigin

_OFF = frozenset(("", "false", "0", "no", "off", "f", "n"))
_HAS_NO_EFFECT = "is set, but has no effect in this version"


def inert_settings(
    sections: Mapping[type[Section], Section], origins: Mapping[tuple[str, str], SettingOrigin]
) -> Iterator[str]:
    """Yield one warning for each setting without effect: its source, section and key.

    A section that is disabled by its key `enabled` yields no warning. An enabled section that has
    no effect as a whole yields one. Values are not shown, because some are secrets.
    """
    for cls, section in sections.items():
        enabled = cls.declared.get("enabled")
        if enabled is not None and enabled.type is bool:
            is_on = bool(vars(section)["enabled"])
            if not is_on and not enabled.default:
                continue
            if is_on and not enabled.default and not enabled.acted_on:
                origin = _origin(origins, cls.section_name, "enabled")
                yield f"{origin}: [{cls.section_name}]: {_HAS_NO_EFFECT}"
                continue
        for attribute, field in cls.declared.items():
            yield from _of_setting(cls, field, getattr(section, attribute), origins)


def _of_setting(
    cls: type[Section], field: Setting, value: Any, origins: Mapping[tuple[str, str], SettingOrigin]
) -> Iterator[str]:
    if field.is_rest:
        if not field.acted_on:
            for section, key in _invented(cls, value):
                origin = _origin(origins, section, key)
                yield f"{origin}: [{section}] {key}: {_HAS_NO_EFFECT}"
        return
    origin = _origin(origins, cls.section_name, field.key)
    if origin.kind == "default" or value == field.default:
        return
    place = f"{origin}: [{cls.section_name}] {field.key}"
    if not field.acted_on:
        yield f"{place}: {_HAS_NO_EFFECT}"
    elif value in field.inert_choices:
        yield f"{place}: {value} is accepted, but has no effect in this version"


def _invented(cls: type[Section], value: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if not cls.section_name.endswith(".*"):
        yield from ((cls.section_name, key) for key, text in value.items() if _is_on(text))
        return
    for name, pairs in value.items():
        section = f"{cls.section_name[:-1]}{name}"
        yield from ((section, key) for key, text in pairs.items() if _is_on(text))


def _is_on(text: str) -> bool:
    return text.strip().lower() not in _OFF


def _origin(
    origins: Mapping[tuple[str, str], SettingOrigin], section: str, key: str
) -> SettingOrigin:
    return origins.get((section.lower(), key.lower()), SettingOrigin("default"))
