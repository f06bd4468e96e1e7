"""Converts the query results of a rule into one sample per series of its condition."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from vedette.alerting.evaluation.errors import NoCondition, NotNumbers
from vedette.alerting.evaluation.failures import first_failure
from vedette.alerting.model import EvaluationOutcome, Labels, Rule, Sample
from vedette.alerting.model.labels import is_private
from vedette.kernel.errors import VedetteError
from vedette.querying.expressions.errors import BadExpression
from vedette.querying.model import is_expression
from vedette.sdk import Answer, Field, FieldType

if TYPE_CHECKING:
    from vedette.querying.expressions.values import Number, Variable


def outcome(rule: Rule, answers: Mapping[str, Answer], tick: datetime) -> EvaluationOutcome:
    """Return the outcome of all query results at the tick. Never raises."""
    if rule.condition not in answers:
        error = NoCondition(
            f"The condition {rule.condition} is not one of the queries of the rule."
        )
        return EvaluationOutcome(tick, failure=error, ref_ids=(rule.condition,))
    failed = first_failure(rule.condition, answers)
    if failed is not None:
        return EvaluationOutcome(tick, failure=failed[1], ref_ids=(failed[0],))
    try:
        found = samples(rule.condition, answers)
    except VedetteError as error:
        return EvaluationOutcome(tick, failure=error, ref_ids=(rule.condition,))
    return EvaluationOutcome(tick, found, ref_ids=() if found else _silent(rule, answers))


def samples(condition: str, answers: Mapping[str, Answer]) -> tuple[Sample, ...]:
    """Return a sample for each number of the condition, with the matching numbers of other nodes.

    A series with one point is that number, one without points is null. Raises `NotNumbers` if a
    series has more.
    """
    # Imported here because it loads numpy, which a server without rules does not need.
    from vedette.querying.expressions import frames

    tested = _numbers(condition, frames.read(answers[condition]))
    others = [
        _Index.of(ref_id, numbers)
        for ref_id, answer in answers.items()
        if ref_id != condition and not is_private(ref_id) and (numbers := _numbers_if_any(answer))
    ]
    matches = _classic_matches(condition, answers[condition])
    found = []
    for number in tested:
        values, labels = dict(matches), {}
        if number.value is not None:
            values[condition], labels[condition] = number.value, number.labels
        for index in others:
            other = index.match(number.labels)
            if other is not None and other.value is not None:
                values[index.ref_id], labels[index.ref_id] = other.value, other.labels
        found.append(Sample(number.labels, number.value, values, labels))
    return tuple(found)


class _Index(msgspec.Struct):
    """The numbers of one node, indexed by the labels that they share with a sample."""

    ref_id: str
    by_names: Mapping[tuple[str, ...], Mapping[tuple[str, ...], "Number"]]

    @classmethod
    def of(cls, ref_id: str, numbers: Iterable["Number"]) -> "_Index":
        by_names: dict[tuple[str, ...], dict[tuple[str, ...], Number]] = {}
        for number in numbers:
            names = tuple(sorted(number.labels))
            values = tuple(number.labels[name] for name in names)
            by_names.setdefault(names, {}).setdefault(values, number)
        sorted_names = sorted(by_names.items(), key=lambda each: -len(each[0]))
        return cls(ref_id, dict(sorted_names))

    def match(self, labels: Labels) -> "Number | None":
        """Return the number whose labels are all in the sample. If several match, the one with the
        most labels."""
        for names, numbers in self.by_names.items():
            if all(name in labels for name in names):
                found = numbers.get(tuple(labels[name] for name in names))
                if found is not None:
                    return found
        return None


def _numbers(ref_id: str, variable: "Variable") -> Sequence["Number"]:
    from vedette.querying.expressions.values import Number

    found = []
    for item in variable.items:
        if isinstance(item, Number):
            found.append(item)
        elif len(item) > 1:
            raise NotNumbers(
                f"{ref_id} is a time series of {len(item)} points. Alert conditions need single "
                "numbers. Add a reduce expression, or use an instant query."
            )
        else:
            is_null = not len(item) or (item.nulls is not None and bool(item.nulls[0]))
            found.append(Number(item.labels, None if is_null else float(item.values[0])))
    return found


def _numbers_if_any(answer: Answer) -> Sequence["Number"]:
    """Return the numbers of a result, without ranges, logs and tables."""
    if answer.error is not None or not all(_is_short(each.fields) for each in answer.frames):
        return ()
    from vedette.querying.expressions import frames

    try:
        return _numbers(answer.ref_id, frames.read(answer))
    except (BadExpression, NotNumbers):
        return ()


def _is_short(fields: Sequence[Field]) -> bool:
    """Return whether the fields are short, without reading the points of range queries."""
    has_time = any(each.type is FieldType.TIME for each in fields)
    return not has_time or len(fields[0].values) <= 1


def _classic_matches(ref_id: str, answer: Answer) -> dict[str, float]:
    """Return the values of a matching classic condition: B0, B1 and so on for refId B."""
    matches = answer.frames[0].meta.get("custom") if answer.frames else None
    if not isinstance(matches, list):
        return {}
    values = enumerate(each.get("value") for each in matches if isinstance(each, Mapping))
    return {f"{ref_id}{index}": float(value) for index, value in values if value is not None}


def _silent(rule: Rule, answers: Mapping[str, Answer]) -> tuple[str, ...]:
    """Return the data source queries without data or, if all are, the condition."""
    queries = [each.ref_id for each in rule.queries if not is_expression(each.datasource_uid)]
    silent = [
        ref_id
        for ref_id in queries
        if ref_id in answers
        and not any(each.fields and len(each.fields[0].values) for each in answers[ref_id].frames)
    ]
    return tuple(silent) or (rule.condition,)
