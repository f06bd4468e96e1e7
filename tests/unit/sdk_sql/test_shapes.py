"""From rows to frames: limits, long to wide, fill, times."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.sdk import FieldType, ReadLimits, TimeRange
from vedette.sdk.sql.errors import BadSqlQuery
from vedette.sdk.sql.fill import filled, without_gaps
from vedette.sdk.sql.macros import Fill
from vedette.sdk.sql.result import Column, Gathering, Head, SqlResult
from vedette.sdk.sql.series import SqlSeries, Wide, to_wide
from vedette.sdk.sql.target import read_target, wants_series
from vedette.sdk.sql.times import as_time, epoch_nanos
from vedette.sdk.testing import query

S = 1_000_000_000
START = datetime(2026, 5, 4, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def times(*seconds: int | None) -> Column:
    return Column("time", FieldType.TIME, [None if each is None else each * S for each in seconds])


def texts(name: str, *values: str | None) -> Column:
    return Column(name, FieldType.STRING, list(values))


def numbers(name: str, *values: float | None) -> Column:
    return Column(name, FieldType.NUMBER, list(values))


def wide(*columns: Column) -> dict[str, Any]:
    found = to_wide(SqlResult(list(columns)), ["time"])
    series = {
        (each.name, *sorted(each.labels.items())): without_gaps(each.values)
        for each in found.series
    }
    return {"times": [moment // S for moment in found.times], **series}


def test_one_number_column_and_a_metric_make_series_of_that_name():
    found = wide(
        times(1, 1, 2, 3), texts("metric", "a", "b", "a", "b"), numbers("value", 1, 2, 3, 4)
    )
    assert found == {"times": [1, 2, 3], ("a",): [1, 3, None], ("b",): [2, None, 4]}


def test_further_text_columns_become_labels():
    found = wide(times(1, 2), texts("host", "a", None), numbers("x", 1, 2), numbers("y", 3, 4))
    assert found == {
        "times": [1, 2],
        ("x", ("host", "a")): [1, None],
        ("y", ("host", "a")): [3, None],
        ("x", ("host", "")): [None, 2],
        ("y", ("host", "")): [None, 4],
    }


def test_rows_without_labels_may_come_in_any_order():
    assert wide(times(3, 1, 2), numbers("v", 30, 10, None)) == {
        "times": [1, 2, 3],
        ("v",): [10, None, 30],
    }


def test_a_series_for_each_row_is_refused_before_it_fills_the_memory():
    rows = range(10_000)
    columns = [times(*rows), texts("host", *(f"h{row}" for row in rows)), numbers("v", *rows)]
    with pytest.raises(
        BadSqlQuery, match=r"have more than 2,000,000 values. Group by fewer labels"
    ):
        to_wide(SqlResult(columns), ["time"])


def test_rows_without_a_time_are_left_out_and_counted():
    found = to_wide(SqlResult([times(1, None, 2), numbers("v", 1, 2, 3)]), ["time"])
    assert (found.dropped, found.series[0].values) == (1, [1, 3])


def test_of_two_rows_at_one_time_the_last_counts():
    assert wide(times(1, 1), texts("metric", "a", "a"), numbers("v", 1, 2))[("a",)] == [2]


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ([numbers("v", 1)], "requires a column time"),
        ([texts("time", "x"), numbers("v", 1)], "contains no times"),
        ([times(2, 1), texts("m", "a", "a"), numbers("v", 1, 2)], "not sorted by time"),
    ],
)
def test_what_is_no_series_says_why(columns: list[Column], sentence: str):
    with pytest.raises(BadSqlQuery, match=sentence):
        to_wide(SqlResult(columns), ["time"])


rows = st.lists(
    st.tuples(st.integers(0, 30), st.sampled_from("abc"), st.none() | st.floats(-9, 9)),
    max_size=60,
).map(lambda found: sorted(found, key=lambda row: row[0]))


@given(rows)
def test_wide_holds_the_last_value_of_each_time_and_label(found: list[tuple[int, str, float]]):
    result = SqlResult(
        [
            times(*(row[0] for row in found)),
            texts("host", *(row[1] for row in found)),
            numbers("v", *(row[2] for row in found)),
        ]
    )
    made = to_wide(result, ["time"])
    expected = {(row[1], row[0]): row[2] for row in found}
    shown = {
        (each.labels["host"], moment // S): value
        for each in made.series
        for moment, value in zip(made.times, without_gaps(each.values), strict=True)
        if (each.labels["host"], moment // S) in expected
    }
    assert shown == expected
    assert made.times == sorted(set(made.times))
    cells = sum(value is not None for each in made.series for value in without_gaps(each.values))
    assert cells == sum(value is not None for value in expected.values())


@given(
    st.lists(st.integers(0, 3_599), unique=True, max_size=50).map(sorted),
    st.sampled_from(["value", "null", "previous"]),
    st.integers(1, 900),
)
def test_a_filled_series_has_one_row_a_bucket(moments: list[int], mode: Any, step: int):
    base = round(START.timestamp())
    given_series = Wide(
        [(base + each) * S for each in moments], [SqlSeries("v", {}, [float(m) for m in moments])]
    )
    fill = Fill(timedelta(seconds=step), mode, 7.0 if mode == "value" else None)
    made = filled(given_series, fill, TimeRange(START, START + timedelta(hours=1)))
    steps = {later - earlier for earlier, later in zip(made.times, made.times[1:], strict=False)}
    assert steps <= {step * S}
    assert made.times[0] <= base * S < made.times[0] + step * S
    last = None
    for moment, value in zip(made.times, made.series[0].values, strict=True):
        second = moment // S - base
        inside = [each for each in moments if second - step < each <= second]
        last = float(inside[-1]) if inside else last
        empty = {"value": 7.0, "null": None, "previous": last}[mode]
        assert value == (float(inside[-1]) if inside else empty)


def test_null_from_the_database_is_not_filled():
    given_series = Wide([round(START.timestamp()) * S], [SqlSeries("v", {}, [None])])
    span = TimeRange(START, START + 2 * MINUTE)
    made = filled(given_series, Fill(MINUTE, "value", 0), span)
    assert made.series[0].values == [None, 0, 0]


def test_fill_that_would_make_too_much_is_refused():
    given_series = Wide([0], [SqlSeries("v", {}, [1])])
    span = TimeRange(START, START + timedelta(days=365))
    with pytest.raises(BadSqlQuery, match="1 series and 31,536,000,001 times"):
        filled(given_series, Fill(timedelta(milliseconds=1), "null"), span)


@pytest.mark.parametrize(
    ("number", "nanos"),
    [
        (1777896000, 1777896000 * S),
        (1777896000.25, 1777896000 * S + 250_000_000),
        (1777896000123, 1777896000123_000_000),
        (1777896000123456789, 1777896000123456789),
        (-1777896000, -1777896000 * S),
        (float("nan"), None),
        (1e30, None),
    ],
)
def test_numbers_are_seconds_milliseconds_or_nanoseconds(number: float, nanos: int | None):
    assert epoch_nanos(number) == nanos


def test_texts_of_times_are_utc_where_they_name_no_zone():
    column = texts("time", "2026-05-04 12:00:00", "2026-05-04T14:00:00+02:00", None, "")
    base = round(START.timestamp()) * S
    assert as_time(column).values == [base, base, None, None]
    with pytest.raises(BadSqlQuery, match="'yesterday', which is not a time"):
        as_time(texts("time", "yesterday"))


@given(st.lists(st.integers(1, 50), max_size=40), st.integers(1, 300))
def test_no_more_rows_than_allowed_and_a_notice_only_where_some_are_left(
    batches: list[int], limit: int
):
    gathering = Gathering([Head("n", FieldType.NUMBER)], ReadLimits(rows=limit))
    total = 0
    for size in batches:
        goes_on = gathering.add([(row,) for row in range(total, total + size)])
        total += size
        if not goes_on:
            break
    found = gathering.result()
    assert found.columns[0].values == list(range(min(total, limit)))
    assert bool(found.notices) == (total > limit)


def test_batches_grow_while_rows_are_small_and_shrink_where_they_are_large():
    gathering = Gathering([Head("t", FieldType.STRING)], ReadLimits())
    gathering.add([("x",)] * 200)
    assert gathering.wanted == 800
    gathering.add([("x" * 1_000_000,)] * 10)
    assert gathering.wanted == 4


@pytest.mark.parametrize(
    ("model", "series"),
    [
        ({}, True),
        ({"format": "time_series"}, True),
        ({"format": 0}, True),
        ({"format": "table"}, False),
        ({"format": 1}, False),
        ({"queryType": "table"}, False),
        ({"queryType": "time series"}, True),
    ],
)
def test_old_and_new_names_of_formats_are_known(model: dict[str, Any], series: bool):
    assert wants_series(read_target(query({"rawSql": "SELECT 1", **model}))) is series


@pytest.mark.parametrize("model", [{"rawSql": 5}, {"rawSql": "x", "format": "pie"}])
def test_a_query_without_sense_says_so(model: dict[str, Any]):
    with pytest.raises(BadSqlQuery, match=r"Query A|format"):
        wants_series(read_target(query(model)))
