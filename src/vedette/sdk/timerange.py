"""The time range of a query."""

from datetime import datetime, timedelta

import msgspec


class TimeRange(msgspec.Struct, frozen=True):
    """A range of aware UTC times, including both ends."""

    start: datetime
    end: datetime

    @property
    def start_ms(self) -> int:
        return round(self.start.timestamp() * 1000)

    @property
    def end_ms(self) -> int:
        return round(self.end.timestamp() * 1000)

    @property
    def length(self) -> timedelta:
        return self.end - self.start
