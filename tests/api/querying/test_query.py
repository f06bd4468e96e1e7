"""`POST /api/ds/query` and `/api/plugins` through the whole application, on both databases."""

from typing import Any

import pytest
from tests.fixtures.app import Client, Clients
from tests.fixtures.prometheus import END, START, STEP, PrometheusServer

RANGE = {"from": str(START * 1000), "to": str(END * 1000)}


async def add_source(client: Client, uid: str, kind: str, url: str = "", **more: Any) -> int:
    body = {"name": uid, "uid": uid, "type": kind, "access": "proxy", "url": url, **more}
    reply = await client.post("/api/datasources", body)
    assert reply.status == 200, reply.body
    return reply.json()["id"]


async def ask(client: Client, *queries: dict[str, Any], **body: Any):
    return await client.post("/api/ds/query", {**RANGE, "queries": list(queries), **body})


def walk(ref_id: str = "A", uid: str = "made-up", **more: Any) -> dict[str, Any]:
    source = {"type": "grafana-testdata-datasource", "uid": uid}
    scenario = {"scenarioId": "csv_metric_values", "stringInput": "1,2,3"}
    return {"refId": ref_id, "datasource": source, **scenario, **more}


async def test_a_viewer_sees_what_a_source_holds(clients: Clients):
    number = await add_source(clients.admin, "made-up", "grafana-testdata-datasource")
    for query in (walk(), walk(datasource=None, datasourceId=number)):
        reply = await ask(clients.viewer, query)
        assert reply.status == 200, reply.body
        (frame,) = reply.json()["results"]["A"]["frames"]
        assert frame["data"]["values"][1] == [1, 2, 3]


async def test_without_a_session_nothing_is_answered(clients: Clients):
    await add_source(clients.admin, "made-up", "testdata")
    assert (await ask(clients.anonymous, walk())).status == 401


async def test_one_bad_query_leaves_its_neighbours_answered(clients: Clients):
    await add_source(clients.admin, "made-up", "testdata")
    await add_source(clients.admin, "down", "prometheus", "http://127.0.0.1:9")
    down = {"refId": "D", "datasource": {"uid": "down"}, "expr": "up"}
    reply = await ask(
        clients.viewer, walk(), walk("B", "gone"), walk("C", scenarioId="server_error_500"), down
    )
    assert reply.status == 400
    results = reply.json()["results"]
    assert [results[key]["status"] for key in "ABC"] == [200, 404, 500]
    assert len(results["A"]["frames"]) == 1
    assert results["D"]["errorSource"] == "downstream"
    assert "does not exist" in results["B"]["error"]


async def test_unknown_sources_alone_are_404(clients: Clients):
    assert (await ask(clients.viewer, walk(uid="gone"))).status == 404


@pytest.mark.parametrize(
    "body",
    [
        {"queries": []},
        {"queries": "none"},
        {"queries": [{"refId": "A"}]},
        {"from": "now", "to": "now-1h"},
        {"from": "0", "to": "9" * 15},
    ],
)
async def test_requests_that_make_no_sense_are_400_with_a_reason(clients: Clients, body):
    await add_source(clients.admin, "made-up", "testdata")
    reply = await clients.viewer.post("/api/ds/query", {**RANGE, "queries": [walk()], **body})
    assert reply.status == 400
    assert reply.json()["message"]
    assert reply.json()["requestId"] == reply.headers["x-request-id"]


async def test_a_batch_that_failed_says_which_request_it_was(clients: Clients):
    query = {"refId": "A", "datasource": {"uid": "nowhere"}}
    reply = await clients.viewer.post("/api/ds/query", {**RANGE, "queries": [query]})
    assert reply.status == 404
    assert reply.json()["requestId"] == reply.headers["x-request-id"]


async def test_a_changed_source_is_asked_at_its_new_address_at_once(
    clients: Clients, prometheus_server: PrometheusServer
):
    await add_source(clients.admin, "prom", "prometheus", "http://127.0.0.1:9")
    query = {"refId": "A", "datasource": {"uid": "prom"}, "expr": "demo_cpu", "intervalMs": 15_000}
    assert (await ask(clients.viewer, query)).status == 400
    changed = {
        "name": "prom",
        "type": "prometheus",
        "access": "proxy",
        "url": prometheus_server.url,
    }
    assert (await clients.admin.put("/api/datasources/uid/prom", changed)).status == 200
    reply = await ask(clients.viewer, {**query, "maxDataPoints": 1_000})
    assert reply.status == 200, reply.body
    frames = reply.json()["results"]["A"]["frames"]
    assert len(frames) == 6
    times = frames[0]["data"]["values"][0]
    assert times == [1000 * (START + STEP * row) for row in range(len(times))]
    assert times[-1] == END * 1000


async def test_installed_plugins_are_listed(clients: Clients):
    listed = (await clients.viewer.get("/api/plugins", type="datasource")).json()
    assert {"prometheus", "testdata"} <= {each["id"] for each in listed}
    one = await clients.viewer.get("/api/plugins/grafana-testdata-datasource/settings")
    assert (one.status, one.json()["id"]) == (200, "testdata")
    assert (await clients.viewer.get("/api/plugins/nothing/settings")).status == 404


@pytest.mark.parametrize(
    "target",
    [
        {"type": "tags", "tags": ["deploy"], "matchAny": True, "limit": 100},
        {"type": "dashboard", "limit": 100, "matchAny": False, "tags": []},
        {"queryType": "annotations"},
    ],
)
async def test_a_query_for_stored_annotations_draws_no_random_walk(clients: Clients, target):
    """A dashboard shows no events that nobody wrote."""
    query = {"refId": "Anno", "datasource": {"type": "grafana", "uid": "-- Grafana --"}, **target}
    reply = await ask(clients.viewer, query)
    assert reply.status == 200, reply.body
    (frame,) = reply.json()["results"]["Anno"]["frames"]
    assert frame["schema"]["fields"] == []


@pytest.mark.parametrize(
    ("queries", "code"),
    [([], "query.noQueries"), ([{"refId": "A"}], "query.invalidDatasourceId")],
)
async def test_clients_recognize_why_a_batch_is_refused(clients: Clients, queries, code):
    reply = await ask(clients.viewer, *queries)
    assert (reply.status, reply.json()["messageId"]) == (400, code)
