"""Periodic work: deletes expired sessions and old queries, and refreshes gauges."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

from vedette.app.foundation import Foundation
from vedette.app.identity import Identity
from vedette.cluster.loop import run_loop
from vedette.dashboards.service.trash import DashboardTrash
from vedette.db.totals import totals
from vedette.explore.service import QueryHistory
from vedette.identity.store.sessions import AttemptStore
from vedette.telemetry.history import MetricHistory
from vedette.telemetry.settings import MetricsSettings

_CLEAN_SECONDS = 600.0
_SEAL_SECONDS = 3_600.0
_ACTIVE_MS = 30 * 60_000


class Housekeeping:
    def __init__(
        self,
        base: Foundation,
        identity: Identity,
        history: MetricHistory,
        queries: QueryHistory,
        trash: DashboardTrash,
        sealings: Sequence[Callable[[], Awaitable[None]]],
    ) -> None:
        """`sealings` encrypt secrets that instances of an earlier version stored since the
        start."""
        self._database = base.database
        self._clock = base.clock
        self._identity = identity
        self._metrics = base.metrics
        self._history = history
        self._settings = base.settings[MetricsSettings]
        self._queries = queries
        self._trash = trash
        self._sealings = sealings

    async def run(self) -> None:
        cleaned = counted = recorded = sealed = float("-inf")

        async def iterate() -> float:
            nonlocal cleaned, counted, recorded, sealed
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
            finally:  # Also during an outage, when the loop iterates more often.
                if now - recorded >= self._settings.interval_seconds:
                    self._record()
                    recorded = now
            return self._settings.interval_seconds

        await run_loop("housekeeping", self._clock, iterate)

    def _record(self) -> None:
        self._metrics.set_connections(self._database.statistics())
        self._history.record(self._clock.now_ms())

    async def _clean(self) -> None:
        await self._identity.sessions.delete_expired()
        await self._queries.delete_old()
        await self._trash.purge()
        window_ms = self._identity.guessing.window // timedelta(milliseconds=1)
        async with self._database.transaction() as tx:
            await AttemptStore(tx).delete_before(self._clock.now_ms() - window_ms)

    async def _count(self) -> None:
        if not self._settings.disable_total_stats:
            self._metrics.set_totals(await totals(self._database))

    async def _count_active_users(self) -> None:
        since = self._clock.now_ms() - _ACTIVE_MS
        self._metrics.set_active_users(await self._identity.users.count_seen_since(since))
