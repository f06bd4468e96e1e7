"""Which series of an answer are drawn, and which of them stand out."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vedette.alerting.images.lines import MOST_ALERTING, MOST_OTHERS, lines, unit
from vedette.sdk import Answer, BadGateway, Field, FieldType, Frame, FrameKind


def series(values, **labels):
    moments = Field("Time", FieldType.TIME, np.arange(len(values), dtype=np.int64) * 1000)
    numbers = np.array(values, np.float64)
    return Frame(FrameKind.SERIES, (moments, Field("Value", FieldType.NUMBER, numbers, labels)))


def answer(*frames):
    return Answer("A", tuple(frames))


def test_series_of_the_alerts_come_first_and_stand_out():
    found, left_out = lines(
        answer(series([1, 2], host="a", job="x"), series([3, 4], host="b", job="x")),
        [{"alertname": "CPU", "host": "b", "job": "x", "team": "core"}],
        {},
    )
    assert [(each.name, each.is_alerting) for each in found] == [
        ("host=b", True),
        ("host=a", False),
    ]
    assert found[0].values == [3.0, 4.0] and left_out == 0


def test_labels_that_the_rule_sets_itself_and_private_ones_do_not_count():
    one = series([1], host="a", severity="low", __name__="cpu")
    two = series([1], host="b", severity="low", __name__="cpu")
    found, _ = lines(answer(one, two), [{"host": "a", "severity": "page"}], {"severity": "page"})
    assert [(each.name, each.is_alerting) for each in found] == [
        ("host=a", True),
        ("host=b", False),
    ]


def test_where_no_series_is_that_of_an_alert_all_stand_out():
    found, _ = lines(answer(series([1], host="a"), series([2], host="b")), [{"x": "y"}], {})
    assert all(each.is_alerting for each in found)


def test_thousands_of_series_are_a_few_lines():
    frames = [series([float(index)], host=str(index)) for index in range(3_000)]
    found, left_out = lines(answer(*frames), [{"host": "2999"}], {})
    assert [each.is_alerting for each in found] == [True] + [False] * MOST_OTHERS
    assert found[0].name == "host=2999" and left_out == 3_000 - 1 - MOST_OTHERS
    every, left_out = lines(answer(*frames), [], {})
    assert len(every) == MOST_ALERTING and left_out == 3_000 - MOST_ALERTING


def test_nothing_to_draw_is_nothing():
    assert lines(Answer("A", error=BadGateway("away")), [], {}) == ([], 0)
    assert lines(answer(series([])), [], {}) == ([], 0)
    assert lines(answer(series([math.nan, math.inf])), [], {}) == ([], 0)
    number = Frame(FrameKind.NUMBERS, (Field("V", FieldType.NUMBER, [1.0]),))
    assert lines(answer(number), [], {}) == ([], 0)
    logs = Frame(FrameKind.LOGS, (Field("line", FieldType.STRING, ["x"]),))
    assert lines(answer(logs), [], {}) == ((), 0)


def test_a_single_series_is_named_by_all_of_its_labels_or_its_query():
    assert lines(answer(series([1], b="2", a="1")), [], {})[0][0].name == "a=1, b=2"
    assert lines(answer(series([1])), [], {})[0][0].name == "A"


def test_the_unit_is_that_of_the_field():
    value = Field("V", FieldType.NUMBER, [1.0], config={"unit": "percent"})
    assert unit(answer(Frame(FrameKind.NUMBERS, (value,)))) == "percent"
    assert unit(answer(series([1]))) == ""


@given(st.lists(st.floats(), min_size=1, max_size=50), st.integers(1, 200))
def test_few_points_are_left_and_the_highest_and_lowest_among_them(numbers, times):
    many = numbers * times
    found, _ = lines(answer(series(many)), [], {})
    finite = [each for each in many if math.isfinite(each)]
    if not finite:
        assert not found
        return
    kept = [each for each in found[0].values if math.isfinite(each)]
    assert max(kept) == max(finite) and min(kept) == min(finite)
    assert len(found[0].values) <= 1_500
    assert list(found[0].times) == sorted(set(found[0].times))
