"""Targets and answers to test expressions with."""

from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from vedette.querying.expressions.engine import evaluate
from vedette.querying.expressions.graph import plan
from vedette.querying.expressions.limits import ExpressionLimits
from vedette.querying.expressions.values import Series
from vedette.querying.model import QueryTarget
from vedette.sdk import Answer, Field, FieldType, Frame, FrameKind, TimeRange

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
NAN, INF = float("nan"), float("inf")


def target(ref_id: str, **model: Any) -> QueryTarget:
    span = TimeRange(NOW - timedelta(hours=1), NOW)
    return QueryTarget(ref_id, "__expr__", model, span, timedelta(seconds=15), 100)


def math(ref_id: str, formula: str) -> QueryTarget:
    return target(ref_id, type="math", expression=formula)


def series(values: list[float | None], start: int = 0, step: int = 1000, **labels: str) -> Frame:
    times = [start + step * row for row in range(len(values))]
    return Frame(
        FrameKind.SERIES,
        (
            Field("Time", FieldType.TIME, times),
            Field("Value", FieldType.NUMBER, values, labels=labels or None, nullable=True),
        ),
    )


def number(value: float | None, **labels: str) -> Frame:
    field = Field("Value", FieldType.NUMBER, [value], labels=labels or None, nullable=True)
    return Frame(FrameKind.NUMBERS, (field,), meta={"type": "numeric-multi"})


def table(**columns: list[Any]) -> Frame:
    """Columns named `time` are times; the others are numbers, booleans or texts by their values."""
    fields = []
    for name, values in columns.items():
        kinds = {type(value) for value in values if value is not None}
        kind = FieldType.NUMBER
        if name == "time":
            kind = FieldType.TIME
        elif kinds == {str}:
            kind = FieldType.STRING
        elif kinds == {bool}:
            kind = FieldType.BOOLEAN
        fields.append(Field(name, kind, values, nullable=True))
    return Frame(FrameKind.TABLE, tuple(fields))


def run(
    *targets: QueryTarget, limits: ExpressionLimits | None = None, firing: Any = None, **frames: Any
) -> dict[str, Answer]:
    """`frames` are the answers of data sources by refId: a frame, several, or an error."""
    answers = {}
    for ref_id, what in frames.items():
        if isinstance(what, Exception):
            answers[ref_id] = Answer(ref_id, error=what)
        else:
            found = (what,) if isinstance(what, Frame) else tuple(what)
            answers[ref_id] = Answer(ref_id, found)
    return evaluate(
        plan(targets, answers), answers, limits or ExpressionLimits(), firing=firing or {}
    )


def shown(answer: Answer) -> list[Any]:
    """Numbers as (labels, value), series as (labels, times, values)."""
    assert answer.error is None, answer.error.public
    found = []
    for frame in answer.frames:
        if not frame.fields:
            continue
        value = frame.fields[-1]
        labels = dict(value.labels or {})
        if len(frame.fields) == 1:
            found.append((labels, value.values[0]))
            continue
        values = np.asarray(value.values).tolist()
        if value.nulls is not None:
            values = [
                None if missing else each
                for each, missing in zip(values, value.nulls.tolist(), strict=True)
            ]
        found.append((labels, np.asarray(frame.fields[0].values).tolist(), values))
    return found


def one(answer: Answer) -> Any:
    """The value of the only number."""
    ((_, value),) = shown(answer)
    return value


def of(values: list[float | None]) -> Series:
    """The values as expressions see them, a second apart."""
    nulls = np.array([value is None for value in values], np.bool_)
    times = np.arange(len(values), dtype=np.int64) * 1000
    return Series({}, times, np.array(values, np.float64), nulls if nulls.any() else None)
