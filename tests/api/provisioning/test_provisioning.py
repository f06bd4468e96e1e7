"""Files become resources that every address then treats as the files' own."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.app import Clients


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """Where the application of these tests looks for files."""
    root = tmp_path / "provisioning"
    for name in ("dashboards", "folders", "json"):
        (root / name).mkdir(parents=True, exist_ok=True)
    provider = {"name": "team", "options": {"path": str(root / "json")}, "folder": "Team"}
    (root / "dashboards/p.yaml").write_text(json.dumps({"providers": [provider]}))
    return root


def put(directory: Path, path: str, content: Any) -> None:
    (directory / path).write_text(content if isinstance(content, str) else json.dumps(content))


async def reload(clients: Clients, kind: str = "dashboards") -> Any:
    reply = await clients.server_admin.post(f"/api/admin/provisioning/{kind}/reload")
    assert reply.status == 200, reply.body
    return reply.json()


async def test_a_file_is_a_dashboard_after_a_reload(directory: Path, clients: Clients) -> None:
    put(directory, "json/a.json", {"title": "A", "uid": "a"})
    assert await reload(clients) == {"message": "Dashboards config reloaded", "sources": []}
    opened = (await clients.viewer.get("/api/dashboards/uid/a")).json()
    meta = opened["meta"]
    assert (meta["provisioned"], meta["provisionedExternalId"]) == (True, "a.json")
    assert (meta["folderTitle"], meta["updatedBy"]) == ("Team", "provisioning")


async def test_no_address_changes_what_a_file_owns(directory: Path, clients: Clients) -> None:
    """Proves T46."""
    put(directory, "json/a.json", {"title": "A", "uid": "a"})
    await reload(clients)
    folder = (await clients.admin.get("/api/dashboards/uid/a")).json()["meta"]["folderUid"]
    before = (await clients.admin.get("/api/dashboards/uid/a")).body
    changed = {"title": "B", "uid": "a"}
    for reply in (
        await clients.admin.post("/api/dashboards/db", {"dashboard": changed, "overwrite": True}),
        await clients.admin.post(
            "/api/dashboards/db",
            {"dashboard": {"title": "A"}, "folderUid": folder, "overwrite": True},
        ),
        await clients.admin.post(
            "/api/dashboards/import", {"dashboard": changed, "overwrite": True}
        ),
        await clients.admin.post("/api/dashboards/uid/a/restore", {"version": 1}),
        await clients.admin.delete("/api/dashboards/uid/a"),
        await clients.admin.delete(f"/api/folders/{folder}"),
    ):
        assert reply.status == 400, reply.body
        assert "provisioned" in reply.json()["message"]
    assert (await clients.admin.get("/api/dashboards/uid/a")).body == before


async def test_the_status_names_file_and_line(directory: Path, clients: Clients) -> None:
    put(directory, "json/good.json", {"title": "Good", "uid": "good"})
    put(directory, "json/bad.json", '{\n "title": \n}')
    answer = await reload(clients)
    assert "1 of" in answer["message"]
    status = (await clients.server_admin.get("/api/admin/provisioning/status")).json()
    (bad,) = [source for source in status["sources"] if source["state"] == "error"]
    assert (bad["kind"], bad["file"], bad["line"]) == ("dashboards", "team/bad.json", 3)
    assert "not valid JSON" in bad["message"]
    (provider,) = [s for s in status["sources"] if s["file"] == "dashboards/p.yaml"]
    assert (provider["state"], provider["items"]) == ("ok", 1)
    assert provider["lastApplied"]


async def test_folders_come_from_files_and_are_read_only(directory: Path, clients: Clients) -> None:
    put(directory, "folders/f.yaml", "folders:\n- {name: Ops, uid: ops}\n")
    assert (await reload(clients, "folders"))["message"] == "Folders config reloaded"
    folder = (await clients.editor.get("/api/folders/ops")).json()
    assert (folder["title"], folder["canSave"], folder["provisioned"]) == ("Ops", False, True)
    renamed = await clients.admin.put("/api/folders/ops", {"title": "X", "overwrite": True})
    moved = await clients.admin.post("/api/folders/ops/move", {"parentUid": ""})
    gone = await clients.admin.delete("/api/folders/ops")
    assert [reply.status for reply in (renamed, moved, gone)] == [400, 400, 400]


async def test_only_a_server_admin_reads_and_reloads(directory: Path, clients: Clients) -> None:
    for client, status in ((clients.anonymous, 401), (clients.viewer, 403), (clients.admin, 403)):
        assert (await client.get("/api/admin/provisioning/status")).status == status
        reply = await client.post("/api/admin/provisioning/dashboards/reload")
        assert reply.status == status
    for kind in ("plugins", "notifications", "access-control"):
        path = f"/api/admin/provisioning/{kind}/reload"
        assert (await clients.admin.post(path)).status == 403
        nothing = await clients.server_admin.post(path)
        assert nothing.status == 200
        assert nothing.json() == {
            "message": f"There is nothing of the kind {kind} to provision here.",
            "sources": [],
        }
    unknown = await clients.server_admin.post("/api/admin/provisioning/nothing/reload")
    assert (unknown.status, "nothing to provision" in unknown.json()["message"]) == (404, True)
