import orjson
import pytest

from vedette.querying.frames_json import results_json
from vedette.sdk import Caller
from vedette.sdk.testing import (
    START,
    ScriptedHttp,
    ScriptedReply,
    conformance,
    host,
    open_source,
    query,
)
from vedette_plugins.datasources.prometheus.datasource import PLUGIN
from vedette_plugins.datasources.prometheus.tests.replies import compact, matrix_body, vector_body

CALLER = Caller(org_id=1)
NOW = round(START.timestamp())


def series(*names, label="job", values=("1", "2")):
    return [
        ({"__name__": "up", label: name}, [(NOW - 30 + 15 * at, v) for at, v in enumerate(values)])
        for name in names
    ]


def prometheus(**answers):
    """A server with one body for each of query_range, query and query_exemplars."""

    def answer(request):
        name = request.path.removeprefix("/api/v1/").replace("/", "_")
        found = answers.get(name, ScriptedReply(b'{"status":"error"}', 404))
        return found if isinstance(found, ScriptedReply) else ScriptedReply(found)

    return ScriptedHttp(answer)


async def asked(http, *models, caller=CALLER, settings=None):
    source = await open_source(PLUGIN, host(http), settings)
    queries = [query({"expr": "up", **model}, f"Q{at}") for at, model in enumerate(models)]
    answers = {each.ref_id: each for each in await source.query(queries, caller)}
    results = orjson.loads(b"".join(results_json(answers)))["results"]
    return [results[f"Q{at}"] for at in range(len(models))]


async def frames_of(http, model, **more):
    (result,) = await asked(http, model, **more)
    assert result["status"] == 200, result
    return result["frames"]


def names(frame):
    return [field["name"] for field in frame["schema"]["fields"]]


def display(frame):
    return frame["schema"]["fields"][1].get("config", {}).get("displayNameFromDS")


@pytest.mark.parametrize(
    ("legend", "wanted"),
    [
        ("{{job}}", "api"),
        ("{{ job }} at {{missing}}!", "api at !"),
        ("fixed", "fixed"),
        ("", 'up{job="api"}'),
        (None, 'up{job="api"}'),
        ("{{missing}}", "up"),
        ("__auto", None),
    ],
)
async def test_series_are_named_by_their_legend(legend, wanted):
    http = prometheus(query_range=matrix_body(series("api")))
    (frame,) = await frames_of(http, {"legendFormat": legend})
    assert display(frame) == wanted


async def test_a_series_without_labels_is_named_by_its_expression():
    http = prometheus(query_range=matrix_body([({}, [(NOW, "1")])]))
    for legend in ("__auto", "", "{{job}}"):
        (frame,) = await frames_of(http, {"legendFormat": legend})
        assert display(frame) == "up"


async def test_what_is_sent_is_what_the_settings_say():
    http = prometheus(query_range=matrix_body([]))
    settings = {
        "httpMethod": "GET",
        "queryTimeout": "20s",
        "customQueryParameters": "dedup=true&max_source_resolution=5m",
    }
    caller = Caller(1, forwarded_headers={"Authorization": "Bearer t"})
    await asked(http, {}, settings=settings, caller=caller)
    (request,) = http.requests
    assert request.method == "GET"
    assert request.headers == {"Authorization": "Bearer t"}
    assert dict(request.params) == {
        "query": "up",
        "start": str(NOW - 3600),
        "end": str(NOW),
        "step": "15",
        "dedup": "true",
        "max_source_resolution": "5m",
        "timeout": "20s",
    }


async def test_servers_that_take_no_post_are_asked_with_get_from_then_on():
    def answer(request):
        return (
            ScriptedReply(status=405)
            if request.method == "POST"
            else ScriptedReply(matrix_body([]))
        )

    http = ScriptedHttp(answer)
    await asked(http, {})
    assert [request.method for request in http.requests] == ["POST", "GET"]


async def test_a_query_that_says_nothing_is_a_range_query_and_both_may_be_asked():
    http = prometheus(query_range=matrix_body([]), query=vector_body([]))
    for model, paths in (
        ({}, ["query_range"]),
        ({"instant": True}, ["query"]),
        ({"instant": True, "range": True}, ["query_range", "query"]),
        ({"instant": False, "range": False}, ["query_range"]),
    ):
        http.requests.clear()
        await asked(http, model)
        assert [request.path.rpartition("/")[2] for request in http.requests] == paths


async def test_no_series_are_one_frame_without_fields_that_tells_what_ran():
    (frame,) = await frames_of(prometheus(query_range=matrix_body([])), {})
    assert frame["schema"]["fields"] == []
    assert frame["schema"]["meta"]["executedQueryString"] == "Expr: up\nStep: 15s"


async def test_warnings_reach_the_panel():
    body = matrix_body(series("a", "b"), warnings=["slow store"], infos=["not a counter"])
    first, second = await frames_of(prometheus(query_range=body), {})
    assert first["schema"]["meta"]["notices"] == [
        {"severity": "warning", "text": "slow store"},
        {"severity": "info", "text": "not a counter"},
    ]
    assert "notices" not in second["schema"]["meta"]


async def test_tables_unite_the_labels_of_all_series():
    rows = [({"a": "1", "le": "+Inf"}, (NOW, "5")), ({"b": "2", "le": "0.5"}, (NOW, "6"))]
    http = prometheus(query=vector_body(rows))
    model = {"instant": True, "format": "table"}
    (frame,) = await frames_of(http, model)
    assert names(frame) == ["Time", "a", "b", "le", "Value"]
    assert frame["data"]["values"][1:] == [["1", ""], ["", "2"], [None, 0.5], [5, 6]]
    assert frame["data"]["entities"][3] == {"Inf": [0]}
    first, second = await asked(http, model, model)
    assert names(first["frames"][0])[-1] == "Value #Q0"
    assert names(second["frames"][0])[-1] == "Value #Q1"


async def test_alert_rules_read_plain_series_from_a_table_query():
    http = prometheus(query=vector_body([({"a": "1"}, (NOW, "5"))]))
    model = {"instant": True, "format": "table"}
    (frame,) = await frames_of(http, model, caller=Caller(1, from_alert=True))
    assert names(frame) == ["Time", "Value"]


async def test_heatmap_rows_are_sorted_and_hold_their_own_counts():
    def bucket(bound, *values):
        times = [NOW - 30 + 15 * at for at in range(len(values))]
        return ({"le": bound, "job": "x"}, list(zip(times, values, strict=True)))

    body = matrix_body(
        [bucket("+Inf", "9", "9"), bucket("10", "7", "8"), bucket("2", "3"), bucket("1", "4", "1")]
    )
    (frame,) = await frames_of(prometheus(query_range=body), {"format": "heatmap"})
    assert names(frame) == ["Time", "1", "2", "10", "+Inf"]
    assert frame["data"]["values"][1:] == [[4, 1], [0, None], [3, 7], [2, 1]]
    assert "entities" not in frame["data"]
    assert frame["schema"]["meta"]["type"] == "heatmap-rows"


async def test_native_histograms_are_cells():
    bucket = {"count": "3", "sum": "4", "buckets": [[0, "0.5", "1", "2"], [0, "1", "2", "1"]]}
    result = [{"metric": {"job": "x"}, "histograms": [[NOW - 15, bucket], [NOW, bucket]]}]
    body = compact({"status": "success", "data": {"resultType": "matrix", "result": result}})
    (frame,) = await frames_of(prometheus(query_range=body), {"format": "heatmap"})
    assert names(frame) == ["xMax", "yMin", "yMax", "count", "yLayout"]
    assert frame["data"]["values"][1:4] == [[0.5, 1, 0.5, 1], [1, 2, 1, 2], [2, 1, 2, 1]]
    assert frame["schema"]["meta"]["type"] == "heatmap-cells"


def exemplars(*points):
    found = [
        {"labels": {"trace_id": f"t{at}"}, "value": value, "timestamp": time}
        for at, (time, value) in enumerate(points)
    ]
    return compact(
        {"status": "success", "data": [{"seriesLabels": {"job": "x"}, "exemplars": found}]}
    )


async def test_exemplars_are_thinned_and_lead_to_their_traces():
    points = [(NOW - 60 + at / 10, str(at)) for at in range(9)] + [(NOW - 58, "90")]
    http = prometheus(query_range=matrix_body([]), query_exemplars=exemplars(*points))
    settings = {"exemplarTraceIdDestinations": [{"name": "trace_id", "datasourceUid": "tempo"}]}
    _, frame = await frames_of(http, {"exemplar": True}, settings=settings)
    assert frame["schema"]["name"] == "exemplar"
    assert frame["schema"]["meta"]["dataTopic"] == "annotations"
    assert names(frame) == ["Time", "Value", "job", "trace_id"]
    assert frame["data"]["values"][1] == [8, 90]
    (link,) = frame["schema"]["fields"][3]["config"]["links"]
    assert link["internal"]["datasourceUid"] == "tempo"


async def test_a_store_without_exemplars_still_shows_its_series():
    http = prometheus(query_range=matrix_body(series("a")))
    frame, note = await frames_of(http, {"exemplar": True})
    assert names(frame)[0] == "Time"
    assert note["schema"]["meta"]["notices"][0]["severity"] == "info"


@pytest.mark.parametrize(
    ("reply", "status", "text"),
    [
        (
            ScriptedReply(b'{"status":"error","errorType":"bad_data","error":"parse error"}', 400),
            400,
            "bad_data: parse error",
        ),
        (
            ScriptedReply(b'{"status":"error","errorType":"timeout","error":"late"}', 503),
            503,
            "timeout: late",
        ),
        (ScriptedReply(b"<html>Bad Gateway</html>", 502), 502, "Prometheus answered 502"),
        (ScriptedReply(b'{"message":"no org id"}', 401), 401, "no org id"),
        (ScriptedReply(b"", 302), 502, "Prometheus answered 302"),
        (ScriptedReply(b"<html>a login page</html>", 200), 502, "not a result of a Prometheus"),
    ],
    ids=["bad query", "time-out", "proxy page", "other error", "redirect", "login page"],
)
async def test_errors_keep_the_words_and_the_status_of_the_server(reply, status, text):
    (result,) = await asked(prometheus(query_range=reply), {})
    assert (result["status"], result["errorSource"], result["frames"]) == (status, "downstream", [])
    assert text in result["error"]


@pytest.mark.parametrize(
    ("build", "kind", "wanted"),
    [
        ({"version": "2.42.0"}, "", "Prometheus 2.42.0"),
        ({"application": "Grafana Mimir", "version": "2.1"}, "", "Grafana Mimir 2.1"),
        ({"version": "0.9", "features": {}}, "Cortex", "Cortex 0.9"),
        (None, "Thanos", "(Thanos)"),
    ],
)
async def test_health_names_what_answers(build, kind, wanted):
    one = compact({"status": "success", "data": {"resultType": "scalar", "result": [NOW, "2"]}})
    answers = {"query": one}
    if build is not None:
        answers["status_buildinfo"] = compact({"status": "success", "data": build})
    source = await open_source(PLUGIN, host(prometheus(**answers)), {"prometheusType": kind})
    health = await source.check()
    assert health.ok
    assert wanted in health.message


async def test_health_says_why_not():
    source = await open_source(PLUGIN, host(prometheus(query=ScriptedReply(b"", 401))))
    health = await source.check()
    assert not health.ok
    assert "401" in health.message


@pytest.mark.parametrize(
    "path",
    [
        "api/v1/admin/tsdb/delete_series",
        "../x",
        "label/a/b/values",
        "label/%2e%2e/values",
        "label/../values",
        "",
        "api/v1/write",
    ],
)
async def test_only_known_resources_can_be_asked_for(path):
    """Proves T06, CVE-2026-10601."""
    http = prometheus()
    source = await open_source(PLUGIN, host(http))
    with pytest.raises(Exception, match="have no resource"):
        await source.resource("POST", path, {}, b"", CALLER)
    assert http.requests == []


async def test_editors_may_post_their_matchers_as_a_form():
    http = prometheus(series=compact({"status": "success", "data": [{"job": "x"}]}))
    source = await open_source(PLUGIN, host(http))
    form = b"match%5B%5D=up&match%5B%5D=down"
    found = await source.resource("POST", "api/v1/series", {"start": ["1"]}, form, CALLER)
    assert orjson.loads(found.body)["data"] == [{"job": "x"}]
    assert http.requests[0].form == [("start", "1"), ("match[]", "up"), ("match[]", "down")]


def test_the_proxy_lets_nothing_through_that_changes_a_store():
    """Proves T06."""
    allowed = {(route.method, route.path) for route in PLUGIN.proxy_routes}
    assert ("POST", "api/v1/query_range") in allowed
    assert not {path for _, path in allowed if "admin" in path or "write" in path}
    assert {method for method, _ in allowed} == {"GET", "POST"}


async def test_the_contract_of_data_sources_is_kept():
    http = prometheus(query_range=matrix_body(series("a")), query=vector_body([]))
    await conformance(
        PLUGIN,
        good=[{"expr": "up"}, {"expr": "up", "instant": True}, {"expr": "up", "format": "heatmap"}],
        bad=[{}, {"expr": 3}, {"expr": "up", "interval": "x"}],
        lent=lambda: host(http),
        settings={"timeInterval": "15s", "manageAlerts": True, "cacheLevel": "High"},
    )


async def test_not_a_number_survives_the_wire():
    body = matrix_body(series("a", values=("NaN", "1")))
    (frame,) = await frames_of(prometheus(query_range=body), {})
    assert frame["data"]["values"][1] == [None, 1]
    assert frame["data"]["entities"] == [None, {"NaN": [0]}]
