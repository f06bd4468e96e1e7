"""Empty buckets of a time series, filled as the grouping macro says."""

from collections import defaultdict
from datetime import timedelta
from typing import Any

from vedette.sdk.sql.macros import Fill
from vedette.sdk.sql.series import MISSING, SqlSeries, Wide, check_size
from vedette.sdk.timerange import TimeRange

_MS = 1_000_000


def filled(wide: Wide, fill: Fill, span: TimeRange) -> Wide:
    """One row for each bucket of the range, from the one its start lies in to its end.

    A bucket holds the rows since the one before it, up to its own time; the last of them counts.
    Raises `BadQuery` where that would be too many.
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
    """What no row gave is null."""
    return [None if value is MISSING else value for value in values]


def _rows(times: list[int], first: int, step: int) -> dict[int, list[int]]:
    """The rows of each bucket that has any; most of a fine grid may be empty."""
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
