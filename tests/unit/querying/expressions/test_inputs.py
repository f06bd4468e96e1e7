"""Which answers of data sources expressions can work on, and what they take from them."""

import numpy as np
import pytest
from tests.unit.querying.expressions.made import math, number, run, series, shown, table

from vedette.sdk import Field, FieldType, Frame, FrameKind, JsonColumn


def seen(*frames):
    return shown(run(math("X", "$A"), A=frames)["X"])


def test_a_table_with_text_columns_and_one_number_is_labelled_numbers():
    found = seen(table(Loc=["MIA", "NYC"], Host=["A", "B"], Avg_CPU=[1, 2]))
    assert found == [({"Loc": "MIA", "Host": "A"}, 1), ({"Loc": "NYC", "Host": "B"}, 2)]


def test_booleans_are_labels_beside_numbers_and_numbers_where_there_are_none():
    assert seen(table(up=[True], n=[3], h=["a"])) == [({"h": "a", "up": "true"}, 3)]
    assert seen(table(h=["a", "b"], up=[True, False])) == [({"h": "a"}, 1), ({"h": "b"}, 0)]


def test_one_number_alone_needs_no_text_column():
    assert seen(table(total=[42])) == [({}, 42)]


def test_wide_frames_are_a_series_for_each_column():
    found = seen(table(time=[1000, 2000], cpu=[1, 2], memory=[3, None]))
    assert found == [
        ({"name": "cpu"}, [1000, 2000], [1, 2]),
        ({"name": "memory"}, [1000, 2000], [3, None]),
    ]


def test_long_frames_are_a_series_for_each_set_of_texts():
    frame = table(time=[1000, 1000, 2000], host=["a", "b", "a"], cpu=[1, 2, 3])
    assert seen(frame) == [
        ({"host": "a"}, [1000, 2000], [1, 3]),
        ({"host": "b"}, [1000], [2]),
    ]


def test_rows_without_a_time_are_passed_over_and_the_others_ordered():
    assert seen(table(time=[3000, None, 1000], v=[3, 2, 1])) == [({}, [1000, 3000], [1, 3])]


def test_columns_may_be_json_text_or_arrays():
    time = Field("Time", FieldType.TIME, JsonColumn(b"1000,2000,3000", 3))
    values = JsonColumn(b"1.5,null,null", 3, {"Inf": [1]})
    frame = Frame(FrameKind.SERIES, (time, Field("Value", FieldType.NUMBER, values)))
    assert seen(frame) == [({}, [1000, 2000, 3000], [1.5, float("inf"), None])]
    numbers = Field("n", FieldType.NUMBER, np.array([7]), nulls=np.array([True]))
    assert seen(Frame(FrameKind.NUMBERS, (numbers,))) == [({}, None)]


def test_an_instant_answer_is_a_number_though_it_has_a_time():
    frame = series([5], job="a")
    instant = Frame(FrameKind.NUMBERS, frame.fields, meta={"type": "numeric-multi"})
    assert seen(instant) == [({"job": "a"}, 5)]


def test_series_that_differ_only_by_name_get_the_label_name():
    frames = []
    for name in ("first", "second"):
        time, value = series([1]).fields
        named = Field(value.name, value.type, value.values, config={"displayNameFromDS": name})
        frames.append(Frame(FrameKind.SERIES, (time, named)))
    assert [labels for labels, *_ in seen(*frames)] == [{"name": "first"}, {"name": "second"}]


@pytest.mark.parametrize(
    ("frame", "says"),
    [
        (table(h=["a"], x=[1], y=[2]), "a table with 2 columns of numbers"),
        (table(h=["a"]), "a frame without numbers"),
        (table(n=[1, 2]), "neither a time nor a text column"),
        (Frame(FrameKind.LOGS, series([1]).fields), "log lines"),
    ],
)
def test_other_answers_are_refused_with_what_would_do(frame, says):
    error = run(math("X", "$A"), A=frame)["X"].error
    assert error.status == 400
    assert error.public.startswith("Query A returned")
    assert says in error.public


def test_tables_without_rows_are_no_data_and_series_without_points_are_empty_series():
    assert seen(table(time=[], host=[], n=[])) == []
    assert seen(table(host=[])) == []
    assert seen(series([], job="a")) == [({"job": "a"}, [], [])]


def test_a_mix_of_sources_meets_in_one_formula():
    found = run(math("X", "$A * $B"), A=table(host=["a", "b"], n=[2, 3]), B=number(10, host="b"))
    assert shown(found["X"]) == [({"host": "b"}, 30)]
