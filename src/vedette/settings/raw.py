"""Values as text, before they have a type, and where each came from."""

from typing import Literal, TypeAlias

import msgspec


class SettingOrigin(msgspec.Struct, frozen=True):
    """Where a value was set. `str` of it is what messages show."""

    kind: Literal["default", "file", "environment", "command line"]
    place: str = ""
    """`vedette.ini:12`, the name of the variable, or nothing."""

    def __str__(self) -> str:
        if self.kind == "file":
            return self.place
        return f"{self.kind} {self.place}".rstrip()


class SettingEntry(msgspec.Struct, frozen=True):
    """One assignment as a source spells it."""

    section: str
    key: str
    text: str
    origin: SettingOrigin
    is_literal: bool = False
    """Read from a secret's file: used as it is, without expansion."""


Entries: TypeAlias = list[SettingEntry]
DEFAULT_SECTION = "DEFAULT"
