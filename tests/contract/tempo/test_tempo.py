"""Frames say what Tempo itself answers, and what the shop sent there."""

from typing import Any

import orjson
import pytest
from tests.shop.send import get

from vedette.querying.frames_json import results_json
from vedette.sdk import Answer, Caller, Resources
from vedette.sdk.testing import check_frame, conformance, open_source
from vedette_plugins.datasources.tempo.datasource import PLUGIN

CALLER = Caller(org_id=1)


async def answered(source, query) -> Answer:
    (answer,) = await source.query([query], CALLER)
    return answer


async def frames(source, query) -> list[dict[str, Any]]:
    """As a browser gets them."""
    answer = await answered(source, query)
    assert answer.error is None, answer.error
    for frame in answer.frames:
        check_frame(frame)
    body = orjson.loads(b"".join(results_json({"A": answer})))
    return body["results"]["A"]["frames"]


def rows(frame) -> list[dict[str, Any]]:
    names = [field["name"] for field in frame["schema"]["fields"]]
    return [
        dict(zip(names, row, strict=True)) for row in zip(*frame["data"]["values"], strict=True)
    ]


def tags(pairs) -> dict[str, Any]:
    return {each["key"]: each["value"] for each in pairs}


def within(shop) -> dict[str, int]:
    return {"start": shop.start_ms // 1000, "end": -(-shop.end_ms // 1000)}


@pytest.mark.parametrize("kind", ["traceId", "traceql"])
async def test_a_trace_holds_every_span_that_was_sent(source, ask, shop, kind):
    wanted = shop.trace("/checkout", failed=True)
    trace, nodes, edges = await frames(source, ask(wanted.trace, kind=kind))
    assert trace["schema"]["meta"]["preferredVisualisationType"] == "trace"
    sent = {span.id: span for span in wanted.spans}
    shown = {row["spanID"]: row for row in rows(trace)}
    assert set(shown) == set(sent)
    for key, row in shown.items():
        span = sent[key]
        assert row["traceID"] == wanted.trace
        assert row["parentSpanID"] == (span.parent or "0" * 16)
        assert (row["serviceName"], row["operationName"], row["kind"]) == (
            span.service,
            span.name,
            span.kind,
        )
        assert tags(row["serviceTags"])["k8s.pod.name"] == span.pod
        assert tags(row["tags"]) == dict(span.attributes)
        assert row["startTime"] == pytest.approx(span.start_ns / 1e6, abs=0.001)
        assert row["duration"] == (span.end_ns - span.start_ns) / 1e6
        assert (row["statusCode"], row["statusMessage"]) == (2 if span.error else 0, span.error)
        assert [tags(log["fields"]) for log in row["logs"]] == (
            [{"event": "exception", "exception.message": span.error}] if span.error else []
        )
    assert {row["id"] for row in rows(nodes)} == set(sent)
    assert {(row["source"], row["target"]) for row in rows(edges)} == {
        (span.parent, span.id) for span in wanted.spans if span.parent
    }


async def test_an_id_that_lost_its_first_zeros_finds_the_trace_with_its_whole_id(source, ask, shop):
    """As in Tempo's own searches and exemplars; log lines hold the whole id."""
    wanted = next(each for each in shop.requests if each.trace.startswith("0"))
    trace, *_ = await frames(source, ask(wanted.trace.lstrip("0")))
    assert [row["traceID"] for row in rows(trace)] == [wanted.trace] * len(wanted.spans)


async def test_a_trace_that_is_not_there_says_so(source, ask):
    answer = await answered(source, ask("abc123"))
    assert answer.error.code == "tempo.trace_not_found"
    assert answer.error.public.startswith("Tempo has no trace abc123. ")
    answer = await answered(source, ask("no id", kind="traceId"))
    assert answer.error.code == "tempo.bad_query"


async def test_a_trace_may_be_looked_for_in_the_range_only(host, ask, shop):
    settings = {"traceQuery": {"timeShiftEnabled": True, "spanStartTimeShift": "-1h"}}
    source = await open_source(PLUGIN, host, settings)
    (trace,) = await frames(source, ask(shop.requests[0].trace))
    assert len(rows(trace)) == len(shop.requests[0].spans)


SEARCHES = [
    "{ status = error }",
    '{ span.http.route = "/checkout" && kind = server } | select(span.http.status_code, name)',
    "{ duration > 50ms } | by(resource.service.name) | count() > 1",
    '{ name = "nothing has this name" }',
]


@pytest.mark.parametrize("text", SEARCHES)
async def test_a_search_lists_the_traces_that_tempo_finds(source, ask, shop, text):
    (frame,) = await frames(source, ask(text, limit=500, spss=2))
    reply = get(f"{shop.tempo}/api/search", q=text, limit=500, spss=2, **within(shop))
    wanted = {trace["traceID"]: trace for trace in reply["traces"]}
    shown = rows(frame)
    assert {row["traceID"] for row in shown} == set(wanted)
    assert [row["startTime"] for row in shown] == sorted(
        (row["startTime"] for row in shown), reverse=True
    )
    for row in shown:
        trace = wanted[row["traceID"]]
        assert row["startTime"] == int(trace["startTimeUnixNano"]) // 1_000_000
        assert row["traceDuration"] == trace.get("durationMs", 0)
        assert (row["traceService"], row["traceName"]) == (
            trace["rootServiceName"],
            trace["rootTraceName"],
        )
        (nested,) = row["nested"]
        spans = [span for each in trace["spanSets"] for span in each["spans"]]
        assert sorted(each["spanID"] for each in rows(nested)) == sorted(
            span["spanID"] for span in spans
        )


async def test_found_spans_carry_what_the_query_selects(source, ask, shop):
    text = '{ span.http.route = "/charge" } | select(span.http.status_code, status)'
    (frame,) = await frames(source, ask(text, tableType="spans", limit=1_000, spss=10))
    charges = {
        span.id: span
        for request in shop.requests
        for span in request.spans
        if span.attributes.get("http.route") == "/charge"
    }
    shown = rows(frame)
    assert {row["spanID"] for row in shown} == set(charges)
    for row in shown:
        span = charges[row["spanID"]]
        assert row["duration"] == span.end_ns - span.start_ns
        assert row["time"] == span.start_ns // 1_000_000
        assert row["http.status_code"] == span.attributes.get("http.status_code")
        assert row["http.route"] == "/charge"
    nanos = frame["data"]["nanos"][[f["name"] for f in frame["schema"]["fields"]].index("time")]
    assert nanos[0] == charges[shown[0]["spanID"]].start_ns % 1_000_000


async def test_a_raw_table_is_the_reply_itself(source, ask, shop):
    text = "{ status = error }"
    (frame,) = await frames(source, ask(text, tableType="raw", limit=3))
    (row,) = rows(frame)
    assert len(row["response"]["traces"]) == 3
    assert "metrics" in row["response"]


async def test_the_search_form_finds_what_its_traceql_finds(source, ask, shop):
    filters = [
        {
            "id": "service",
            "tag": "service.name",
            "scope": "resource",
            "operator": "=",
            "value": ["payment", "cart"],
            "valueType": "string",
        },
        {"id": "status", "tag": "status", "scope": "intrinsic", "value": "error"},
        {
            "id": "code",
            "tag": "http.status_code",
            "scope": "span",
            "operator": ">=",
            "value": "400",
            "valueType": "int",
        },
        {
            "id": "time",
            "tag": "duration",
            "scope": "intrinsic",
            "operator": ">",
            "value": "1ms",
            "valueType": "duration",
        },
    ]
    (frame,) = await frames(source, ask(kind="traceqlSearch", filters=filters, limit=1_000))
    declined = {
        request.trace
        for request in shop.requests
        if any(span.service == "payment" and span.error for span in request.spans)
    }
    assert declined
    assert {row["traceID"].zfill(32) for row in rows(frame)} == declined


async def test_the_search_form_of_old_dashboards_works(source, ask, shop):
    old = {"serviceName": "payment", "search": "http.status_code=402", "minDuration": "1ms"}
    (frame,) = await frames(source, ask(kind="nativeSearch", limit=1_000, **old))
    assert len(rows(frame)) == len(shop.failed)


async def test_the_limit_is_twenty_unless_told(source, ask):
    assert len(rows((await frames(source, ask("{}")))[0])) == 20
    assert len(rows((await frames(source, ask("{}", limit="5")))[0])) == 5


@pytest.mark.parametrize(
    "text",
    [
        "{} | rate() by (resource.service.name)",
        "{ status = error } | count_over_time()",
        "{} | quantile_over_time(duration, .5, .9)",
    ],
)
async def test_series_hold_the_values_of_the_api(source, ask, shop, text):
    found = await frames(source, ask(text, step="1m"))
    reply = get(f"{shop.tempo}/api/metrics/query_range", q=text, step="1m", **within(shop))
    series = [each for each in found if each["schema"]["meta"].get("dataTopic") is None]
    assert len(series) == len(reply["series"]) > 0
    for frame, wanted in zip(series, reply["series"], strict=True):
        labels = frame["schema"]["fields"][1]["labels"]
        assert labels == {
            each["key"]: str(next(iter(each["value"].values()))) for each in wanted["labels"]
        }
        times, values = frame["data"]["values"]
        assert times == [int(sample["timestampMs"]) for sample in wanted["samples"]]
        assert values == [sample.get("value", 0) for sample in wanted["samples"]]
    dots = [each for each in found if each["schema"]["meta"].get("dataTopic") == "annotations"]
    known = {request.trace for request in shop.requests}
    assert {row["traceId"].zfill(32) for frame in dots for row in rows(frame)} <= known


async def test_one_value_a_series_where_one_moment_is_asked(source, ask, shop):
    text = "{} | rate() by (resource.service.name)"
    found = await frames(source, ask(text, metricsQueryType="instant"))
    reply = get(f"{shop.tempo}/api/metrics/query", q=text, **within(shop))
    assert [frame["data"]["values"][1] for frame in found] == [
        [each["value"]] for each in reply["series"]
    ]
    assert found[0]["schema"]["meta"]["type"] == "numeric-multi"


@pytest.mark.parametrize("text", ["{ status = ", "{} | rate( by", "hello"])
async def test_wrong_traceql_is_refused_in_tempos_words(source, ask, text):
    answer = await answered(source, ask(text))
    assert answer.error.code == "tempo.refused"
    assert answer.error.detail["upstreamStatus"] == 400
    assert answer.error.public.startswith("Tempo answered 400: ")


async def test_tags_and_their_values_are_listed(source, shop):
    assert isinstance(source, Resources)
    params = {key: [str(value)] for key, value in within(shop).items()}
    scopes = (await source.resource("GET", "tags", params, b"", CALLER))["scopes"]
    by_scope = {each["name"]: each["tags"] for each in scopes}
    assert "service.name" in by_scope["resource"]
    assert "http.route" in by_scope["span"]
    only = await source.resource("GET", "tags", {**params, "scope": ["span"]}, b"", CALLER)
    assert [each["name"] for each in only["scopes"]] == ["span"]

    async def values(tag, **more):
        asked = {**params, "tag": [tag], **more}
        reply = await source.resource("GET", "tag-values", asked, b"", CALLER)
        return {each["value"] for each in reply["tagValues"]}

    services = {span.service for request in shop.requests for span in request.spans}
    assert await values("resource.service.name") == services
    assert await values("span.http.status_code") == {"200", "402", "500"}
    some = await values("name", query=['{ resource.service.name = "payment" }'])
    assert some == {"POST /charge"}
    path = "api/v2/search/tag/resource.service.name/values"
    direct = await source.resource("GET", path, params, b"", CALLER)
    assert {each["value"] for each in direct["tagValues"]} == services
    old = await source.resource("GET", "api/search/tags", params, b"", CALLER)
    assert "service.name" in old["tagNames"]
    assert "goVersion" in await source.resource("GET", "status/buildinfo", {}, b"", CALLER)


async def test_the_source_is_healthy_and_keeps_the_contract(source, host, shop):
    health = await source.check()
    assert health.ok, health.message
    await conformance(
        PLUGIN,
        good=[
            {"queryType": "traceId", "query": shop.requests[0].trace},
            {"query": "{}"},
            {"queryType": "traceqlSearch", "filters": []},
            {"queryType": "clear"},
        ],
        bad=[
            {"query": "{ oh"},
            {"query": "abc"},
            {"query": ""},
            {"queryType": "nothing known"},
            {"query": "{}", "tableType": "chairs"},
        ],
        lent=lambda: host,
    )
