"""The only source of time: everything else takes a `Clock`, so that tests can turn it."""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Wall time for what is stored and shown, monotonic time for waiting and measuring."""

    def now(self) -> datetime:
        """Aware, in UTC."""
        ...

    def now_ms(self) -> int:
        """Milliseconds since the epoch."""
        ...

    def monotonic(self) -> float:
        """Seconds since an arbitrary moment; never goes back."""
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
    """A stored time, aware and in UTC."""
    return _EPOCH + timedelta(milliseconds=milliseconds)


def milliseconds(when: datetime) -> int:
    """An aware time as it is stored: since the epoch, parts of a millisecond left out."""
    return (when - _EPOCH) // timedelta(milliseconds=1)
