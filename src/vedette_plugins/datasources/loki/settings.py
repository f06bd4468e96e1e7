"""The `jsonData` of a Loki source."""

from typing import Literal

import msgspec

DEFAULT_LINES = 1_000


class DerivedField(msgspec.Struct, rename="camel"):
    """A link from a part of the line, or from a label. Only the UI uses it."""

    name: str = ""
    matcher_regex: str = ""
    matcher_type: Literal["regex", "label", ""] = "regex"
    url: str = ""
    url_display_label: str = ""
    datasource_uid: str = ""
    target_blank: bool = False


class LokiSettings(msgspec.Struct, rename="camel"):
    """Settings with the keys of provisioning files.

    Keys that only the UI uses are declared as well, so that a wrong type is refused when the source
    is saved and not when a dashboard opens.
    """

    max_lines: int | str | None = None
    """The limit of lines for a query without one; a text in older files."""
    manage_alerts: bool = True
    alertmanager_uid: str = ""
    derived_fields: list[DerivedField] | None = None

    @property
    def lines(self) -> int:
        text = str(self.max_lines or "").strip()
        return int(text) if text.isdecimal() and len(text) < 10 and int(text) else DEFAULT_LINES
