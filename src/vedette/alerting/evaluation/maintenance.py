"""Balances the scheduler's work among instances, and measures its delay."""

from vedette.alerting.evaluation.scheduler import Scheduler
from vedette.alerting.evaluation.source_health import SourceHealths
from vedette.alerting.evaluation.upkeep import EvaluationUpkeep
from vedette.alerting.instances.evaluation_store import EvaluationStore
from vedette.cluster.bounded import reading
from vedette.cluster.claims import Claims
from vedette.cluster.instances import Instances
from vedette.cluster.loop import run_loop
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.telemetry.alerting import EvaluationMetrics

_COUNT_SECONDS = 15.0
_LATE_SECONDS = 15.0
_SOURCES_SECONDS = 1.0


class SchedulerMaintenance:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        claims: Claims,
        instances: Instances,
        scheduler: Scheduler,
        upkeep: EvaluationUpkeep,
        sources: SourceHealths,
        metrics: EvaluationMetrics,
    ) -> None:
        self._database = database
        self._clock = clock
        self._claims = claims
        self._instances = instances
        self._scheduler = scheduler
        self._upkeep = upkeep
        self._sources = sources
        self._metrics = metrics
        self._behind = 0.0

    async def run(self) -> None:
        every = min(self._claims.lease.total_seconds() / 3, 5.0)
        balanced = counted = float("-inf")

        async def iterate() -> float:
            nonlocal balanced, counted
            now = self._clock.monotonic()
            if now - balanced >= every:
                await self._balance()
                balanced = now
            if now - counted >= _COUNT_SECONDS:
                await self._upkeep.run()
                counted = now
            await self._measure_delay()
            return min(_SOURCES_SECONDS, every / 2)

        await run_loop("scheduler-maintenance", self._clock, iterate)

    def stuck(self) -> str | None:
        """Return `scheduler` if rules are due and this instance takes none although it could."""
        idle = self._clock.monotonic() - self._scheduler.taken_at
        is_stuck = self._behind > _LATE_SECONDS and idle > _LATE_SECONDS
        return "scheduler" if is_stuck else None

    async def _balance(self) -> None:
        every, mine = await self._claims.balance(self._instances.alive)
        self._metrics.set_rules(every, mine)
        self._metrics.set_instances(max(len(self._instances.alive), 1))

    async def _measure_delay(self) -> None:
        async with reading(self._database) as tx:
            await self._sources.refresh(tx)
            now = self._claims.now()
            oldest = await EvaluationStore(tx).oldest_due(now)
        self._behind = 0.0 if oldest is None else (now - oldest) / 1000
        self._metrics.set_behind(self._behind)
