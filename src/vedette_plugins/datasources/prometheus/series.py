"""One series of a range result, with its numbers as text if they arrived as text."""

import math
from collections.abc import Sequence
from typing import Any

import msgspec
import orjson

from vedette.sdk import Column, JsonColumn

_SPECIAL = {"NaN": math.nan, "Inf": math.inf, "NegInf": -math.inf}
_syntax = msgspec.json.Decoder(msgspec.Raw)
_MOST_SECONDS = 2**53 // 1000
ENTITY_OF = {"NaN": "NaN", "+Inf": "Inf", "Inf": "Inf", "-Inf": "NegInf"}
"""The numbers that JSON lacks: their names in Prometheus, and in the frame format."""


SERIES_BYTES = 1_000
"""The size of a series without the text of its values: mostly its labels."""


class Series(msgspec.Struct):
    """`times` are milliseconds since the epoch, ascending; `values` have the same length."""

    labels: dict[str, str]
    times: Column
    values: Column


class Histogram(msgspec.Struct):
    """The buckets of a native histogram at one time: (lower, upper, count)."""

    time_ms: int
    buckets: tuple[tuple[float, float, float], ...]


class HistogramSeries(msgspec.Struct):
    labels: dict[str, str]
    histograms: list[Histogram]


class Matrix(msgspec.Struct):
    """A range result. `notices` are the texts of `warnings` and `infos`."""

    series: list[Series] = msgspec.field(default_factory=list)
    histograms: list[HistogramSeries] = msgspec.field(default_factory=list)
    warnings: list[str] = msgspec.field(default_factory=list)
    infos: list[str] = msgspec.field(default_factory=list)


class BadNumber(ValueError):
    """The response has another value in the place of a number."""

    def __init__(self, text: str) -> None:
        super().__init__(f"The response contains {text[:40]!r} in place of a number.")


def number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadNumber(text) from None


def check_numbers(columns: Sequence[bytes]) -> None:
    """Raise `ValueError` unless a column consists of finite numbers and nulls of JSON and commas.

    Converts no numbers, except those with an exponent, whose size must be checked.
    """
    try:
        _syntax.decode(b"[[%b]]" % b"],[".join(columns))
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise ValueError from error
    for column in columns:
        if b"e" in column or b"E" in column:
            orjson.loads(b"[%b]" % column)


def milliseconds(seconds: float) -> int:
    """Convert to milliseconds. Raises `BadNumber` for times that are not exact in milliseconds."""
    if not abs(seconds) < _MOST_SECONDS:
        raise BadNumber(str(seconds))
    return round(seconds * 1000)


def numbers(column: Column) -> list[float]:
    """Return the values of the column as floats, including NaN and infinities."""
    if not isinstance(column, JsonColumn):
        return [float(value) for value in column]
    values: list[Any] = orjson.loads(b"[" + column.text + b"]")
    for name, rows in (column.entities or {}).items():
        for row in rows:
            values[row] = _SPECIAL[name]
    return [float(value) for value in values]
