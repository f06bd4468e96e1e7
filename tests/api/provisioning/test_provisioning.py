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


async def test_what_users_may_save_is_not_shown_as_provisioned_and_is_theirs_to_delete(
    directory: Path, clients: Clients
) -> None:
    provider = {"name": "team", "options": {"path": str(directory / "json")}}
    put(directory, "dashboards/p.yaml", {"providers": [{**provider, "allowUiUpdates": "true"}]})
    put(directory, "json/a.json", {"title": "A", "uid": "a"})
    await reload(clients)
    meta = (await clients.viewer.get("/api/dashboards/uid/a")).json()["meta"]
    assert (meta["provisioned"], meta["provisionedExternalId"]) == (False, "")
    changed = {"dashboard": {"title": "B", "uid": "a"}, "overwrite": True}
    assert (await clients.admin.post("/api/dashboards/db", changed)).status == 200
    put(directory, "json/a.json", {"title": "C", "uid": "a"})
    await reload(clients)
    opened = (await clients.viewer.get("/api/dashboards/uid/a")).json()
    assert opened["dashboard"]["title"] == "C", "a change of the file wins"
    assert (await clients.admin.delete("/api/dashboards/uid/a")).status == 200


async def test_a_provider_of_an_unknown_organization_is_in_the_status(
    directory: Path, clients: Clients
) -> None:
    provider = {"name": "team", "orgId": 9, "options": {"path": str(directory / "json")}}
    put(directory, "dashboards/p.yaml", json.dumps({"providers": [provider]}, indent=1))
    put(directory, "json/a.json", {"title": "A", "uid": "a"})
    (failed,) = (await reload(clients))["sources"]
    assert (failed["file"], failed["line"]) == ("dashboards/p.yaml", 3)
    assert failed["message"] == "The provider 'team' is not applied: there is no organization 9."
    assert (await clients.viewer.get("/api/dashboards/uid/a")).status == 404


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
        assert nothing.status == (202 if kind == "access-control" else 200)
        assert nothing.json() == {
            "message": f"{kind.capitalize()} config reloaded",
            "sources": [],
        }
    unknown = await clients.server_admin.post("/api/admin/provisioning/nothing/reload")
    assert (unknown.status, "no provisioning of the kind" in unknown.json()["message"]) == (
        404,
        True,
    )


async def test_files_that_nothing_reads_are_named_with_the_reason(
    directory: Path, clients: Clients, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("access-control", "teams", "datasource", "folders/more", "datasources", ".hidden"):
        (directory / name).mkdir()
    put(directory, "access-control/roles.yaml", "apiVersion: 1\nroles: []\n")
    put(directory, "teams/all.yml", "apiVersion: 1\nteams: []\n")
    put(directory, "datasource/p.yaml", "datasources: []\n")
    put(directory, "folders/more/f.yaml", "folders: []\n")
    put(directory, "datasources/p.json", "{}")
    put(directory, "dashboards/lost.json", {"title": "Lost"})
    put(directory, "loose.yaml", "datasources: []\n")
    put(directory, "json/read.json", {"title": "Read"})
    put(directory, "folders/read.yaml", "folders: []\n")
    for ignored in ("json/notes.txt", ".hidden/a.yaml", "folders/.a.yaml"):
        put(directory, ignored, "")
    await reload(clients)
    status = (await clients.server_admin.get("/api/admin/provisioning/status")).json()["sources"]
    unread = {each["file"]: each for each in status if each["state"] == "ignored"}
    known = "alerting/, dashboards/, datasources/ and folders/"
    assert {file: each["message"] for file, each in unread.items()} == {
        "access-control/roles.yaml": f"This version reads no files from access-control/, only"
        f" from {known}.",
        "teams/all.yml": f"This version reads no files from teams/, only from {known}.",
        "datasource/p.yaml": f"This version reads no files from datasource/, only from {known}."
        " Did you mean datasources/?",
        "folders/more/f.yaml": "This file is ignored. Subdirectories of folders/ are not read.",
        "datasources/p.json": "This file is ignored. Files in datasources/ must end with .yaml or"
        " .yml.",
        "dashboards/lost.json": "This file is ignored. No provider uses a directory that"
        " contains it.",
        "loose.yaml": f"This file is ignored. Files are read from the directories {known}.",
    }
    assert unread["teams/all.yml"]["kind"] == "teams"
    assert unread["teams/all.yml"]["lastApplied"] is None
    warnings = [record.getMessage() for record in caplog.records if "teams/" in record.getMessage()]
    await reload(clients)
    await reload(clients, "folders")
    again = [record.getMessage() for record in caplog.records if "teams/" in record.getMessage()]
    assert len(warnings) == len(again) == 1, "each file is named once"
    (directory / "teams/all.yml").unlink()
    await reload(clients)
    status = (await clients.server_admin.get("/api/admin/provisioning/status")).json()["sources"]
    assert not [each for each in status if each["kind"] == "teams"]


@pytest.mark.parametrize("kind", ["datasources", "folders", "dashboards", "alerting"])
async def test_a_file_of_a_later_version_is_read_as_the_first_one(
    directory: Path, clients: Clients, kind: str
) -> None:
    (directory / kind).mkdir(exist_ok=True)
    put(directory, f"{kind}/new.yaml", "# from the future\napiVersion: 2\n")
    assert (await reload(clients, kind))["sources"] == []
    status = (await clients.server_admin.get("/api/admin/provisioning/status")).json()["sources"]
    (file,) = [each for each in status if each["file"] == f"{kind}/new.yaml"]
    assert file["state"] == "ok"
    warning = (
        "" if kind == "alerting" else "apiVersion 2 is treated as 1, the only supported version"
    )
    assert file["message"].startswith(warning)
    put(directory, f"{kind}/new.yaml", "apiVersion: -1\n")
    failed = (await reload(clients, kind))["sources"]
    assert [each["line"] for each in failed] == ([] if kind == "alerting" else [1])


async def test_fields_that_have_no_effect_are_notices_of_their_file(
    directory: Path, clients: Clients
) -> None:
    for kind in ("datasources", "alerting"):
        (directory / kind).mkdir()
    settings = {"url": "https://hooks.example.org/", "colour": "red"}
    receiver = {"uid": "hook", "type": "webhook", "settings": settings, "isDefault": True}
    query = {"refId": "A", "datasourceUid": "__expr__", "hide": True}
    query["model"] = {"type": "math", "expression": "1", "anything": 1}
    query["relativeTimeRange"] = {"from": 600, "to": 0, "step": 60}
    rule = {"uid": "r", "title": "R", "condition": "A", "data": [query]}
    rule["notification_settings"] = {"receiver": "ops", "group_weight": "1m"}
    content = {
        "contactPoints": [{"name": "ops", "receivers": [receiver]}],
        "groups": [{"name": "g", "folder": "F", "interval": "1m", "rules": [rule]}],
    }
    put(directory, "alerting/a.yaml", content)
    put(
        directory,
        "datasources/d.yaml",
        {"datasources": [{"name": "d", "type": "loki", "jsonData": {"maxLine": 5}}]},
    )
    assert (await reload(clients, "alerting"))["sources"] == []
    assert (await reload(clients, "datasources"))["sources"] == []
    status = (await clients.server_admin.get("/api/admin/provisioning/status")).json()["sources"]
    messages = {each["file"]: each["message"] for each in status if each["state"] == "ok"}
    for part in (
        "The contact point 'ops', webhook, has unsupported settings: colour.",
        "The key isDefault is unknown and was ignored.",
        "The key hide is unknown and was ignored.",
        "The key step is unknown and was ignored.",
        "The key group_weight is unknown and was ignored. Did you mean group_wait?",
    ):
        assert part in messages["alerting/a.yaml"], messages
    assert "anything" not in messages["alerting/a.yaml"]
    assert messages["datasources/d.yaml"] == (
        "The data source 'd' has unsupported settings: jsonData.maxLine (did you mean maxLines?)."
    )
