"""Where a data source is used, on both databases."""

from collections.abc import Sequence
from typing import Any

import pytest
from tests.fixtures.app import App, Clients

USAGE = "/api/datasources/uid/metrics/usage"


@pytest.fixture(autouse=True)
async def sources(clients: Clients) -> None:
    for name, uid in (("Metrics", "metrics"), ("Other", "other")):
        body = {"name": name, "uid": uid, "type": "testdata"}
        assert (await clients.admin.post("/api/datasources", body)).status == 200


async def save(clients: Clients, title: str, asked: Sequence[Any], **more: Any) -> str:
    model = {"title": title, "panels": [{"datasource": each} for each in asked], **more}
    reply = await clients.editor.post("/api/dashboards/db", {"dashboard": model, "overwrite": True})
    assert reply.status == 200, reply.body
    uid: str = reply.json()["uid"]
    return uid


async def titles(clients: Clients, **query: Any) -> list[tuple[str, int]]:
    found = (await clients.admin.get(USAGE, **query)).json()["dashboards"]
    return [(one["title"], one["panels"]) for one in found]


async def test_dashboards_that_ask_a_source_are_listed_with_their_panels(clients: Clients) -> None:
    made = await save(clients, "B", [{"uid": "metrics"}, {"uid": "metrics"}, {"uid": "other"}])
    await save(clients, "a", ["Metrics"])
    await save(clients, "C", [{"uid": "other"}])
    found = (await clients.viewer.get(USAGE)).json()
    assert [one["title"] for one in found["dashboards"]] == ["a", "B"]
    assert found["totalCount"] == 2
    assert found["dashboards"][1] == {
        "uid": made,
        "title": "B",
        "url": f"/d/{made}/b",
        "folderUid": "",
        "folderTitle": "",
        "panels": 2,
    }
    assert await titles(clients, limit=1) == [("a", 1)]


async def test_usage_follows_what_is_saved_and_deleted(clients: Clients) -> None:
    uid = await save(clients, "One", [{"uid": "metrics"}])
    variables = {"list": [{"name": "x", "datasource": {"uid": "metrics"}}]}
    await save(clients, "One", [{"uid": "other"}], uid=uid, templating=variables)
    assert await titles(clients) == [("One", 0)]
    await save(clients, "One", [{"uid": "other"}], uid=uid)
    assert await titles(clients) == []
    await save(clients, "One", [{"uid": "metrics"}], uid=uid)
    assert (await clients.admin.delete(f"/api/dashboards/uid/{uid}")).status == 200
    assert await titles(clients) == []


async def test_dashboards_of_an_older_version_are_read_when_first_asked(
    app: App, clients: Clients
) -> None:
    for number in range(3):
        await save(clients, f"Old {number}", [{"uid": "metrics"}])
    async with app.database.transaction() as tx:
        await tx.execute("DELETE FROM dashboard_source")
        await tx.execute(
            "INSERT INTO dashboard_unread (dashboard_id, org_id) SELECT id, org_id FROM dashboard"
        )
    assert len(await titles(clients)) == 3
    async with app.database.reading() as tx:
        assert await tx.value("SELECT COUNT(*) FROM dashboard_unread") == 0


async def test_alert_rules_that_ask_a_source_are_named_too(clients: Clients) -> None:
    assert (await clients.viewer.get(USAGE)).json()["alertRules"] == []
    await clients.editor.post("/api/folders", {"uid": "infra", "title": "Infra"})
    query = {"refId": "A", "datasourceUid": "metrics", "model": {"scenarioId": "random_walk"}}
    rule = {"uid": "r", "title": "R", "folderUID": "infra", "ruleGroup": "g", "condition": "A"}
    made = await clients.editor.post("/api/v1/provisioning/alert-rules", rule | {"data": [query]})
    assert made.status == 201, made.body
    assert (await clients.viewer.get(USAGE)).json()["alertRules"] == [
        {"uid": "r", "title": "R", "folderUid": "infra", "folderTitle": "Infra"}
    ]


async def test_a_source_that_is_not_there_has_no_usage(clients: Clients) -> None:
    assert (await clients.admin.get("/api/datasources/uid/nowhere/usage")).status == 404
    assert (await clients.anonymous.get(USAGE)).status == 401
    assert (await clients.admin.get(USAGE, limit=0)).status == 400


async def test_the_page_gets_the_starts_of_links_and_public_settings(
    clients: Clients,
) -> None:
    json_data = {"timeInterval": "10s", "exemplarTraceIdDestinations": [], "mine": "hidden"}
    body = {"name": "P", "uid": "p", "type": "prometheus", "url": "http://p", "jsonData": json_data}
    await clients.admin.post("/api/datasources", body)
    config = {"field": "x", "target": {"query": "${x}"}}
    link = {"targetUID": "other", "label": "L", "config": config}
    await clients.admin.post("/api/datasources/uid/metrics/correlations", link)
    shown = (await clients.viewer.get("/api/frontend/settings")).json()["datasources"]
    assert shown["Metrics"]["hasCorrelations"] is True
    assert shown["Other"]["hasCorrelations"] is False
    assert shown["P"]["jsonData"] == {"timeInterval": "10s", "exemplarTraceIdDestinations": []}
    assert shown["P"]["meta"]["category"] == "metrics"
