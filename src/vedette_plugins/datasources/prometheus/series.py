"""One series of a range answer, its numbers still text where they came as text."""

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
"""How Prometheus writes the numbers that JSON lacks, and what the frame format calls them."""


SERIES_BYTES = 1_000
"""What a series takes beside the text of its values: mostly its labels."""


class Series(msgspec.Struct):
    """`times` in milliseconds since the epoch, ascending; `values` of the same length."""

    labels: dict[str, str]
    times: Column
    values: Column


class Histogram(msgspec.Struct):
    """A native histogram's buckets at one moment: (lower, upper, count)."""

    time_ms: int
    buckets: tuple[tuple[float, float, float], ...]


class HistogramSeries(msgspec.Struct):
    labels: dict[str, str]
    histograms: list[Histogram]


class Matrix(msgspec.Struct):
    """A whole range answer. `notices` are the texts of `warnings` and `infos`."""

    series: list[Series] = msgspec.field(default_factory=list)
    histograms: list[HistogramSeries] = msgspec.field(default_factory=list)
    warnings: list[str] = msgspec.field(default_factory=list)
    infos: list[str] = msgspec.field(default_factory=list)


class BadNumber(ValueError):
    """What the answer holds in a number's place."""

    def __init__(self, text: str) -> None:
        super().__init__(f"The response contains {text[:40]!r} in place of a number.")


def number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadNumber(text) from None


def check_numbers(columns: Sequence[bytes]) -> None:
    """Raises `ValueError` where a column is not finite numbers and nulls of JSON, with commas
    between them. Builds no number unless one has an exponent, whose size it has to look at."""
    try:
        _syntax.decode(b"[[%b]]" % b"],[".join(columns))
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise ValueError from error
    for column in columns:
        if b"e" in column or b"E" in column:
            orjson.loads(b"[%b]" % column)


def milliseconds(seconds: float) -> int:
    """Raises `BadNumber` beyond the times that are exact in milliseconds."""
    if not abs(seconds) < _MOST_SECONDS:
        raise BadNumber(str(seconds))
    return round(seconds * 1000)


def numbers(column: Column) -> list[float]:
    """The column's values as floats, NaN and infinities in their places."""
    if not isinstance(column, JsonColumn):
        return [float(value) for value in column]
    values: list[Any] = orjson.loads(b"[" + column.text + b"]")
    for name, rows in (column.entities or {}).items():
        for row in rows:
            values[row] = _SPECIAL[name]
    return [float(value) for value in values]
