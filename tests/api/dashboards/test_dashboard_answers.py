"""Answers about dashboards that scripts for Grafana 10.4 read: statuses, ids, imports."""

from tests.fixtures.app import Client, Clients


async def save(client: Client, uid: str, title: str) -> int:
    saved = await client.post("/api/dashboards/db", {"dashboard": {"uid": uid, "title": title}})
    number: int = saved.json()["id"]
    return number


async def test_a_refused_save_names_its_kind(clients: Clients) -> None:
    """A script tells a missing title from a missing dashboard without reading sentences."""
    for model, status, kind in (
        ({"title": ""}, 400, "empty-name"),
        ({}, 400, "empty-name"),
        ({"title": "T", "id": 99}, 404, "not-found"),
    ):
        reply = await clients.editor.post("/api/dashboards/db", {"dashboard": model})
        assert (reply.status, reply.json()["status"]) == (status, kind), model
    too_long = {"dashboard": {"title": "T", "uid": "u" * 41}}
    assert "status" not in (await clients.editor.post("/api/dashboards/db", too_long)).json()
    opened = await clients.viewer.get("/api/dashboards/uid/none")
    assert opened.json()["message"] == "Dashboard not found"


async def test_an_import_without_a_dashboard_is_unprocessable(clients: Clients) -> None:
    for body in ({}, {"dashboard": None}, {"folderUid": "", "overwrite": True}):
        reply = await clients.editor.post("/api/dashboards/import", body)
        assert reply.status == 422, body
    assert (await clients.editor.post("/api/dashboards/db", {})).status == 400


async def test_old_numbers_are_translated_to_uids(clients: Clients) -> None:
    """A playlist or a link that still names dashboards by number finds their uids at once."""
    first, second = await save(clients.editor, "a", "A"), await save(clients.editor, "b", "B")
    path = "/api/dashboards/ids"
    assert (await clients.viewer.get(f"{path}/{second},{first}")).json() == ["b", "a"]
    assert (await clients.viewer.get(f"{path}/{first},999999")).json() == ["a"]
    for wrong in ("x", "1,x", ",".join(map(str, range(1001)))):
        assert (await clients.viewer.get(f"{path}/{wrong}")).status == 400
    assert (await clients.anonymous.get(f"{path}/{first}")).status == 401


async def test_a_search_with_an_order_that_does_not_exist_keeps_the_usual_one(
    clients: Clients,
) -> None:
    await save(clients.editor, "b", "B")
    await save(clients.editor, "a", "A")
    found = await clients.viewer.get("/api/search", sort="views-recently", limit=0, page=0)
    assert (found.status, [each["uid"] for each in found.json()]) == (200, ["a", "b"])


async def test_an_unsaved_model_is_compared_with_a_stored_version(clients: Clients) -> None:
    """Before saving, an editor sees what the save would change."""
    number = await save(clients.editor, "a", "A")
    sides = {
        "base": {"dashboardId": number, "version": 1, "unsavedDashboard": None},
        "new": {"unsavedDashboard": {"title": "B", "uid": "a", "id": number, "version": 1}},
    }
    body = {**sides, "diffType": "structured"}
    compared = await clients.editor.post("/api/dashboards/calculate-diff", body)
    assert compared.json()["changes"] == [
        {"path": "title", "kind": "change", "old": "A", "new": "B"}
    ]
