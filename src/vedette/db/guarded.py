"""A database whose writes can be refused for a while, so that nothing changes in it meanwhile."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager

from vedette.db.database import Database, Dialect, Tx
from vedette.db.errors import DatabaseReadOnly
from vedette.telemetry.availability import Availability


class GuardedDatabase:
    """Passes everything on to `inner`, which the one who refuses writes can still write to."""

    def __init__(self, inner: Database) -> None:
        self.inner = inner
        self._cause = ""
        self._writing = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    @property
    def dialect(self) -> Dialect:
        return self.inner.dialect

    @property
    def availability(self) -> Availability:
        return self.inner.availability

    async def refuse_writes(self, cause: str) -> None:
        """From now on, writes raise `DatabaseReadOnly`. Returns when those under way have ended."""
        self._cause = cause
        await self._quiet.wait()

    def allow_writes(self) -> None:
        self._cause = ""

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Tx]:
        with self._write():
            async with self.inner.transaction() as tx:
                yield tx

    def reading(self, *, is_urgent: bool = False) -> AbstractAsyncContextManager[Tx]:
        return self.inner.reading(is_urgent=is_urgent)

    @asynccontextmanager
    async def statement(self, *, is_urgent: bool = False) -> AsyncIterator[Tx]:
        with self._write():
            async with self.inner.statement(is_urgent=is_urgent) as tx:
                yield tx

    def statistics(self) -> Mapping[str, int]:
        return self.inner.statistics()

    def share_with(self, instances: int) -> None:
        self.inner.share_with(instances)

    async def aclose(self) -> None:
        await self.inner.aclose()

    @contextmanager
    def _write(self) -> Iterator[None]:
        if self._cause:
            raise DatabaseReadOnly(self._cause)
        self._writing += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._writing -= 1
            if not self._writing:
                self._quiet.set()
