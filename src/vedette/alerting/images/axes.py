"""Positions and labels of the ticks of both axes."""

import math
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import msgspec

from vedette.alerting.images.units import digits_for, number_text, scale

_MOST = 1e300
"""Larger numbers are drawn at the edge, so that no difference of two is infinite."""
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400
_TIME_STEPS = (
    *(1, 2, 5, 10, 15, 30),
    *(each * _MINUTE for each in (1, 2, 5, 10, 15, 30)),
    *(each * _HOUR for each in (1, 2, 3, 6, 12)),
    *(each * _DAY for each in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)),
)


class AxisTick(msgspec.Struct, frozen=True):
    at: float
    """A value, or milliseconds."""
    text: str


class Values(msgspec.Struct, frozen=True):
    """The range of a value axis and its ticks, lowest first."""

    low: float
    high: float
    marks: Sequence[AxisTick]

    def share(self, value: float) -> float:
        """Return the position from 0 at the lower end of the axis to 1. NaN is at the lower end."""
        bounded = min(self.high, max(self.low, value))
        return (bounded - self.low) / (self.high - self.low)


def values(numbers: Iterable[float], unit: str = "", wanted: int = 5) -> Values:
    """Return an axis that contains all finite numbers."""
    found = [min(max(each, -_MOST), _MOST) for each in numbers if math.isfinite(each)]
    low, high = _padded(min(found, default=0.0), max(found, default=1.0))
    largest = max(abs(low), abs(high))
    size = scale(largest, unit)
    step = _step((high - low) / size / wanted) * size
    first = math.ceil(low / step) * step
    places = [first + index * step for index in range(2 * wanted)]
    digits = digits_for(step, largest)
    # Near zero a sum of steps is a tiny number instead of zero.
    shown = [0.0 if abs(each) < step / 1e6 else each for each in places if each <= high]
    marks = [AxisTick(each, number_text(each, unit, digits, largest)) for each in shown]
    return Values(low, high, marks)


def times(start: int, end: int, wanted: int = 7) -> Sequence[AxisTick]:
    """Return round times in UTC. All times are in milliseconds."""
    seconds = max(1.0, (end - start) / 1_000)
    step = next((each for each in _TIME_STEPS if seconds / each <= wanted), _TIME_STEPS[-1])
    first = math.ceil(start / 1_000 / step) * step
    every = range(first, end // 1_000 + 1, step)
    return [AxisTick(each * 1_000.0, _time_text(each, step)) for each in every[: 2 * wanted]]


def moment_text(at: int, span: int) -> str:
    """Return the time, with its date if the axis spans more than a day. In milliseconds."""
    moment = datetime.fromtimestamp(at / 1_000, UTC)
    return f"{moment:%b %d %H:%M}" if span > _DAY * 1_000 else f"{moment:%H:%M}"


def _padded(low: float, high: float) -> tuple[float, float]:
    size = max(abs(low), abs(high))
    if high - low <= size * 1e-9 or high - low < 1e-300:
        room = size / 5 if size > 1e-290 else 1.0
        return (0.0, high + room) if 0 <= low <= room else (low - room, high + room)
    room = (high - low) * 0.06
    if 0 <= low < high / 2:
        return 0.0, high + room
    return (max(low - room, 0.0) if low >= 0 else low - room), high + room


def _step(rough: float) -> float:
    size = 10.0 ** math.floor(math.log10(rough))
    return next((each * size for each in _STEPS if each * size >= rough), 10 * size)


def _time_text(seconds: int, step: int) -> str:
    moment = datetime.fromtimestamp(seconds, UTC)
    if step < _MINUTE:
        return f"{moment:%H:%M:%S}"
    if step < _DAY and seconds % _DAY:
        return f"{moment:%H:%M}"
    return f"{moment:%Y-%m-%d}" if step > 100 * _DAY else f"{moment:%b %d}"
