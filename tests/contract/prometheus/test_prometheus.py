"""Frames say what Prometheus itself answers."""

import math
from typing import Any

import orjson
import pytest
from tests.fixtures.prometheus import END, START, STEP

from vedette.querying.frames_json import results_json
from vedette.sdk import Answer, Caller, Resources
from vedette.sdk.testing import conformance
from vedette_plugins.datasources.prometheus.datasource import PLUGIN

pytestmark = pytest.mark.prometheus
CALLER = Caller(org_id=1)
SPECIAL = {"NaN": math.nan, "Inf": math.inf, "NegInf": -math.inf}


async def direct(client, path: str, **params: Any) -> Any:
    pairs = [(key, str(value)) for key, value in params.items()]
    async with client.request("GET", f"/api/v1/{path}", params=pairs) as response:
        return orjson.loads(await response.read())


async def answered(source, query) -> Answer:
    (answer,) = await source.query([query], CALLER)
    return answer


def on_wire(answer: Answer) -> list[dict[str, Any]]:
    body = orjson.loads(b"".join(results_json({answer.ref_id: answer})))
    return body["results"][answer.ref_id]["frames"]


def column(frame: dict[str, Any], place: int) -> list[Any]:
    values = list(frame["data"]["values"][place])
    entities = (frame["data"].get("entities") or [None] * (place + 1))[place] or {}
    for name, rows in entities.items():
        for row in rows:
            assert values[row] is None
            values[row] = SPECIAL[name]
    return values


def shown(values: list[Any]) -> list[str]:
    return [repr(float(value)) for value in values]


@pytest.mark.parametrize(
    "expr",
    [
        "demo_cpu",
        "demo_odd",
        "demo_gaps",
        "rate(demo_requests_total[1m])",
        "sum by (instance) (demo_cpu)",
        'demo_cpu{mode="nothing"}',
        "vector(1)",
        "demo_odd > 0",
    ],
)
async def test_range_queries_hold_the_values_of_the_api(source, client, ask, expr):
    frames = on_wire(await answered(source, ask(expr, range=True)))
    reply = await direct(client, "query_range", query=expr, start=START, end=END, step=STEP)
    series = reply["data"]["result"]
    frames = [frame for frame in frames if frame["schema"]["fields"]]
    assert len(frames) == len(series)
    for frame, wanted in zip(frames, series, strict=True):
        value = frame["schema"]["fields"][1]
        assert value["labels"] == wanted["metric"]
        assert value["name"] == wanted["metric"].get("__name__", "Value")
        assert column(frame, 0) == [round(time * 1000) for time, _ in wanted["values"]]
        assert shown(column(frame, 1)) == shown([text for _, text in wanted["values"]])


async def test_fractional_steps_keep_their_milliseconds(source, client, ask):
    query = ask("demo_cpu", range=True, intervalFactor=1.5)
    frames = on_wire(await answered(source, query))
    moments = column(frames[0], 0)
    assert moments[1] - moments[0] == 22_500
    first = moments[0] / 1000
    assert f"{first:.1f}"
    at = await direct(client, "query", query="demo_cpu", time=moments[3] / 1000)
    assert column(frames[0], 1)[3] == float(at["data"]["result"][0]["value"][1])


@pytest.mark.parametrize("expr", ["demo_cpu", "demo_odd", "sum(demo_cpu)", "demo_requests_total"])
async def test_instant_queries_hold_the_values_of_the_api(source, client, ask, expr):
    frames = on_wire(await answered(source, ask(expr, instant=True, range=False)))
    reply = await direct(client, "query", query=expr, time=END)
    assert len(frames) == len(reply["data"]["result"])
    for frame, wanted in zip(frames, reply["data"]["result"], strict=True):
        assert frame["schema"]["meta"]["type"] == "numeric-multi"
        assert frame["schema"]["fields"][1]["labels"] == wanted["metric"]
        assert shown(column(frame, 1)) == shown([wanted["value"][1]])
        assert column(frame, 0) == [END * 1000]


async def test_both_kinds_at_once_answer_both(source, ask):
    frames = on_wire(await answered(source, ask("sum(demo_cpu)", instant=True, range=True)))
    assert [frame["schema"]["meta"]["custom"]["resultType"] for frame in frames] == [
        "matrix",
        "vector",
    ]


async def test_scalars_and_texts_are_one_value(source, ask):
    (scalar,) = on_wire(await answered(source, ask("1+1", instant=True)))
    (text,) = on_wire(await answered(source, ask('"hello"', instant=True)))
    assert scalar["data"]["values"][1] == [2]
    assert text["data"]["values"][1] == ["hello"]
    assert text["schema"]["fields"][1]["type"] == "string"


async def test_a_range_selector_at_one_moment_answers_its_samples(source, ask):
    frames = on_wire(await answered(source, ask("demo_cpu[1m]", instant=True)))
    assert frames[0]["schema"]["meta"]["type"] == "timeseries-multi"
    assert len(frames[0]["data"]["values"][0]) in (4, 5)


async def test_heatmaps_count_each_bucket_on_its_own(source, ask):
    query = ask("sum by (le) (rate(demo_latency_bucket[1m]))", range=True, format="heatmap")
    (frame,) = on_wire(await answered(source, query))
    assert [field["name"] for field in frame["schema"]["fields"]] == [
        "Time",
        "0.1",
        "0.5",
        "1",
        "+Inf",
    ]
    assert frame["schema"]["meta"]["type"] == "heatmap-rows"
    per_second = [column(frame, place)[-1] * STEP for place in range(1, 5)]
    assert per_second == pytest.approx([2, 3, 1, 3])


async def test_tables_have_a_column_for_each_label(source, client, ask):
    query = ask("demo_requests_total", instant=True, range=False, format="table")
    (frame,) = on_wire(await answered(source, query))
    names = [field["name"] for field in frame["schema"]["fields"]]
    assert names == ["Time", "__name__", "code", "Value"]
    assert frame["data"]["values"][2] == ["200", "500"]
    reply = await direct(client, "query", query="demo_requests_total", time=END)
    wanted = [float(each["value"][1]) for each in reply["data"]["result"]]
    assert frame["data"]["values"][3] == wanted


async def test_macros_make_a_rate_that_never_misses_samples(source, ask):
    query = ask("rate(demo_requests_total[$__rate_interval])", range=True)
    frames = on_wire(await answered(source, query))
    assert "[1m0s]" in frames[0]["schema"]["meta"]["executedQueryString"]
    assert column(frames[0], 1)[-1] == pytest.approx(7 / 15)


async def test_filters_narrow_every_selector(source, ask):
    filters = [{"key": "instance", "operator": "=", "value": "a"}]
    query = ask('demo_cpu{mode="idle"} + demo_cpu{mode="idle"}', range=True, adhocFilters=filters)
    frames = on_wire(await answered(source, query))
    assert [frame["schema"]["fields"][1]["labels"]["instance"] for frame in frames] == ["a"]


async def test_mistakes_are_reported_in_the_words_of_prometheus(source, ask):
    answer = await answered(source, ask("sum(", range=True))
    assert answer.error is not None
    assert answer.error.public.startswith("bad_data: ")
    assert "parse error" in answer.error.public
    assert answer.error.detail["upstreamStatus"] == 400
    assert answer.error.source == "downstream"


async def test_one_bad_query_leaves_its_neighbour_alone(source, ask):
    good, bad = ask("demo_cpu", range=True), ask("sum(", range=True)
    first, second = await source.query([good, bad], CALLER)
    assert first.error is None
    assert len(first.frames) == 6
    assert second.error is not None


async def test_health_names_the_server(source):
    health = await source.check()
    assert health.ok, health.message
    assert "Prometheus 2." in health.message
    assert health.detail["application"] == "Prometheus"
    assert health.detail["features"] == {"rulerApiEnabled": False}


async def test_labels_and_their_values_can_be_listed(source, client):
    assert isinstance(source, Resources)

    async def listed(path: str, params):
        found = await source.resource("GET", path, params, b"", CALLER)
        assert (found.status, found.content_type) == (200, "application/json")
        return orjson.loads(found.body)

    span = {"start": [str(START)], "end": [str(END)]}
    names = await listed("api/v1/labels", span)
    assert set(names["data"]) >= {"instance", "mode", "code", "le", "label"}
    values = await listed("/api/v1/label/mode/values", span)
    assert values["data"] == ["idle", "system", "user"]
    match = {**span, "match[]": ['demo_cpu{mode="idle"}']}
    series = await listed("api/v1/series", match)
    assert len(series["data"]) == 2
    build = await listed("api/v1/status/buildinfo", {})
    assert build["data"]["version"].startswith("2.")
    asked = {"query": ["sum(x)by(y)"]}
    pretty = await listed("api/v1/format_query", asked)
    assert pretty["data"] == "sum by (y) (x)"


async def test_what_the_server_refuses_reaches_the_editor_as_it_is(source):
    """An editor sees the status and the words of Prometheus itself."""
    span = {"start": [str(START)], "end": [str(END)]}
    found = await source.resource("GET", "api/v1/series", span, b"", CALLER)
    assert found.status == 400
    assert orjson.loads(found.body)["errorType"] == "bad_data"


async def test_exemplars_that_nobody_stored_are_no_frames(source, ask):
    frames = on_wire(await answered(source, ask("demo_latency_bucket", range=True, exemplar=True)))
    results = {frame["schema"]["meta"]["custom"]["resultType"] for frame in frames}
    assert results <= {"matrix", "exemplar"}


async def test_the_contract_of_data_sources_is_kept(host):
    await conformance(
        PLUGIN,
        good=[{"expr": "demo_cpu"}, {"expr": "1", "instant": True}, {"expr": "vector(1)"}],
        bad=[{"expr": ""}, {"expr": "sum("}, {"expr": 1}, {"expr": "up", "interval": "often"}],
        lent=lambda: host,
    )
