"""What is sent, and what a server that misbehaves is said to have done."""

import asyncio

import orjson
import pytest

from vedette.sdk import Caller, Resources
from vedette.sdk.testing import Request, ScriptedHttp, ScriptedReply, host, open_source, query
from vedette_plugins.datasources.tempo.datasource import PLUGIN
from vedette_plugins.datasources.tempo.errors import BadQuery, NoSuchResource
from vedette_plugins.datasources.tempo.tests.otlp_trace import TRACE, batch, span

CALLER = Caller(org_id=1, forwarded_headers={"X-Who": "vera"})
SHOP = {"batches": [batch("shop", span(1))]}


async def opened(answer, **settings):
    http = ScriptedHttp(answer)
    return await open_source(PLUGIN, host(http), settings), http


async def asked(source, **model):
    (answer,) = await source.query([query(model)], CALLER)
    return answer


async def test_older_servers_are_asked_at_the_older_address():
    def answer(request: Request) -> ScriptedReply:
        is_old = request.path.startswith("/api/traces/")
        return (
            ScriptedReply(orjson.dumps(SHOP))
            if is_old
            else ScriptedReply(b"404 page not found", 404)
        )

    source, http = await opened(answer)
    found = await asked(source, query=TRACE.upper())
    assert found.error is None
    assert [request.path for request in http.requests] == [
        f"/api/v2/traces/{TRACE}",
        f"/api/traces/{TRACE}",
    ]
    assert all(request.params == [] for request in http.requests)
    assert http.requests[0].headers == {"Accept": "application/json", "X-Who": "vera"}


@pytest.mark.parametrize(
    "reply", [ScriptedReply(b"", 404), ScriptedReply(b'{"trace":{},"metrics":{}}')]
)
async def test_both_ways_of_having_no_trace_read_alike(reply):
    source, _ = await opened(lambda request: reply)
    error = (await asked(source, query=TRACE)).error
    assert (error.code, error.status) == ("tempo.trace_not_found", 404)
    assert TRACE in error.public


async def test_a_trace_is_looked_for_around_the_range_where_configured():
    shifts = {"timeShiftEnabled": True, "spanStartTimeShift": "-1h"}
    source, http = await opened(
        lambda request: ScriptedReply(orjson.dumps(SHOP)), traceQuery=shifts
    )
    asking = query({"query": TRACE}, hours=2)
    await source.query([asking], CALLER)
    start, end = asking.range.start_ms // 1000, asking.range.end_ms // 1000
    assert http.requests[0].params == [("start", str(start - 3_600)), ("end", str(end + 1_800))]


async def test_only_a_source_that_draws_nodes_sends_them():
    def answer(request: Request) -> ScriptedReply:
        return ScriptedReply(orjson.dumps(SHOP))

    source, _ = await opened(answer)
    assert len((await asked(source, query=TRACE)).frames) == 1
    source, _ = await opened(answer, nodeGraph={"enabled": True})
    frames = (await asked(source, query=TRACE)).frames
    assert [frame.name for frame in frames] == ["Trace", "nodes", "edges"]


async def test_a_search_says_what_where_and_how_much():
    source, http = await opened(lambda request: ScriptedReply(b'{"traces":[]}'))
    asking = query({"query": "{ status = error }", "limit": 7, "spss": "2"})
    (answer,) = await source.query([asking], CALLER)
    assert len(answer.frames[0].fields[0].values) == 0
    assert answer.frames[0].meta["executedQueryString"] == "{ status = error }"
    assert http.requests[0].params == [
        ("q", "{ status = error }"),
        ("limit", "7"),
        ("spss", "2"),
        ("start", str(asking.range.start_ms // 1000)),
        ("end", str(asking.range.end_ms // 1000)),
    ]


async def test_a_dropped_aggregation_is_reported_and_the_search_still_shown():
    source, _ = await opened(lambda request: ScriptedReply(b"{}"))
    groups = [{"id": "g", "tag": "name", "scope": "intrinsic"}]
    answer = await asked(source, queryType="traceqlSearch", groupBy=groups)
    assert "TraceQL metrics" in answer.frames[0].notices[0]["text"]
    answer = await asked(source, queryType="traceqlSearch", groupBy=[{"id": "g"}])
    assert answer.frames[0].notices == ()


async def test_spans_with_odd_attributes_stay_a_table():
    def attribute(key, **value):
        return {"key": key, "value": value}

    found = {
        "spanID": "1",
        "startTimeUnixNano": "1790000000000000001",
        "attributes": [
            attribute("name", stringValue="not the name"),
            attribute("n", intValue="4"),
            attribute("mixed", intValue="4"),
        ],
    }
    other = {"spanID": "2", "attributes": [attribute("mixed", boolValue=True)]}
    body = {"traces": [{"traceID": "a", "spanSets": [{"spans": [found]}, {"spans": [other]}]}]}
    source, _ = await opened(lambda request: ScriptedReply(orjson.dumps(body)))
    (frame,) = (await asked(source, query="{}", tableType="spans")).frames
    columns = {field.name: list(field.values) for field in frame.fields}
    assert columns["spanID"] == ["1", "2"]
    assert columns["name"] == ["", ""]
    assert columns["span.name"] == ["not the name", None]
    assert columns["n"] == [4, None]
    assert columns["mixed"] == ["4", "true"]
    assert frame.fields[4].nanos[0] == 1


@pytest.mark.parametrize(
    ("step", "sent"), [(None, "15s"), ("30s", "30s"), ("1ms", "1s"), ("90s", "1m30s")]
)
async def test_series_have_whole_seconds_between_their_points(step, sent):
    source, http = await opened(lambda request: ScriptedReply(b"{}"))
    await asked(source, query="{} | rate()", step=step)
    assert http.requests[0].path == "/api/metrics/query_range"
    assert dict(http.requests[0].params)["step"] == sent


async def test_a_long_range_has_no_more_points_than_a_graph_can_hold():
    source, http = await opened(lambda request: ScriptedReply(b"{}"))
    await source.query([query({"query": "{} | rate()", "step": "1s"}, hours=24)], CALLER)
    assert dict(http.requests[0].params)["step"] == "8s"


async def test_zeros_and_odd_numbers_of_a_series_are_read():
    samples = [{"timestampMs": "1000"}, {"timestampMs": "2000", "value": "NaN"}]
    body = {"series": [{"labels": [], "samples": samples}], "status": "PARTIAL", "message": "slow"}
    source, _ = await opened(lambda request: ScriptedReply(orjson.dumps(body)))
    (frame,) = (await asked(source, query="{} | rate()")).frames
    assert [str(value) for value in frame.fields[1].values] == ["0.0", "nan"]
    assert frame.notices[0]["text"] == "The result is incomplete: slow"


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (
            ScriptedReply(b"invalid TraceQL query: oh", 400),
            "Tempo answered 400: invalid TraceQL query: oh",
        ),
        (ScriptedReply(b"<html>Bad gateway</html>", 502), "Tempo answered 502: it did not say why"),
        (ScriptedReply(b"", 500), "Tempo answered 500: it did not say why"),
        (ScriptedReply(b"<html>", 200), "is not"),
        (ScriptedReply(b'{"traces":[{"traceID"', 200), "is not"),
        (ScriptedReply(b'{"traces":1,"series":1,"batches":1}', 200), "is not"),
    ],
)
@pytest.mark.parametrize("text", ["{}", "{} | rate()", "abc"])
async def test_every_failure_is_one_sentence(reply, words, text):
    source, _ = await opened(lambda request: reply)
    error = (await asked(source, query=text)).error
    assert words in error.public
    assert "\n" not in error.public
    health = await source.check()
    assert not health.ok


async def test_one_bad_query_leaves_its_neighbours_alone():
    source, _ = await opened(lambda request: ScriptedReply(b'{"traces":[]}'))
    queries = [query({"query": "{}"}, "A"), query({"limit": []}, "B"), query({"query": "{}"}, "C")]
    answers = await source.query(queries, CALLER)
    assert [answer.error is None for answer in answers] == [True, False, True]


async def test_servers_without_scopes_still_list_tags():
    def answer(request: Request) -> ScriptedReply:
        if request.path == "/api/search/tags":
            return ScriptedReply(b'{"tagNames":["a","b"]}')
        if request.path == "/api/search/tag/service.name/values":
            return ScriptedReply(b'{"tagValues":["x"]}')
        return ScriptedReply(b"404 page not found", 404)

    source, _ = await opened(answer)
    assert isinstance(source, Resources)
    assert await source.resource("GET", "tags", {}, b"", CALLER) == {
        "scopes": [{"name": "unscoped", "tags": ["a", "b"]}]
    }
    params = {"tag": ["resource.service.name"]}
    assert await source.resource("GET", "tag-values", params, b"", CALLER) == {
        "tagValues": [{"type": "string", "value": "x"}]
    }


async def test_resources_reach_the_listed_addresses_and_no_others():
    source, http = await opened(lambda request: ScriptedReply(b"{}"))
    assert isinstance(source, Resources)
    params = {"tag": ["span.a/../b c"], "start": ["1"], "evil": ["x"]}
    await source.resource("GET", "tag-values", params, b"", CALLER)
    assert http.requests[0].path == "/api/v2/search/tag/span.a%2F..%2Fb%20c/values"
    assert http.requests[0].params == [("start", "1")]
    for path in (
        "flush",
        "shutdown",
        "status/config",
        "api/v2/search/tag/a/b/values",
        "api/traces",
    ):
        with pytest.raises(NoSuchResource):
            await source.resource("GET", path, {}, b"", CALLER)
    for tag in ("", "..", "a" * 600):
        with pytest.raises(BadQuery):
            await source.resource("GET", "tag-values", {"tag": [tag]}, b"", CALLER)
    assert {route.method for route in PLUGIN.proxy_routes} == {"GET"}


@pytest.mark.parametrize(
    "settings",
    [
        {"tracesToLogsV2": {"datasourceUid": "x", "tags": ["a", {"key": "b"}]}},
        {"tracesToLogs": {"mappedTags": [{"key": "a", "value": "b"}], "mapTagNamesEnabled": True}},
        {"serviceMap": {}, "nodeGraph": {}, "search": {"hide": True}, "traceQuery": {}},
        {"serviceMap": None, "nodeGraph": None, "tracesToMetrics": None},
    ],
)
async def test_all_settings_of_provisioning_files_are_taken(settings):
    source, _ = await opened(lambda request: ScriptedReply(b"echo"), **settings)
    assert (await source.check()).ok


async def test_others_are_answered_while_a_large_search_is_read():
    traces = [{"traceID": f"{n:032x}", "startTimeUnixNano": str(n)} for n in range(30_000)]
    source, _ = await opened(lambda request: ScriptedReply(orjson.dumps({"traces": traces})))
    searching = asyncio.ensure_future(asked(source, query="{}"))
    turns = 0
    while not searching.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert len((await searching).frames[0].fields[0].values) == 30_000
    assert turns > 5
