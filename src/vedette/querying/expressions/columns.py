"""Columns of frames as numpy arrays."""

import math
from collections.abc import Sequence

import numpy as np
import orjson

from vedette.querying.expressions.values import Floats, Mask, Times
from vedette.sdk import Field, FieldType, JsonColumn

_ENTITIES = {"NaN": math.nan, "Inf": math.inf, "NegInf": -math.inf}


def floats(field: Field) -> tuple[Floats, Mask | None]:
    """Return the numbers, and a mask of nulls, which are NaN. Booleans are 0 and 1."""
    values = field.values
    if isinstance(values, np.ndarray):
        return _marked(values.astype(np.float64), field.nulls)
    if isinstance(values, JsonColumn):
        loaded = orjson.loads(b"[" + values.text + b"]")
        numbers, nulls = _loaded(loaded)
        for name, rows in (values.entities or {}).items():
            numbers[list(rows)] = _ENTITIES[name]
            if nulls is not None:
                nulls[list(rows)] = False
        return numbers, nulls if nulls is not None and nulls.any() else None
    return _loaded(values)


def times(field: Field) -> tuple[Times, Mask | None]:
    """Return milliseconds, and a mask of missing times."""
    values = field.values
    if isinstance(values, np.ndarray):
        return values.astype(np.int64), field.nulls
    if isinstance(values, JsonColumn):
        values = orjson.loads(b"[" + values.text + b"]")
    if None not in values:
        return np.array(values, np.int64), None
    nulls = np.array([value is None for value in values], np.bool_)
    return np.array([0 if value is None else value for value in values], np.int64), nulls


def texts(field: Field) -> list[str | None]:
    """Return the values as text for labels and SQL; JSON stays JSON."""
    values = field.values
    if isinstance(values, JsonColumn):
        values = orjson.loads(b"[" + values.text + b"]")
    elif isinstance(values, np.ndarray):
        nulls = field.nulls if field.nulls is not None else np.zeros(len(values), np.bool_)
        pairs = zip(values.tolist(), nulls.tolist(), strict=True)
        values = [None if missing else value for value, missing in pairs]
    return [None if value is None else _text(value, field.type) for value in values]


def _text(value: object, kind: FieldType) -> str:
    if isinstance(value, str) and kind is not FieldType.JSON:
        return value
    if isinstance(value, bool) or kind is FieldType.JSON:
        return orjson.dumps(value, default=str).decode()
    return str(value)


def _loaded(values: Sequence[float | None]) -> tuple[Floats, Mask | None]:
    numbers = np.array(values, np.float64)
    if None not in values:
        return numbers, None
    return numbers, np.array([value is None for value in values], np.bool_)


def _marked(numbers: Floats, nulls: Mask | None) -> tuple[Floats, Mask | None]:
    if nulls is None or not nulls.any():
        return numbers, None
    numbers[nulls] = np.nan
    return numbers, nulls
