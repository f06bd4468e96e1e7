"""Calls that several callers share: equal questions at the same time are asked once."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

import msgspec

T = TypeVar("T")


class _Flight(msgspec.Struct, Generic[T]):
    work: asyncio.Task[T]
    waiting: int = 0


class SingleFlight(Generic[T]):
    """Nothing is remembered: who comes after the end of a call begins a new one."""

    def __init__(self) -> None:
        self._flights: dict[Hashable, _Flight[T]] = {}

    def is_under_way(self, key: Hashable) -> bool:
        return key in self._flights

    async def run(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What `work` returns or raises, begun by the first of those who wait for it at once.

        One who is cancelled leaves the others waiting; when the last one leaves, the work is
        cancelled.
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
