"""What a picture shows, before anything is drawn."""

from collections.abc import Sequence

import msgspec


class Line(msgspec.Struct, frozen=True):
    """One series. `times` in milliseconds and ascending; NaN is no value."""

    name: str
    times: Sequence[int]
    values: Sequence[float]
    is_told: bool = True
    """The message tells of it; all others are there for comparison."""


class Zone(msgspec.Struct, frozen=True):
    """Values that the condition holds for; None is no end. A zone of one value is a line."""

    low: float | None = None
    high: float | None = None

    @property
    def edges(self) -> tuple[float, ...]:
        return tuple(dict.fromkeys(each for each in (self.low, self.high) if each is not None))


class Graph(msgspec.Struct, frozen=True):
    """`start`, `end` and `since` in milliseconds."""

    title: str
    note: str
    lines: Sequence[Line]
    zones: Sequence[Zone]
    start: int
    end: int
    unit: str = ""
    """As data sources name it, such as `percent` or `bytes`."""
    since: int | None = None
    """When what the message tells of began."""
    left_out: int = 0
    """Series that are not among the lines."""
