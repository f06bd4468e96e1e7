"""One series of a range answer, its numbers still text where they came as text."""

import math
from dataclasses import dataclass, field
from typing import Any

import orjson

from vedette.sdk import Column, JsonColumn

_SPECIAL = {"NaN": math.nan, "Inf": math.inf, "NegInf": -math.inf}
ENTITY_OF = {"NaN": "NaN", "+Inf": "Inf", "Inf": "Inf", "-Inf": "NegInf"}
"""How Prometheus writes the numbers that JSON lacks, and what the frame format calls them."""


@dataclass(slots=True)
class Series:
    """`times` in milliseconds since the epoch, ascending; `values` of the same length."""

    labels: dict[str, str]
    times: Column
    values: Column


@dataclass(slots=True)
class Histogram:
    """A native histogram's buckets at one moment: (lower, upper, count)."""

    time_ms: int
    buckets: tuple[tuple[float, float, float], ...]


@dataclass(slots=True)
class HistogramSeries:
    labels: dict[str, str]
    histograms: list[Histogram]


@dataclass(slots=True)
class Matrix:
    """A whole range answer. `notices` are the texts of `warnings` and `infos`."""

    series: list[Series] = field(default_factory=list)
    histograms: list[HistogramSeries] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    infos: list[str] = field(default_factory=list)


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
