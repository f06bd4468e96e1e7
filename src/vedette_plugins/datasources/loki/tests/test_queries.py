"""What Loki is asked, and what its answers become."""

import asyncio
import math
import time

import orjson
import pytest

from vedette.sdk import Caller, FieldType, FrameKind, ReadLimits
from vedette.sdk.testing import (
    ScriptedHttp,
    ScriptedReply,
    ScriptedSocket,
    check_frame,
    conformance,
    open_source,
)
from vedette_plugins.datasources.loki.datasource import PLUGIN
from vedette_plugins.datasources.loki.tests.replies import (
    START_NS,
    answering,
    lent,
    numbers,
    query,
    streams,
)

CALLER = Caller(org_id=1)
LINE = {"stream": {"app": "web"}, "values": [[str(START_NS + 1_000_001), "boom", {}]]}
SERIES = {"metric": {"app": "web"}, "values": [[1_790_000_000, "1"], [1_790_000_015.5, "NaN"]]}


async def ask(http, asked, settings=None):
    source = await open_source(PLUGIN, lent(http), settings)
    (answer,) = await source.query([asked], CALLER)
    return answer


async def sent(expr='{app="web"}', settings=None, **model):
    http = answering(streams(LINE) if expr.startswith("{") else numbers("matrix", SERIES))
    answer = await ask(http, query(expr, **model), settings)
    assert answer.error is None, answer.error
    request = http.requests[-1]
    return request.path, dict(request.params), request.headers


def columns(frame):
    return {column.name: list(column.values) for column in frame.fields}


async def test_a_range_query_is_asked_in_nanoseconds_the_newest_first():
    path, params, headers = await sent()
    assert path == "/loki/api/v1/query_range"
    assert params["start"] == str(START_NS)
    assert params["end"] == str(START_NS + 3_600 * 10**9)
    assert (params["limit"], params["direction"]) == ("1000", "backward")
    assert headers["X-Loki-Response-Encoding-Flags"] == "categorize-labels"
    assert "X-Query-Tags" not in headers


@pytest.mark.parametrize(
    ("of_query", "of_source", "limit"),
    [(20, "50", "20"), (None, "50", "50"), ("", 70, "70"), (0, "", "1000"), ("30", None, "30")],
)
async def test_the_number_of_lines_is_the_querys_or_the_sources(of_query, of_source, limit):
    _, params, _ = await sent(maxLines=of_query, settings={"maxLines": of_source})
    assert params["limit"] == limit


async def test_supporting_queries_say_what_they_are_for():
    _, _, headers = await sent("rate({a='b'}[1m])", supportingQueryType="logsVolume")
    assert headers["X-Query-Tags"] == "Source=logvolhist"


@pytest.mark.parametrize(
    ("model", "hours", "step"),
    [
        ({}, 1, "15.000"),
        ({"step": "1m"}, 1, "60.000"),
        ({"step": "$__interval"}, 1, "15.000"),
        ({"step": "500ms"}, 1, "0.500"),
        ({"step": "10s", "resolution": 5}, 1, "50.000"),
        ({"step": 30}, 1, "30.000"),
        ({"resolution": 2}, 1, "30.000"),
        ({"step": "1s"}, 100, "32.728"),
        ({}, 24 * 30, "235.637"),
    ],
)
async def test_the_step_is_chosen_and_never_finer_than_loki_allows(model, hours, step):
    _, params, _ = await sent("rate({a='b'}[1m])", hours=hours, **model)
    assert params["step"] == step
    assert hours * 3_600 / float(step) <= 11_000


async def test_macros_are_filled():
    expr = "rate({a='b'}[$__auto]) + $__interval_ms + $__range_s + ${__range_ms} + x[$__range]"
    _, params, _ = await sent(expr, step="1m")
    assert params["query"] == "rate({a='b'}[1m]) + 15000 + 3600 + 3600000 + x[3600s]"
    _, params, _ = await sent("rate({a='b'}[$__rate_interval])")
    assert params["query"] == "rate({a='b'}[15s])"


async def test_one_moment_is_asked_for_numbers_only():
    http = answering(numbers("vector", {"metric": {"app": "web"}, "value": [1_790_003_600, "7"]}))
    answer = await ask(http, query("sum(rate({a='b'}[$__auto]))", queryType="instant"))
    request = http.requests[-1]
    assert request.path == "/loki/api/v1/query"
    assert dict(request.params)["query"] == "sum(rate({a='b'}[1h]))"
    assert dict(request.params)["time"] == str(START_NS + 3_600 * 10**9)
    (frame,) = answer.frames
    assert frame.kind is FrameKind.NUMBERS
    assert columns(frame) == {"Time": [1_790_003_600_000], "Value": [7.0]}


async def test_log_lines_are_asked_for_over_a_range_whatever_the_type():
    """A panel whose query was changed from numbers to lines shows lines."""
    http = answering(streams(LINE))
    answer = await ask(http, query('{app="web"}', queryType="instant"))
    assert http.requests[-1].path == "/loki/api/v1/query_range"
    assert columns(answer.frames[0])["Line"] == ["boom"]


async def test_exact_bounds_replace_the_range():
    _, params, _ = await sent(startNs="1790000000000000007", endNs="1790000000000000009")
    assert (params["start"], params["end"]) == ("1790000000000000007", "1790000000000000009")
    answer = await ask(answering(b""), query("{}", startNs="soon"))
    assert "nanoseconds" in answer.error.public


async def test_all_streams_become_one_frame_with_nanoseconds_and_kinds_of_labels():
    other = {
        "stream": {"app": "db"},
        "values": [
            [str(START_NS + 2_000_009), "two", {"structuredMetadata": {"trace": "t"}}],
            [str(START_NS + 1), "one", {"parsed": {"level": "info"}}],
        ],
    }
    answer = await ask(answering(streams(LINE, other)), query("{}"))
    (frame,) = answer.frames
    check_frame(frame)
    found = columns(frame)
    assert found["Line"] == ["two", "boom", "one"]
    assert found["tsNs"] == [str(START_NS + past) for past in (2_000_009, 1_000_001, 1)]
    start_ms = START_NS // 10**6
    assert found["Time"] == [start_ms + 2, start_ms + 1, start_ms]
    assert list(frame.fields[1].nanos) == [9, 1, 1]
    assert found["labels"][0] == {"app": "db", "trace": "t"}
    assert found["labelTypes"] == [
        {"app": "I", "trace": "S"},
        {"app": "I"},
        {"app": "I", "level": "P"},
    ]
    names = [field.name for field in frame.fields]
    assert names == ["labels", "Time", "Line", "tsNs", "labelTypes", "id"]
    assert frame.fields[4].config["custom"] == {"hidden": True}
    assert frame.meta["preferredVisualisationType"] == "logs"
    assert frame.meta["custom"] == {"frameType": "LabeledTimeValues", "limit": 1000}
    forward = await ask(answering(streams(LINE, other)), query("{}", direction="forward"))
    assert columns(forward.frames[0])["Line"] == ["one", "boom", "two"]


async def test_a_loki_that_does_not_tell_labels_apart_has_no_kinds_of_labels():
    plain = {"stream": {"app": "web"}, "values": [[str(START_NS), "x"]]}
    answer = await ask(answering(streams(plain, categorized=False)), query("{}"))
    assert [field.name for field in answer.frames[0].fields][-1] == "id"


async def test_ids_are_stable_and_differ_for_equal_lines():
    twice = {"stream": {"app": "web"}, "values": [[str(START_NS), "x"], [str(START_NS), "x"]]}
    first, again = [await ask(answering(streams(twice, LINE)), query("{}")) for _ in range(2)]
    ids = columns(first.frames[0])["id"]
    assert len(set(ids)) == 3
    assert ids == columns(again.frames[0])["id"]
    alone = await ask(answering(streams(LINE)), query("{}", direction="forward"))
    assert columns(alone.frames[0])["id"] == [ids[0]]


async def test_series_carry_labels_names_and_odd_numbers():
    odd = {"metric": {}, "values": [[1_790_000_000, "+Inf"], [1_790_000_015, "-Inf"]]}
    answer = await ask(answering(numbers("matrix", SERIES, odd)), query("rate({}[1m])"))
    first, second = answer.frames
    assert first.fields[1].labels == {"app": "web"}
    assert first.fields[1].config == {"displayNameFromDS": '{app="web"}'}
    assert first.fields[0].config == {"interval": 15_000}
    assert columns(first)["Time"] == [1_790_000_000_000, 1_790_000_015_500]
    assert math.isnan(columns(first)["Value"][1])
    assert columns(second)["Value"] == [math.inf, -math.inf]
    assert first.fields[1].type is FieldType.NUMBER
    named = await ask(
        answering(numbers("matrix", SERIES)), query("rate({}[1m])", legendFormat="at {{app}}")
    )
    assert named.frames[0].fields[1].config == {"displayNameFromDS": "at web"}
    auto = await ask(
        answering(numbers("matrix", SERIES)), query("rate({}[1m])", legendFormat="__auto")
    )
    assert auto.frames[0].fields[1].config == {}


async def test_warnings_and_costs_are_reported():
    body = orjson.loads(streams(LINE))
    body["warnings"] = ["part of the index was away"]
    body["data"]["stats"] = {"summary": {"totalBytesProcessed": 4096, "execTime": 0.25}}
    answer = await ask(answering(orjson.dumps(body)), query("{}"))
    (frame,) = answer.frames
    assert frame.notices == ({"severity": "warning", "text": "part of the index was away"},)
    assert list(frame.meta["stats"]) == [
        {"displayName": "Summary: total bytes processed", "value": 4096, "unit": "decbytes"},
        {"displayName": "Summary: exec time", "value": 0.25, "unit": "s"},
    ]


@pytest.mark.parametrize(
    ("status", "body", "told"),
    [
        (400, b"parse error at line 1, col 5: syntax\n error", "400: parse error at line 1, col 5"),
        (429, b"too many outstanding requests", "too many outstanding requests. Try again"),
        (500, b'{"code":500,"message":"context deadline exceeded"}', "500: context deadline"),
        (502, b"<html>bad gateway</html>", "Loki answered 502 without saying why."),
        (503, b"x" * 9_000, "…"),
    ],
)
async def test_an_error_is_one_sentence_with_lokis_words(status, body, told):
    answer = await ask(answering(body, status), query("{}"))
    assert told in answer.error.public
    assert "\n" not in answer.error.public and len(answer.error.public) < 600
    assert answer.error.detail["upstreamStatus"] == status


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>",
        b'{"status":"success"}',
        b'{"status":"success","data":{"resultType":"tree","result":[]}}',
        streams({"stream": {}, "values": [["soon", "x"]]}),
        numbers("matrix", {"metric": {}, "values": [[1, "many"]]}),
    ],
)
async def test_a_response_that_is_not_of_loki_is_an_error(body):
    answer = await ask(answering(body), query("{}"))
    assert answer.error.code == "loki.not_loki"


async def test_more_lines_than_the_server_allows_are_refused_before_they_are_asked_for():
    http = answering(streams())
    host = lent(http)
    host = type(host)(host.clock, http, host.log, host.network, ReadLimits(rows=100))
    source = await open_source(PLUGIN, host)
    (answer,) = await source.query([query("{}", maxLines=101)], CALLER)
    assert "row_limit" in answer.error.public
    assert http.requests == []


async def test_ad_hoc_filters_ask_once_which_labels_are_indexed():
    http = answering(streams(LINE))
    source = await open_source(PLUGIN, lent(http))
    filters = [{"key": "app", "operator": "=", "value": "web"}, {"key": "b", "value": "c"}]
    asked = [query('{x="y"}', adhocFilters=filters)]
    for _ in range(2):
        await source.query(asked, CALLER)
    paths = [request.path for request in http.requests]
    assert paths.count("/loki/api/v1/labels") == 1
    assert dict(http.requests[-1].params)["query"] == '{x="y", app="web"} | b="c"'


async def test_the_plugin_keeps_its_contract():
    def answer(request):
        kind = "streams" if request.path.endswith("range") else "vector"
        return ScriptedReply(streams(LINE) if kind == "streams" else numbers("vector"))

    await conformance(
        PLUGIN,
        good=[{"expr": "{}"}, {"expr": "sum(rate({}[1m]))", "queryType": "instant"}],
        bad=[{}, {"expr": "{}", "step": "soon"}],
        lent=lambda: lent(ScriptedHttp(answer)),
    )


async def test_health_is_a_sum_and_a_version():
    def answer(request):
        if request.path.endswith("buildinfo"):
            return ScriptedReply(b'{"version":"3.5.7"}')
        assert dict(request.params) == {"query": "vector(1)+vector(1)"}
        return ScriptedReply(numbers("vector", {"metric": {}, "value": [1, "2"]}))

    source = await open_source(PLUGIN, lent(ScriptedHttp(answer)))
    health = await source.check()
    assert health.ok and "Loki 3.5.7" in health.message


async def test_resources_reach_the_listed_paths_and_no_other():
    http = ScriptedHttp(lambda request: ScriptedReply(b'{"status":"success","data":["a"]}'))
    source = await open_source(PLUGIN, lent(http))
    for path in ("labels", "label/app/values", "detected_field/a%20b/values", "index/stats"):
        answer = await source.resource("GET", path, {"start": ["1"]}, b"", CALLER)
        assert orjson.loads(answer.body)["data"] == ["a"]
        assert http.requests[-1].path == f"/loki/api/v1/{path}"
        assert http.requests[-1].params == [("start", "1")]
    for path in ("push", "delete", "label/a/b/values", "../config", "tail"):
        with pytest.raises(Exception, match="no resource"):
            await source.resource("GET", path, {}, b"", CALLER)


async def test_a_tail_pushes_lines_and_says_what_was_dropped():
    first = {"streams": [LINE], "encodingFlags": ["categorize-labels"]}
    second = {"streams": None, "dropped_entries": [{"labels": {}, "timestamp": "1"}] * 3}
    said = [orjson.dumps(first), orjson.dumps({"streams": []}), orjson.dumps(second)]
    http = ScriptedHttp(lambda request: ScriptedReply(), lambda request: ScriptedSocket(said))
    source = await open_source(PLUGIN, lent(http))
    frames = [frame async for frame in source.stream(query("{}", queryType="stream"), CALLER)]
    assert [columns(frame)["Line"] for frame in frames] == [["boom"], []]
    assert "dropped 3 lines" in frames[1].notices[0]["text"]
    assert dict(http.requests[0].params)["start"] == str(START_NS)
    with pytest.raises(Exception, match="Only log lines"):
        [frame async for frame in source.stream(query("rate({}[1m])"), CALLER)]


async def test_a_refused_tail_says_what_is_wrong_with_the_expression():
    http = ScriptedHttp(lambda request: ScriptedReply(b"parse error at line 1", 400))
    source = await open_source(PLUGIN, lent(http))
    with pytest.raises(Exception, match="parse error at line 1"):
        [frame async for frame in source.stream(query("{"), CALLER)]


async def test_a_million_points_hold_up_nobody_else():
    values = [[1_790_000_000 + row, "1.5"] for row in range(1_000)]
    series = [{"metric": {"row": str(row)}, "values": values} for row in range(1_000)]
    source = await open_source(PLUGIN, lent(answering(numbers("matrix", *series))))
    asking = asyncio.create_task(source.query([query("rate({}[1m])")], CALLER))
    gaps, before = [], time.perf_counter()
    while not asking.done():
        await asyncio.sleep(0.001)
        now = time.perf_counter()
        gaps.append(now - before)
        before = now
    (answer,) = await asking
    assert sum(len(frame.fields[1].values) for frame in answer.frames) == 1_000_000
    assert len(gaps) > 20


async def test_five_thousand_lines_are_converted_within_a_blink():
    entry = {"parsed": {"level": "info", "took": "5ms"}}
    many = [[str(START_NS + row), f"line {row} " + "x" * 200, entry] for row in range(2_500)]
    plain = [[str(START_NS + row), f"line {row} " + "y" * 200, {}] for row in range(2_500)]
    labels = {f"label_{place}": "value" for place in range(8)}
    body = streams({"stream": labels, "values": many}, {"stream": {"a": "b"}, "values": plain})
    http = answering(body)
    source = await open_source(PLUGIN, lent(http))
    seconds = []
    for _ in range(3):
        started = time.process_time()
        answers = await source.query([query("{}", maxLines=5_000)], CALLER)
        seconds.append(time.process_time() - started)
    assert len(answers[0].frames[0].fields[0].values) == 5_000
    assert min(seconds) < 0.2, "seconds of the processor, however busy the machine is"
