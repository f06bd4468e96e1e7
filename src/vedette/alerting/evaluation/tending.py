"""What keeps the scheduler honest: work is balanced, lateness is seen."""

import logging
from datetime import timedelta

from vedette.alerting.evaluation.memory import Memory
from vedette.alerting.evaluation.scheduler import Scheduler
from vedette.alerting.evaluation.source_health import SourceHealths
from vedette.alerting.instances.evaluations import EvaluationStore
from vedette.alerting.instances.store import InstanceStore
from vedette.alerting.model import AlertState
from vedette.cluster.bounded import reading, transaction
from vedette.cluster.claims import Claims
from vedette.cluster.instances import Instances
from vedette.cluster.time import database_now
from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock
from vedette.telemetry.alerting import EvaluationMetrics

log = logging.getLogger("vedette.alerting")
_COUNT_SECONDS = 15.0
_LATE_SECONDS = 15.0
_SOURCES_SECONDS = 1.0


class Tending:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        claims: Claims,
        instances: Instances,
        scheduler: Scheduler,
        memory: Memory,
        sources: SourceHealths,
        metrics: EvaluationMetrics,
        shortest: timedelta,
    ) -> None:
        """`shortest` is the minimum interval of rules on this server."""
        self._database = database
        self._clock = clock
        self._claims = claims
        self._instances = instances
        self._scheduler = scheduler
        self._memory = memory
        self._sources = sources
        self._metrics = metrics
        self._shortest_ms = shortest // timedelta(milliseconds=1)
        self._behind = 0.0

    async def run(self) -> None:
        every = min(self._claims.lease.total_seconds() / 3, 5.0)
        tended = counted = float("-inf")
        while True:
            now = self._clock.monotonic()
            try:
                if now - tended >= every:
                    await self._balance()
                    tended = now
                if now - counted >= _COUNT_SECONDS:
                    await self.count()
                    counted = now
                await self._look()
            except DatabaseUnavailable as error:
                log.debug("Scheduler upkeep failed: %s", error.public)
            await self._clock.sleep(min(_SOURCES_SECONDS, every / 2))

    def stuck(self) -> str | None:
        """`scheduler` where rules wait and this instance takes none, though it could."""
        idle = self._clock.monotonic() - self._scheduler.taken_at
        is_stuck = self._behind > _LATE_SECONDS and idle > _LATE_SECONDS
        return "scheduler" if is_stuck else None

    async def _balance(self) -> None:
        every, mine = await self._claims.balance(self._instances.alive)
        self._metrics.set_rules(every, mine)
        self._metrics.set_instances(max(len(self._instances.alive), 1))

    async def _look(self) -> None:
        async with reading(self._database) as tx:
            await self._sources.refresh(tx)
            now = self._claims.now()
            oldest = await EvaluationStore(tx).oldest_due(now)
        self._behind = 0.0 if oldest is None else (now - oldest) / 1000
        self._metrics.set_behind(self._behind)

    async def count(self) -> None:
        """Correct due times that are too far ahead, and publish the number of states."""
        self._memory.forget_unused()
        async with transaction(self._database) as tx:
            now = await database_now(tx, self._clock)
            pulled = await EvaluationStore(tx).pull_back(now, self._shortest_ms)
        if pulled:
            log.warning("%d rules were due too far in the future; they are due now.", pulled)
        async with reading(self._database) as tx:
            by_state = await InstanceStore(tx).count_by_state()
        every = {each.shown.lower(): by_state.get(each.value, 0) for each in AlertState}
        self._metrics.set_states(every)
