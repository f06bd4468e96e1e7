import math

import numpy as np
import orjson

from vedette.kernel.errors import BadGateway
from vedette.querying.frames_json import answer_status, results_json
from vedette.sdk import Answer, Field, FieldType, Frame, FrameKind, JsonColumn


class Failed(BadGateway):
    code = "test.failed"


def written(*fields: Field, **more):
    frame = Frame(FrameKind.TABLE, fields, "A", **more)
    return body({"A": Answer("A", (frame,))})["results"]["A"]["frames"][0]


def body(answers, extra=None):
    return orjson.loads(b"".join(results_json(answers, extra)))


def test_a_series_is_written_as_clients_know_it():
    frame = Frame(
        FrameKind.SERIES,
        (
            Field(
                "Time", FieldType.TIME, JsonColumn(b"1000,2000,3000", 3), config={"interval": 1000}
            ),
            Field(
                "Value",
                FieldType.NUMBER,
                JsonColumn(b"3,null,2", 3, {"NaN": [1]}),
                labels={"job": "api"},
                config={"displayNameFromDS": "api"},
            ),
        ),
        "A",
        meta={"type": "timeseries-multi", "typeVersion": [0, 1]},
    )
    assert body({"A": Answer("A", (frame,))}) == {
        "results": {
            "A": {
                "status": 200,
                "frames": [
                    {
                        "schema": {
                            "refId": "A",
                            "meta": {"type": "timeseries-multi", "typeVersion": [0, 1]},
                            "fields": [
                                {
                                    "name": "Time",
                                    "type": "time",
                                    "typeInfo": {"frame": "time.Time"},
                                    "config": {"interval": 1000},
                                },
                                {
                                    "name": "Value",
                                    "type": "number",
                                    "typeInfo": {"frame": "float64"},
                                    "labels": {"job": "api"},
                                    "config": {"displayNameFromDS": "api"},
                                },
                            ],
                        },
                        "data": {
                            "values": [[1000, 2000, 3000], [3, None, 2]],
                            "entities": [None, {"NaN": [1]}],
                        },
                    }
                ],
            }
        }
    }


def test_numbers_that_json_lacks_are_listed_whatever_the_column_is_made_of():
    odd = [1.0, math.nan, math.inf, -math.inf]
    for values in (odd, np.array(odd), tuple(odd)):
        frame = written(Field("v", FieldType.NUMBER, values))
        assert frame["data"]["values"] == [[1, None, None, None]]
        assert frame["data"]["entities"] == [{"NaN": [1], "Inf": [2], "NegInf": [3]}]


def test_columns_without_such_numbers_carry_no_entities():
    frame = written(
        Field("v", FieldType.NUMBER, np.arange(3)), Field("s", FieldType.STRING, ["a"] * 3)
    )
    assert frame["data"] == {"values": [[0, 1, 2], ["a", "a", "a"]]}


def test_missing_values_are_null_and_no_entity():
    column = np.array([1.0, math.nan, math.nan])
    missing = np.array([False, True, False])
    frame = written(Field("v", FieldType.NUMBER, column, nullable=True, nulls=missing))
    assert frame["data"] == {"values": [[1, None, None]], "entities": [{"NaN": [2]}]}
    assert frame["schema"]["fields"][0]["typeInfo"] == {"frame": "float64", "nullable": True}


def test_whole_numbers_keep_all_their_digits():
    column = np.array([2**63 - 1], dtype=np.int64)
    text = b"".join(
        results_json(
            {
                "A": Answer(
                    "A",
                    (
                        Frame(
                            FrameKind.TABLE,
                            (Field("v", FieldType.NUMBER, column, frame_type="int64"),),
                        ),
                    ),
                )
            }
        )
    )
    assert b"[9223372036854775807]" in text


def test_sliced_and_reversed_arrays_are_written_in_their_order():
    frame = written(Field("v", FieldType.NUMBER, np.arange(6.0)[::-2]))
    assert frame["data"]["values"] == [[5, 3, 1]]


def test_times_between_milliseconds_keep_their_nanoseconds():
    frame = written(
        Field("t", FieldType.TIME, [1, 2], nanos=[0, 678_901]),
        Field("s", FieldType.STRING, ["", ""]),
    )
    assert frame["data"]["nanos"] == [[0, 678_901], None]
    plain = written(Field("t", FieldType.TIME, [1], nanos=[0]))
    assert "nanos" not in plain["data"]


def test_no_data_is_a_frame_without_fields():
    frame = written(meta={"type": "table"})
    assert frame == {
        "schema": {"refId": "A", "meta": {"type": "table"}, "fields": []},
        "data": {"values": []},
    }


def test_notices_are_part_of_the_meta_of_their_frame():
    notice = {"severity": "warning", "text": "cut"}
    frame = written(notices=(notice,), meta={"type": "table"})
    assert frame["schema"]["meta"] == {"type": "table", "notices": [notice]}


def test_a_failed_query_says_why_and_whose_fault_it_is():
    failed = Answer("B", error=Failed("no such metric", upstreamStatus=422))
    found = body({"B": failed}, {"message": "no such metric"})
    assert found == {
        "results": {
            "B": {
                "error": "no such metric",
                "errorSource": "downstream",
                "errorCode": "test.failed",
                "status": 422,
                "frames": [],
            }
        },
        "message": "no such metric",
    }
    assert answer_status(Answer("A", error=Failed("x"))) == 502


def test_values_that_cannot_be_written_spoil_their_own_query_only():
    field = Field("v", FieldType.NUMBER, [10**30])
    bad = Answer("A", (Frame(FrameKind.TABLE, (field,)),))
    found = body({"A": bad, "B": Answer("B")})["results"]
    assert (found["A"]["status"], found["B"]["status"]) == (500, 200)


def test_names_need_no_care():
    nasty = 'a"b\\\n\u2028é'
    frame = written(Field(nasty, FieldType.STRING, [nasty], labels={nasty: nasty}), name=nasty)
    assert frame["schema"]["name"] == nasty
    assert frame["schema"]["fields"][0]["labels"] == {nasty: nasty}
    assert list(body({nasty: Answer(nasty)})["results"]) == [nasty]
