"""Small regular work: expired sessions and old queries go, measured gauges are refreshed."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

from vedette.app.identity import Identity
from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.db.totals import totals
from vedette.explore.service import QueryHistory
from vedette.identity.store.sessions import AttemptStore
from vedette.kernel.clock import Clock
from vedette.telemetry.history import History
from vedette.telemetry.metrics import Metrics
from vedette.telemetry.settings import MetricsSettings

log = logging.getLogger("vedette.app")
_CLEAN_SECONDS = 600.0
_SEAL_SECONDS = 3_600.0
_ACTIVE_MS = 30 * 60_000


class Housekeeping:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        identity: Identity,
        metrics: Metrics,
        history: History,
        settings: MetricsSettings,
        asked: QueryHistory,
        sealings: Sequence[Callable[[], Awaitable[None]]],
    ) -> None:
        """`sealings` seal what instances of an earlier version stored since the start."""
        self._database = database
        self._clock = clock
        self._identity = identity
        self._metrics = metrics
        self._history = history
        self._settings = settings
        self._asked = asked
        self._sealings = sealings

    async def run(self) -> None:
        cleaned = counted = float("-inf")
        sealed = self._clock.monotonic()
        while True:
            now = self._clock.monotonic()
            try:
                if now - cleaned >= _CLEAN_SECONDS:
                    await self._clean()
                    cleaned = now
                if now - counted >= self._settings.total_stats_collector_interval_seconds:
                    await self._count()
                    counted = now
                if now - sealed >= _SEAL_SECONDS:
                    for seal in self._sealings:
                        await seal()
                    sealed = now
                await self._count_active_users()
            except DatabaseUnavailable as error:
                log.debug("Housekeeping is delayed: %s", error.public)
            self._metrics.set_connections(self._database.statistics())
            self._history.record(self._clock.now_ms())
            await self._clock.sleep(self._settings.interval_seconds)

    async def _clean(self) -> None:
        await self._identity.sessions.delete_expired()
        await self._asked.delete_old()
        window_ms = self._identity.guessing.window // timedelta(milliseconds=1)
        async with self._database.transaction() as tx:
            await AttemptStore(tx).delete_before(self._clock.now_ms() - window_ms)

    async def _count(self) -> None:
        if not self._settings.disable_total_stats:
            self._metrics.set_totals(await totals(self._database))

    async def _count_active_users(self) -> None:
        since = self._clock.now_ms() - _ACTIVE_MS
        self._metrics.set_active_users(await self._identity.people.count_seen_since(since))
