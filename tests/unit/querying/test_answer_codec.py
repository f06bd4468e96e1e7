"""What is kept is what was answered: the bytes a browser gets are the same."""

import math

import msgspec
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vedette.querying.answer_codec import CachedResult, decode, encode
from vedette.querying.frames_json import results_json
from vedette.sdk import Answer, Field, FieldType, Frame, FrameKind, JsonColumn

_MOST = 10_000_000
_text = st.text(max_size=20)
_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | _text | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_text, inner, max_size=3),
    max_leaves=6,
)
_objects = st.dictionaries(_text, _json, max_size=3)


@st.composite
def _fields(draw, rows):
    kind = draw(st.sampled_from(FieldType))
    nulls = nanos = None
    if kind is FieldType.TIME:
        values = draw(st.lists(st.integers(0, 2**45), min_size=rows, max_size=rows))
        nanos = draw(st.none() | st.lists(st.integers(0, 999_999), min_size=rows, max_size=rows))
    elif kind is FieldType.NUMBER:
        numbers = draw(st.lists(st.floats(), min_size=rows, max_size=rows))
        form = draw(st.sampled_from(("list", "array", "integers", "json")))
        if form == "json":
            whole = list(range(rows))
            text = ",".join(map(str, whole)).encode()
            values = JsonColumn(text, rows, draw(st.none() | st.just({"NaN": whole[:1]})))
        elif form == "integers":
            values = np.arange(rows, dtype=draw(st.sampled_from(("<i8", "<u2", "<i4"))))
        else:
            values = numbers if form == "list" else np.array(numbers, dtype="<f8")
            if form == "array" and draw(st.booleans()):
                nulls = np.array([row % 2 == 0 for row in range(rows)], dtype=bool)
    elif kind is FieldType.STRING:
        values = draw(st.lists(st.none() | _text, min_size=rows, max_size=rows))
    elif kind is FieldType.BOOLEAN:
        values = draw(st.lists(st.booleans(), min_size=rows, max_size=rows))
    else:
        values = draw(st.lists(_json, min_size=rows, max_size=rows))
    return Field(
        draw(_text),
        kind,
        values,
        draw(st.none() | st.dictionaries(_text, _text, max_size=3)),
        draw(_objects),
        draw(st.booleans()),
        draw(st.none() | st.just("int64")),
        nulls,
        nanos,
    )


@st.composite
def _frames(draw):
    rows = draw(st.integers(0, 4))
    fields = tuple(draw(st.lists(_fields(rows), max_size=3)))
    notices = tuple(draw(st.lists(_objects, max_size=2)))
    return Frame(
        draw(st.sampled_from(FrameKind)), fields, draw(_text), draw(_text), notices, draw(_objects)
    )


def _wire(answers):
    return b"".join(results_json({str(place): each for place, each in enumerate(answers)}))


@settings(max_examples=60)
@given(st.lists(st.lists(_frames(), max_size=2), max_size=2))
def test_what_is_read_back_goes_out_as_the_same_bytes(answers):
    kept = CachedResult(
        tuple(Answer(f"R{n}", tuple(each)) for n, each in enumerate(answers)), 5, 0.25
    )
    found = decode(encode(kept, _MOST))
    assert _wire(found.answers) == _wire(kept.answers)
    assert [each.ref_id for each in found.answers] == [each.ref_id for each in kept.answers]
    assert [f.kind for a in found.answers for f in a.frames] == [
        f.kind for a in kept.answers for f in a.frames
    ]
    assert (found.asked_ms, found.seconds) == (5, 0.25)


def _series(count, text=b"1,2,3"):
    times = Field("Time", FieldType.TIME, JsonColumn(b"1000,2000,3000", 3))
    meta = {"type": "timeseries-multi"}
    return tuple(
        Frame(
            FrameKind.SERIES,
            (times, Field("Value", FieldType.NUMBER, JsonColumn(text, 3), labels={"n": str(n)})),
            meta=meta,
        )
        for n in range(count)
    )


def test_columns_are_copied_and_those_that_series_share_are_written_once():
    frames = _series(100)
    data = encode(CachedResult((Answer("A", frames),), 0, 0), _MOST)
    assert data.count(b"1000,2000,3000") == data.count(b"timeseries-multi") == 1
    found = decode(data).answers[0].frames
    assert isinstance(found[0].fields[1].values, JsonColumn)
    assert found[0].fields[0] is found[99].fields[0]
    assert found[0].meta is found[99].meta


def test_numbers_stay_numbers_that_expressions_can_count_with():
    values = np.array([1.5, math.nan, math.inf])
    field = Field("v", FieldType.NUMBER, values)
    (answer,) = decode(
        encode(CachedResult((Answer("A", (Frame(FrameKind.TABLE, (field,)),)),), 0, 0), _MOST)
    ).answers
    np.testing.assert_array_equal(answer.frames[0].fields[0].values, values)


def test_what_is_too_large_is_not_even_written():
    kept = CachedResult((Answer("A", _series(10, b"1" * 1_000)),), 0, 0)
    assert encode(kept, 9_000) is None
    assert encode(kept, 30_000) is not None
    numbers = Field("v", FieldType.NUMBER, np.zeros(1_000))
    assert (
        encode(CachedResult((Answer("A", (Frame(FrameKind.TABLE, (numbers,)),)),), 0, 0), 7_000)
        is None
    )


def test_what_has_no_form_is_not_kept():
    for value in (2**70, object()):
        field = Field("v", FieldType.JSON, [value])
        kept = CachedResult((Answer("A", (Frame(FrameKind.TABLE, (field,)),)),), 0, 0)
        assert encode(kept, _MOST) is None


@given(st.binary(max_size=200))
def test_bytes_that_somebody_made_up_are_nothing(data):
    """Proves T59."""
    assert decode(data) is None


@given(st.data())
def test_a_damaged_value_is_an_answer_or_nothing_but_never_a_crash(data):
    whole = encode(CachedResult((Answer("A", _series(2)),), 0, 0), _MOST)
    place = data.draw(st.integers(0, len(whole) - 1))
    damaged = whole[:place] + bytes([data.draw(st.integers(0, 255))]) + whole[place + 1 :]
    found = decode(damaged)
    assert found is None or isinstance(found, CachedResult)


def test_another_version_or_an_object_array_is_nothing():
    whole = msgspec.msgpack.decode(encode(CachedResult((Answer("A", _series(1)),), 0, 0), _MOST))
    assert decode(msgspec.msgpack.encode([99, *whole[1:]])) is None
    for dtype in ("|O", "<U9", "nonsense", "<f8,<f8"):
        whole[3][0][2] = ["a", dtype, b"12345678"]
        assert decode(msgspec.msgpack.encode(whole)) is None
