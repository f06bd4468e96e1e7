"""Frames as the tables of SQL expressions.

One frame without labels is a table. Labelled values become rows: `time` if there is one,
`__value__`, `__metric_name__`, then a column for each label.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from vedette.kernel.text import FreeNames
from vedette.querying.expressions import columns
from vedette.querying.expressions.values import Floats, Mask
from vedette.sdk import Field, FieldType, Frame

_VALUES = (FieldType.NUMBER, FieldType.BOOLEAN)


@dataclass(frozen=True, slots=True)
class TableColumn:
    """`kind` is time (milliseconds), number, integer, boolean or string; None is null."""

    name: str
    kind: str
    values: Any
    nulls: Mask | None = None


@dataclass(frozen=True, slots=True)
class Table:
    columns: tuple[TableColumn, ...]

    @property
    def cells(self) -> int:
        return sum(len(column.values) for column in self.columns)


def cells(frames: Sequence[Frame]) -> int:
    """Return about the number of cells in the table of these frames, without creating it."""
    if not _is_labelled(frames):
        return sum(len(field.values) for frame in frames for field in frame.fields)
    names = {name for field in _values(frames) for name in field.labels or ()}
    return sum(len(field.values) for field in _values(frames)) * (3 + len(names))


def table(frames: Sequence[Frame]) -> Table:
    frames = [frame for frame in frames if frame.fields]
    if not _is_labelled(frames):
        return Table(tuple(_named(frames[0].fields)))
    return _long(frames)


def _is_labelled(frames: Sequence[Frame]) -> bool:
    return len(frames) > 1 or any(field.labels for field in _values(frames))


def _values(frames: Sequence[Frame]) -> list[Field]:
    return [field for frame in frames for field in frame.fields if field.type in _VALUES]


def _named(fields: Sequence[Field]) -> Iterable[TableColumn]:
    """Make names unique as in SQL, which ignores their case."""
    names = FreeNames((), lambda name, number: f"{name}_{number}", str.casefold)
    for position, field in enumerate(fields, start=1):
        yield _column(names.take(field.name or f"column{position}"), field)


def _column(name: str, field: Field) -> TableColumn:
    match field.type:
        case FieldType.TIME:
            return TableColumn(name, "time", *columns.times(field))
        case FieldType.NUMBER:
            return TableColumn(name, "number", *columns.floats(field))
        case FieldType.BOOLEAN:
            numbers, nulls = columns.floats(field)
            return TableColumn(name, "boolean", numbers == 1, nulls)
        case _:
            return TableColumn(name, "string", columns.texts(field))


def _long(frames: Sequence[Frame]) -> Table:
    numbers: list[Floats] = []
    nulls: list[Mask] = []
    moments: list[Any] = []
    names: list[str | None] = []
    labels: list[dict[str, str | None]] = []
    timed = any(field.type is FieldType.TIME for frame in frames for field in frame.fields)
    for frame in frames:
        rows = len(frame.fields[0].values)
        time = next((each for each in frame.fields if each.type is FieldType.TIME), None)
        texts = {
            field.name: columns.texts(field)
            for field in frame.fields
            if field.type is FieldType.STRING
        }
        for field in _values([frame]):
            column, missing = columns.floats(field)
            numbers.append(column)
            nulls.append(np.zeros(rows, np.bool_) if missing is None else missing)
            moments += [None] * rows if time is None else columns.times(time)[0].tolist()
            name = (field.labels or {}).get("__name__") or field.name
            names += [name] * rows
            own: dict[str, str | None] = {
                key: value for key, value in (field.labels or {}).items() if key != "__name__"
            }
            if not texts:
                labels += [own] * rows
                continue
            labels += [
                {**own, **{key: values[row] for key, values in texts.items()}}
                for row in range(rows)
            ]
    keys = dict.fromkeys(key for row in labels for key in row)
    found = [
        TableColumn(
            "__value__", "number", np.concatenate(numbers) if numbers else [], _mask(nulls)
        ),
        TableColumn("__metric_name__", "string", names),
    ]
    taken = {"time", "__value__", "__metric_name__"}
    for key in keys:
        name = f"label_{key}" if key.casefold() in taken else key
        taken.add(name.casefold())
        found.append(TableColumn(name, "string", [row.get(key) for row in labels]))
    if timed:
        found.insert(0, _times(moments))
    return Table(tuple(found))


def _mask(parts: Sequence[Mask]) -> Mask | None:
    mask = np.concatenate(parts) if parts else None
    return mask if mask is not None and mask.any() else None


def _times(moments: Sequence[int | None]) -> TableColumn:
    return TableColumn("time", "time", *columns.times(Field("time", FieldType.TIME, moments)))
