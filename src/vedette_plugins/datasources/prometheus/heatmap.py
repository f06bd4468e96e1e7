"""The heatmap format: the number of observations per bucket and time."""

import math
from collections.abc import Sequence

import numpy as np

from vedette.sdk import Field, FieldType, Frame, FrameKind, Json, charge_objects
from vedette_plugins.datasources.prometheus.series import HistogramSeries, Series, numbers

_BUCKET_LABEL = "le"
_CELL_BYTES = 40
"""The size of a count while the buckets are separated."""


def heatmap_frames(
    series: Sequence[Series], about: Json, *, ref_id: str, step_ms: int
) -> list[Frame]:
    """Return a frame for each group of series that differ only in `le`, with ascending buckets.

    Prometheus counts cumulatively: the counts of lower buckets are subtracted here. Series without
    `le` are rows of their own, unchanged.
    """
    groups: dict[tuple[tuple[str, str], ...], list[Series]] = {}
    for each in series:
        rest = tuple(sorted(pair for pair in each.labels.items() if pair[0] != _BUCKET_LABEL))
        groups.setdefault(rest, []).append(each)
    return [_rows_frame(group, about, ref_id, step_ms) for group in groups.values()]


def _rows_frame(group: list[Series], about: Json, ref_id: str, step_ms: int) -> Frame:
    group = sorted(group, key=_upper_bound)
    grid = sorted({round(time) for each in group for time in numbers(each.times)})
    row_of = {time: row for row, time in enumerate(grid)}
    charge_objects(_CELL_BYTES * len(group) * len(grid))
    counts = np.full((len(group), len(grid)), np.nan)
    for index, each in enumerate(group):
        rows = [row_of[round(time)] for time in numbers(each.times)]
        counts[index, rows] = numbers(each.values)
    if _BUCKET_LABEL in group[0].labels:
        counts = _own_counts(counts)
    fields = [Field("Time", FieldType.TIME, grid, config={"interval": step_ms})]
    for index, each in enumerate(group):
        name = each.labels.get(_BUCKET_LABEL, "Value")
        missing = np.isnan(counts[index])
        fields.append(
            Field(
                name,
                FieldType.NUMBER,
                counts[index],
                labels=each.labels,
                config={"displayNameFromDS": name},
                nullable=bool(missing.any()),
                nulls=missing if missing.any() else None,
            )
        )
    rows_meta = {**about, "type": "heatmap-rows"}
    return Frame(FrameKind.SERIES_WIDE, tuple(fields), ref_id=ref_id, meta=rows_meta)


def _own_counts(cumulative: "np.typing.NDArray[np.float64]") -> "np.typing.NDArray[np.float64]":
    """Return each row minus the row below; a bucket that is missing at a time counts as empty."""
    present = ~np.isnan(cumulative)
    filled = np.maximum.accumulate(np.where(present, cumulative, 0.0), axis=0)
    own = np.diff(filled, axis=0, prepend=0.0)
    return np.where(present, own, np.nan)


def _upper_bound(series: Series) -> float:
    try:
        bound = float(series.labels.get(_BUCKET_LABEL, ""))
    except ValueError:
        return math.inf
    return math.inf if math.isnan(bound) else bound


def cells_frame(series: HistogramSeries, about: Json, *, ref_id: str, step_ms: int) -> Frame:
    """Return a native histogram: one row for each bucket that is not empty."""
    times, lower, upper, counts = [], [], [], []
    for histogram in series.histograms:
        for low, high, count in histogram.buckets:
            times.append(histogram.time_ms)
            lower.append(low)
            upper.append(high)
            counts.append(count)
    fields = (
        Field("xMax", FieldType.TIME, times, config={"interval": step_ms}),
        Field("yMin", FieldType.NUMBER, lower),
        Field("yMax", FieldType.NUMBER, upper),
        Field("count", FieldType.NUMBER, counts, labels=series.labels),
        Field("yLayout", FieldType.NUMBER, [0] * len(times), frame_type="int8"),
    )
    cells_meta = {**about, "type": "heatmap-cells"}
    return Frame(FrameKind.TABLE, fields, ref_id=ref_id, meta=cells_meta)
