"""One series of a range answer, its numbers still text where they came as text."""

import math
from typing import Any

import msgspec
import orjson

from vedette.sdk import Column, JsonColumn

_SPECIAL = {"NaN": math.nan, "Inf": math.inf, "NegInf": -math.inf}
ENTITY_OF = {"NaN": "NaN", "+Inf": "Inf", "Inf": "Inf", "-Inf": "NegInf"}
"""How Prometheus writes the numbers that JSON lacks, and what the frame format calls them."""


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


def milliseconds(seconds: float) -> int:
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
