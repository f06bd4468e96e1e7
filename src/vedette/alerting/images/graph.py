"""The content of an image, independent of its rendering."""

from collections.abc import Sequence

import msgspec


class Line(msgspec.Struct, frozen=True):
    """One series. `times` are in ascending milliseconds; NaN is no value."""

    name: str
    times: Sequence[int]
    values: Sequence[float]
    is_alerting: bool = True
    """The notification contains the alert of this series. The other series are for comparison."""


class Zone(msgspec.Struct, frozen=True):
    """Values for which the condition holds. None is an open end. A zone of one value is a line."""

    low: float | None = None
    high: float | None = None

    @property
    def edges(self) -> tuple[float, ...]:
        return tuple(dict.fromkeys(each for each in (self.low, self.high) if each is not None))


class Graph(msgspec.Struct, frozen=True):
    """`start`, `end` and `since` are in milliseconds."""

    title: str
    note: str
    lines: Sequence[Line]
    zones: Sequence[Zone]
    start: int
    end: int
    unit: str = ""
    """The name that data sources use, such as `percent` or `bytes`."""
    since: int | None = None
    """Start of the oldest alert of the notification."""
    left_out: int = 0
    """Number of series without a line."""
