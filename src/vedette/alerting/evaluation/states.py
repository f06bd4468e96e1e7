"""From the states before and the outcome of one evaluation to the states after: no clock, no I/O.

The live engine, previews, backtests and tests of rules all call `step`, so they agree.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Literal

import msgspec
from msgspec.structs import replace

from vedette.alerting.evaluation.advance import SeriesStatus, advance, moved, times
from vedette.alerting.evaluation.errors import DuplicateSeries, TooManyRuleSeries
from vedette.alerting.evaluation.rendering import RAW_TEXTS, Render
from vedette.alerting.evaluation.stand_ins import own_labels, special_labels
from vedette.alerting.model import (
    NO_LABELS,
    AlertState,
    EvaluationOutcome,
    Instance,
    InstanceOrigin,
    Labels,
    Rule,
    Sample,
    Transition,
    alert_labels,
    fingerprint,
)
from vedette.kernel.errors import VedetteError

PAUSED, DELETED, UPDATED = "Paused", "RuleDeleted", "Updated"
MISSING, RELABELLED = "MissingSeries", "LabelsChanged"
_REASONS = {InstanceOrigin.NO_DATA: "NoData", InstanceOrigin.ERROR: "Error"}
_SAYS = {
    "NoData": SeriesStatus.NO_DATA,
    "Error": SeriesStatus.ERROR,
    "Alerting": SeriesStatus.TRUE,
    "OK": SeriesStatus.FALSE,
    "KeepLast": SeriesStatus.KEEP,
}
FAILURE = "Error"
"""Annotation of a `DatasourceError` alert: why the query failed."""
_KEPT = ", KeepLast"

Series = frozenset[tuple[str, str]]


class Step(msgspec.Struct, frozen=True):
    """`instances` are the states before the next step; `gone` no longer belong to them."""

    instances: tuple[Instance, ...]
    transitions: tuple[Transition, ...] = ()
    changed: tuple[Instance, ...] = ()
    """Those of `instances` that a store has to write: new, of another state or other texts."""
    gone: tuple[str, ...] = ()
    """Fingerprints of before that are not among `instances`."""
    failure: VedetteError | None = None
    health: Literal["ok", "nodata", "error"] = "ok"

    @property
    def by_fingerprint(self) -> dict[str, Instance]:
        return {each.fingerprint: each for each in self.instances}


def step(
    rule: Rule,
    prior: Mapping[str, Instance],
    outcome: EvaluationOutcome,
    render: Render = RAW_TEXTS,
) -> Step:
    """`prior` is `by_fingerprint` of the step before, empty at first. Never raises.

    A result that the rule cannot use, with duplicate labels or too many series, is a failure.
    """
    failure = outcome.failure
    if failure is None:
        try:
            run = _Run(rule, prior, outcome, render)
            health: Literal["ok", "nodata"] = "ok" if outcome.samples else "nodata"
            return run.observe(outcome.samples).done(health)
        except (DuplicateSeries, TooManyRuleSeries) as error:
            failure = error
    if outcome.source_down and rule.outage == "shared":
        return Step(tuple(prior.values()), failure=failure, health="error")
    run = _Run(rule, prior, outcome, render, failure)
    run.without_samples(InstanceOrigin.ERROR, rule.on_error)
    return run.done("error", failure)


def reset(prior: Mapping[str, Instance], tick: datetime, reason: str) -> Step:
    """Ends all instances, as a rule that is paused, deleted or asks something else does."""
    ended = [(each, _ended(each, tick, reason)) for each in prior.values()]
    transitions = [Transition(*pair) for pair in ended if pair[0].state is not AlertState.NORMAL]
    return Step((), tuple(transitions), gone=tuple(prior))


def firing_series(prior: Iterable[Instance]) -> frozenset[Series]:
    """Label sets that thresholds test against their recovery limit instead of the first one.

    For `firing` of `vedette.querying.expressions`: what fires or is about to, and by its own data,
    also where that is away and the rule keeps the last state.
    """
    states = (AlertState.FIRING, AlertState.PENDING)
    return frozenset(
        frozenset(each.series.items())
        for each in prior
        if each.state in states and each.origin is InstanceOrigin.SERIES
        if not each.reason or each.reason.endswith(_KEPT)
    )


class _Run:
    def __init__(
        self,
        rule: Rule,
        prior: Mapping[str, Instance],
        outcome: EvaluationOutcome,
        render: Render,
        failure: VedetteError | None = None,
    ) -> None:
        self._rule = rule
        self._failure = failure
        self._reserved = rule.reserved_labels
        self._tick = outcome.tick
        self._ref_ids = outcome.ref_ids
        self._render = render
        self._prior = prior
        self._series: dict[Series, Instance] = {}
        self._stand_ins: dict[str, Instance] = {}
        for each in prior.values():
            if each.origin is InstanceOrigin.SERIES:
                self._series[frozenset(each.series.items())] = each
            else:
                self._stand_ins[each.fingerprint] = each
        self._after: dict[str, Instance] = {}
        self._transitions: list[Transition] = []
        self._inherited: set[str] = set()
        """Fingerprints of alerts that go on as those of new series."""
        self._texts: dict[str, str] = {}

    def observe(self, samples: tuple[Sample, ...]) -> "_Run":
        if not samples:
            return self.without_samples(InstanceOrigin.NO_DATA, self._rule.no_data)
        if len(samples) > self._rule.max_instances:
            raise self._too_many(len(samples))
        seen: set[Series] = set()
        for sample in samples:
            key = frozenset(sample.labels.items())
            if key in seen:
                raise _duplicates(sample.labels)
            seen.add(key)
            self._sample(key, sample)
        self._missing(seen)
        self._end_stand_ins()
        self._limit()
        return self

    def without_samples(self, origin: InstanceOrigin, policy: str) -> "_Run":
        """Nothing was answered, or a failure: the rule's policy decides for all its series."""
        reason = _REASONS[origin]
        says = _SAYS[policy]
        if policy == reason:
            known = self._prior.values()
            labels = special_labels(self._rule, origin, self._ref_ids, known, self._render)
            self._stand_in(origin, labels, says, reason)
            if origin is InstanceOrigin.NO_DATA:
                self._missing(set())
            else:
                self._after.update({each.fingerprint: each for each in self._series.values()})
        else:
            reason = reason + _KEPT if says is SeriesStatus.KEEP else reason
            for before in self._series.values():
                self._apply(before, says, reason)
            if not self._series:
                self._stand_in(origin, own_labels(self._rule, self._render), says, reason)
        self._end_stand_ins()
        return self

    def done(
        self, health: Literal["ok", "nodata", "error"], failure: VedetteError | None = None
    ) -> Step:
        after, prior = self._after, self._prior
        return Step(
            instances=tuple(after.values()),
            transitions=tuple(self._transitions),
            changed=tuple(each for key, each in after.items() if _is_written(prior.get(key), each)),
            gone=tuple(key for key in prior if key not in after),
            failure=failure,
            health=health,
        )

    def _sample(self, key: Series, sample: Sample) -> None:
        rule, tick = self._rule, self._tick
        before = self._series.get(key)
        series = self._shared(sample.labels) if before is None else before.series
        labels: Labels = alert_labels(
            series,
            self._render.labels(rule, sample),
            self._reserved,
            rule.disabled_labels,
        )
        says, reason = self._reading(sample.value)
        if before is not None and before.is_active and says is SeriesStatus.FALSE:
            labels = before.labels  # What ends is what was told, also where a label follows values.
        if before is not None and before.labels == labels:
            labels, identity = before.labels, before.fingerprint
        else:
            identity = fingerprint(labels)
        if identity in self._after:
            raise _duplicates(labels)
        if before is None:
            before = self._prior.get(identity)
            self._stand_ins.pop(identity, None)
            self._inherited.add(identity)
        state = advance(rule, before, says, tick)
        since, fired_at, resolved_at = times(before, state, tick)
        if before is not None and _is_quiet(before, labels, state, reason):
            self._after[identity] = before
            return
        told = state is not AlertState.NORMAL
        told = told or (before is not None and before.state is not AlertState.NORMAL)
        after = Instance(
            fingerprint=identity,
            labels=labels,
            series=series,
            state=state,
            since=since,
            values=_values(before, sample.values, says) if reason else sample.values,
            annotations=self._render.annotations(rule, sample) if told else NO_LABELS,
            reason=reason,
            fired_at=fired_at,
            resolved_at=resolved_at,
        )
        self._put(before, after)

    def _shared(self, labels: Labels) -> Labels:
        """The same, where one text is one object: most values are those of many series."""
        return {name: self._texts.setdefault(value, value) for name, value in labels.items()}

    def _reading(self, value: float | None) -> tuple[SeriesStatus, str]:
        """What a value says, and the reason where a policy says it. NaN is not zero."""
        if value is not None:
            return (SeriesStatus.FALSE if value == 0 else SeriesStatus.TRUE), ""
        says = _SAYS[self._rule.no_data]
        return says, "NoData" + _KEPT if says is SeriesStatus.KEEP else "NoData"

    def _apply(self, before: Instance, says: SeriesStatus, reason: str) -> None:
        """To a series, or a stand-in, that this evaluation did not see."""
        after = moved(before, advance(self._rule, before, says, self._tick), self._tick, reason)
        if says is not SeriesStatus.KEEP:
            annotations = before.annotations
            if after.state is not AlertState.NORMAL and not annotations:
                sample = Sample(before.series, None)
                annotations = self._render.annotations(self._rule, sample)
            annotations = self._with_failure(annotations, before.origin, says)
            after = replace(after, annotations=annotations)
        self._put(before, after)

    def _stand_in(
        self, origin: InstanceOrigin, labels: Labels, says: SeriesStatus, reason: str
    ) -> None:
        identity = fingerprint(labels)
        before = self._stand_ins.pop(identity, None)
        if before is not None:
            self._apply(replace(before, origin=origin), says, reason)
            return
        fresh = Instance(identity, labels, {}, AlertState.NORMAL, self._tick, origin=origin)
        after = moved(fresh, advance(self._rule, None, says, self._tick), self._tick, reason)
        if after.state is not AlertState.NORMAL:
            annotations = self._render.annotations(self._rule, Sample({}, None))
            after = replace(after, annotations=self._with_failure(annotations, origin, says))
        self._put(None, after)

    def _with_failure(
        self, annotations: Labels, origin: InstanceOrigin, says: SeriesStatus
    ) -> Labels:
        """With the reason, where the alert stands for the failure itself."""
        if (
            self._failure is None
            or origin is not InstanceOrigin.ERROR
            or says is not SeriesStatus.ERROR
        ):
            return annotations
        return {**annotations, FAILURE: self._failure.public}

    def _put(self, before: Instance | None, after: Instance) -> None:
        self._after[after.fingerprint] = after
        if before is not None and before.fingerprint != after.fingerprint:
            self._end(before, RELABELLED)
            before = None
        known = AlertState.NORMAL if before is None else before.state
        reason = "" if before is None else before.reason
        if after.state is not known or (before is not None and after.reason != reason):
            self._transitions.append(Transition(before, after))

    def _missing(self, seen: set[Series]) -> None:
        for key, before in self._series.items():
            if key in seen:
                continue
            successor = self._after.get(before.fingerprint)
            if successor is None:
                self._miss(before)
            elif before.fingerprint not in self._inherited and not successor.is_active:
                self._end(before, MISSING)

    def _miss(self, before: Instance) -> None:
        """Over after some evaluations without it, and after what the rule keeps firing for."""
        missed = before.missed + 1
        if missed < self._rule.missing_evaluations:
            self._after[before.fingerprint] = replace(before, missed=missed)
            return
        state = advance(self._rule, before, SeriesStatus.FALSE, self._tick)
        if state is AlertState.RECOVERING:
            held = moved(before, state, self._tick, MISSING)
            self._put(before, replace(held, missed=before.missed))
        else:
            self._end(before, MISSING)

    def _end_stand_ins(self) -> None:
        for before in self._stand_ins.values():
            self._end(before, "")

    def _end(self, before: Instance, reason: str) -> None:
        if before.state is not AlertState.NORMAL:
            self._transitions.append(Transition(before, _ended(before, self._tick, reason)))

    def _limit(self) -> None:
        """Series that are missing count too; those of which nothing was told leave early."""
        surplus = len(self._after) - self._rule.max_instances
        if surplus <= 0:
            return
        quiet = [each for each in self._after.values() if each.missed and not each.is_active]
        for each in quiet[:surplus]:
            del self._after[each.fingerprint]
            self._end(each, MISSING)
        if len(self._after) > self._rule.max_instances:
            raise self._too_many(len(self._after))

    def _too_many(self, count: int) -> TooManyRuleSeries:
        return TooManyRuleSeries(
            f"The rule {self._rule.title!r} has {count} series; it may have"
            f" {self._rule.max_instances}. Aggregate its query or split the rule."
        )


def _is_quiet(before: Instance, labels: Labels, state: AlertState, reason: str) -> bool:
    """It was and is normal, and was seen: it stays the same object, with the values it had first.

    Nobody is told those, and most series are so at most times: neither memory nor time is spent.
    """
    return (
        before.state is AlertState.NORMAL is state
        and before.labels is labels
        and before.reason == reason
        and not before.missed
        and not before.annotations
        and before.origin is InstanceOrigin.SERIES
    )


def _ended(before: Instance, tick: datetime, reason: str) -> Instance:
    return moved(before, AlertState.NORMAL, tick, reason)


def _values(
    before: Instance | None, values: Mapping[str, float], says: SeriesStatus
) -> Mapping[str, float]:
    """Of a series without a value of its own: the last known, where its state is the policy's."""
    return (
        values
        if before is None or says in (SeriesStatus.NO_DATA, SeriesStatus.ERROR)
        else before.values
    )


def _duplicates(labels: Labels) -> DuplicateSeries:
    shown = ", ".join(f"{name}={value}" for name, value in sorted(labels.items())[:20])
    return DuplicateSeries(
        f"Two results have the same labels ({shown or 'none'}), so their alerts cannot be "
        "distinguished. Aggregate the query by the labels that differ."
    )


def _is_written(before: Instance | None, after: Instance) -> bool:
    if before is None or (before.state, before.reason) != (after.state, after.reason):
        return True
    if (before.since, before.missed) != (after.since, after.missed):
        return True
    if before.series != after.series:
        return True
    return after.is_active and (before.values, before.annotations) != (
        after.values,
        after.annotations,
    )
