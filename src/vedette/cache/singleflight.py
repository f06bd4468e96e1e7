"""Calls that several callers share: concurrent equal requests run once."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

import msgspec

T = TypeVar("T")


class _Flight(msgspec.Struct, Generic[T]):
    work: asyncio.Task[T]
    waiting: int = 0


class SingleFlight(Generic[T]):
    """Shares running calls. Results are not stored: a caller after the end starts a new call."""

    def __init__(self) -> None:
        self._flights: dict[Hashable, _Flight[T]] = {}

    def is_under_way(self, key: Hashable) -> bool:
        return key in self._flights

    async def run(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return or raise the result of `work`, which the first of the concurrent callers starts.

        A cancelled caller does not affect the others; when the last one is cancelled, so is the
        work.
        """
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = _Flight(asyncio.create_task(work()))
            flight.work.add_done_callback(lambda _: self._forget(key, flight))
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.work)
        finally:
            flight.waiting -= 1
            if not flight.waiting and not flight.work.done():
                self._forget(key, flight)
                flight.work.cancel()
                await asyncio.wait([flight.work])

    def _forget(self, key: Hashable, flight: _Flight[T]) -> None:
        if self._flights.get(key) is flight:
            del self._flights[key]
