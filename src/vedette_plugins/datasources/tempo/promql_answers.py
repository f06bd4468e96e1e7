"""Reads values of instant queries from the frames of a metrics source."""

import math
from collections.abc import Iterable, Mapping

import orjson

from vedette.sdk import Field, FieldType, Frame, JsonColumn

Row = tuple[Mapping[str, str], float]


def rows_of(frames: Iterable[Frame]) -> list[Row]:
    """Return labels and last value of each series, without series that have no finite value."""
    found = []
    for frame in frames:
        for column in frame.fields:
            if column.type is FieldType.NUMBER:
                value = _last(column)
                if math.isfinite(value):
                    found.append((column.labels or {}, value))
    return found


def _last(column: Field) -> float:
    values = column.values
    if isinstance(values, JsonColumn):
        values = orjson.loads(b"[" + values.text + b"]")
    value = values[-1] if len(values) else None
    return math.nan if value is None else float(value)
