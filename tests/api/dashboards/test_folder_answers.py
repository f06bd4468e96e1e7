"""What clients of Grafana 10.4 read in the answers about folders, refusals included."""

from tests.fixtures.app import Clients


async def test_a_taken_uid_and_a_taken_title_are_distinguished(clients: Clients) -> None:
    """A client that creates folders by uid sees whether it or somebody else was there first."""
    await clients.editor.post("/api/folders", {"title": "Ops", "uid": "ops"})
    uid = await clients.editor.post("/api/folders", {"title": "Other", "uid": "ops"})
    assert (uid.status, uid.json()["status"]) == (412, "version-mismatch")
    title = await clients.editor.post("/api/folders", {"title": "Ops"})
    assert title.status == 409
    both = await clients.editor.post("/api/folders", {"title": "Ops", "uid": "ops"})
    assert both.status == 412, "the uid says that it is the same folder"


async def test_a_missing_folder_says_so_in_its_status(clients: Clients) -> None:
    for method, path, body in (
        ("GET", "/api/folders/none", None),
        ("GET", "/api/folders/none/counts", None),
        ("PUT", "/api/folders/none", {"title": "T", "version": 1}),
        ("DELETE", "/api/folders/none", None),
    ):
        reply = await clients.admin.send(method, path, body)
        assert (reply.status, reply.json()["status"]) == (404, "not-found"), path


async def test_a_parent_that_does_not_exist_is_not_found(clients: Clients) -> None:
    await clients.editor.post("/api/folders", {"title": "Ops", "uid": "ops"})
    made = await clients.editor.post("/api/folders", {"title": "T", "parentUid": "none"})
    moved = await clients.editor.post("/api/folders/ops/move", {"parentUid": "none"})
    assert (made.status, moved.status) == (404, 404)
    assert moved.json()["messageId"] == "folder.notFound"


async def test_a_folder_has_four_levels_below_it(clients: Clients) -> None:
    parent = ""
    for level in range(5):
        body = {"title": f"Level {level}", "uid": f"l{level}", "parentUid": parent}
        assert (await clients.editor.post("/api/folders", body)).status == 200, level
        parent = f"l{level}"
    refused = await clients.editor.post("/api/folders", {"title": "Deep", "parentUid": parent})
    assert (refused.status, refused.json()["messageId"]) == (400, "folder.maximum-depth-reached")


async def test_an_update_without_a_title_keeps_the_title(clients: Clients) -> None:
    await clients.editor.post("/api/folders", {"title": "Ops", "uid": "ops"})
    kept = await clients.editor.put("/api/folders/ops", {"title": "", "version": 1})
    assert (kept.status, kept.json()["title"], kept.json()["version"]) == (200, "Ops", 2)
    await clients.editor.post("/api/folders", {"title": "Taken"})
    taken = await clients.editor.put("/api/folders/ops", {"title": "Taken", "overwrite": True})
    assert taken.status == 409, "another folder of that title is not overwritten"


async def test_a_folder_cannot_be_named_as_the_root(clients: Clients) -> None:
    for title in ("General", "general"):
        assert (await clients.editor.post("/api/folders", {"title": title})).status == 400
    await clients.editor.post("/api/folders", {"title": "Ops", "uid": "ops"})
    body = {"title": "General", "version": 1}
    assert (await clients.editor.put("/api/folders/ops", body)).status == 400


async def test_deleting_a_folder_answers_a_message_alone(clients: Clients) -> None:
    await clients.editor.post("/api/folders", {"title": "Ops", "uid": "ops"})
    gone = await clients.admin.delete("/api/folders/ops")
    assert (gone.status, gone.json()) == (200, {"message": "Folder deleted"})


async def test_the_root_reads_as_a_folder_and_stays(clients: Clients) -> None:
    root = (await clients.viewer.get("/api/folders/general")).json()
    assert (root["id"], root["uid"], root["title"], root["url"]) == (0, "general", "Root", "")
    renamed = await clients.admin.put("/api/folders/general", {"title": "Mine", "version": 0})
    deleted = await clients.admin.delete("/api/folders/general")
    assert (renamed.status, deleted.status) == (404, 404)


async def test_folders_to_save_in_are_listed_on_request(clients: Clients) -> None:
    """A picker of target folders offers those alone that the user may change."""
    await clients.editor.post("/api/folders", {"title": "Ops", "uid": "ops"})
    query = {"permission": "Edit"}
    found = (await clients.editor.get("/api/folders", **query)).json()
    assert [each["uid"] for each in found] == ["ops"]
    assert (await clients.viewer.get("/api/folders", **query)).json() == []
    assert len((await clients.viewer.get("/api/folders")).json()) == 1
