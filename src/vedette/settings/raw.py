"""Values as text, before conversion, with their origins."""

from typing import Literal, TypeAlias

import msgspec


class SettingOrigin(msgspec.Struct, frozen=True):
    """The place where a value was set. Messages show it as `str`."""

    kind: Literal["default", "file", "environment", "command line"]
    place: str = ""
    """`vedette.ini:12`, the name of the variable, or an empty text."""

    def __str__(self) -> str:
        if self.kind == "file":
            return self.place
        return f"{self.kind} {self.place}".rstrip()


class SettingEntry(msgspec.Struct, frozen=True):
    """A value in the spelling of its source."""

    section: str
    key: str
    text: str
    origin: SettingOrigin
    is_literal: bool = False
    """Whether the value was read from a secret's file and is not expanded."""


Entries: TypeAlias = list[SettingEntry]
DEFAULT_SECTION = "DEFAULT"
