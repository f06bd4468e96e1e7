"""A deleted dashboard can be restored for some time, with its versions."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from tests.fixtures.app import Client, Clients, clients_of, start
from tests.fixtures.clocks import StoppedClock

from vedette.db.settings import DatabaseSettings

TRASH = "/api/dashboards/trash"


async def save(client: Client, uid: str, folder: str = "", **model: Any) -> dict[str, Any]:
    dashboard = {"title": uid.title(), "uid": uid, **model}
    body = {"dashboard": dashboard, "folderUid": folder, "overwrite": True}
    reply = await client.post("/api/dashboards/db", body)
    assert reply.status == 200, reply.body
    saved: dict[str, Any] = reply.json()
    return saved


async def listed(client: Client, **query: Any) -> list[str]:
    answer = (await client.get(TRASH, **query)).json()
    return [entry["uid"] for entry in answer["dashboards"]]


async def test_a_deleted_dashboard_is_listed_and_restored_with_its_versions(
    clients: Clients,
) -> None:
    await clients.editor.post("/api/folders", {"uid": "f", "title": "F"})
    await save(clients.editor, "u", "f", tags=["a"], panels=[{"id": 1, "type": "text"}])
    await save(clients.editor, "u", "f", tags=["a", "b"], big=1.0)
    await clients.admin.delete("/api/dashboards/uid/u")
    assert (await clients.viewer.get("/api/search", query="U")).json() == []
    answer = (await clients.editor.get(TRASH)).json()
    (entry,) = answer["dashboards"]
    assert answer["totalCount"] == 1
    assert (entry["title"], entry["folderUid"], entry["folderTitle"]) == ("U", "f", "F")
    assert (entry["version"], entry["deletedBy"]) == (2, "admin-user")
    assert (entry["isFolderGone"], entry["expires"] > entry["deleted"]) == (False, True)
    restored = await clients.editor.send("PATCH", "/api/dashboards/uid/u/trash", {})
    shape = restored.json()
    assert (restored.status, shape["message"]) == (200, "Dashboard U restored")
    assert (shape["uid"], shape["version"], shape["folderUid"]) == ("u", 3, "f")
    opened = await clients.viewer.get("/api/dashboards/uid/u")
    assert b'"big":1.0' in opened.body
    assert opened.json()["dashboard"]["id"] == shape["id"]
    versions = (await clients.viewer.get("/api/dashboards/uid/u/versions")).json()
    assert [each["version"] for each in versions] == [3, 2, 1]
    assert versions[0]["message"] == "Restored from the trash"
    first = (await clients.viewer.get("/api/dashboards/uid/u/versions/1")).json()
    assert first["data"]["panels"] == [{"id": 1, "type": "text"}]
    found = (await clients.viewer.get("/api/search", tag="b")).json()
    assert [hit["uid"] for hit in found] == ["u"]
    assert await listed(clients.editor) == []


async def test_dashboards_of_a_deleted_folder_need_a_new_folder(clients: Clients) -> None:
    await clients.editor.post("/api/folders", {"uid": "f", "title": "F"})
    await clients.editor.post("/api/folders", {"uid": "g", "title": "G", "parentUid": "f"})
    await save(clients.editor, "one", "f")
    await save(clients.editor, "two", "g")
    await clients.admin.delete("/api/folders/f")
    entries = (await clients.editor.get(TRASH)).json()["dashboards"]
    assert {entry["uid"]: (entry["folderTitle"], entry["isFolderGone"]) for entry in entries} == {
        "one": ("F", True),
        "two": ("G", True),
    }
    lost = await clients.editor.patch("/api/dashboards/uid/one/trash", {})
    assert (lost.status, lost.json()["messageId"]) == (400, "dashboards.folder_gone")
    assert (
        await clients.editor.patch("/api/dashboards/uid/one/trash", {"folderUid": "no"})
    ).status == 400
    restored = await clients.editor.patch("/api/dashboards/uid/one/trash", {"folderUid": ""})
    assert (restored.status, restored.json()["folderUid"]) == (200, "")


async def test_what_took_the_place_meanwhile_stays(clients: Clients) -> None:
    await save(clients.editor, "u")
    await clients.admin.delete("/api/dashboards/uid/u")
    await save(clients.editor, "u", title="New")
    taken = await clients.editor.patch("/api/dashboards/uid/u/trash", {})
    assert (taken.status, taken.json()["messageId"]) == (412, "dashboards.uid_taken")
    await clients.admin.delete("/api/dashboards/uid/u")
    await save(clients.editor, "v", title="New")
    named = await clients.editor.patch("/api/dashboards/uid/u/trash", {})
    assert (named.status, named.json()["status"]) == (412, "name-exists")
    entries = (await clients.editor.get(TRASH)).json()["dashboards"]
    assert [entry["title"] for entry in entries] == ["New", "U"]
    older = await clients.editor.patch("/api/dashboards/uid/u/trash", {"id": entries[1]["id"]})
    assert older.json()["title"] == "U"
    assert await listed(clients.editor) == ["u"]


async def test_a_dashboard_is_deleted_for_good(clients: Clients) -> None:
    await save(clients.editor, "u")
    await clients.admin.delete("/api/dashboards/uid/u")
    assert (await clients.editor.delete("/api/dashboards/uid/u/trash")).status == 403
    gone = await clients.admin.delete("/api/dashboards/uid/u/trash")
    assert (gone.status, gone.json()["title"]) == (200, "U")
    for reply in (
        await clients.admin.delete("/api/dashboards/uid/u/trash"),
        await clients.editor.patch("/api/dashboards/uid/u/trash", {}),
        await clients.editor.patch("/api/dashboards/uid/a%20b/trash", {}),
    ):
        assert (reply.status, reply.json()["messageId"]) == (404, "dashboards.not_in_trash")


async def test_library_panels_survive_the_deletion_of_their_element(clients: Clients) -> None:
    model = {"type": "text", "options": {"content": "c"}}
    element = {"uid": "l", "name": "L", "kind": 1, "model": model}
    await clients.editor.post("/api/library-elements", element)
    await save(clients.editor, "u", panels=[{"id": 1, "libraryPanel": {"uid": "l", "name": "L"}}])
    await clients.admin.delete("/api/dashboards/uid/u")
    assert (await clients.editor.delete("/api/library-elements/l")).status == 200
    await clients.editor.patch("/api/dashboards/uid/u/trash", {})
    (panel,) = (await clients.viewer.get("/api/dashboards/uid/u")).json()["dashboard"]["panels"]
    assert (panel["type"], panel["options"]) == ("text", {"content": "c"})


async def test_a_restored_dashboard_is_connected_to_its_elements_again(clients: Clients) -> None:
    element = {"uid": "l", "name": "L", "kind": 1, "model": {"type": "text"}}
    await clients.editor.post("/api/library-elements", element)
    await save(clients.editor, "u", panels=[{"id": 1, "libraryPanel": {"uid": "l", "name": "L"}}])
    await clients.admin.delete("/api/dashboards/uid/u")
    await clients.editor.patch("/api/dashboards/uid/u/trash", {})
    assert (await clients.editor.delete("/api/library-elements/l")).status == 403


async def test_the_list_is_searched_and_paged(clients: Clients) -> None:
    for uid in ("a", "b", "c"):
        await save(clients.editor, uid, title=f"{uid} 100%")
        await clients.admin.delete(f"/api/dashboards/uid/{uid}")
    assert await listed(clients.editor, query="B 100%") == ["b"]
    assert await listed(clients.editor, limit=2) == ["c", "b"]
    assert await listed(clients.editor, limit=2, page=2) == ["a"]


async def test_viewers_cannot_use_the_trash(clients: Clients) -> None:
    assert (await clients.viewer.get(TRASH)).status == 403
    assert (await clients.viewer.patch("/api/dashboards/uid/u/trash", {})).status == 403


async def test_the_trash_of_another_organization_is_not_there(clients: Clients) -> None:
    await save(clients.editor, "u")
    await clients.admin.delete("/api/dashboards/uid/u")
    org = (await clients.server_admin.post("/api/orgs", {"name": "Other"})).json()["orgId"]
    headers = {**clients.server_admin.headers, "x-grafana-org-id": str(org)}
    other = Client(clients.server_admin.app, headers)
    assert await listed(other) == []
    assert (await other.patch("/api/dashboards/uid/u/trash", {})).status == 404


async def test_the_trash_is_emptied_after_its_time_and_bounded(
    database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    clock = StoppedClock()
    async with AsyncExitStack() as stack:
        app = await start(
            stack, database_settings, tmp_path,
            "cfg:dashboards.trash_retention=1h", "cfg:dashboards.trash_max_dashboards=2",
            clock=clock,
        )  # fmt: skip
        clients = await clients_of(app)
        for uid in ("a", "b", "c"):
            await save(clients.editor, uid)
            await clients.admin.delete(f"/api/dashboards/uid/{uid}")
            clock.seconds += 1200
        assert await listed(clients.editor) == ["c", "b"]
        await app.content.trash.purge()
        assert await listed(clients.editor) == ["c", "b"]
        clock.seconds += 1300
        await app.content.trash.purge()
        assert await listed(clients.editor) == ["c"]


async def test_without_a_retention_a_dashboard_is_deleted_at_once(
    database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        off = "cfg:dashboards.trash_retention=0s"
        app = await start(stack, database_settings, tmp_path, off)
        clients = await clients_of(app)
        await save(clients.editor, "u")
        await clients.admin.delete("/api/dashboards/uid/u")
        assert await listed(clients.editor) == []
