"""Recurring times at which notifications are muted or allowed.

Times are wall time at the interval's location. When clocks go forward, an interval within the
missing hour does not occur; when they go back, it occurs twice.
"""

from calendar import monthrange
from datetime import datetime

import msgspec

DAY = 24 * 60


class TimeInterval(msgspec.Struct, frozen=True):
    """An interval contains a moment if all given parts do. Ranges include both ends.

    `times` are minutes of the day; the end is exclusive. `weekdays` count from Sunday, 0. `days` of
    the month count from 1, or from its end with -1 as the last. `location` is an IANA name.
    """

    times: tuple[tuple[int, int], ...] = ()
    weekdays: tuple[tuple[int, int], ...] = ()
    days: tuple[tuple[int, int], ...] = ()
    months: tuple[tuple[int, int], ...] = ()
    years: tuple[tuple[int, int], ...] = ()
    location: str = "UTC"

    def contains(self, moment: datetime) -> bool:
        from zoneinfo import ZoneInfo

        local = moment.astimezone(ZoneInfo(self.location))
        minute = local.hour * 60 + local.minute
        return (
            _in_any(self.years, local.year)
            and _in_any(self.months, local.month)
            and self._has_day(local)
            and _in_any(self.weekdays, local.isoweekday() % 7)
            and (not self.times or any(start <= minute < end for start, end in self.times))
        )

    def _has_day(self, local: datetime) -> bool:
        if not self.days:
            return True
        length = monthrange(local.year, local.month)[1]
        return any(
            _from_start(first, length) <= local.day <= _from_start(last, length)
            for first, last in self.days
        )


class Timing(msgspec.Struct, frozen=True):
    """A named list of intervals. It contains a moment if one of them does."""

    name: str
    intervals: tuple[TimeInterval, ...]

    def contains(self, moment: datetime) -> bool:
        return any(interval.contains(moment) for interval in self.intervals)


class StoredTiming(msgspec.Struct, frozen=True):
    timing: Timing
    provenance: str = ""
    version: int = 1


def _in_any(ranges: tuple[tuple[int, int], ...], value: int) -> bool:
    return not ranges or any(first <= value <= last for first, last in ranges)


def _from_start(day: int, length: int) -> int:
    return length + 1 + day if day < 0 else day
