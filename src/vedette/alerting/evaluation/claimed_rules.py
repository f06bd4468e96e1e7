"""The evaluation of one rule that this instance has claimed for one slot."""

import asyncio
import logging
from datetime import datetime, timedelta
from typing import Literal

from vedette.alerting.evaluation import slots
from vedette.alerting.evaluation.commit import EvaluationCommits, EvaluationResult
from vedette.alerting.evaluation.evaluator import Evaluated, Evaluator
from vedette.alerting.evaluation.failures import FailureReason
from vedette.alerting.evaluation.memory import EvaluationMemory, Remembered
from vedette.alerting.evaluation.recording import RecordingEvaluator
from vedette.alerting.instances.evaluation_store import EvaluationStore, Settled
from vedette.cluster.bounded import reading, transaction
from vedette.cluster.claims import Claim, Claims
from vedette.cluster.renewal import Held
from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock, milliseconds, moment
from vedette.kernel.errors import VedetteError
from vedette.telemetry.alerting import EvaluationMetrics

log = logging.getLogger("vedette.alerting")
_MILLISECOND = timedelta(milliseconds=1)


class ClaimedRules:
    """Evaluates claimed rules and settles their claims in the transaction that stores their
    states."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        claims: Claims,
        memory: EvaluationMemory,
        evaluator: Evaluator,
        recorder: RecordingEvaluator,
        commits: EvaluationCommits,
        metrics: EvaluationMetrics,
        *,
        jitter: bool,
    ) -> None:
        self._database = database
        self._clock = clock
        self._claims = claims
        self._memory = memory
        self._evaluator = evaluator
        self._recorder = recorder
        self._commits = commits
        self._metrics = metrics
        self._jitter = jitter

    async def run(self, held: Held, remembered: Remembered) -> None:
        """Evaluate a rule and settle its claim. Never raises: a failure affects this rule only."""
        rule_id = int(held.claim.key)
        try:
            await self._evaluate(held, remembered)
        except asyncio.CancelledError:
            self._memory.forget(rule_id)
            raise
        except DatabaseUnavailable as error:
            log.debug("An evaluation was lost: %s", error.public)
            self._drop(rule_id, "database")
        except Exception as error:
            await self._fail(held.claim, remembered, error)

    async def _evaluate(self, held: Held, remembered: Remembered) -> None:
        claim = held.claim
        interval = remembered.stored.interval
        rule_id = int(claim.key)
        offset = timedelta(0)
        if self._jitter:
            offset = slots.even_jitter(rule_id, interval)
        last = claim.row["slot"]
        due = slots.due(None if last is None else moment(last), moment(claim.now), interval, offset)
        if due.slot is None:
            await self._postpone(claim, milliseconds(due.following))
            return
        self._metrics.began((claim.now - claim.due) / 1000)
        if remembered.unreadable is not None:
            raise remembered.unreadable
        rule = remembered.stored.rule
        missed = max(0, (milliseconds(due.slot) - claim.due) // (interval // _MILLISECOND))
        again = self._clock.monotonic() + (milliseconds(due.following) - claim.now) / 1000
        asked = moment(claim.now)
        record = remembered.stored.record
        evaluated = (
            await self._evaluator.evaluate(rule, remembered.prior, due.slot, asked, again)
            if record is None
            else await self._recorder.evaluate(rule, record, due.slot, asked, again)
        )
        if self._clock.monotonic() >= held.until:
            await self._lost(remembered, rule_id)
            return
        if evaluated is None:
            self._drop(rule_id, "database")
            await self._claims.release(claim)
            return
        settled = self._settled(claim, remembered, evaluated, due.following, missed)
        held.is_settling = True
        result = EvaluationResult(rule, evaluated, settled, remembered.is_fresh, held)
        if await self._commits.commit(result):
            self._memory.keep(rule_id, claim.epoch, evaluated.step.by_fingerprint)
            self._metrics.evaluated(evaluated.seconds, settled.failure_reason)
            self._metrics.missed(missed)
        else:
            await self._lost(remembered, rule_id)

    def _settled(
        self,
        claim: Claim,
        remembered: Remembered,
        evaluated: Evaluated,
        following: datetime,
        missed: int,
    ) -> Settled:
        failure = evaluated.step.failure
        return Settled(
            rule_id=int(claim.key),
            epoch=claim.epoch,
            rule_version=remembered.stored.version,
            due_at=milliseconds(following),
            owner=self._claims.next_owner(),
            slot=milliseconds(evaluated.slot),
            health=evaluated.step.health,
            failure="" if failure is None else failure.public.replace("\0", ""),
            failure_reason=evaluated.reason or "",
            duration_ms=int(evaluated.seconds * 1000),
            evaluated=self._claims.now(),
            missed=missed,
        )

    async def _fail(self, claim: Claim, remembered: Remembered, error: Exception) -> None:
        """Store that the rule is unreadable or that an internal error occurred. The rule shows the
        reason and keeps its states."""
        if isinstance(error, VedetteError):
            failure, reason = error.public, FailureReason.QUERY
        else:
            log.error("An evaluation failed.", exc_info=error, extra={"rule_id": claim.key})
            failure, reason = (
                f"Internal error: {type(error).__name__}.",
                FailureReason.INTERNAL,
            )
        self._memory.forget(int(claim.key))
        interval = remembered.stored.interval // _MILLISECOND
        settled = Settled(
            rule_id=int(claim.key),
            epoch=claim.epoch,
            rule_version=remembered.stored.version,
            due_at=claim.now + interval,
            owner=self._claims.next_owner(),
            slot=None,
            health="error",
            failure=failure.replace("\0", ""),
            failure_reason=reason,
            duration_ms=0,
            evaluated=self._claims.now(),
            missed=0,
        )
        try:
            async with transaction(self._database) as tx:
                await EvaluationStore(tx).settle([settled])
        except DatabaseUnavailable:
            self._metrics.dropped("database")
        else:
            self._metrics.evaluated(0.0, reason)

    async def _postpone(self, claim: Claim, due_at: int) -> None:
        async with transaction(self._database) as tx:
            await EvaluationStore(tx).postpone(
                int(claim.key), claim.epoch, due_at, self._claims.next_owner()
            )

    async def _lost(self, remembered: Remembered, rule_id: int) -> None:
        """Count an evaluation that is discarded: the rule was changed or taken over."""
        async with reading(self._database) as tx:
            version = await EvaluationStore(tx).version(rule_id)
        same = version == remembered.stored.version
        self._drop(rule_id, "lease" if same else "edited")

    def _drop(self, rule_id: int, reason: Literal["lease", "edited", "database"]) -> None:
        """Discard the evaluation, and what is cached of the rule, which may be outdated."""
        self._memory.forget(rule_id)
        self._metrics.dropped(reason)
        if reason == "lease":
            log.warning(
                "An evaluation took longer than its lease. Another instance has taken over the "
                "rule.",
                extra={"rule_id": rule_id},
            )
