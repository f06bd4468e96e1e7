"""The `jsonData` of a Loki source."""

from typing import Literal

import msgspec

DEFAULT_LINES = 1_000


class DerivedField(msgspec.Struct, rename="camel"):
    """A link made of a part of the line, or of a label. Only the browser acts on it."""

    name: str = ""
    matcher_regex: str = ""
    matcher_type: Literal["regex", "label", ""] = "regex"
    url: str = ""
    url_display_label: str = ""
    datasource_uid: str = ""
    target_blank: bool = False


class LokiSettings(msgspec.Struct, rename="camel"):
    """Keys of the same names as in provisioning files (specification 2.2).

    Those that only the browser acts on are kept here so that a wrong type is refused when the
    source is saved and not when a dashboard opens.
    """

    max_lines: int | str | None = None
    """Lines of a query that asks for no number of its own; text in older files."""
    manage_alerts: bool = True
    alertmanager_uid: str = ""
    derived_fields: list[DerivedField] | None = None

    @property
    def lines(self) -> int:
        text = str(self.max_lines or "").strip()
        return int(text) if text.isdecimal() and len(text) < 10 and int(text) else DEFAULT_LINES
