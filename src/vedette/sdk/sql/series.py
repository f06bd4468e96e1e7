"""Converts rows to time series: from one row per value to one column per series."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from vedette.sdk.frame import FieldType
from vedette.sdk.sql.errors import BadSqlQuery
from vedette.sdk.sql.result import Column, SqlResult

METRIC = "metric"
MOST_VALUES = 2_000_000
"""The maximum number of values of a result, checked before they are created."""


class _Missing:
    """The value of a series at a time without a row, which differs from NULL."""


MISSING: Final = _Missing()


@dataclass(slots=True)
class SqlSeries:
    name: str
    labels: Mapping[str, str]
    values: list[Any] = field(default_factory=list)


@dataclass(slots=True)
class Wide:
    """`times` in nanoseconds, ascending; each series has a value, None or MISSING for each."""

    times: list[int]
    series: list[SqlSeries]
    dropped: int = 0
    """The number of rows without a time."""


def to_wide(result: SqlResult, time_names: Sequence[str]) -> Wide:
    """Convert rows: text columns become labels, each number column a series for each set of labels.

    Series are in the order of their names and labels. A column `metric` names the series; if it is
    the only text column next to one number column, its value is the whole name. Raises
    `BadSqlQuery` without a time column, if rows with labels are not ascending in time, or for more
    than `MOST_VALUES`.
    """
    time = time_column(result, time_names)
    rest = [column for column in result.columns if column is not time]
    factors = [column for column in rest if _is_label(column)]
    values = [column for column in rest if not _is_label(column) and column.type in _NUMBERS]
    kept = [row for row, moment in enumerate(time.values) if moment is not None]
    dropped = len(time.values) - len(kept)
    if dropped:
        time = Column(time.name, time.type, [time.values[row] for row in kept])
        factors = [_kept(column, kept) for column in factors]
        values = [_kept(column, kept) for column in values]
    wide = _pivot(time.values, factors, values) if factors else _sorted(time.values, values)
    wide.dropped = dropped
    return wide


_NUMBERS = frozenset((FieldType.NUMBER, FieldType.BOOLEAN))


def time_column(result: SqlResult, names: Sequence[str]) -> Column:
    """Return the last column with one of those names. Raises `BadSqlQuery`."""
    for column in reversed(result.columns):
        if column.name in names:
            if column.type is not FieldType.TIME:
                raise BadSqlQuery(f"The column {column.name} contains no times.")
            return column
    wanted = " or ".join(names)
    raise BadSqlQuery(
        f"A time series requires a column {wanted} with times. Add one, or select the format table."
    )


def _is_label(column: Column) -> bool:
    return column.type in (FieldType.STRING, FieldType.JSON) or column.name == METRIC


def _kept(column: Column, rows: Sequence[int]) -> Column:
    return Column(column.name, column.type, [column.values[row] for row in rows])


def _sorted(times: Sequence[int], values: Sequence[Column]) -> Wide:
    """Sort by time. Rows with all series may be in any order, such as the latest first."""
    order = sorted(range(len(times)), key=times.__getitem__)
    series = [
        SqlSeries(column.name, {}, [_number(column.values[row]) for row in order])
        for column in values
    ]
    return Wide([times[row] for row in order], series)


def _pivot(times: Sequence[int], factors: Sequence[Column], values: Sequence[Column]) -> Wide:
    grid: list[int] = []
    series: list[SqlSeries] = []
    places: dict[tuple[Any, ...], int] = {}
    keys = zip(*(column.values for column in factors), strict=True)
    for row, (moment, key) in enumerate(zip(times, keys, strict=True)):
        if not grid or moment > grid[-1]:
            grid.append(moment)
        elif moment < grid[-1]:
            raise BadSqlQuery("The rows are not sorted by time; add ORDER BY with the time column.")
        first = places.get(key)
        if first is None:
            first = places[key] = len(series)
            series += _named(factors, key, values)
        check_size(len(series), len(grid))
        for offset, column in enumerate(values):
            cells = series[first + offset].values
            missing = len(grid) - len(cells)
            if missing:
                cells += [MISSING] * missing
            cells[-1] = _number(column.values[row])
    for each in series:
        each.values += [MISSING] * (len(grid) - len(each.values))
    series.sort(key=lambda each: (each.name, *each.labels.values()))
    return Wide(grid, series)


def check_size(series: int, times: int) -> None:
    """Raise `BadSqlQuery` if there are too many values: series times times."""
    if series * times > MOST_VALUES:
        raise BadSqlQuery(
            f"{series:,} series and {times:,} times have more than {MOST_VALUES:,} values. "
            "Group by fewer labels or longer intervals."
        )


def _named(
    factors: Sequence[Column], key: Sequence[Any], values: Sequence[Column]
) -> list[SqlSeries]:
    labels = {
        column.name: "" if text is None else str(text)
        for column, text in zip(factors, key, strict=True)
    }
    if len(values) == 1 and list(labels) == [METRIC]:
        return [SqlSeries(labels[METRIC] or values[0].name, {})]
    return [SqlSeries(column.name, labels) for column in values]


def _number(value: Any) -> Any:
    return int(value) if isinstance(value, bool) else value
