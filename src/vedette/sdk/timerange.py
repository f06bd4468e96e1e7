"""The span of time a query asks about."""

from datetime import datetime, timedelta

import msgspec


class TimeRange(msgspec.Struct, frozen=True):
    """Aware UTC moments, both ends included."""

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
