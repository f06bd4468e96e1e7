"""The server's own metrics as frames: `queryType: ownNumbers` of the built-in source.

The query names a `metric` and can set `function` (`value`, `rate` per second, or `mean`: the
increase of a histogram's sum per count), `by` (labels of separate series; others are added up) and
`match` (labels with their value, or a list of values).
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from vedette.querying.errors import BadBatch
from vedette.sdk import Field, FieldType, Frame, FrameKind, Query

FUNCTIONS = ("value", "rate", "mean")
_COUNTED = ("_total", "_count")
"""Suffixes of counters. If other series of a counter exist but none matches, the value is 0."""
Labels = tuple[tuple[str, str], ...]


class OwnSeries(Protocol):
    @property
    def labels(self) -> Mapping[str, str]: ...
    @property
    def values(self) -> Sequence[float]: ...


class Numbers(Protocol):
    """Recorded series with common times, in milliseconds."""

    @property
    def times(self) -> Sequence[int]: ...

    def series(self, name: str) -> Sequence[OwnSeries]: ...


def frames(query: Query, numbers: Numbers) -> tuple[Frame, ...]:
    """Return one frame for each group of labels. Raises `BadBatch`."""
    metric, function, by, match = _asked(query)
    if function == "mean":
        sums = _grouped(numbers, f"{metric}_sum", by, match)
        counts = _grouped(numbers, f"{metric}_count", by, match)
        groups = {key: _mean(values, counts[key]) for key, values in sums.items() if key in counts}
    else:
        groups = _grouped(numbers, metric, by, match)
        if not groups and not by and metric.endswith(_COUNTED) and numbers.series(metric):
            groups = {(): [0.0] * len(numbers.times)}
        if function == "rate":
            groups = {key: _rate(numbers.times, values) for key, values in groups.items()}
    inside = [
        index
        for index, time in enumerate(numbers.times)
        if query.range.start_ms <= time <= query.range.end_ms
    ]
    times = [numbers.times[index] for index in inside]
    return tuple(
        Frame(
            FrameKind.SERIES,
            (
                Field("Time", FieldType.TIME, times),
                Field("Value", FieldType.NUMBER, [values[i] for i in inside], dict(key)),
            ),
            query.ref_id,
        )
        for key, values in sorted(groups.items())
    )


def _asked(query: Query) -> tuple[str, str, Sequence[str], Mapping[str, Any]]:
    model = query.model
    metric, function = model.get("metric"), model.get("function", "value")
    by, match = model.get("by", []), model.get("match", {})
    if not isinstance(metric, str) or not metric:
        raise BadBatch("A query of server metrics must name a metric.")
    if function not in FUNCTIONS:
        raise BadBatch(
            f"The function of a query of server metrics must be one of {', '.join(FUNCTIONS)}."
        )
    if not isinstance(by, list) or not isinstance(match, Mapping):
        raise BadBatch("by must be a list of labels, match an object of labels and values.")
    return metric, function, by, match


def _grouped(
    numbers: Numbers, name: str, by: Sequence[str], match: Mapping[str, Any]
) -> dict[Labels, list[float]]:
    groups: dict[Labels, list[float]] = {}
    for recorded in numbers.series(name):
        if not all(_fits(recorded.labels.get(label), value) for label, value in match.items()):
            continue
        key = tuple((label, recorded.labels.get(label, "")) for label in by)
        known = groups.get(key)
        groups[key] = list(recorded.values) if known is None else _added(known, recorded.values)
    return groups


def _fits(value: str | None, wanted: Any) -> bool:
    return value in wanted if isinstance(wanted, list) else value == wanted


def _added(left: Sequence[float], right: Sequence[float]) -> list[float]:
    """Add two columns. A missing value on one side counts as 0."""
    return [
        b if math.isnan(a) else a if math.isnan(b) else a + b
        for a, b in zip(left, right, strict=True)
    ]


def _rate(times: Sequence[int], values: Sequence[float]) -> list[float]:
    """Return the rate. A counter that decreased was reset: its increase is its value."""
    rates = [math.nan]
    for index in range(1, len(values)):
        seconds = (times[index] - times[index - 1]) / 1000
        rates.append(_growth(values[index - 1], values[index]) / seconds if seconds else math.nan)
    return rates[: len(values)]


def _mean(sums: Sequence[float], counts: Sequence[float]) -> list[float]:
    means = [math.nan]
    for index in range(1, len(sums)):
        count = _growth(counts[index - 1], counts[index])
        total = _growth(sums[index - 1], sums[index])
        means.append(total / count if count else math.nan)
    return means[: len(sums)]


def _growth(before: float, now: float) -> float:
    if math.isnan(before):
        return now
    return now - before if now >= before else now
