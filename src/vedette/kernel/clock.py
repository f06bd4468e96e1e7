"""The only source of time: all other code takes a `Clock`, so that tests can control it."""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """A clock: wall time for stored and displayed times, monotonic time for waits and durations."""

    def now(self) -> datetime:
        """Return the time, aware and in UTC."""
        ...

    def now_ms(self) -> int:
        """Return milliseconds since the epoch."""
        ...

    def monotonic(self) -> float:
        """Return seconds since an arbitrary moment; never decreases."""
        ...

    async def sleep(self, seconds: float) -> None: ...


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(milliseconds: int) -> datetime:
    """Return a stored time, aware and in UTC."""
    return _EPOCH + timedelta(milliseconds=milliseconds)


def milliseconds(when: datetime) -> int:
    """Return an aware time in milliseconds since the epoch, rounded down, as it is stored."""
    return (when - _EPOCH) // timedelta(milliseconds=1)
