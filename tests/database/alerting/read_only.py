"""A stored database that is made read-only and writable again, by the database's own means."""

from collections.abc import Collection

import asyncpg

from vedette.alerting.degraded.database import AlertingDatabase
from vedette.alerting.degraded.store import BufferLimits
from vedette.cluster.bounded import transaction
from vedette.db.database import Database
from vedette.db.errors import DatabaseReadOnly
from vedette.db.guarded import GuardedDatabase
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import Clock
from vedette.telemetry.alerting import MemoryMetrics
from vedette.telemetry.metrics import Metrics


class Stored:
    """`working` is what alerting is given; `guarded` what everything else is."""

    def __init__(
        self,
        database: Database,
        settings: DatabaseSettings,
        clock: Clock,
        limits: BufferLimits | None = None,
        instances: Collection[str] = (),
    ) -> None:
        self.database = database
        self.settings = settings
        self.guarded = GuardedDatabase(database)
        self.metrics = Metrics(version="test")
        numbers = MemoryMetrics(self.metrics.registry)
        self.working = AlertingDatabase(
            self.guarded, clock, numbers, lambda: instances, limits or BufferLimits()
        )

    def number(self, name: str) -> float:
        return self.metrics.registry.get_sample_value(f"vedette_alerting_{name}") or 0.0

    async def becomes_read_only(self) -> None:
        await set_read_only(self.database, self.settings, is_on=True)
        try:
            async with transaction(self.working) as tx:
                await tx.execute("UPDATE org SET updated = updated")
        except DatabaseReadOnly:
            await self.working.enter_memory()
        assert self.working.is_in_memory

    async def becomes_writable(self) -> None:
        await set_read_only(self.database, self.settings, is_on=False)
        await self.working.return_to_database()
        assert not self.working.is_in_memory


async def set_read_only(database: Database, settings: DatabaseSettings, *, is_on: bool) -> None:
    """Returns when the database behaves so."""
    state = "on" if is_on else "off"
    if settings.is_embedded:
        writer = database._writer  # type: ignore[attr-defined]
        writer.execute(f"PRAGMA query_only={state}")
        return
    connection = await asyncpg.connect(settings.url.reveal())
    try:
        await connection.execute(f"ALTER SYSTEM SET default_transaction_read_only = {state}")
        await connection.execute("SELECT pg_reload_conf()")
    finally:
        await connection.close()
    for _ in range(500):  # Sessions read the configuration anew a moment later.
        try:
            async with transaction(database) as tx:
                await tx.execute("UPDATE org SET updated = updated")
        except DatabaseReadOnly:
            if is_on:
                return
        else:
            if not is_on:
                return
    raise AssertionError("The database does not change.")
