"""Converts a query result into the lines of a graph."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from vedette.alerting.images.graph import Line
from vedette.alerting.model import Labels
from vedette.alerting.model.labels import is_private
from vedette.kernel.errors import VedetteError
from vedette.querying.expressions import frames
from vedette.querying.expressions.values import Series
from vedette.sdk import Answer

MOST_ALERTING, MOST_OTHERS = 8, 40
_BUCKETS = 500
"""Number of parts of the time range. Each shows its lowest and its highest value."""


def lines(
    answer: Answer, alerts: Sequence[Labels], own: Mapping[str, str]
) -> tuple[Sequence[Line], int]:
    """Return the lines and the number of series without one.

    `alerts` are the labels of the alerts in the notification. A series belongs to an alert with all
    its labels, except those that the rule adds itself, `own`.
    """
    try:
        items = frames.read(answer).items
    except VedetteError:
        return (), 0
    series = [each for each in items if isinstance(each, Series) and _has_values(each)]
    is_alerting = [any(_is_of(each.labels, labels, own) for labels in alerts) for each in series]
    if not any(is_alerting):
        is_alerting = [True] * len(series)
    first = [each for each, yes in zip(series, is_alerting, strict=True) if yes]
    rest = [each for each, yes in zip(series, is_alerting, strict=True) if not yes]
    chosen = [*first[:MOST_ALERTING], *rest[:MOST_OTHERS]]
    names = _names([each.labels for each in chosen], answer.ref_id)
    found = [
        _line(each, name, is_alerting=index < min(len(first), MOST_ALERTING))
        for index, (each, name) in enumerate(zip(chosen, names, strict=True))
    ]
    return found, len(series) - len(chosen)


def unit(answer: Answer) -> str:
    """Return the unit of the first field that has one."""
    fields = (field for frame in answer.frames for field in frame.fields)
    return next((str(each.config["unit"]) for each in fields if each.config.get("unit")), "")


def _has_values(series: Series) -> bool:
    return bool(np.isfinite(series.values).any())


def _is_of(series: Labels, alert: Labels, own: Mapping[str, str]) -> bool:
    return all(
        alert.get(name) == value
        for name, value in series.items()
        if value and name not in own and not is_private(name)
    )


def _names(labels: Sequence[Labels], otherwise: str) -> Sequence[str]:
    """Return a name for each series from the labels in which they differ. A single series has all
    labels in its name."""
    public = [
        {name: value for name, value in each.items() if not is_private(name)} for each in labels
    ]
    every = {name for each in public for name in each}
    differing = {name for name in every if len({each.get(name) for each in public}) > 1}
    names = sorted(differing or every)
    return [
        ", ".join(f"{name}={each[name]}" for name in names if each.get(name)) or otherwise
        for each in public
    ]


def _line(series: Series, name: str, *, is_alerting: bool) -> Line:
    values = np.where(np.isfinite(series.values), series.values, np.nan)
    kept = _extremes(values)
    return Line(name, series.times[kept].tolist(), values[kept].tolist(), is_alerting)


def _extremes(values: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Return the rows of the lowest and highest value of each bucket, and of its first gap."""
    every = np.arange(len(values), dtype=np.int64)
    if len(values) <= 2 * _BUCKETS:
        return every
    kept: set[int] = set()
    for bucket in np.array_split(every, _BUCKETS):
        part = values[bucket]
        gaps = np.isnan(part)
        if gaps.any():
            kept.add(int(bucket[int(np.argmax(gaps))]))
        if not gaps.all():
            kept |= {int(bucket[int(np.nanargmin(part))]), int(bucket[int(np.nanargmax(part))])}
    return np.array(sorted(kept), dtype=np.int64)
