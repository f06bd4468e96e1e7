"""Computes the states of a rule from the previous states and one outcome. No clock, no I/O.

The engine, previews, backtests and rule tests all call `step`, so they agree.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Literal

import msgspec
from msgspec.structs import replace

from vedette.alerting.evaluation.advance import SeriesStatus, advance, times, with_state
from vedette.alerting.evaluation.errors import DuplicateSeries, TooManyRuleSeries
from vedette.alerting.evaluation.placeholders import own_labels, special_labels
from vedette.alerting.evaluation.rendering import RAW_TEXTS, Render
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
    """The result of a step. `instances` are the states before the next step; `gone` are no longer
    part of them."""

    instances: tuple[Instance, ...]
    transitions: tuple[Transition, ...] = ()
    changed: tuple[Instance, ...] = ()
    """Those of `instances` that have to be stored: new, or with another state or other texts."""
    gone: tuple[str, ...] = ()
    """Fingerprints of previous instances that are not in `instances`."""
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
    """Compute the next states. `prior` is `by_fingerprint` of the previous step, empty at first.
    Never raises.

    A result with duplicate labels or too many series is a failure.
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
    """Resolve all instances of a rule that is paused, deleted or changed."""
    ended = [(each, _ended(each, tick, reason)) for each in prior.values()]
    transitions = [Transition(*pair) for pair in ended if pair[0].state is not AlertState.NORMAL]
    return Step((), tuple(transitions), gone=tuple(prior))


def firing_series(prior: Iterable[Instance]) -> frozenset[Series]:
    """Return the label sets that thresholds test against their recovery limit.

    The argument `firing` of `vedette.querying.expressions`: series that fire or are pending by
    their own data, even if data is missing and the rule keeps the last state.
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
        """Fingerprints of alerts that continue as those of new series."""
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
        self._resolve_placeholders()
        self._limit()
        return self

    def without_samples(self, origin: InstanceOrigin, policy: str) -> "_Run":
        """Apply the rule's policy to all its series, after an evaluation without data or a
        failure."""
        reason = _REASONS[origin]
        status = _SAYS[policy]
        if policy == reason:
            known = self._prior.values()
            labels = special_labels(self._rule, origin, self._ref_ids, known, self._render)
            self._placeholder(origin, labels, status, reason)
            if origin is InstanceOrigin.NO_DATA:
                self._missing(set())
            else:
                self._after.update({each.fingerprint: each for each in self._series.values()})
        else:
            reason = reason + _KEPT if status is SeriesStatus.KEEP else reason
            for before in self._series.values():
                self._apply(before, status, reason)
            if not self._series:
                self._placeholder(origin, own_labels(self._rule, self._render), status, reason)
        self._resolve_placeholders()
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
        status, reason = self._reading(sample.value)
        if before is not None and before.is_active and status is SeriesStatus.FALSE:
            labels = before.labels  # Keep the labels that were sent, even if they depend on values.
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
        state = advance(rule, before, status, tick)
        since, fired_at, resolved_at = times(before, state, tick)
        if before is not None and _is_quiet(before, labels, state, reason):
            self._after[identity] = before
            return
        sent = state is not AlertState.NORMAL
        sent = sent or (before is not None and before.state is not AlertState.NORMAL)
        after = Instance(
            fingerprint=identity,
            labels=labels,
            series=series,
            state=state,
            since=since,
            values=_values(before, sample.values, status) if reason else sample.values,
            annotations=self._render.annotations(rule, sample) if sent else NO_LABELS,
            reason=reason,
            fired_at=fired_at,
            resolved_at=resolved_at,
        )
        self._put(before, after)

    def _shared(self, labels: Labels) -> Labels:
        """Return equal texts as one object: series share most label values."""
        return {name: self._texts.setdefault(value, value) for name, value in labels.items()}

    def _reading(self, value: float | None) -> tuple[SeriesStatus, str]:
        """Return what a value means, and the reason if a policy decides. NaN is not zero."""
        if value is not None:
            return (SeriesStatus.FALSE if value == 0 else SeriesStatus.TRUE), ""
        status = _SAYS[self._rule.no_data]
        return status, "NoData" + _KEPT if status is SeriesStatus.KEEP else "NoData"

    def _apply(self, before: Instance, status: SeriesStatus, reason: str) -> None:
        """Apply a status to a series, or a placeholder, that this evaluation did not return."""
        after = with_state(
            before, advance(self._rule, before, status, self._tick), self._tick, reason
        )
        if status is not SeriesStatus.KEEP:
            annotations = before.annotations
            if after.state is not AlertState.NORMAL and not annotations:
                sample = Sample(before.series, None)
                annotations = self._render.annotations(self._rule, sample)
            annotations = self._with_failure(annotations, before.origin, status)
            after = replace(after, annotations=annotations)
        self._put(before, after)

    def _placeholder(
        self, origin: InstanceOrigin, labels: Labels, status: SeriesStatus, reason: str
    ) -> None:
        identity = fingerprint(labels)
        before = self._stand_ins.pop(identity, None)
        if before is not None:
            self._apply(replace(before, origin=origin), status, reason)
            return
        fresh = Instance(identity, labels, {}, AlertState.NORMAL, self._tick, origin=origin)
        after = with_state(fresh, advance(self._rule, None, status, self._tick), self._tick, reason)
        if after.state is not AlertState.NORMAL:
            annotations = self._render.annotations(self._rule, Sample({}, None))
            after = replace(after, annotations=self._with_failure(annotations, origin, status))
        self._put(None, after)

    def _with_failure(
        self, annotations: Labels, origin: InstanceOrigin, status: SeriesStatus
    ) -> Labels:
        """Add the reason of the failure to the annotations of an alert about it."""
        if (
            self._failure is None
            or origin is not InstanceOrigin.ERROR
            or status is not SeriesStatus.ERROR
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
        """Handle a missing series. It resolves after some evaluations and after
        `keep_firing_for`."""
        missed = before.missed + 1
        if missed < self._rule.missing_evaluations:
            self._after[before.fingerprint] = replace(before, missed=missed)
            return
        state = advance(self._rule, before, SeriesStatus.FALSE, self._tick)
        if state is AlertState.RECOVERING:
            remaining = with_state(before, state, self._tick, MISSING)
            self._put(before, replace(remaining, missed=before.missed))
        else:
            self._end(before, MISSING)

    def _resolve_placeholders(self) -> None:
        for before in self._stand_ins.values():
            self._end(before, "")

    def _end(self, before: Instance, reason: str) -> None:
        if before.state is not AlertState.NORMAL:
            self._transitions.append(Transition(before, _ended(before, self._tick, reason)))

    def _limit(self) -> None:
        """Enforce the limit of series. Missing series count too; inactive ones are removed
        first."""
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
    """Return whether the series is unchanged and normal. It then stays the same object with its
    first values, which no one needs. This saves memory and time, as most series are normal."""
    return (
        before.state is AlertState.NORMAL is state
        and before.labels is labels
        and before.reason == reason
        and not before.missed
        and not before.annotations
        and before.origin is InstanceOrigin.SERIES
    )


def _ended(before: Instance, tick: datetime, reason: str) -> Instance:
    return with_state(before, AlertState.NORMAL, tick, reason)


def _values(
    before: Instance | None, values: Mapping[str, float], status: SeriesStatus
) -> Mapping[str, float]:
    """Return the values of a series. Without a value of its own, it keeps the last one if a policy
    decides its state."""
    return (
        values
        if before is None or status in (SeriesStatus.NO_DATA, SeriesStatus.ERROR)
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
