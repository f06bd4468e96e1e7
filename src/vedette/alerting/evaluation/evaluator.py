"""One evaluation of one rule: run its queries for a slot and step its states."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from vedette.alerting.evaluation import samples, states, targets
from vedette.alerting.evaluation.bulkheads import Bulkheads, SourceKey
from vedette.alerting.evaluation.errors import EvaluationFailed, EvaluationTimeout
from vedette.alerting.evaluation.failures import FailureReason, reason_of
from vedette.alerting.evaluation.outages import OutageVerdict
from vedette.alerting.evaluation.rendering import Render
from vedette.alerting.evaluation.source_health import SourceHealths, SourceObservation
from vedette.alerting.evaluation.states import Step
from vedette.alerting.model import EvaluationOutcome, Instance, Rule, Sample
from vedette.kernel.clock import Clock
from vedette.kernel.errors import VedetteError
from vedette.kernel.principal import Principal
from vedette.querying.errors import UnknownSource
from vedette.querying.model import BUILT_IN, Batch, is_expression
from vedette.querying.service import QueryService
from vedette.sdk import Answer

log = logging.getLogger("vedette.alerting")
_IN_A_THREAD_FROM = 500
"""Number of series from which a step runs in a thread. Fewer take a few milliseconds at most."""
_PAUSE_SECONDS = 1.0


class Tries(msgspec.Struct, frozen=True):
    most: int
    seconds: float
    """Timeout of each try."""


class Evaluated(msgspec.Struct, frozen=True):
    """The result of an evaluation. `samples` are the values of the series; `observations` are what
    it shows about the health of the data sources."""

    slot: datetime
    step: Step
    reason: FailureReason | None
    observations: Sequence[SourceObservation]
    seconds: float
    samples: Sequence[Sample] = ()


class Evaluator:
    def __init__(
        self,
        queries: QueryService,
        clock: Clock,
        render: Render,
        bulkheads: Bulkheads,
        sources: SourceHealths,
        tries: Tries,
    ) -> None:
        self._queries = queries
        self._clock = clock
        self._render = render
        self._bulkheads = bulkheads
        self._sources = sources
        self._tries = tries
        self._has_read = False

    async def evaluate(
        self,
        rule: Rule,
        prior: Mapping[str, Instance],
        slot: datetime,
        queried_at: datetime,
        until: float,
    ) -> Evaluated | None:
        """Evaluate a rule. `queried_at` is the database's time. No try begins after `until`, which
        is monotonic.

        Returns None if our own database failed, which says nothing about the rule.
        """
        started = self._clock.monotonic()
        outcome, observations = await self.run_queries(rule, prior, slot, queried_at, until)
        reason = None if outcome.failure is None else reason_of(outcome.failure)
        if reason is FailureReason.DATABASE:
            return None
        failed = [each.source for each in observations if each.failure]
        if failed and self._sources.verdict(rule, failed[0], queried_at) is not OutageVerdict.RULE:
            outcome = replace(outcome, source_down=True)
        step = await self._step(rule, prior, outcome)
        if step.failure is not None and reason is None:
            reason = reason_of(step.failure)
        return Evaluated(
            slot, step, reason, observations, self._clock.monotonic() - started, outcome.samples
        )

    async def run_queries(
        self,
        rule: Rule,
        prior: Mapping[str, Instance],
        slot: datetime,
        queried_at: datetime,
        until: float,
    ) -> tuple[EvaluationOutcome, Sequence[SourceObservation]]:
        """Run the queries. Returns their outcome and what it shows about the health of the data
        sources."""
        sources = sources_of(rule)
        batch = targets.batch(rule, slot, prior)
        known_down = any(map(self._sources.is_down, sources))
        attempt = 0
        while True:
            attempt += 1
            answers: Mapping[str, Answer] = {}
            try:
                if known_down and self._bulkheads.is_full(sources):
                    raise EvaluationTimeout(
                        "The data source is unavailable. Another rule checks whether it is back."
                    )
                answers = await self._run(rule.org_id, sources, batch)
                outcome = await self._read(rule, answers, slot)
            except VedetteError as error:
                outcome = EvaluationOutcome(slot, failure=error, ref_ids=_source_queries(rule))
            except Exception:
                log.exception("An evaluation failed.", extra={"rule": rule.uid})
                text = "The evaluation failed because of an internal error. See the server log."
                outcome = EvaluationOutcome(
                    slot, failure=EvaluationFailed(text), ref_ids=_source_queries(rule)
                )
            again = outcome.failure is not None and reason_of(outcome.failure).is_outage
            pause = _PAUSE_SECONDS * attempt
            late = self._clock.monotonic() + pause >= until
            if not again or known_down or late or attempt >= self._tries.most:
                return outcome, _observe(rule, outcome, answers, queried_at)
            await self._clock.sleep(pause)

    async def _run(
        self, org_id: int, sources: frozenset[SourceKey], batch: Batch
    ) -> Mapping[str, Answer]:
        seconds = self._tries.seconds
        try:
            async with asyncio.timeout(2 * seconds), self._bulkheads.permit(sources):
                async with asyncio.timeout(seconds):
                    return await self._queries.run(system(org_id), batch)
        except TimeoutError as error:
            raise EvaluationTimeout(
                f"The queries of the rule timed out after {seconds:g} seconds."
            ) from error

    async def _read(
        self, rule: Rule, answers: Mapping[str, Answer], slot: datetime
    ) -> EvaluationOutcome:
        few = sum(len(answer.frames) for answer in answers.values()) < _IN_A_THREAD_FROM
        if few and self._has_read:
            return samples.outcome(rule, answers, slot)
        outcome = await asyncio.to_thread(samples.outcome, rule, answers, slot)
        self._has_read = True  # The first read loads numpy.
        return outcome

    async def _step(
        self, rule: Rule, prior: Mapping[str, Instance], outcome: EvaluationOutcome
    ) -> Step:
        if max(len(prior), len(outcome.samples)) < _IN_A_THREAD_FROM:
            return states.step(rule, prior, outcome, self._render)
        return await asyncio.to_thread(states.step, rule, prior, outcome, self._render)


def _is_source(uid: str) -> bool:
    """Return whether a data source can be down. Those that this server answers itself cannot."""
    return uid not in ("", BUILT_IN) and not is_expression(uid)


def sources_of(rule: Rule) -> frozenset[SourceKey]:
    return frozenset(
        (rule.org_id, each.datasource_uid)
        for each in rule.queries
        if _is_source(each.datasource_uid)
    )


def _source_queries(rule: Rule) -> tuple[str, ...]:
    """Return the queries that data sources answer."""
    return tuple(each.ref_id for each in rule.queries if _is_source(each.datasource_uid))


def _responded(answer: Answer) -> bool:
    """Return whether the source responded, with data or an error, or no longer exists."""
    if answer.error is None or isinstance(answer.error, UnknownSource):
        return True
    reason = reason_of(answer.error)
    is_ours = answer.error.code.startswith("query.")
    return reason is FailureReason.LIMIT or (reason is FailureReason.QUERY and not is_ours)


def _observe(
    rule: Rule, outcome: EvaluationOutcome, answers: Mapping[str, Answer], queried_at: datetime
) -> Sequence[SourceObservation]:
    """Return the observations of each source of the rule that responded or failed."""
    uids = {each.ref_id: each.datasource_uid for each in rule.queries}
    found: dict[SourceKey, SourceObservation] = {}
    for ref_id, answer in answers.items():
        if _is_source(uids[ref_id]) and _responded(answer):
            source = (rule.org_id, uids[ref_id])
            found[source] = SourceObservation(source, rule.uid, queried_at)
    failure = outcome.failure
    if failure is not None and reason_of(failure).is_outage and rule.outage == "shared":
        queries = {uids.get(ref_id, "") for ref_id in outcome.ref_ids}
        failing = set(filter(_is_source, queries))
        if len(failing) == 1:
            source = (rule.org_id, failing.pop())
            found[source] = SourceObservation(source, rule.uid, queried_at, failure.public)
    return list(found.values())


def system(org_id: int) -> Principal:
    """Return the caller of queries that no user runs."""
    return Principal("system", 0, org_id, "Admin", login="", name="Alerting")
