"""Encodes JSON like Go's encoding/json: sorted keys, and `<`, `>` and `&` escaped."""

import json
import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from vedette.gotemplate.errors import CallError, LimitError
from vedette.gotemplate.limits import Budget
from vedette.gotemplate.times.texts import format_time
from vedette.gotemplate.values import Named, NoValue, Struct, Value, plain, sorted_keys, type_name

_MAX_DEPTH = 50
_ESCAPED = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)
_LAYOUT = "2006-01-02T15:04:05.999999999Z07:00"


def to_json(value: Value, budget: Budget, indent: str | None = None) -> str:
    """Return JSON. Raises `CallError` for unsupported values, and `LimitError` before it gets too
    long."""
    text = json.dumps(
        _Reader(budget, len(indent or "")).simple(value, 0),
        ensure_ascii=False,
        indent=indent,
        separators=(",", ": " if indent else ":"),
    )
    budget.room(len(text))
    return text.translate(_ESCAPED)


def from_json(text: str) -> Value:
    try:
        parsed: Value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CallError(f"the text is no JSON: {str(error)[:100]}") from error
    return _floats(parsed)


def _floats(value: Value) -> Value:
    """Convert the numbers of JSON to float64, like Go."""
    if isinstance(value, list):
        return [_floats(one) for one in value]
    if isinstance(value, dict):
        return {key: _floats(one) for key, one in value.items()}
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value) if abs(value) < 10**300 else math.inf
    return value


class _Reader:
    """Converts values for the `json` module, and counts the length of the text."""

    def __init__(self, budget: Budget, indent: int) -> None:
        self._budget = budget
        self._size = budget.text()
        self._indent = indent

    def simple(self, value: Value, depth: int) -> object:
        self._budget.step()
        if depth > _MAX_DEPTH:
            raise LimitError(f"a value is nested deeper than {_MAX_DEPTH} levels")
        self._size.add(1 + self._indent * depth)
        if isinstance(value, Struct):
            return self._object(value.fields, list(value.fields), depth)
        found = plain(value) if not isinstance(value, Named) or value.value is not None else None
        if found is None or isinstance(found, NoValue):
            return None
        if isinstance(found, bool):
            return found
        if isinstance(found, str):
            self._size.add(len(found))
            return found
        if isinstance(found, int):
            return int(found)
        if isinstance(found, float):
            return _number(found)
        if isinstance(found, datetime):
            return format_time(found, _LAYOUT)
        if isinstance(found, list | tuple):
            return [self.simple(one, depth + 1) for one in found]
        if isinstance(found, Mapping):
            return self._object(found, sorted_keys(found), depth)
        raise CallError(f"json: unsupported type: {type_name(value)}")

    def _object(self, found: Mapping[Any, Value], names: Sequence[Any], depth: int) -> object:
        made: dict[str, object] = {}
        for name in names:
            self._size.add(len(str(name)))
            made[str(name)] = self.simple(found[name], depth + 1)
        return made


def _number(value: float) -> int | float:
    if not math.isfinite(value):
        raise CallError(f"json: unsupported value: {value}")
    return int(value) if value.is_integer() and abs(value) < 1e21 else value
