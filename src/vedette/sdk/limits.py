"""Limits of a query."""

from typing import ClassVar

import msgspec

from vedette.kernel.errors import TooLarge
from vedette.sdk.frame import Json


class ReadLimits(msgspec.Struct, frozen=True):
    """Maximum size of a result. A plugin that truncates a result adds a notice."""

    rows: int = 1_000_000
    bytes: int = 256 * 1024 * 1024
    seconds: float = 30.0
    series: int = 10_000

    def tightened(self, other: "ReadLimits | None") -> "ReadLimits":
        """Return the lower limit of each kind."""
        if other is None:
            return self
        return ReadLimits(
            min(self.rows, other.rows),
            min(self.bytes, other.bytes),
            min(self.seconds, other.seconds),
            min(self.series, other.series),
        )


def series_notice(count: int, shown: int) -> Json:
    """Return the notice for the first frame of a result with dropped series."""
    text = (
        f"The query returned {count:,} series; {shown:,} are shown. Narrow the query or "
        "aggregate it."
    )
    return {"severity": "warning", "text": text}


class TooManySeries(TooLarge):
    code: ClassVar[str] = "query.too_many_series"


def check_series(count: int, limits: ReadLimits | None) -> None:
    """Raises `TooManySeries` if the caller needs a complete result and it has too many series.

    Plugins call it as soon as they know the number, before they create frames.
    """
    if limits is not None and count > limits.series:
        raise TooManySeries(
            f"The query returned {count:,} series. The limit for alert rules is "
            f"{limits.series:,}. Aggregate the query or narrow it by labels."
        )
