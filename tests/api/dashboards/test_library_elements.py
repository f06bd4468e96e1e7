"""Panels that several dashboards share, as clients of Grafana 10.4 use them."""

from typing import Any

import pytest
from tests.fixtures.app import Client, Clients, Reply

PANEL = {"id": 7, "gridPos": {"x": 0}, "title": "Load", "type": "stat", "description": "of hosts"}


async def create(client: Client, name: str = "Load", **body: Any) -> Reply:
    sent = {"name": name, "kind": 1, "model": PANEL, **body}
    return await client.post("/api/library-elements", sent)


async def save(client: Client, uid: str, *panels: Any, **model: Any) -> Reply:
    dashboard = {"title": uid, "uid": uid, "panels": panels, **model}
    return await client.post("/api/dashboards/db", {"dashboard": dashboard, "overwrite": True})


def reference(uid: str = "l", id_: int = 1, **more: Any) -> dict[str, Any]:
    place = {"x": 0, "y": 0, "w": 12, "h": 8}
    return {"id": id_, "gridPos": place, "libraryPanel": {"uid": uid, "name": "Load"}, **more}


async def panels_of(client: Client, uid: str) -> list[dict[str, Any]]:
    panels: list[dict[str, Any]] = (await client.get(f"/api/dashboards/uid/{uid}")).json()[
        "dashboard"
    ]["panels"]
    return panels


async def stored_panels(client: Client, uid: str, version: int = 1) -> list[dict[str, Any]]:
    reply = await client.get(f"/api/dashboards/uid/{uid}/versions/{version}")
    panels: list[dict[str, Any]] = reply.json()["data"]["panels"]
    return panels


async def test_an_element_is_created_read_changed_and_deleted(clients: Clients) -> None:
    folder = (await clients.editor.post("/api/folders", {"uid": "f", "title": "F"})).json()
    made = await create(clients.editor, uid="l", folderUid="f")
    element = made.json()["result"]
    meta = element.pop("meta")
    assert made.status == 200
    assert element == {
        "id": element["id"], "orgId": 1, "folderId": folder["id"], "folderUid": "f", "uid": "l",
        "name": "Load", "kind": 1, "type": "stat", "description": "of hosts", "version": 1,
        "model": {"title": "Load", "type": "stat", "description": "of hosts"},
    }  # fmt: skip
    assert (meta["folderName"], meta["connectedDashboards"]) == ("F", 0)
    assert meta["createdBy"] == meta["updatedBy"]
    assert (meta["createdBy"]["name"], meta["createdBy"]["id"] > 0) == ("editor-user", True)
    opened = (await clients.viewer.get("/api/library-elements/l")).json()["result"]
    assert opened == {**element, "meta": meta}
    assert (await clients.viewer.get("/api/library-elements/name/Load")).json()["result"] == [
        opened
    ]
    changed = await clients.editor.patch(
        "/api/library-elements/l",
        {"kind": 1, "version": 1, "name": "CPU", "folderUid": "", "model": {"type": "gauge"}},
    )
    after = changed.json()["result"]
    assert (after["name"], after["type"], after["version"]) == ("CPU", "gauge", 2)
    assert (after["folderUid"], after["meta"]["folderName"]) == ("", "General")
    gone = await clients.editor.delete("/api/library-elements/l")
    assert gone.json() == {"id": element["id"], "message": "Library element deleted"}
    for path in ("l", "name/CPU", "l/connections"):
        missing = await clients.viewer.get(f"/api/library-elements/{path}")
        assert (missing.status, missing.json()["message"]) == (
            404, "library element could not be found",
        )  # fmt: skip


async def test_a_change_keeps_what_it_does_not_name(clients: Clients) -> None:
    await clients.editor.post("/api/folders", {"uid": "f", "title": "F"})
    await create(clients.editor, uid="l", folderUid="f")
    changed = await clients.editor.patch("/api/library-elements/l", {"kind": 1, "version": 1})
    after = changed.json()["result"]
    assert (after["name"], after["folderUid"], after["type"]) == ("Load", "f", "stat")


async def test_a_stale_change_is_refused(clients: Clients) -> None:
    await create(clients.editor, uid="l")
    body = {"kind": 1, "version": 1, "model": {"type": "text"}}
    assert (await clients.admin.patch("/api/library-elements/l", body)).status == 200
    stale = await clients.editor.patch("/api/library-elements/l", body)
    assert stale.status == 412
    assert stale.json()["message"] == "the library element has been changed by someone else"
    assert (stale.json()["status"], stale.json()["version"]) == ("version-mismatch", 2)


async def test_bad_elements_are_refused_with_a_sentence(clients: Clients) -> None:
    await clients.editor.post("/api/folders", {"uid": "f", "title": "F"})
    await create(clients.editor, uid="l")
    for body, words in (
        ({"uid": "l", "name": "Other"}, "library element with that name or UID already exists"),
        ({"uid": "m"}, "library element with that name or UID already exists"),
        ({"name": "A", "kind": 3}, "kind is not supported"),
        ({"name": "  "}, "cannot be empty"),
        ({"name": "A\nB"}, "control"),
        ({"name": "x" * 200}, "150"),
        ({"name": "A", "folderUid": "none"}, "folder not found"),
        ({"name": "A", "uid": "a b"}, "uid"),
        ({"name": "A", "uid": "u" * 41}, "40"),
        ({"name": "A", "model": []}, "JSON object"),
        ({"name": "A", "model": None}, "model"),
        ({"name": "A", "model": {"x": "y" * 250_000}}, "250000"),
    ):
        reply = await create(clients.editor, **{"name": "Load", **body})
        assert (reply.status, words in reply.json()["message"]) == (400, True), reply.body[:200]
    surrogate = rb'{"name":"A","kind":1,"model":{"a":"\ud800"}}'
    assert (await clients.editor.post("/api/library-elements", surrogate)).status == 400
    assert (await create(clients.editor, folderUid="f")).status == 200
    taken = await clients.editor.patch(
        "/api/library-elements/l", {"kind": 1, "version": 1, "folderUid": "f"}
    )
    assert taken.status == 400


async def test_elements_are_found_by_name_type_and_folder(clients: Clients) -> None:
    folder = (await clients.editor.post("/api/folders", {"uid": "f", "title": "F"})).json()
    await create(clients.editor, "Beta", uid="b", folderUid="f")
    await create(clients.editor, "alpha 100%", uid="a", model={"type": "text"})
    await create(clients.editor, "Gamma", uid="g", model={"type": "text", "description": "Disk"})

    async def found(**query: Any) -> list[str]:
        result = (await clients.viewer.get("/api/library-elements", **query)).json()["result"]
        uids = [element["uid"] for element in result["elements"]]
        assert result["totalCount"] >= len(uids)
        return uids

    assert await found() == ["a", "b", "g"]
    assert await found(sortDirection="alpha-desc") == ["g", "b", "a"]
    assert await found(searchString="100%") == ["a"]
    assert await found(searchString="DISK") == ["g"]
    assert await found(typeFilter="text,gauge") == ["a", "g"]
    assert await found(excludeUid="a") == ["b", "g"]
    assert await found(folderFilterUIDs="f") == ["b"]
    assert await found(folderFilterUIDs="general") == ["a", "g"]
    assert await found(folderFilterUIDs="f,general") == ["a", "b", "g"]
    assert await found(folderFilter=str(folder["id"])) == ["b"]
    assert await found(folderFilter="0") == ["a", "g"]
    assert await found(kind=2) == []
    page = (await clients.viewer.get("/api/library-elements", perPage=2, page=2)).json()["result"]
    assert [element["uid"] for element in page["elements"]] == ["g"]
    assert (page["totalCount"], page["page"], page["perPage"]) == (3, 2, 2)
    most = (await clients.viewer.get("/api/library-elements", perPage=9999)).json()["result"]
    assert most["perPage"] == 500


async def test_a_dashboard_stores_references_and_is_opened_with_the_elements(
    clients: Clients,
) -> None:
    await create(clients.editor, uid="l")
    row = {"id": 3, "type": "row", "panels": [reference(id_=4, type="stat")], "keeps": 1.0}
    full = reference(title="Mine", type="stat", options={"a": 1}, unknown=2)
    await save(clients.editor, "d", full, row)
    short = {"uid": "l", "name": "Load"}
    place = reference()["gridPos"]
    assert await stored_panels(clients.viewer, "d") == [
        {"id": 1, "title": "Mine", "gridPos": place, "libraryPanel": short},
        {**row, "panels": [{"id": 4, "gridPos": place, "libraryPanel": short}]},
    ]
    first, second = await panels_of(clients.viewer, "d")
    assert first == {
        "id": 1, "gridPos": place, "title": "Load", "type": "stat", "description": "of hosts",
        "libraryPanel": {**short, "version": 1},
    }  # fmt: skip
    assert (second["panels"][0]["type"], second["keeps"]) == ("stat", 1.0)
    model = {"type": "text", "options": {"content": "new"}}
    await clients.editor.patch(
        "/api/library-elements/l", {"kind": 1, "version": 1, "model": model, "name": "News"}
    )
    first, _ = await panels_of(clients.viewer, "d")
    assert (first["options"], first["libraryPanel"]["name"]) == ({"content": "new"}, "News")
    # What was opened is saved again: references stay references.
    opened = (await clients.editor.get("/api/dashboards/uid/d")).json()["dashboard"]
    await save(clients.editor, "d", *opened["panels"], version=1)
    (stored, _) = await stored_panels(clients.viewer, "d", 2)
    assert "options" not in stored


async def test_a_panel_of_an_element_that_is_not_there_loses_nothing(clients: Clients) -> None:
    full = reference("none", title="Mine", type="stat", options={"a": 1})
    await save(clients.editor, "d", full)
    assert await panels_of(clients.viewer, "d") == [full]


async def test_a_dashboard_is_opened_with_a_bounded_amount_of_models(clients: Clients) -> None:
    model = {"type": "text", "content": "x" * 240_000}
    await create(clients.editor, uid="l", model=model)
    await save(clients.editor, "d", *[reference(id_=id_) for id_ in range(1, 61)])
    panels = await panels_of(clients.viewer, "d")
    assert [panel["id"] for panel in panels if "type" in panel] == list(range(1, 42))
    assert panels[59] == reference(id_=60)


async def test_connections_follow_the_panels_of_saved_dashboards(clients: Clients) -> None:
    await create(clients.editor, uid="l")
    number = (await save(clients.editor, "d", reference(), reference(id_=2))).json()["id"]
    await save(clients.editor, "e", {"id": 1, "type": "row", "panels": [reference(id_=2)]})
    path = "/api/library-elements/l"
    connections = (await clients.viewer.get(f"{path}/connections")).json()["result"]
    assert [each["connectionUid"] for each in connections] == ["d", "e"]
    first = connections[0]
    assert (first["kind"], first["connectionId"]) == (1, number)
    assert first["createdBy"]["name"] == "editor-user"
    element = (await clients.viewer.get(path)).json()["result"]
    assert (element["meta"]["connectedDashboards"], first["elementId"]) == (2, element["id"])
    refused = await clients.editor.delete(path)
    assert (refused.status, refused.json()["message"]) == (
        403, "the library element has connections",
    )  # fmt: skip
    renamed = await clients.editor.patch(path, {"kind": 1, "version": 1, "uid": "other"})
    assert renamed.status == 403
    await save(clients.editor, "d")
    await clients.admin.delete("/api/dashboards/uid/e")
    assert (await clients.editor.delete(path)).status == 200


async def test_restoring_a_version_restores_the_connection(clients: Clients) -> None:
    await create(clients.editor, uid="l")
    await save(clients.editor, "d", reference())
    await save(clients.editor, "d")
    await clients.editor.post("/api/dashboards/uid/d/restore", {"version": 1})
    assert (await clients.editor.delete("/api/library-elements/l")).status == 403


async def test_a_folder_goes_with_its_elements_unless_others_use_them(clients: Clients) -> None:
    await clients.editor.post("/api/folders", {"uid": "f", "title": "F"})
    await create(clients.editor, uid="l", folderUid="f")
    await save(clients.editor, "outside", reference())
    counts = (await clients.viewer.get("/api/folders/f/counts")).json()
    assert counts["librarypanel"] == 1
    refused = await clients.admin.delete("/api/folders/f")
    assert (refused.status, refused.json()["message"]) == (
        403, "folder contains library elements that are linked in use",
    )  # fmt: skip
    await clients.editor.post(
        "/api/dashboards/db",
        {
            "dashboard": {"title": "outside", "uid": "outside", "panels": [reference()]},
            "folderUid": "f",
            "overwrite": True,
        },
    )
    assert (await clients.admin.delete("/api/folders/f")).status == 200
    assert (await clients.viewer.get("/api/library-elements/l")).status == 404


async def test_an_import_creates_the_elements_that_are_missing(clients: Clients) -> None:
    await create(clients.editor, uid="old", name="Old")
    await create(clients.editor, uid="other", name="New")
    inputs = [{"name": "DS_P", "type": "datasource", "pluginId": "prometheus", "value": "prom"}]
    elements = {
        uid: {
            "uid": uid,
            "name": uid.title(),
            "kind": 1,
            "model": {"type": "stat", "datasource": {"uid": "${DS_P}"}},
        }
        for uid in ("old", "new")
    }
    body = {
        "dashboard": {
            "__inputs": inputs,
            "__elements": elements,
            "title": "I",
            "uid": "i",
            "panels": [reference("new"), reference("old", 2)],
        },
        "inputs": inputs,
        "overwrite": False,
    }
    imported = await clients.editor.post("/api/dashboards/import", body)
    assert imported.status == 200, imported.body
    made = (await clients.viewer.get("/api/library-elements/new")).json()["result"]
    assert made["model"]["datasource"] == {"uid": "prom"}
    assert (made["name"], made["meta"]["connectedDashboards"]) == ("New (new)", 1)
    old = (await clients.viewer.get("/api/library-elements/old")).json()["result"]
    assert (old["model"]["title"], old["version"]) == ("Load", 1)
    first, second = await panels_of(clients.viewer, "i")
    assert (first["datasource"], second["title"]) == ({"uid": "prom"}, "Load")
    opened = (await clients.viewer.get("/api/dashboards/uid/i")).json()["dashboard"]
    assert "__elements" not in opened


async def test_a_saved_export_keeps_its_elements(clients: Clients) -> None:
    await save(clients.editor, "d", __elements={"l": {"name": "L"}})
    opened = (await clients.viewer.get("/api/dashboards/uid/d")).json()["dashboard"]
    assert opened["__elements"] == {"l": {"name": "L"}}


async def test_the_use_of_a_source_follows_the_element(clients: Clients) -> None:
    for uid in ("one", "two"):
        await clients.admin.post(
            "/api/datasources", {"name": uid, "uid": uid, "type": "testdata", "access": "proxy"}
        )

    async def users(uid: str) -> list[str]:
        answer = (await clients.viewer.get(f"/api/datasources/uid/{uid}/usage")).json()
        return [each["uid"] for each in answer["dashboards"]]

    model = {"type": "stat", "datasource": {"uid": "one"}}
    await create(clients.editor, uid="l", model=model)
    await save(clients.editor, "d", reference())
    assert await users("one") == ["d"]
    await clients.editor.patch(
        "/api/library-elements/l",
        {"kind": 1, "version": 1, "model": {**model, "datasource": {"uid": "two"}}},
    )
    assert (await users("one"), await users("two")) == ([], ["d"])


async def test_elements_of_another_organization_are_not_there(clients: Clients) -> None:
    await create(clients.editor, uid="l")
    org = (await clients.server_admin.post("/api/orgs", {"name": "Other"})).json()["orgId"]
    other = Client(
        clients.server_admin.app, {**clients.server_admin.headers, "x-grafana-org-id": str(org)}
    )
    assert (await other.get("/api/library-elements/l")).status == 404
    assert (await other.get("/api/library-elements")).json()["result"]["totalCount"] == 0
    assert (await create(other, uid="l")).status == 200


@pytest.mark.parametrize("method", ["post", "patch", "delete"])
async def test_viewers_cannot_change_elements(clients: Clients, method: str) -> None:
    await create(clients.editor, uid="l")
    if method == "post":
        reply = await create(clients.viewer)
    elif method == "patch":
        reply = await clients.viewer.patch("/api/library-elements/l", {"kind": 1, "version": 1})
    else:
        reply = await clients.viewer.delete("/api/library-elements/l")
    assert reply.status == 403
