"""Fills empty buckets of a time series, as set in the grouping macro."""

from collections import defaultdict
from datetime import timedelta
from typing import Any

from vedette.sdk.sql.macros import Fill
from vedette.sdk.sql.series import MISSING, SqlSeries, Wide, check_size
from vedette.sdk.timerange import TimeRange

_MS = 1_000_000


def filled(wide: Wide, fill: Fill, span: TimeRange) -> Wide:
    """Return one row for each bucket of the range, from the bucket of its start to its end.

    A bucket holds the rows after the previous one, up to its own time; the last row counts. Raises
    `BadQuery` for too many rows.
    """
    step = round(fill.step / timedelta(milliseconds=1)) * _MS
    first = span.start_ms * _MS // step * step
    count = (span.end_ms * _MS - first) // step + 1
    check_size(max(1, len(wide.series)), count)
    rows = _rows(wide.times, first, step)
    series = [
        SqlSeries(each.name, each.labels, _values(each.values, rows, count, fill))
        for each in wide.series
    ]
    return Wide([first + place * step for place in range(count)], series, wide.dropped)


def without_gaps(values: list[Any]) -> list[Any]:
    """Return the values with null for missing ones."""
    return [None if value is MISSING else value for value in values]


def _rows(times: list[int], first: int, step: int) -> dict[int, list[int]]:
    """Return the rows of each bucket that has any; most buckets of a fine grid may be empty."""
    rows: dict[int, list[int]] = defaultdict(list)
    for row, moment in enumerate(times):
        rows[-((first - moment) // step)].append(row)
    return rows


def _values(values: list[Any], rows: dict[int, list[int]], count: int, fill: Fill) -> list[Any]:
    empty = fill.value if fill.mode == "value" else None
    found: list[Any] = []
    last: Any = None
    for bucket in range(count):
        given = [values[row] for row in rows.get(bucket, ()) if values[row] is not MISSING]
        if given:
            last = given[-1]
            found.append(last)
        else:
            found.append(last if fill.mode == "previous" else empty)
    return found
