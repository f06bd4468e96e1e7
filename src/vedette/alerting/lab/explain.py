"""Explains an evaluation: the value of each series, its state, and what follows."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from vedette.alerting.model import AlertState, EvaluationOutcome, Instance, Labels, Rule, Sample
from vedette.kernel.durations import format_duration
from vedette.sdk.receiver_text import number_text


class Explained(msgspec.Struct, frozen=True):
    """`sample` is None for a series without data, `instance` for a new one."""

    labels: Labels
    sample: Sample | None
    instance: Instance | None
    sentence: str


def explained(
    rule: Rule, outcome: EvaluationOutcome, instances: Mapping[str, Instance]
) -> tuple[Explained, ...]:
    """Return an explanation of each series. `instances` are the states after the evaluation. Series
    of the query come first."""
    by_series = {frozenset(each.series.items()): each for each in instances.values()}
    found = []
    for sample in outcome.samples:
        instance = by_series.pop(frozenset(sample.labels.items()), None)
        text = f"{_sample_text(rule, sample)} {_state(rule, instance)}"
        found.append(Explained(sample.labels, sample, instance, text))
    for instance in by_series.values():
        text = f"{_missing_text(rule, outcome, instance)} {_state(rule, instance)}"
        found.append(Explained(instance.series or instance.labels, None, instance, text))
    return tuple(found)


def summary(rule: Rule, outcome: EvaluationOutcome) -> str:
    """Return a summary of the evaluation."""
    if outcome.failure is not None:
        return f"The evaluation failed: {outcome.failure.public} {_on_error(rule)}"
    if not outcome.samples:
        return f"The queries returned no data. {_on_no_data(rule)}"
    holds = sum(sample.value is not None and sample.value != 0 for sample in outcome.samples)
    return (
        f"The condition {rule.condition} has {len(outcome.samples):,} series;"
        f" it holds for {holds:,} of them."
    )


def _sample_text(rule: Rule, sample: Sample) -> str:
    numbers = ", ".join(
        f"{name} is {number_text(value)}" for name, value in sorted(sample.values.items())
    )
    if sample.value is None:
        return f"The condition {rule.condition} has no value."
    verdict = "does not hold" if sample.value == 0 else "holds"
    return f"The condition {rule.condition} {verdict}: {numbers}."


def _missing_text(rule: Rule, outcome: EvaluationOutcome, instance: Instance) -> str:
    if outcome.failure is not None or not outcome.samples or not instance.missed:
        return ""
    count = "1 evaluation" if instance.missed == 1 else f"{instance.missed} evaluations"
    return (
        f"The series was missing in {count}. Its alert resolves after {rule.missing_evaluations}."
    )


def _state(rule: Rule, instance: Instance | None) -> str:
    if instance is None:
        return "It has no state yet."
    since = f"since {_time(instance.since)}"
    because = f" ({instance.reason})" if instance.reason else ""
    match instance.state:
        case AlertState.PENDING:
            fires = _time(instance.since + rule.hold)
            return f"Pending {since}{because}; it fires at {fires} if the condition still holds."
        case AlertState.RECOVERING:
            ends = _time(instance.since + rule.keep_firing)
            return f"Recovering {since}; it resolves at {ends} if the condition does not hold "
            "again."
        case _:
            return f"{instance.state.label} {since}{because}."


def _on_no_data(rule: Rule) -> str:
    return {
        "NoData": "The alert DatasourceNoData fires. Alerts of missing series resolve.",
        "Alerting": "The rule treats this as if the condition holds.",
        "OK": "The rule treats this as normal.",
        "KeepLast": "Every series keeps its state.",
    }[rule.no_data]


def _on_error(rule: Rule) -> str:
    return {
        "Error": "The alert DatasourceError fires. Every series keeps its state.",
        "Alerting": "The rule treats this as if the condition holds.",
        "OK": "The rule treats this as normal.",
        "KeepLast": "Every series keeps its state.",
    }[rule.on_error]


def next_evaluation(rule: Rule, due: datetime | None) -> str:
    if rule.is_paused or due is None:
        return "The rule is paused and is not evaluated."
    return (
        f"The next evaluation is due at {_time(due)}, one every {format_duration(rule.interval)}."
    )


def _time(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M:%S UTC")
