"""Regular corrections of stored and cached data about evaluations."""

import logging
from datetime import timedelta

from vedette.alerting.evaluation.memory import EvaluationMemory
from vedette.alerting.instances.evaluation_store import EvaluationStore
from vedette.alerting.instances.store import InstanceStore
from vedette.alerting.model import AlertState
from vedette.cluster.bounded import reading, transaction
from vedette.cluster.time import database_now
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.telemetry.alerting import EvaluationMetrics

log = logging.getLogger("vedette.alerting")


class EvaluationUpkeep:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        memory: EvaluationMemory,
        metrics: EvaluationMetrics,
        shortest: timedelta,
    ) -> None:
        """`shortest` is the minimum interval of rules on this server."""
        self._database = database
        self._clock = clock
        self._memory = memory
        self._metrics = metrics
        self._shortest_ms = shortest // timedelta(milliseconds=1)

    async def run(self) -> None:
        """Correct due times that are too far ahead, and publish the number of states."""
        self._memory.forget_unused()
        async with transaction(self._database) as tx:
            now = await database_now(tx, self._clock)
            pulled = await EvaluationStore(tx).undo_clock_jump(now, self._shortest_ms)
        if pulled:
            log.warning("%d rules were due too far in the future; they are due now.", pulled)
        async with reading(self._database) as tx:
            by_state = await InstanceStore(tx).count_by_state()
        states = {each.shown.lower(): by_state.get(each.value, 0) for each in AlertState}
        self._metrics.set_states(states)
