"""Turns at data sources: one that hangs keeps its own rules waiting, and no others."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TypeAlias
from weakref import WeakValueDictionary

import msgspec

from vedette.alerting.evaluation.errors import SourceBusy
from vedette.kernel.clock import Clock

SourceKey: TypeAlias = tuple[int, str]
"""Organization and uid of a data source."""
_SILENT_SECONDS = 5.0


class _Bulkhead(msgspec.Struct, weakref=True, eq=False):
    turns: asyncio.Semaphore
    moved: float
    """Monotonic: when it was made, or a turn last ended."""
    waiting: int = 0


class Bulkheads:
    """`parallel` evaluations ask one source at a time, `most_waiting` more wait for it."""

    def __init__(self, clock: Clock, parallel: int, most_waiting: int) -> None:
        self._clock = clock
        self._parallel = parallel
        self._most_waiting = most_waiting
        self._bulkheads: WeakValueDictionary[SourceKey, _Bulkhead] = WeakValueDictionary()

    def is_full(self, sources: Collection[SourceKey]) -> bool:
        """Whether one of them would have to be waited for."""
        known = [self._bulkheads.get(each) for each in sources]
        return any(each is not None and each.turns.locked() for each in known)

    @asynccontextmanager
    async def turn(self, sources: Collection[SourceKey]) -> AsyncIterator[None]:
        """A turn at all of them. Raises `SourceBusy` where too many wait and nothing moves."""
        async with AsyncExitStack() as stack:
            for key in sorted(sources):
                await stack.enter_async_context(self._one(key))
            yield

    @asynccontextmanager
    async def _one(self, key: SourceKey) -> AsyncIterator[None]:
        bulkhead = self._bulkheads.get(key)
        if bulkhead is None:  # Kept only while somebody has or awaits a turn.
            bulkhead = _Bulkhead(asyncio.Semaphore(self._parallel), self._clock.monotonic())
            self._bulkheads[key] = bulkhead
        silent = self._clock.monotonic() - bulkhead.moved > _SILENT_SECONDS
        if silent and bulkhead.waiting >= self._most_waiting:
            raise SourceBusy(
                f"{bulkhead.waiting} rules are waiting for the data source {key[1]}, which does "
                "not respond."
            )
        bulkhead.waiting += 1
        try:
            await bulkhead.turns.acquire()
        finally:
            bulkhead.waiting -= 1
        try:
            yield
        finally:
            bulkhead.turns.release()
            bulkhead.moved = self._clock.monotonic()
