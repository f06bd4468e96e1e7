"""The query history of a person, and the queries an organization saves, on both databases."""

from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.app import Client, Clients, clients_of, start

from vedette.db.settings import DatabaseSettings
from vedette.explore import service
from vedette.kernel.clock import SystemClock

UP = {"refId": "A", "expr": 'up{job="api"}', "datasource": {"uid": "prom"}}


async def keep(client: Client, uid: str = "prom", **query: Any) -> dict[str, Any]:
    body = {"datasourceUid": uid, "queries": [{**UP, **query}]}
    reply = await client.post("/api/query-history", body)
    assert reply.status == 200, reply.body
    return dict(reply.json()["result"])


async def found(client: Client, **search: Any) -> list[str]:
    reply = await client.get("/api/query-history", **search)
    assert reply.status == 200, reply.body
    return [each["queries"][0]["expr"] for each in reply.json()["result"]["queryHistory"]]


async def test_what_was_asked_is_found_again_newest_first(clients: Clients) -> None:
    first = await keep(clients.editor, expr="one")
    await keep(clients.editor, expr="two")
    assert await found(clients.editor) == ["two", "one"]
    assert await found(clients.editor, sort="time-asc") == ["one", "two"]
    assert set(first) == {
        "uid",
        "datasourceUid",
        "createdBy",
        "createdAt",
        "comment",
        "queries",
        "starred",
    }
    assert first["createdAt"] < 10**11, "seconds, as clients expect"


async def test_a_history_is_its_owners_alone(clients: Clients) -> None:
    mine = await keep(clients.editor)
    assert await found(clients.admin) == []
    for method, path in (
        ("DELETE", f"/api/query-history/{mine['uid']}"),
        ("POST", f"/api/query-history/star/{mine['uid']}"),
    ):
        assert (await clients.admin.send(method, path)).status == 404
    assert await found(clients.editor) == [UP["expr"]]


@pytest.mark.parametrize("text", ['job="api"', "UP{JOB", "100%", "a_b", "back\\slash", "!"])
async def test_a_search_takes_every_sign_as_it_is_written(clients: Clients, text: str) -> None:
    await keep(clients.editor, expr=f"sum({text.lower()})")
    await keep(clients.editor, expr="something else")
    assert await found(clients.editor, searchString=text) == [f"sum({text.lower()})"]


async def test_searches_by_source_star_time_and_page(clients: Clients) -> None:
    editor = clients.editor
    kept = [await keep(editor, f"s{n}", expr=f"q{n}") for n in range(4)]
    starred = await editor.post(f"/api/query-history/star/{kept[2]['uid']}")
    assert starred.json()["result"]["starred"] is True
    commented = await editor.patch(f"/api/query-history/{kept[1]['uid']}", {"comment": "The Ärzte"})
    assert commented.json()["result"]["comment"] == "The Ärzte"
    assert await found(editor, datasourceUid=["s0", "s3"]) == ["q3", "q0"]
    assert await found(editor, onlyStarred="true") == ["q2"]
    assert await found(editor, searchString="the ÄRZTE") == ["q1"]
    assert await found(editor, limit=3, page=2) == ["q0"]
    assert await found(editor, to=1) == []
    assert len(await found(editor, **{"from": 1})) == 4
    page = (await editor.get("/api/query-history", limit=1)).json()["result"]
    assert (page["totalCount"], page["page"], page["perPage"]) == (4, 1, 1)
    await editor.delete(f"/api/query-history/star/{kept[2]['uid']}")
    assert await found(editor, onlyStarred="true") == []
    gone = await editor.delete(f"/api/query-history/{kept[3]['uid']}")
    assert (gone.status, gone.json()["message"]) == (200, "Query deleted")
    assert gone.json()["id"] > 0
    assert await found(editor) == ["q2", "q1", "q0"]


@pytest.mark.parametrize("search", [{"page": 10**17}, {"from": 10**18}, {"to": -(10**30)}])
async def test_pages_and_times_beyond_all_bounds_find_nothing(
    clients: Clients, search: dict[str, int]
) -> None:
    await keep(clients.editor)
    assert await found(clients.editor, **search) == []


async def test_of_very_many_queries_the_newest_and_the_starred_are_kept(
    clients: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_KEPT", 2)
    moments = count(SystemClock().now_ms())
    monkeypatch.setattr(SystemClock, "now_ms", lambda self: next(moments))
    starred = await keep(clients.editor, expr="q0")
    await clients.editor.post(f"/api/query-history/star/{starred['uid']}")
    await keep(clients.admin, expr="another's")
    for number in range(1, 5):
        await keep(clients.editor, expr=f"q{number}")
    assert await found(clients.editor) == ["q4", "q3", "q0"]
    assert await found(clients.admin) == ["another's"]


async def test_what_cannot_be_kept_says_why(clients: Clients) -> None:
    reply = await clients.editor.post("/api/query-history", {"queries": []})
    assert (reply.status, reply.json()["message"]) == (400, "The request has no query.")
    assert (await clients.anonymous.get("/api/query-history")).status == 401


async def test_the_history_can_be_turned_off(
    database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        app = await start(stack, database_settings, tmp_path, "cfg:query_history.enabled=false")
        reply = await (await clients_of(app)).editor.get("/api/query-history")
        assert reply.status == 404
        assert "[query_history]" in reply.json()["message"]


SAVED = {"title": "Busy", "description": "Who is busy", "datasourceUid": "prom", "queries": [UP]}


async def test_a_saved_query_is_shared_by_the_organization(clients: Clients) -> None:
    made = (await clients.editor.post("/api/saved-queries", SAVED)).json()
    assert (await clients.editor.get("/api/saved-queries")).json() == [made]
    assert {**SAVED, **made} == made
    assert made["createdBy"] == "editor-user"
    path = f"/api/saved-queries/{made['uid']}"
    changed = (await clients.admin.put(path, {**SAVED, "title": "Busier", "version": 1})).json()
    assert (changed["title"], changed["version"], changed["updatedBy"]) == (
        "Busier",
        2,
        "admin-user",
    )
    stale = await clients.editor.put(path, {**SAVED, "version": 1})
    assert stale.status == 412
    assert (await clients.viewer.delete(path)).status == 403
    assert (await clients.editor.delete(path)).status == 200
    assert (await clients.editor.get("/api/saved-queries")).json() == []


async def test_two_saved_queries_have_two_titles(clients: Clients) -> None:
    first = (await clients.editor.post("/api/saved-queries", SAVED)).json()
    second = await clients.editor.post("/api/saved-queries", SAVED)
    assert (second.status, "title" in second.json()["message"]) == (409, True)
    other = (await clients.editor.post("/api/saved-queries", {**SAVED, "title": "B"})).json()
    renamed = await clients.editor.put(f"/api/saved-queries/{other['uid']}", SAVED)
    assert renamed.status == 409
    assert first["title"] == "Busy"
    assert (await clients.editor.post("/api/saved-queries", {**SAVED, "title": " "})).status == 400
    assert (await clients.editor.put("/api/saved-queries/none", SAVED)).status == 404


async def test_viewers_get_explore_only_where_the_setting_lets_them(clients: Clients) -> None:
    """Viewers query data sources on dashboards; queries of their own need `viewers_can_edit`."""
    viewer = clients.viewer
    assert (await viewer.get("/api/frontend/settings")).json()["viewersCanEdit"] is False
    for method, path, body in EXPLORE_CALLS:
        assert (await viewer.send(method, path, body)).status == 403, path
        assert (await clients.editor.send(method, path, body)).status == 200, path


async def test_the_setting_gives_viewers_explore_and_nothing_else(
    database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        app = await start(stack, database_settings, tmp_path, "cfg:users.viewers_can_edit=true")
        clients = await clients_of(app)
        viewer = clients.viewer
        assert (await viewer.get("/api/frontend/settings")).json()["viewersCanEdit"] is True
        for method, path, body in EXPLORE_CALLS:
            assert (await viewer.send(method, path, body)).status == 200, path
        saved = {"title": "Mine", "queries": [UP]}
        assert (await viewer.post("/api/saved-queries", saved)).status == 403
        prometheus = {
            "name": "Prometheus",
            "uid": "prom",
            "type": "prometheus",
            "access": "proxy",
            "url": "http://metrics.example.org",
        }
        assert (await clients.admin.post("/api/datasources", prometheus)).status == 200
        shown = (await viewer.get("/api/datasources/uid/prom")).json()
        assert shown["url"] == "", "an address needs the role Admin, with or without Explore"


EXPLORE_CALLS: list[tuple[str, str, Any]] = [
    ("POST", "/api/query-history", {"datasourceUid": "prom", "queries": [UP]}),
    ("GET", "/api/query-history", None),
    ("GET", "/api/saved-queries", None),
]
