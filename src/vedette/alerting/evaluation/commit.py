"""Stores evaluations: states, history, alerts and the claim in one transaction.

Evaluations that finish during a transaction are stored together in the next one, which saves disk
flushes. Each one is fenced by its own epoch.
"""

import asyncio
import logging
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.evaluation import outputs
from vedette.alerting.evaluation.evaluator import Evaluated
from vedette.alerting.evaluation.source_health import SourceHealths
from vedette.alerting.instances.evaluation_store import EvaluationStore, Settled
from vedette.alerting.instances.history_store import TransitionStore
from vedette.alerting.instances.store import InstanceStore
from vedette.alerting.model import Rule
from vedette.cluster.bounded import transaction
from vedette.cluster.claims import Claims
from vedette.cluster.renewal import Held
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock, moment
from vedette.kernel.errors import VedetteError
from vedette.kernel.fault import crash_at

log = logging.getLogger("vedette.alerting")
_MOST_AT_ONCE = 200
_RETRY_SECONDS = 0.5


class EvaluationResult(msgspec.Struct, eq=False):
    """An evaluation to store. `settled` is when the rule is due again."""

    rule: Rule
    evaluated: Evaluated
    settled: Settled
    routes_all: bool
    """Route all firing alerts, not only changed ones, because the rule was changed."""
    held: Held
    """The lease of the claim. After it expired, another instance may have taken over."""
    counts: bool | None = None
    """None until it is stored; False if it was fenced."""


class EvaluationCommits:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        claims: Claims,
        wakeups: Wakeups,
        sources: SourceHealths,
        *,
        keeps_history: bool,
    ) -> None:
        self._database = database
        self._clock = clock
        self._claims = claims
        self._wakeups = wakeups
        self._sources = sources
        self._keeps_history = keeps_history
        self._turn = asyncio.Lock()
        self._waiting: list[EvaluationResult] = []

    async def commit(self, result: EvaluationResult) -> bool:
        """Store an evaluation. Returns False if it was fenced. Raises `DatabaseUnavailable` if the
        database stays unavailable until the lease expires."""
        self._waiting.append(result)
        try:
            while True:
                try:
                    async with self._turn:
                        if result.counts is None:
                            waiting = [each for each in self._waiting if each.counts is None]
                            await self._write(waiting[:_MOST_AT_ONCE])
                except DatabaseUnavailable:
                    if self._clock.monotonic() + _RETRY_SECONDS >= result.held.until:
                        raise
                    await self._clock.sleep(_RETRY_SECONDS)
                if result.counts is not None:
                    return result.counts
        finally:
            self._waiting.remove(result)

    async def _write(self, batch: Sequence[EvaluationResult]) -> None:
        """Store a batch. An invalid evaluation does not prevent the others from being stored."""
        try:
            counted, has_alerts = await self._written(batch)
        except DatabaseUnavailable:
            raise
        except Exception as error:
            if len(batch) == 1:
                await self._refused(batch[0], error)
            else:
                for each in batch:
                    await self._write([each])
            return
        for each in batch:
            each.counts = each.settled.rule_id in counted
        if has_alerts:
            crash_at("after_state_commit")

    async def _refused(self, result: EvaluationResult, error: Exception) -> None:
        """Store the error with the rule, which keeps its states."""
        log.error(
            "An evaluation cannot be stored.", exc_info=error, extra={"rule": result.rule.uid}
        )
        reason = error.public if isinstance(error, VedetteError) else type(error).__name__
        failure = f"The result of the evaluation cannot be stored: {reason}"
        settled = replace(
            result.settled, health="error", failure=failure, failure_reason="internal"
        )
        async with transaction(self._database) as tx:
            await EvaluationStore(tx).settle([settled])
        result.counts = False

    async def _written(self, batch: Sequence[EvaluationResult]) -> tuple[set[int], bool]:
        """Return the rules whose evaluations count, and whether alerts have to be routed."""
        async with transaction(self._database) as tx:
            counted = await EvaluationStore(tx).settle([each.settled for each in batch])
            done = [each for each in batch if each.settled.rule_id in counted]
            has_alerts = await self._store(tx, done)
        return counted, has_alerts

    async def _store(self, tx: Tx, done: Sequence[EvaluationResult]) -> bool:
        now_ms = self._claims.now()
        now = moment(now_ms)
        changed = [
            (each.rule.org_id, each.rule.uid, instance)
            for each in done
            for instance in each.evaluated.step.changed
        ]
        gone = [
            (each.rule.org_id, each.rule.uid, fingerprint)
            for each in done
            for fingerprint in each.evaluated.step.gone
        ]
        alerts = [
            alert
            for each in done
            for alert in outputs.alerts(
                each.rule, each.evaluated.step, each.evaluated.samples, every=each.routes_all
            )
        ]
        if gone:
            await InstanceStore(tx).delete(gone)
        if changed:
            await InstanceStore(tx).put(changed)
        if self._keeps_history:
            entries = [
                entry
                for each in done
                for entry in outputs.records(
                    each.rule, each.evaluated.step, each.evaluated.slot, now
                )
            ]
            if entries:
                await TransitionStore(tx).add(entries)
        observations = [one for each in done for one in each.evaluated.observations]
        alerts += await self._sources.record(tx, observations, now)
        if alerts:
            await AlertStore(tx).put(alerts, now_ms)
            tx.after_commit(lambda: self._wakeups.notify("alerts"))
        return bool(alerts)
