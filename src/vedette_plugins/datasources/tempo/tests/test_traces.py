"""OpenTelemetry traces become rows that hold what was sent."""

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.sdk import JsonColumn
from vedette.sdk.testing import check_frame
from vedette_plugins.datasources.tempo.errors import NotTempo
from vedette_plugins.datasources.tempo.node_graph import node_frames, own_times
from vedette_plugins.datasources.tempo.otlp import hex_id
from vedette_plugins.datasources.tempo.spans import read_spans
from vedette_plugins.datasources.tempo.tests.otlp_trace import (
    START,
    TRACE,
    any_value,
    attribute,
    base64_id,
    batch,
    span,
)
from vedette_plugins.datasources.tempo.trace_frame import trace_frame


async def no_pause() -> None: ...


async def read(*batches, key="batches", **more):
    return await read_spans(orjson.dumps({key: list(batches), **more}), no_pause)


def rows(frame) -> list[dict[str, Any]]:
    check_frame(frame)
    columns = [
        orjson.loads(b"[" + field.values.text + b"]")
        if isinstance(field.values, JsonColumn)
        else field.values
        for field in frame.fields
    ]
    names = [field.name for field in frame.fields]
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


async def test_a_span_is_a_row_with_everything_it_carries():
    one = span(
        1,
        tags={"http.status_code": 504, "ok": False, "list": [1, "a"], "map": {"k": 0.5}},
        status={"code": "STATUS_CODE_ERROR", "message": "timeout"},
        events=[
            {
                "name": "retry",
                "timeUnixNano": str(START + 500_250),
                "attributes": [attribute("attempt", 2)],
            }
        ],
        links=[
            {
                "traceId": base64_id("ff" * 16),
                "spanId": base64_id("ee" * 8),
                "attributes": [attribute("why", "cause")],
            }
        ],
        traceState="a=1",
        droppedEventsCount=3,
        length=120_500_000,
        start=250_000,
    )
    (row,) = rows(trace_frame(await read(batch("shop", one)), "A"))
    start_ms = START // 1_000_000
    assert row == {
        "traceID": TRACE,
        "spanID": "0000000000000001",
        "parentSpanID": "0" * 16,
        "operationName": "call 1",
        "serviceName": "shop",
        "kind": "server",
        "statusCode": 2,
        "statusMessage": "timeout",
        "instrumentationLibraryName": "lib",
        "instrumentationLibraryVersion": "1.2",
        "traceState": "a=1",
        "serviceTags": [{"key": "service.name", "value": "shop"}],
        "startTime": start_ms + 0.25,
        "duration": 120.5,
        "logs": [
            {
                "timestamp": pytest.approx(start_ms + 0.50025, abs=0.001),
                "name": "retry",
                "fields": [{"key": "event", "value": "retry"}, {"key": "attempt", "value": 2}],
            }
        ],
        "references": [
            {
                "traceID": "ff" * 16,
                "spanID": "ee" * 8,
                "tags": [{"key": "why", "value": "cause"}],
            }
        ],
        "tags": [
            {"key": "http.status_code", "value": 504},
            {"key": "ok", "value": False},
            {"key": "list", "value": [1, "a"]},
            {"key": "map", "value": {"k": 0.5}},
        ],
        "warnings": ["3 events were dropped before storage."],
    }


async def test_all_forms_of_a_reply_are_read_alike():
    one = batch("shop", span(1), span(2, 1))
    old = {
        "resource": one["resource"],
        "instrumentationLibrarySpans": [
            {
                "instrumentationLibrary": {"name": "lib", "version": "1.2"},
                "spans": one["scopeSpans"][0]["spans"],
            }
        ],
    }
    numbers = orjson.loads(orjson.dumps(one))
    for each in numbers["scopeSpans"][0]["spans"]:
        each["kind"], each["startTimeUnixNano"] = 2, int(each["startTimeUnixNano"])
        each["traceId"], each["spanId"] = TRACE.upper(), hex_id(each["spanId"])
        each["parentSpanId"] = hex_id(each.get("parentSpanId", "0000000000000000"))
    wanted = rows(trace_frame(await read(one), "A"))
    assert wanted[1]["parentSpanID"] == wanted[0]["spanID"]
    assert rows(trace_frame(await read(one, key="resourceSpans"), "A")) == wanted
    assert rows(trace_frame(await read(old), "A")) == wanted
    assert rows(trace_frame(await read(numbers), "A")) == wanted
    wrapped = orjson.dumps({"trace": {"resourceSpans": [one]}, "status": "COMPLETE"})
    spans = await read_spans(wrapped, no_pause)
    assert rows(trace_frame(spans, "A")) == wanted
    assert spans.notices == []


async def test_a_partial_trace_says_so():
    body = {"trace": {"batches": [batch("a", span(1))]}, "status": "PARTIAL", "message": "too big"}
    spans = await read_spans(orjson.dumps(body), no_pause)
    assert [each["text"] for each in spans.notices] == ["The trace is incomplete: too big"]


async def test_a_very_large_trace_is_cut_with_a_notice_and_lets_others_work():
    pauses = 0

    async def pause():
        nonlocal pauses
        pauses += 1

    body = orjson.dumps({"batches": [batch("a", *map(span, range(1, 1_001))), batch("b", span(7))]})
    spans = await read_spans(body, pause, 900)
    assert len(spans) == 900
    assert spans.notices[0]["text"] == "The trace has 1,001 spans. The first 900 are shown."
    assert pauses >= 4


@pytest.mark.parametrize(
    "body",
    [
        b"<html>",
        b"[]",
        b'{"batches":[{"scopeSpans":[{"spans":[{"name":1}]}]}]}',
        b'{"batches":[{"scopeSpans":[{"spans":[{"startTimeUnixNano":"x"}]}]}]}',
        b'{"batches":[{"scopeSpans":[{"spans":[{"spanId"',
    ],
)
async def test_what_is_no_trace_is_refused_in_one_sentence(body):
    with pytest.raises(NotTempo, match="is not a trace"):
        await read_spans(body, no_pause)


JSON_VALUES = st.recursive(
    st.text() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(min_size=1), JSON_VALUES, max_size=5))
async def test_attributes_of_any_type_arrive_as_they_were_sent(tags):
    finite = {key: value for key, value in tags.items() if "inf" not in repr(any_value(value))}
    (row,) = rows(trace_frame(await read(batch("shop", span(1, tags=finite))), "A"))
    assert {each["key"]: each["value"] for each in row["tags"]} == finite


@given(st.binary(min_size=8, max_size=8) | st.binary(min_size=16, max_size=16))
def test_an_id_is_the_same_in_hex_and_in_base64(raw):
    assert hex_id(raw.hex()) == hex_id(raw.hex().upper()) == hex_id(base64_id(raw.hex()))
    assert hex_id(base64_id(raw.hex())) == raw.hex()


async def test_numbers_that_json_lacks_stay_readable():
    odd = span(1)
    odd["attributes"] = [
        {"key": "nan", "value": {"doubleValue": "NaN"}},
        {"key": "huge", "value": {"intValue": "99999999999999999999999"}},
        {"key": "none"},
    ]
    (row,) = rows(trace_frame(await read(batch("shop", odd)), "A"))
    assert [each["value"] for each in row["tags"]] == ["NaN", "99999999999999999999999", None]


async def test_a_trace_is_also_a_graph_of_its_spans():
    spans = await read(
        batch("web", span(1, length=100_000_000)),
        batch(
            "db",
            span(2, 1, start=10_000_000, length=30_000_000),
            span(3, 1, start=20_000_000, length=30_000_000),
            span(4, 9, start=5_000_000, length=1_000_000),
        ),
    )
    nodes, edges = node_frames(spans, "A")
    assert (nodes.name, edges.name) == ("nodes", "edges")
    first = rows(nodes)[0]
    assert (first["title"], first["subtitle"]) == ("web", "call 1")
    assert (first["mainstat"], first["secondarystat"]) == ("100ms (100%)", "60ms (60%)")
    assert first["color"] == 0.6
    one, two, three = (f"{number:016x}" for number in (1, 2, 3))
    assert [(row["source"], row["target"]) for row in rows(edges)] == [(one, two), (one, three)]


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 50), st.integers(0, 50)), max_size=9))
async def test_own_time_is_the_part_of_a_span_without_children(drawn):
    """Compared with counting moments one by one."""
    made = [
        span(number, parent if parent != number else 0, start=start, length=length)
        for number, (parent, start, length) in enumerate(drawn, start=1)
    ]
    spans = await read(batch("a", *made))
    for row, found in enumerate(own_times(spans)):
        moments = set(range(spans.starts[row], spans.ends[row]))
        for child, parent in enumerate(spans.parents):
            if parent == spans.ids[row]:
                moments -= set(range(spans.starts[child], spans.ends[child]))
        assert found == len(moments)


async def test_of_a_large_trace_the_first_nodes_are_drawn():
    spans = await read(batch("a", *(span(number, 1) for number in range(1, 2_102))))
    nodes, edges = node_frames(spans, "A")
    assert len(rows(nodes)) == 2_000
    assert nodes.notices[0]["text"] == "The trace has 2,101 spans. The first 2,000 are shown."
    drawn = {row["id"] for row in rows(nodes)}
    assert all(row["source"] in drawn and row["target"] in drawn for row in rows(edges))
