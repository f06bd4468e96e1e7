"""Converts results of data sources into variables, and variables into frames.

Wide and long frames become one series for each value column and set of text columns. Tables without
a time become numbers; their text columns become the labels.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vedette.kernel.memory import charge_objects
from vedette.querying.expressions import columns
from vedette.querying.expressions.errors import BadExpression
from vedette.querying.expressions.values import (
    ITEM_BYTES,
    VALUE_BYTES,
    Item,
    Labels,
    Mask,
    Number,
    Series,
    Times,
    Variable,
)
from vedette.sdk import Answer, Field, FieldType, Frame, FrameKind, Json

_LABEL_BYTES, _FRAME_BYTES = 100, 500
_VALUES = (FieldType.NUMBER, FieldType.BOOLEAN)
_VERSION = [0, 1]
_OTHER = {FrameKind.LOGS: "log lines", FrameKind.SPANS: "spans", FrameKind.GRAPH: "a graph"}


@dataclass(frozen=True, slots=True)
class _Named:
    name: str
    item: Item


def read(answer: Answer) -> Variable:
    """Return the variable. Raises `BadExpression` if the result holds neither series nor
    numbers."""
    charge_objects(sum(map(_size, answer.frames)))
    reader = _Reader(answer.ref_id)
    found: list[_Named] = []
    for frame in answer.frames:
        single = _single(frame)
        if single is not None:
            found.append(single)
        elif _has_data(frame):
            found.extend(reader.frame(frame))
    return Variable(tuple(_told_apart(found)))


class _Reader:
    """Reads the frames of one result, which share their time columns and convert them once."""

    def __init__(self, ref_id: str) -> None:
        self._ref_id = ref_id
        self._times: dict[int, tuple[Times, Mask | None]] = {}

    def frame(self, frame: Frame) -> Iterator[_Named]:
        if frame.kind in _OTHER:
            raise self._unusable(_OTHER[frame.kind])
        time = next((each for each in frame.fields if each.type is FieldType.TIME), None)
        values = [each for each in frame.fields if each.type in _VALUES]
        texts = [each for each in frame.fields if each.type is FieldType.STRING]
        if any(each.type is FieldType.NUMBER for each in values) and texts:
            texts += [each for each in values if each.type is FieldType.BOOLEAN]
            values = [each for each in values if each.type is FieldType.NUMBER]
        if not values:
            raise self._unusable("a frame without numbers")
        numeric = frame.kind is FrameKind.NUMBERS or _type(frame).startswith("numeric")
        if time is None or numeric:
            return self._numbers(values, texts, is_table=not numeric)
        if not texts:
            return self._wide(time, values)
        return self._long(time, values, texts)

    def _numbers(
        self, values: Sequence[Field], texts: Sequence[Field], *, is_table: bool
    ) -> Iterator[_Named]:
        rows = len(values[0].values)
        if is_table and len(values) > 1 and (texts or rows > 1):
            raise self._unusable(f"a table with {len(values)} columns of numbers")
        if is_table and not texts and rows > 1 and not values[0].labels:
            raise self._unusable("a table whose rows have neither a time nor a text column")
        labels = _row_labels(texts, rows)
        for field in values:
            numbers, nulls = columns.floats(field)
            for row, number in enumerate(numbers.tolist()):
                value = None if nulls is not None and nulls[row] else number
                yield _Named(_name(field), Number({**(field.labels or {}), **labels[row]}, value))

    def _wide(self, time: Field, values: Sequence[Field]) -> Iterator[_Named]:
        moments, missing = self._moments(time)
        for field in values:
            numbers, nulls = columns.floats(field)
            series = _ascending(Series(field.labels or {}, moments, numbers, nulls), missing)
            yield _Named(_name(field), series)

    def _long(
        self, time: Field, values: Sequence[Field], texts: Sequence[Field]
    ) -> Iterator[_Named]:
        moments, missing = self._moments(time)
        rows_of: dict[tuple[tuple[str, str], ...], list[int]] = {}
        for row, labels in enumerate(_row_labels(texts, len(moments))):
            rows_of.setdefault(tuple(labels.items()), []).append(row)
        converted = [(field, *columns.floats(field)) for field in values]
        for key, rows in rows_of.items():
            absent = None if missing is None else missing[rows]
            for field, numbers, nulls in converted:
                labels = {**(field.labels or {}), **dict(key)}
                part = None if nulls is None else nulls[rows]
                series = Series(labels, moments[rows], numbers[rows], part)
                yield _Named(_name(field), _ascending(series, absent))

    def _moments(self, time: Field) -> tuple[Times, Mask | None]:
        known = self._times.get(id(time.values))
        if known is None:
            known = self._times[id(time.values)] = columns.times(time)
        return known

    def _unusable(self, what: str) -> BadExpression:
        return BadExpression(
            f"Query {self._ref_id} returned {what}. Expressions require time series, or "
            "tables without time that have one column of numbers."
        )


def _size(frame: Frame) -> int:
    """Return about the size of the frame as series in bytes: its numbers and the labels of its
    rows."""
    fields = frame.fields
    if not fields:
        return 0
    rows = len(fields[0].values)
    texts = sum(field.type is FieldType.STRING for field in fields)
    numbers = len(fields) - texts
    if not texts and frame.kind is not FrameKind.NUMBERS:
        return ITEM_BYTES * numbers + VALUE_BYTES * rows * numbers
    labels = len(fields[-1].labels or ())
    return rows * (ITEM_BYTES * numbers + _LABEL_BYTES * (texts + labels))


def _single(frame: Frame) -> _Named | None:
    """Return the number of a frame with one value, the usual result of alert rules, without
    arrays."""
    values = [each for each in frame.fields if each.type is not FieldType.TIME]
    if frame.kind is not FrameKind.NUMBERS or len(values) != 1:
        return None
    (field,) = values
    column = field.values
    if field.type is not FieldType.NUMBER or not isinstance(column, list) or len(column) != 1:
        return None
    value = None if column[0] is None else float(column[0])
    return _Named(_name(field), Number(dict(field.labels or {}), value))


def _has_data(frame: Frame) -> bool:
    """Return whether a frame has data. A table without rows has none; a series without points is
    empty."""
    rows = len(frame.fields[0].values) if frame.fields else 0
    return rows > 0 or (frame.kind is FrameKind.SERIES and bool(frame.fields))


def _type(frame: Frame) -> str:
    return str(frame.meta.get("type") or "")


def _name(field: Field) -> str:
    return str(field.config.get("displayNameFromDS") or field.name)


def _row_labels(texts: Sequence[Field], rows: int) -> list[dict[str, str]]:
    found: list[dict[str, str]] = [{} for _ in range(rows)]
    for field in texts:
        for labels, value in zip(found, columns.texts(field), strict=True):
            if value is not None:
                labels[field.name] = value
    return found


def _ascending(series: Series, missing: Mask | None) -> Series:
    """Sort the series by time, without the rows that have no time."""
    times = series.times
    if missing is None and (len(times) < 2 or bool((times[1:] >= times[:-1]).all())):
        return series
    rows = np.arange(len(times)) if missing is None else np.flatnonzero(~missing)
    rows = rows[np.argsort(times[rows], kind="stable")]
    nulls = None if series.nulls is None else series.nulls[rows]
    return Series(series.labels, times[rows], series.values[rows], nulls)


def _told_apart(found: Sequence[_Named]) -> Iterator[Item]:
    """Add the column's name as the label `name` to items of equal labels, if that makes them
    unique."""
    keys = [frozenset(each.item.labels.items()) for each in found]
    if len(set(keys)) == len(keys):
        yield from (each.item for each in found)
        return
    counts = Counter(keys)
    names = Counter((key, each.name) for key, each in zip(keys, found, strict=True))
    for key, each in zip(keys, found, strict=True):
        ambiguous = counts[key] > 1 and names[key, each.name] < counts[key]
        if ambiguous and "name" not in each.item.labels:
            yield _labelled(each.item, {**each.item.labels, "name": each.name})
        else:
            yield each.item


def _labelled(item: Item, labels: Labels) -> Item:
    if isinstance(item, Number):
        return Number(labels, item.value)
    return Series(labels, item.times, item.values, item.nulls)


def write(ref_id: str, variable: Variable) -> tuple[Frame, ...]:
    """Return a frame for each item; without items one frame without fields, which means no data."""
    notices = tuple({"severity": "warning", "text": text} for text in variable.notices)
    charge_objects(_FRAME_BYTES * len(variable.items))
    if not variable.items:
        return (Frame(FrameKind.TABLE, (), ref_id, notices=notices),)
    metas: dict[str, Json] = {}
    for name in ("numeric-multi", "timeseries-multi"):
        metas[name] = {"type": name, "typeVersion": _VERSION}
        if variable.custom is not None:
            metas[name] = {**metas[name], "custom": variable.custom}
    frames: list[Frame] = []
    time: Field | None = None
    for item in variable.items:
        labels = item.labels or None
        if isinstance(item, Number):
            value = Field(ref_id, FieldType.NUMBER, [item.value], labels, nullable=True)
            meta = metas["numeric-multi"]
            frames.append(Frame(FrameKind.NUMBERS, (value,), ref_id, "", notices, meta))
        else:
            if time is None or time.values is not item.times:
                time = Field("Time", FieldType.TIME, item.times)
            value = Field(
                ref_id, FieldType.NUMBER, item.values, labels, nullable=True, nulls=item.nulls
            )
            meta = metas["timeseries-multi"]
            frames.append(Frame(FrameKind.SERIES, (time, value), ref_id, "", notices, meta))
        notices = ()
    return tuple(frames)
