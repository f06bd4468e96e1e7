"""Backup tools save no folder whose permissions they cannot read, and write them back later."""

import pytest
from tests.fixtures.app import Clients

FOLDER, BELOW = "/api/folders/top/permissions", "/api/folders/below/permissions"


@pytest.fixture
async def made(clients: Clients) -> None:
    for folder in ({"uid": "top"}, {"uid": "below", "parentUid": "top"}):
        await clients.editor.post("/api/folders", {"title": folder["uid"], **folder})
    for uid, folder in (("first", ""), ("second", "top")):
        body = {"dashboard": {"title": uid, "uid": uid}, "folderUid": folder}
        await clients.editor.post("/api/dashboards/db", body)


pytestmark = pytest.mark.usefixtures("made")


@pytest.mark.parametrize("path", [FOLDER, "/api/dashboards/uid/first/permissions"])
async def test_what_lies_in_the_root_shows_what_roles_may_do(clients: Clients, path: str) -> None:
    rows = (await clients.admin.get(path)).json()
    held = [(row["role"], row["permission"], row["permissionName"]) for row in rows]
    assert held == [("Viewer", 1, "View"), ("Editor", 2, "Edit")]
    assert not any(row["inherited"] for row in rows)


@pytest.mark.parametrize("path", [BELOW, "/api/dashboards/uid/second/permissions"])
async def test_what_lies_in_a_folder_has_no_permissions_of_its_own(
    clients: Clients, path: str
) -> None:
    assert (await clients.admin.get(path)).json() == []


async def test_a_dashboard_is_named_by_its_number_too(clients: Clients) -> None:
    shown = (await clients.admin.get("/api/dashboards/uid/first")).json()
    path = f"/api/dashboards/id/{shown['dashboard']['id']}/permissions"
    [viewer, _] = (await clients.admin.get(path)).json()
    assert (viewer["uid"], viewer["url"]) == ("first", "/d/first/first")


async def test_a_list_that_was_read_is_taken_back_and_any_other_is_refused(
    clients: Clients,
) -> None:
    items = (await clients.admin.get(FOLDER)).json()
    reply = await clients.admin.post(FOLDER, {"items": items})
    assert (reply.status, reply.json()) == (200, {"message": "Folder permissions updated"})
    for others in ([], items[:1], [*items, {"userId": 1, "permission": 4}]):
        reply = await clients.admin.post(FOLDER, {"items": others})
        assert (reply.status, reply.json()["messageId"]) == (400, "dashboards.bad_permissions")


async def test_permissions_of_nothing_are_not_found(clients: Clients) -> None:
    for path in ("/api/folders/no/permissions", "/api/dashboards/uid/no/permissions"):
        assert (await clients.admin.get(path)).status == 404
    assert (await clients.viewer.get(FOLDER)).status == 403
