"""What formulas give, on numbers and on series."""

import math as numbers

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.querying.expressions.made import INF, NAN, math, number, one, run, series, shown

from vedette.querying.expressions.limits import ExpressionLimits
from vedette.querying.expressions.math.evaluate import evaluate
from vedette.querying.expressions.math.join import joined
from vedette.querying.expressions.math.parser import parse
from vedette.querying.expressions.values import Number, Series, Variable


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("7 % 4", 3),
        ("-7 % 4", -3),
        ("2 ** 3 ** 2", 512),
        ("1 / 0", INF),
        ("-1 / 0", -INF),
        ("0 / 0", NAN),
        ("3 > 2", 1),
        ("2 >= 3", 0),
        ("nan() > 1", NAN),
        ("nan() == nan()", NAN),
        ("1 || nan()", 1),
        ("0 || nan()", NAN),
        ("0 && nan()", 0),
        ("nan() && 0", NAN),
        ("!0", 1),
        ("!5", 0),
        ("!nan()", NAN),
        ("null() + 1", None),
        ("abs(null())", NAN),
        ("abs(-3)", 3),
        ("log(-1)", NAN),
        ("log(0)", -INF),
        ("round(2.5)", 3),
        ("round(-2.5)", -3),
        ("round(0.49999999999999994)", 0),
        ("ceil(1.2)", 2),
        ("floor(-1.2)", -2),
        ("is_nan(nan())", 1),
        ("is_nan(null())", 0),
        ("is_null(null())", 1),
        ("is_null(nan())", 0),
        ("is_inf(infn())", 1),
        ("is_inf(1)", 0),
        ("is_number(1)", 1),
        ("is_number(null())", 0),
        ("is_number(inf())", 0),
        ("infn() == 0 - inf()", 1),
    ],
)
def test_operators_and_functions(formula: str, expected: float | None):
    value = one(run(math("X", formula))["X"])
    if expected is not None and numbers.isnan(expected):
        assert numbers.isnan(value)
    else:
        assert value == expected


def test_a_number_and_a_series_give_a_series():
    found = run(math("X", "$A * 2 + $B"), A=series([1, None, NAN]), B=number(10))
    ((_, times, values),) = shown(found["X"])
    assert times == [0, 1000, 2000]
    assert values[:2] == [12, None]
    assert numbers.isnan(values[2])


def test_two_series_meet_only_at_the_times_of_both():
    found = run(math("X", "$A - $B"), A=series([1, 2, 3, 4]), B=series([10, 20, 30], start=2000))
    assert shown(found["X"]) == [({}, [2000, 3000], [-7, -16])]


def test_series_without_a_common_time_give_an_empty_series():
    found = run(math("X", "$A - $B"), A=series([1]), B=series([1], start=500))
    assert shown(found["X"]) == [({}, [], [])]


def test_results_are_frames_of_the_expression():
    found = run(math("X", "$A + 1"), math("Y", "$B"), A=series([1], job="a"), B=number(1, job="b"))
    frame = found["X"].frames[0]
    assert (frame.ref_id, [each.name for each in frame.fields]) == ("X", ["Time", "X"])
    assert frame.meta == {"type": "timeseries-multi", "typeVersion": [0, 1]}
    assert frame.fields[1].labels == {"job": "a"}
    frame = found["Y"].frames[0]
    assert [each.name for each in frame.fields] == ["Y"]
    assert frame.meta == {"type": "numeric-multi", "typeVersion": [0, 1]}


def test_items_join_by_their_labels():
    left = (
        number(1, host="a", job="x"),
        number(2, host="b", job="x"),
        number(3, host="c", job="x"),
    )
    found = run(math("X", "$A + $B"), A=left, B=(number(10, host="a"), number(20, host="b")))
    assert shown(found["X"]) == [
        ({"host": "a", "job": "x"}, 11),
        ({"host": "b", "job": "x"}, 22),
    ]
    (notice,) = found["X"].frames[0].notices
    assert "1 items on the left and 0 items on the right" in notice["text"]


def test_an_item_without_labels_joins_every_item():
    found = run(math("X", "$A / $B"), A=(number(1, h="a"), number(2, h="b")), B=number(10))
    assert shown(found["X"]) == [({"h": "a"}, 0.1), ({"h": "b"}, 0.2)]


def test_one_item_joins_one_item_and_the_labels_go():
    found = run(math("X", "$A + $B"), A=number(1, h="a"), B=number(2, h="b"))
    assert shown(found["X"]) == [({}, 3)]


def test_items_that_fit_nowhere_are_no_data_with_a_notice():
    found = run(math("X", "$A + $B"), A=(number(1, h="a"), number(1, h="b")), B=number(2, h="c"))
    assert shown(found["X"]) == []
    assert found["X"].frames[0].notices[0]["text"].endswith("no data.")


def test_where_one_query_has_no_data_the_result_has_none():
    found = run(math("X", "$A + $B"), math("Y", "$X || 1"), A=number(1), B=())
    for ref_id in ("X", "Y"):
        (frame,) = found[ref_id].frames
        assert (frame.fields, frame.ref_id) == ((), ref_id)


def test_too_many_values_are_refused_before_they_are_made():
    """Proves T56."""
    many = tuple(number(1) for _ in range(100))
    found = run(math("X", "$A + $B"), A=many, B=many, limits=ExpressionLimits(max_points=1000))
    assert "Expression X would create more than 1,000 values" in found["X"].error.public
    long = tuple(series([1.0] * 100, h=str(row)) for row in range(20))
    found = run(math("X", "$A + 1"), A=long, limits=ExpressionLimits(max_points=1000))
    assert found["X"].error.status == 413


LABELS = st.dictionaries(st.sampled_from("abc"), st.sampled_from("xy"), max_size=3)
VALUES = st.lists(st.one_of(st.none(), st.floats(-100, 100), st.just(NAN)), max_size=6)


@st.composite
def items(draw: st.DrawFn) -> Number | Series:
    labels = draw(LABELS)
    if draw(st.booleans()):
        return Number(labels, draw(st.one_of(st.none(), st.floats(-100, 100))))
    values = draw(VALUES)
    steps = draw(st.lists(st.integers(1, 3), min_size=len(values), max_size=len(values)))
    nulls = np.array([value is None for value in values], np.bool_)
    times = np.cumsum(np.array(steps, np.int64))
    return Series(labels, times, np.array(values, np.float64), nulls if nulls.any() else None)


def naive_pairs(left, right):
    pairs = []
    for a in left:
        for b in right:
            mine, other = a.labels.items(), b.labels.items()
            if mine <= other or other <= mine:
                pairs.append((a.labels if len(mine) >= len(other) else b.labels, a, b))
    if not pairs and len(left) == len(right) == 1:
        pairs.append(({}, left[0], right[0]))
    return pairs


def plain(item):
    if isinstance(item, Number):
        return item.value
    nulls = item.nulls.tolist() if item.nulls is not None else [False] * len(item)
    rows = zip(item.times.tolist(), item.values.tolist(), nulls, strict=True)
    return {time: None if missing else value for time, value, missing in rows}


def naive_sum(left, right):
    def add(a, b):
        return None if a is None or b is None else a + b

    a, b = plain(left), plain(right)
    if isinstance(a, dict) and isinstance(b, dict):
        return {time: add(a[time], b[time]) for time in a if time in b}
    if isinstance(a, dict):
        return {time: add(value, b) for time, value in a.items()}
    if isinstance(b, dict):
        return {time: add(a, value) for time, value in b.items()}
    return add(a, b)


def comparable(labels, value):
    return repr((sorted(labels.items()), value))


@given(st.lists(items(), max_size=6), st.lists(items(), max_size=6))
def test_the_fast_join_gives_what_comparing_each_with_each_gives(left, right):
    result = joined(left, right, 1000)
    expected = naive_pairs(left, right)
    assert sorted(repr(pair) for pair in result.pairs) == sorted(repr(pair) for pair in expected)
    variables = {"A": Variable(tuple(left)), "B": Variable(tuple(right))}
    found = evaluate("X", parse("$A + $B"), variables, 1000)
    assert sorted(comparable(item.labels, plain(item)) for item in found.items) == sorted(
        comparable(labels, naive_sum(a, b)) for labels, a, b in expected
    )
