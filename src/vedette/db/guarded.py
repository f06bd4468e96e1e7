"""A database whose writes can be refused for a while, so that its content does not change."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from vedette.db.database import Database, Dialect, Tx
from vedette.db.errors import DatabaseReadOnly
from vedette.kernel.secret import Secret
from vedette.telemetry.availability import Availability


class GuardedDatabase:
    """Delegates to `inner`, which stays writable for the caller of `refuse_writes`."""

    def __init__(self, inner: Database) -> None:
        self.inner = inner
        self._cause = ""
        self._under_way = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    @property
    def dialect(self) -> Dialect:
        return self.inner.dialect

    @property
    def availability(self) -> Availability:
        return self.inner.availability

    async def refuse_writes(self, cause: str) -> None:
        """Make writes raise `DatabaseReadOnly`; return when the running ones have ended."""
        self._cause = cause
        await self._quiet.wait()

    def allow_writes(self) -> None:
        self._cause = ""

    def transaction(self) -> AbstractAsyncContextManager[Tx]:
        return self._writing(lambda: self.inner.transaction())

    def reading(self, *, is_urgent: bool = False) -> AbstractAsyncContextManager[Tx]:
        return self.inner.reading(is_urgent=is_urgent)

    def statement(self, *, is_urgent: bool = False) -> AbstractAsyncContextManager[Tx]:
        return self._writing(lambda: self.inner.statement(is_urgent=is_urgent))

    def statistics(self) -> Mapping[str, int]:
        return self.inner.statistics()

    def share_with(self, instances: int) -> None:
        self.inner.share_with(instances)

    def use_password(self, password: Secret) -> None:
        self.inner.use_password(password)

    async def aclose(self) -> None:
        await self.inner.aclose()

    @asynccontextmanager
    async def _writing(
        self, begin: Callable[[], AbstractAsyncContextManager[Tx]]
    ) -> AsyncIterator[Tx]:
        if self._cause:
            raise DatabaseReadOnly(self._cause)
        self._under_way += 1
        self._quiet.clear()
        try:
            async with begin() as tx:
                yield tx
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._quiet.set()
