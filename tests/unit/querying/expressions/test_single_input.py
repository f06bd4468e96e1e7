"""Reduce, resample, threshold and classic conditions."""

import math as numbers
import statistics
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.querying.expressions.made import (
    INF,
    NAN,
    NOW,
    number,
    of,
    one,
    run,
    series,
    shown,
    target,
)

from vedette.querying.expressions import classic, reduce
from vedette.querying.expressions.limits import ExpressionLimits
from vedette.querying.expressions.model import REDUCERS

START = round((NOW - timedelta(hours=1)).timestamp() * 1000)


def same(left: float | None, right: float | None) -> bool:
    if left is None or right is None:
        return left is right
    return numbers.isclose(left, right, rel_tol=1e-9, abs_tol=1e-9) or (
        numbers.isnan(left) and numbers.isnan(right)
    )


def reduced(values, reducer, **settings):
    how = target("R", type="reduce", expression="$A", reducer=reducer, settings=settings)
    return one(run(how, A=series(values))["R"])


NAIVE = {
    "count": len,
    "sum": sum,
    "mean": statistics.fmean,
    "min": min,
    "max": max,
    "median": statistics.median,
    "last": lambda values: values[-1],
}
ANY = st.one_of(st.floats(-1e6, 1e6), st.none(), st.just(NAN), st.just(INF), st.just(-INF))


def naive(reducer, values):
    odd = [value for value in values if value is None or not numbers.isfinite(value)]
    if reducer == "count":
        return len(values)
    if not values:
        return 0 if reducer == "sum" else NAN
    if reducer == "last":
        last = values[-1]
        return NAN if last is None or not numbers.isfinite(last) else last
    return NAN if odd else NAIVE[reducer](values)


@given(st.sampled_from(REDUCERS), st.lists(ANY, max_size=12))
def test_reducers_give_what_counting_by_hand_gives(reducer, values):
    assert same(reduce.of(reducer, of(values).values), naive(reducer, values))


@given(st.sampled_from(REDUCERS), st.lists(ANY, max_size=12))
def test_dropping_and_replacing_look_at_numbers_alone(reducer, values):
    there = [value for value in values if value is not None and numbers.isfinite(value)]
    dropped = naive(reducer, there)
    assert same(reduced(values, reducer, mode="dropNN"), None if dropped != dropped else dropped)
    filled = [value if value in there else 7 for value in values]
    replaced = naive(reducer, filled)
    found = reduced(values, reducer, mode="replaceNN", replaceWithValue=7)
    assert same(found, 7 if replaced != replaced else replaced)


def test_an_empty_series_sums_to_nothing():
    assert [reduced([], each) for each in ("sum", "count")] == [0, 0]
    assert all(numbers.isnan(reduced([], each)) for each in ("mean", "min", "max", "last"))


def test_reducing_keeps_labels_and_leaves_numbers_alone():
    how = target("R", type="reduce", expression="A", reducer="max")
    found = run(how, A=(series([1, 5], h="a"), number(3, h="b")))
    assert shown(found["R"]) == [({"h": "a"}, 5), ({"h": "b"}, 3)]
    assert "cannot be reduced" in found["R"].frames[0].notices[0]["text"]
    assert found["R"].frames[0].meta["type"] == "numeric-multi"


def resampled(frame, window="10m", down="mean", up="pad", **more):
    how = target(
        "R", type="resample", expression="A", window=window, downsampler=down, upsampler=up
    )
    return run(how, A=frame, **more)["R"]


def at(*points):
    """A series of (minutes after the start, value)."""
    frame = series([value for _, value in points])
    times = [START + 60_000 * minutes for minutes, _ in points]
    time = frame.fields[0]
    return type(frame)(frame.kind, (type(time)(time.name, time.type, times), *frame.fields[1:]))


POINTS = ((0, 1), (5, 2), (10, 6), (12, None), (31, 8), (40, 9))


@pytest.mark.parametrize(
    ("up", "down", "expected"),
    [
        ("pad", "mean", [1, 4, NAN, None, 8.5, 9, 9]),
        ("backfilling", "max", [1, 6, NAN, 8, 9, None, None]),
        ("fillna", "sum", [1, 8, NAN, None, 17, None, None]),
        ("fillna", "count", [1, 2, 1, None, 2, None, None]),
        ("fillna", "min", [1, 2, NAN, None, 8, None, None]),
        ("fillna", "last", [1, 6, NAN, None, 9, None, None]),
        ("fillna", "median", [1, 4, NAN, None, 8.5, None, None]),
    ],
)
def test_windows_end_with_their_time_and_gaps_are_filled_as_asked(up, down, expected):
    ((_, times, values),) = shown(resampled(at(*POINTS), up=up, down=down))
    assert times == [START + 600_000 * row for row in range(7)]
    assert all(same(value, wanted) for value, wanted in zip(values, expected, strict=True)), values


@pytest.mark.parametrize(
    ("window", "says"),
    [
        ("1ms", "would resample to 3,600,001 points per series"),
        ("2h", "longer than the time range"),
        ("soon", "has the window 'soon'"),
        ("0s", "of zero length"),
    ],
)
def test_windows_that_make_no_sense_are_refused_before_anything_is_made(window, says):
    """Proves T56, CVE-2026-27879."""
    error = resampled(series([1]), window=window).error
    assert says in error.public
    assert error.public.startswith("Expression R ")


def test_resampling_many_series_is_bounded_too():
    """Proves T56, CVE-2026-27879."""
    many = tuple(series([1], h=str(row)) for row in range(50))
    error = resampled(many, window="1m", limits=ExpressionLimits(max_points=1000)).error
    assert error.status == 413


def test_numbers_cannot_be_resampled():
    assert "Only series can be resampled" in resampled(number(1)).error.public


def crossed(value, kind, *params, firing=None, unload=None):
    condition = {"evaluator": {"type": kind, "params": list(params)}}
    if unload is not None:
        condition["unloadEvaluator"] = {"type": unload[0], "params": list(unload[1:])}
    how = target("T", type="threshold", expression="A", conditions=[condition])
    return one(run(how, A=number(value, h="a"), firing=firing)["T"])


@pytest.mark.parametrize(
    ("kind", "params", "holds", "fails"),
    [
        ("gt", (5,), [5.1, INF], [5, -INF, NAN]),
        ("lt", (5,), [4.9, -INF], [5, NAN]),
        ("gte", (5,), [5, 6], [4.9, NAN]),
        ("lte", (5,), [5, 4], [5.1, NAN]),
        ("eq", (5,), [5], [4, NAN]),
        ("ne", (5,), [4, NAN], [5]),
        ("within_range", (1, 5), [2, 4.9], [1, 5, 0, NAN]),
        ("within_range", (5, 1), [2], [1, 5]),
        ("within_range_included", (1, 5), [1, 5], [0.9, 5.1, NAN]),
        ("outside_range", (1, 5), [0.9, 6], [1, 5, 3, NAN]),
        ("outside_range_included", (1, 5), [1, 5, 9], [3, NAN]),
    ],
)
def test_thresholds(kind, params, holds, fails):
    assert [crossed(value, kind, *params) for value in holds] == [1.0] * len(holds)
    assert [crossed(value, kind, *params) for value in fails] == [0.0] * len(fails)
    assert crossed(None, kind, *params) is None


def test_thresholds_test_each_point_of_a_series():
    conditions = [{"evaluator": {"type": "gt", "params": [1]}}]
    how = target("T", type="threshold", expression="A", conditions=conditions)
    assert shown(run(how, A=series([1, 2, None], h="a"))["T"]) == [
        ({"h": "a"}, [0, 1000, 2000], [0, 1, None])
    ]


def test_what_fires_keeps_firing_until_the_recovery_threshold():
    fired = {"T": {frozenset({("h", "a")})}}
    unload = ("lt", 50)
    for value, calm, firing in ((90, 1, 1), (60, 0, 1), (40, 0, 0)):
        assert crossed(value, "gt", 80, unload=unload) == calm
        assert crossed(value, "gt", 80, unload=unload, firing=fired) == firing


def condition(ref_id, reducer="last", kind="gt", *params, operator="and"):
    return {
        "type": "query",
        "query": {"params": [ref_id]},
        "reducer": {"type": reducer},
        "operator": {"type": operator},
        "evaluator": {"type": kind, "params": list(params)},
    }


def classically(*conditions, **frames):
    how = target("C", type="classic_conditions", conditions=list(conditions))
    return run(how, **frames)["C"]


CHANGES = [None, 4.0, 10.0, NAN, 6.0, None]


@pytest.mark.parametrize(
    ("reducer", "expected"),
    [
        ("avg", 20 / 3),
        ("min", 4),
        ("max", 10),
        ("sum", 20),
        ("count", 6),
        ("count_non_null", 3),
        ("last", 6),
        ("median", 6),
        ("diff", 2),
        ("diff_abs", 2),
        ("percent_diff", 50),
        ("percent_diff_abs", 50),
    ],
)
def test_classic_reducers_pass_over_what_is_no_number(reducer, expected):
    assert same(classic.of(reducer, of(CHANGES).values), expected)
    assert classic.of(reducer, of([None, NAN]).values) == (2 if reducer == "count" else None)


def test_classic_differences_have_a_sign_by_default():
    down = of([-8.0, -10.0]).values
    assert [classic.of(each, down) for each in ("diff", "diff_abs")] == [-2, 2]
    assert [classic.of(each, down) for each in ("percent_diff", "percent_diff_abs")] == [-25, 25]
    assert classic.of("diff", of([5.0]).values) == 0


def test_a_classic_condition_holds_where_one_series_does():
    found = classically(condition("A", "avg", "gt", 5), A=(series([1], h="a"), series([9], h="b")))
    assert shown(found) == [({}, 1.0)]
    assert found.frames[0].meta["custom"] == [{"metric": "A", "labels": {"h": "b"}, "value": 9.0}]
    assert one(classically(condition("A", "avg", "gt", 10), A=series([9]))) == 0


@pytest.mark.parametrize(
    ("second", "third", "expected"),
    [
        ("and", "and", 0),
        ("or", "and", 0),
        ("logic-or", "and", 1),
        ("or", "or", 1),
    ],
)
def test_classic_operators_work_from_left_to_right(second, third, expected):
    """True, false, false."""
    found = classically(
        condition("A", "last", "gt", 0),
        condition("A", "last", "gt", 9, operator=second),
        condition("A", "last", "gt", 9, operator=third),
        A=series([1]),
    )
    assert one(found) == expected


def test_classic_conditions_know_that_there_is_nothing():
    assert one(classically(condition("A", "last", "gt", 0), A=())) is None
    assert one(classically(condition("A", "last", "no_value"), A=())) == 1
    assert one(classically(condition("A", "last", "no_value"), A=series([1]))) == 0
    assert one(classically(condition("A", "last", "gt", 0), A=series([None]))) is None
    either = condition("B", "last", "gt", 0, operator="or")
    assert one(classically(condition("A", "last", "gt", 0), either, A=(), B=series([1]))) == 1
