"""Compare two versions of the configuration."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from vedette.settings.declare import Section, Setting
from vedette.settings.load import Settings


class ChangedSetting(msgspec.Struct, frozen=True):
    """A setting with a new value. If `live`, it takes effect on reload."""

    section: str
    key: str
    live: bool

    def __str__(self) -> str:
        return f"[{self.section}] {self.key}"


def changed_settings(before: Settings, after: Settings) -> list[ChangedSetting]:
    """Return the changed settings that have an effect, in the order of sections."""
    return [
        change
        for cls in before.sections
        for field, old, new in _fields(cls, before, after)
        for change in _changes_of(cls, field, old, new)
    ]


def _fields(
    cls: type[Section], before: Settings, after: Settings
) -> Iterator[tuple[Setting, Any, Any]]:
    for attribute, field in cls.declared.items():
        if not field.acted_on:
            continue
        yield field, getattr(before[cls], attribute), getattr(after[cls], attribute)


def _changes_of(cls: type[Section], field: Setting, old: Any, new: Any) -> Iterator[ChangedSetting]:
    name = cls.section_name
    if not field.is_rest:
        if old != new:
            yield ChangedSetting(name, field.key, field.live)
        return
    for key in _differing(old, new):
        if not name.endswith(".*"):
            yield ChangedSetting(name, key, field.live)
            continue
        for inner in _differing(old.get(key, {}), new.get(key, {})):
            yield ChangedSetting(f"{name[:-1]}{key}", inner, field.live)


def _differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    return [key for key in {**old, **new} if old.get(key) != new.get(key)]
