"""Limits of concurrent evaluations per data source, so that one that hangs delays only its
rules."""

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
    permits: asyncio.Semaphore
    released: float
    """Monotonic time when it was created, or when a permit was last released."""
    waiting: int = 0


class Bulkheads:
    """`parallel` evaluations query one source at a time; `most_waiting` more wait for a permit."""

    def __init__(self, clock: Clock, parallel: int, most_waiting: int) -> None:
        self._clock = clock
        self._parallel = parallel
        self._most_waiting = most_waiting
        self._bulkheads: WeakValueDictionary[SourceKey, _Bulkhead] = WeakValueDictionary()

    def is_full(self, sources: Collection[SourceKey]) -> bool:
        """Return whether a permit for one of the sources is unavailable."""
        known = [self._bulkheads.get(each) for each in sources]
        return any(each is not None and each.permits.locked() for each in known)

    @asynccontextmanager
    async def permit(self, sources: Collection[SourceKey]) -> AsyncIterator[None]:
        """Hold a permit for all sources. Raises `SourceBusy` if too many wait and none is
        released."""
        async with AsyncExitStack() as stack:
            for key in sorted(sources):
                await stack.enter_async_context(self._permit(key))
            yield

    @asynccontextmanager
    async def _permit(self, key: SourceKey) -> AsyncIterator[None]:
        bulkhead = self._bulkheads.get(key)
        if bulkhead is None:  # It exists only while an evaluation holds or awaits a permit.
            bulkhead = _Bulkhead(asyncio.Semaphore(self._parallel), self._clock.monotonic())
            self._bulkheads[key] = bulkhead
        silent = self._clock.monotonic() - bulkhead.released > _SILENT_SECONDS
        if silent and bulkhead.waiting >= self._most_waiting:
            raise SourceBusy(
                f"{bulkhead.waiting} rules are waiting for the data source {key[1]}, which does "
                "not respond."
            )
        bulkhead.waiting += 1
        try:
            await bulkhead.permits.acquire()
        finally:
            bulkhead.waiting -= 1
        try:
            yield
        finally:
            bulkhead.permits.release()
            bulkhead.released = self._clock.monotonic()
