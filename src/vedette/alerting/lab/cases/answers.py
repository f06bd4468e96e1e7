"""Query results of a test case at each evaluation."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import msgspec
import numpy as np

from vedette.alerting.lab.cases.errors import BadCase
from vedette.alerting.lab.cases.notation import Missing, Value
from vedette.alerting.model import Labels, Rule, RuleQuery
from vedette.kernel.clock import milliseconds
from vedette.querying.model import is_expression
from vedette.sdk import Answer, BadGateway, Field, FieldType, Frame, FrameKind

_REDUCING = frozenset({"reduce", "resample", "classic_conditions"})


class GivenSeries(msgspec.Struct, frozen=True):
    labels: Labels
    values: tuple[Value, ...]


def answers(
    rule: Rule, given: Mapping[str, Sequence[GivenSeries]], number: int, start: datetime
) -> dict[str, Answer]:
    """Return the results of evaluation `number`, counted from 0. Raises `BadCase` if a query has no
    series.

    A query that is reduced returns the points of its range. Any other returns one number per
    series.
    """
    found = {}
    for query in rule.queries:
        if is_expression(query.datasource_uid):
            continue
        if query.ref_id not in given:
            raise BadCase(f"series lacks the query {query.ref_id}; it may be an empty list.")
        found[query.ref_id] = _answer(rule, query, given[query.ref_id], number, start)
    return found


def _answer(
    rule: Rule, query: RuleQuery, given: Sequence[GivenSeries], number: int, start: datetime
) -> Answer:
    if any(_at(each, number) is Missing.FAILS for each in given):
        return Answer(query.ref_id, error=BadGateway("The data source is unavailable."))
    if not _is_reduced(rule, query.ref_id):
        frames = [_number(query.ref_id, each, _at(each, number)) for each in given]
    else:
        frames = [_series(query, each, number, start, rule.interval) for each in given]
    return Answer(query.ref_id, tuple(each for each in frames if each is not None))


def _at(series: GivenSeries, number: int) -> Value:
    return series.values[number] if number < len(series.values) else Missing.NONE


def _number(ref_id: str, series: GivenSeries, value: Value) -> Frame | None:
    if isinstance(value, Missing):
        return None
    field = Field("value", FieldType.NUMBER, np.array([value]), labels=dict(series.labels))
    return Frame(FrameKind.NUMBERS, (field,), ref_id)


def _series(
    query: RuleQuery, series: GivenSeries, number: int, start: datetime, interval: timedelta
) -> Frame | None:
    slot = start + number * interval
    first, last = slot - query.since, slot - query.until
    points = [
        (milliseconds(moment), value)
        for index, value in enumerate(series.values[: number + 1])
        if first <= (moment := start + index * interval) <= last and not isinstance(value, Missing)
    ]
    if not points:
        return None
    times = Field("time", FieldType.TIME, np.array([time for time, _ in points], dtype=np.int64))
    values = np.array([value for _, value in points], dtype=np.float64)
    field = Field("value", FieldType.NUMBER, values, labels=dict(series.labels))
    return Frame(FrameKind.SERIES, (times, field), query.ref_id)


def _is_reduced(rule: Rule, ref_id: str) -> bool:
    return any(
        is_expression(each.datasource_uid)
        and each.model.get("type") in _REDUCING
        and ref_id in _inputs(each)
        for each in rule.queries
    )


def _inputs(query: RuleQuery) -> Sequence[str]:
    if query.model.get("type") != "classic_conditions":
        return [str(query.model.get("expression", "")).strip("${}")]
    conditions = query.model.get("conditions")
    names: list[str] = []
    for each in conditions if isinstance(conditions, list) else []:
        asked = each.get("query") if isinstance(each, Mapping) else None
        params = asked.get("params") if isinstance(asked, Mapping) else None
        names += [str(name) for name in params] if isinstance(params, list) else []
    return names
