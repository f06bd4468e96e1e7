"""The database that alerting uses: the stored one, or memory while that cannot be written.

Only alerting writes meanwhile. Other changes are rejected, so that the copy of rules, policies and
silences in memory stays valid until it is written back.
"""

import logging
from asyncio import Event
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime

from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.degraded.store import BufferLimits, MemoryStore, probe
from vedette.cluster.bounded import transaction
from vedette.db.database import Database, Dialect, Tx
from vedette.db.errors import DatabaseReadOnly, DatabaseUnavailable
from vedette.db.guarded import GuardedDatabase
from vedette.db.memory import MemoryDatabase
from vedette.db.migrate import upgrade
from vedette.kernel.clock import Clock
from vedette.kernel.secret import Secret
from vedette.telemetry.alerting import MemoryMetrics
from vedette.telemetry.availability import QUIET_SECONDS, Availability

log = logging.getLogger("vedette.alerting")
RETRY_SECONDS = QUIET_SECONDS - 1
"""Shorter than the time without failures after which an outage is over: the small write of `probe`
may succeed on a full disk."""
LIMITS = BufferLimits()
_SHARED_SECONDS = 60.0
_SETTLED_AT_ONCE = 1_000


class AlertingDatabase:
    """Implements `Database`. `instances` returns the names of those that share the database.

    `run` is the service that switches to memory after a write was refused, and back.
    """

    def __init__(
        self,
        stored: GuardedDatabase,
        clock: Clock,
        metrics: MemoryMetrics,
        instances: Callable[[], Collection[str]] = lambda: (),
        limits: BufferLimits = LIMITS,
    ) -> None:
        self._stored = stored
        self._clock = clock
        self._metrics = metrics
        self._instances = instances
        self._limits = limits
        self._memory: MemoryDatabase | None = None
        self._cause = ""
        self._since = datetime.fromtimestamp(0, UTC)
        self._lost = 0
        self._refused = Event()

    @property
    def dialect(self) -> Dialect:
        return self._stored.dialect if self._memory is None else "sqlite"

    @property
    def availability(self) -> Availability:
        return self._stored.availability if self._memory is None else self._memory.availability

    @property
    def is_in_memory(self) -> bool:
        return self._memory is not None

    def warning(self) -> str | None:
        """Return the sentence for health while alerting runs from memory."""
        if self._memory is None:
            return None
        return (
            f"Alerting has run from memory since {self._since:%Y-%m-%dT%H:%M:%SZ} because the "
            "database"
            f" cannot be written: {self._cause}. Rules are evaluated and notifications are sent;"
            " other changes are refused. A restart loses data that is not written yet."
        )

    def transaction(self) -> AbstractAsyncContextManager[Tx]:
        return self._writing(lambda database: database.transaction())

    def statement(self, *, is_urgent: bool = False) -> AbstractAsyncContextManager[Tx]:
        return self._writing(lambda database: database.statement(is_urgent=is_urgent))

    @asynccontextmanager
    async def reading(self, *, is_urgent: bool = False) -> AsyncIterator[Tx]:
        memory = self._memory
        if memory is not None:
            async with memory.reading(is_urgent=is_urgent) as tx:
                self._check(memory)
                yield tx
            return
        async with self._stored.reading(is_urgent=is_urgent) as tx:
            yield tx

    def statistics(self) -> Mapping[str, int]:
        return self._stored.statistics()

    def share_with(self, instances: int) -> None:
        self._stored.share_with(instances)

    def use_password(self, password: Secret) -> None:
        self._stored.use_password(password)

    async def aclose(self) -> None:
        await self._stored.aclose()

    async def leave_memory(self) -> None:
        """Write back at shutdown, after alerting has stopped, what can be written."""
        await self.return_to_database()
        if self._memory is not None:
            log.warning(
                "Alerting is paused while the database cannot be written (%s). State since %s is "
                "lost, and notifications sent since then may be repeated.",
                self._cause,
                f"{self._since:%Y-%m-%dT%H:%M:%SZ}",
            )
            await self._memory.aclose()

    async def run(self) -> None:
        """Switch to memory when a write was refused, and back once the database can be written."""
        while True:
            await self._refused.wait()
            if len(self._instances()) > 1:
                log.warning(
                    "Alerting is paused: the database cannot be written (%s), and other "
                    "instances share it.",
                    self._cause,
                )
                await self._clock.sleep(_SHARED_SECONDS)
            elif self._memory is None:
                await self.enter_memory()
            while self._memory is not None:
                await self._clock.sleep(RETRY_SECONDS)
                await self.return_to_database()
            self._refused.clear()

    @asynccontextmanager
    async def _writing(
        self, begin: Callable[[Database], AbstractAsyncContextManager[Tx]]
    ) -> AsyncIterator[Tx]:
        memory = self._memory
        if memory is not None:
            async with begin(memory) as tx:
                self._check(memory)
                yield tx
            return
        try:
            async with begin(self._stored) as tx:
                yield tx
        except DatabaseReadOnly as error:
            self._note(error)
            raise

    def _note(self, error: DatabaseReadOnly) -> None:
        if not self._refused.is_set():
            self._cause = error.cause
            self._refused.set()

    def _check(self, memory: MemoryDatabase) -> None:
        """Raise `DatabaseUnavailable` for a block that waited while memory was written back."""
        if self._memory is not memory:
            raise DatabaseUnavailable("Alerting just switched back to the database. Try again.")

    async def enter_memory(self) -> None:
        """Continue on a copy of the stored database, where that can be read."""
        await self._stored.refuse_writes(self._cause)
        memory = MemoryDatabase(self._clock)
        try:
            await upgrade(memory, self._clock)
            async with memory.transaction() as tx, self._stored.reading() as stored:
                store = MemoryStore(tx)
                await store.prepare()
                await store.fill(stored)
        except BaseException as error:
            self._stored.allow_writes()
            await memory.aclose()
            if not isinstance(error, DatabaseUnavailable):
                raise
            log.debug("Alerting cannot run from memory: %s", error.public)
            return
        self._memory, self._since, self._lost = memory, self._clock.now(), 0
        self._metrics.set_in_memory(is_on=True)
        log.warning(
            "Alerting runs from memory: the database cannot be written (%s). Other changes are"
            " refused until it can be.",
            self._cause,
        )

    async def return_to_database(self) -> None:
        """Write back what happened and continue on the stored database, where that succeeds."""
        memory = self._memory
        if memory is None:
            return
        try:
            await self._trim(memory)
            async with transaction(self._stored.inner) as stored:
                await probe(stored)
            async with memory.transaction() as tx:
                async with transaction(self._stored.inner) as stored:
                    count = await MemoryStore(tx).write_back(stored)
                self._memory = None
        except DatabaseUnavailable as error:
            log.debug("Alerting stays in memory: %s", error.public)
            return
        except Exception:
            log.exception("The in-memory state of alerting cannot be written to the database.")
            return
        self._stored.allow_writes()
        self._metrics.set_in_memory(is_on=False)
        log.warning(
            "Alerting writes to the database again after %.0f s from memory: %d rows were written,"
            " %d records of the logs were lost.",
            (self._clock.now() - self._since).total_seconds(),
            count,
            self._lost,
        )
        await memory.aclose()

    async def _trim(self, memory: MemoryDatabase) -> None:
        """Keep memory within its limits."""
        async with memory.transaction() as tx:
            await AlertStore(tx).delete_settled(_SETTLED_AT_ONCE)
            lost = await MemoryStore(tx).trim(self._limits)
        self._lost += lost
        self._metrics.count_lost(lost)
