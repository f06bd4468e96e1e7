"""Resamples series to a fixed interval, from the start of the range to its end."""

import numpy as np

from vedette.kernel.memory import charge_objects
from vedette.querying.expressions.errors import BadExpression, ExpressionTooLarge
from vedette.querying.expressions.model import Resample
from vedette.querying.expressions.values import (
    ITEM_BYTES,
    VALUE_BYTES,
    Floats,
    Series,
    Times,
    Variable,
    bad_mask,
)

MAX_POINTS = 11_000


def resample(ref_id: str, variable: Variable, how: Resample, max_points: int) -> Variable:
    """Return the series; each point stands for the window that ends with it.

    Raises `ExpressionTooLarge` before anything is allocated, and `BadExpression` for numbers and
    for windows longer than the range.
    """
    start, end = how.range.start_ms, how.range.end_ms
    span = end - start
    if how.window_ms > span:
        raise BadExpression(
            f"Expression {ref_id} resamples to a window that is longer than the time range."
        )
    points = span // how.window_ms + 1
    if points > MAX_POINTS:
        raise ExpressionTooLarge(
            f"Expression {ref_id} would resample to {points:,} points per series. The limit "
            f"is {MAX_POINTS:,}. Use a larger window or a shorter range."
        )
    if points * len(variable.items) > max_points:
        raise ExpressionTooLarge(
            f"Expression {ref_id} would create {points * len(variable.items):,} values. The "
            f"limit is {max_points:,}. Use a larger window or fewer series."
        )
    charge_objects(len(variable.items) * (ITEM_BYTES + VALUE_BYTES * points))
    times = np.arange(start, end + 1, how.window_ms, dtype=np.int64)
    items = []
    for item in variable.items:
        if not isinstance(item, Series):
            raise BadExpression(
                f"Expression {ref_id} resamples {how.source}, which contains numbers. Only "
                "series can be resampled."
            )
        items.append(_series(item, times, how))
    return Variable(tuple(items))


def _series(series: Series, times: Times, how: Resample) -> Series:
    ends = np.searchsorted(series.times, times, side="right")
    starts = np.concatenate(([0], ends[:-1]))
    filled = ends > starts
    values = np.full(len(times), np.nan)
    nulls = ~filled
    if filled.any():
        values[filled] = _windows(series, starts[filled], ends[filled], how.downsampler)
    if how.upsampler != "fillna":
        source = ends - 1 if how.upsampler == "pad" else ends
        there = nulls & (source >= 0) & (source < len(series))
        values[there] = series.values[source[there]]
        nulls &= ~there
        if series.nulls is not None:
            nulls[there] = series.nulls[source[there]]
    return Series(series.labels, times, values, nulls if nulls.any() else None)


def _windows(series: Series, starts: Times, ends: Times, downsampler: str) -> Floats:
    """Return one value per window. The windows are contiguous and have at least one point each."""
    counts = (ends - starts).astype(np.float64)
    if downsampler == "count":
        return counts
    values = series.values[: ends[-1]]
    with np.errstate(all="ignore"):
        if downsampler == "last":
            result = values[ends - 1]
            return np.where(np.isfinite(result), result, np.nan)
        if downsampler == "median":
            result = _medians(values, starts, ends)
        elif downsampler in ("min", "max"):
            function = np.minimum if downsampler == "min" else np.maximum
            result = function.reduceat(values, starts)
        else:
            result = np.add.reduceat(values, starts)
            if downsampler == "mean":
                result = result / counts
    odd = np.logical_or.reduceat(bad_mask(series)[: ends[-1]], starts)
    return np.where(odd, np.nan, result)


def _medians(values: Floats, starts: Times, ends: Times) -> Floats:
    """Return the medians: sorted by window and value, the middle of each window."""
    window = np.repeat(np.arange(len(starts)), ends - starts)
    ordered = values[np.lexsort((values, window))]
    low = starts + (ends - starts - 1) // 2
    high = starts + (ends - starts) // 2
    return (ordered[low] + ordered[high]) / 2
