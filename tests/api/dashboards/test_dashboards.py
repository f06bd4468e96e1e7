"""What clients of Grafana 10.4 send to the dashboard addresses, and what they get back."""

from typing import Any

from tests.fixtures.app import Client, Clients, Reply


async def save(client: Client, *, overwrite: bool = False, folder: str = "", **model: Any) -> Reply:
    body: dict[str, Any] = {"dashboard": {"title": "T", **model}, "overwrite": overwrite}
    if folder:
        body["folderUid"] = folder
    return await client.post("/api/dashboards/db", body)


async def test_a_dashboard_is_created_read_changed_and_deleted(clients: Clients) -> None:
    saved = await save(clients.editor, id=None, uid=None, title="My board", x=1.0, tags=["a"])
    assert saved.status == 200
    answer = saved.json()
    uid = answer["uid"]
    assert answer == {
        "id": answer["id"], "uid": uid, "url": f"/d/{uid}/my-board", "status": "success",
        "version": 1, "slug": "my-board", "folderUid": "",
    }  # fmt: skip
    opened = await clients.viewer.get(f"/api/dashboards/uid/{uid}")
    assert b'"x":1.0' in opened.body
    meta = opened.json()["meta"]
    assert opened.json()["dashboard"]["id"] == answer["id"]
    assert (meta["canSave"], meta["canEdit"], meta["canDelete"], meta["canStar"]) == (
        False, False, False, True,
    )  # fmt: skip
    assert meta["createdBy"] == "editor-user"
    assert (meta["provisioned"], meta["folderTitle"], meta["version"]) == (False, "General", 1)
    changed = await save(clients.editor, uid=uid, version=1, title="Other")
    assert (changed.json()["version"], changed.json()["slug"]) == (2, "other")
    assert (await clients.editor.delete(f"/api/dashboards/uid/{uid}")).status == 403
    gone = await clients.admin.delete(f"/api/dashboards/uid/{uid}")
    assert gone.json() == {
        "title": "Other", "message": "Dashboard Other deleted", "id": answer["id"],
    }  # fmt: skip
    missing = await clients.viewer.get(f"/api/dashboards/uid/{uid}")
    assert (missing.status, missing.json()["message"]) == (404, "Dashboard not found")


async def test_conflicts_say_what_kind_they_are(clients: Clients) -> None:
    await save(clients.editor, uid="u")
    stale = await save(clients.editor, uid="u", version=9)
    assert (stale.status, stale.json()["status"]) == (412, "version-mismatch")
    named = await save(clients.editor, uid="v")
    assert (named.status, named.json()["status"]) == (412, "name-exists")
    assert named.json()["message"] == "A dashboard with the same name in the folder already exists"
    assert (await save(clients.editor, uid="u", overwrite=True)).json()["version"] == 2


async def test_a_declarative_payload_without_schema_version_is_stored_as_given(
    clients: Clients,
) -> None:
    panels = [{"title": "P", "type": "timeseries", "targets": [{"expr": "up", "refId": "A"}]}]
    saved = await clients.editor.post(
        "/api/dashboards/db", {"dashboard": {"title": "D", "panels": panels}}
    )
    model = (await clients.viewer.get(f"/api/dashboards/uid/{saved.json()['uid']}")).json()
    assert model["dashboard"]["panels"] == panels
    assert "schemaVersion" not in model["dashboard"]


async def test_bad_models_are_refused_with_a_sentence(clients: Clients) -> None:
    for body, status, words in (
        (b'{"dashboard": {"title": ""}}', 400, "title cannot be empty"),
        (b'{"dashboard": {"title": "a", "a": 1, "a": 2}}', 400, "twice"),
        (b'{"dashboard": {"title": "a", "uid": "a b"}}', 400, "uid contains illegal characters"),
        (b'{"dashboard": {"title": "a", "v": NaN}}', 400, ""),
        (b'{"dashboard": ' + b'{"a":' * 70 + b"1" + b"}" * 71, 400, "64"),
        (b'{"dashboard": {"title": "a", "x": "' + b"x" * 2_000_000 + b'"}}', 413, "bytes"),
        (b'{"dashboard": {"title": "a", "id": 99}}', 404, "Dashboard not found"),
        (b"{}", 400, "dashboard"),
        (b'{"dashboard": {"title": "a"}, "folderUid": "none"}', 400, "folder not found"),
    ):
        reply = await clients.editor.post("/api/dashboards/db", body)
        assert (reply.status, words in reply.json()["message"]) == (status, True), reply.body[:300]


async def test_half_a_surrogate_pair_is_refused_for_what_it_is(clients: Clients) -> None:
    for path, body in (
        ("/api/dashboards/db", rb'{"dashboard":{"title":"a\ud800b"}}'),
        ("/api/folders", rb'{"title":"a\ud800b"}'),
    ):
        reply = await clients.editor.post(path, body)
        assert reply.status == 400
        assert "half of a surrogate pair" in reply.json()["message"]


async def test_viewers_and_other_users_cannot_save(clients: Clients) -> None:
    assert (await save(clients.viewer)).status == 403
    assert (await save(clients.anonymous)).status == 401


async def test_import_fills_inputs_and_answers_where_the_dashboard_is(clients: Clients) -> None:
    inputs = [{"name": "DS_P", "type": "datasource", "pluginId": "prometheus"}]
    body = {
        "dashboard": {
            "__inputs": inputs,
            "title": "Shared",
            "uid": "s",
            "panels": [{"datasource": "${DS_P}"}],
        },
        "inputs": [{"name": "DS_P", "type": "datasource", "pluginId": "prometheus", "value": "p"}],
        "overwrite": False,
    }
    imported = (await clients.editor.post("/api/dashboards/import", body)).json()
    assert imported["imported"] is True
    assert (imported["uid"], imported["importedUrl"]) == ("s", "/d/s/shared")
    model = (await clients.viewer.get("/api/dashboards/uid/s")).json()["dashboard"]
    assert (model["panels"], "__inputs" in model) == ([{"datasource": "p"}], False)
    again = await clients.editor.post("/api/dashboards/import", body)
    assert again.status == 412


async def test_import_answers_with_the_folder_that_the_dashboard_lies_in_now(
    clients: Clients,
) -> None:
    made = {
        uid: (await clients.editor.post("/api/folders", {"uid": uid, "title": uid})).json()["id"]
        for uid in ("one", "two")
    }
    body: dict[str, Any] = {"dashboard": {"title": "Shared", "uid": "s"}, "overwrite": True}
    for uid in ("one", "two", ""):
        imported = await clients.editor.post("/api/dashboards/import", {**body, "folderUid": uid})
        answer = imported.json()
        assert (answer["folderUid"], answer["folderId"]) == (uid, made.get(uid, 0))


async def test_history_lists_reads_restores_and_compares(clients: Clients) -> None:
    first = (await save(clients.editor, uid="u", note=1)).json()
    await clients.editor.post(
        "/api/dashboards/db",
        {"dashboard": {"title": "T", "uid": "u", "version": 1, "note": 2}, "message": "why"},
    )
    listed = (await clients.viewer.get("/api/dashboards/uid/u/versions")).json()
    assert [(v["version"], v["parentVersion"], v["message"]) for v in listed] == [
        (2, 1, "why"), (1, 0, ""),
    ]  # fmt: skip
    by_id = f"/api/dashboards/id/{first['id']}"
    assert (await clients.viewer.get(f"{by_id}/versions", limit=1)).json() == listed[:1]
    one = (await clients.viewer.get("/api/dashboards/uid/u/versions/1")).json()
    assert one["data"]["note"] == 1
    restored = await clients.editor.post("/api/dashboards/uid/u/restore", {"version": 1})
    assert (restored.json()["version"], restored.json()["status"]) == (3, "success")
    diff = {
        "base": {"dashboardId": first["id"], "version": 1},
        "new": {"dashboardId": first["id"], "version": 2},
        "diffType": "structured",
    }
    changes = (await clients.viewer.post("/api/dashboards/calculate-diff", diff)).json()["changes"]
    assert changes == [{"path": "note", "kind": "change", "old": 1, "new": 2}]
    for kind in ("json", "basic"):
        html = await clients.viewer.post(
            "/api/dashboards/calculate-diff", {**diff, "diffType": kind}
        )
        assert html.headers["content-type"].startswith("text/html")
        assert b"note" in html.body
    missing = await clients.viewer.get("/api/dashboards/uid/u/versions/99")
    assert (missing.status, missing.json()["message"]) == (404, "Dashboard version not found")


async def test_home_is_there_for_everyone_who_may_read(clients: Clients) -> None:
    home = (await clients.viewer.get("/api/dashboards/home")).json()
    assert home["meta"]["isHome"] is True
    assert home["dashboard"]["title"] == "Home"


async def test_stars_work_by_uid_and_by_number_and_are_personal(clients: Clients) -> None:
    number = (await save(clients.editor, uid="u")).json()["id"]
    star = "/api/user/stars/dashboard"
    assert (await clients.viewer.post(f"{star}/uid/u")).json()["message"] == "Dashboard starred!"
    assert (await clients.viewer.get("/api/user/stars")).json() == ["u"]
    assert (await clients.editor.get("/api/user/stars")).json() == []
    starred = (await clients.viewer.get("/api/search", starred="true")).json()
    assert [(hit["uid"], hit["isStarred"]) for hit in starred] == [("u", True)]
    meta = (await clients.viewer.get("/api/dashboards/uid/u")).json()["meta"]
    assert meta["isStarred"] is True
    assert (await clients.viewer.delete(f"{star}/{number}")).status == 200
    assert (await clients.viewer.get("/api/user/stars")).json() == []
    assert (await clients.viewer.post(f"{star}/uid/none")).status == 404


async def test_search_answers_in_the_known_shape(clients: Clients) -> None:
    folder = (await clients.editor.post("/api/folders", {"title": "Ops", "uid": "ops"})).json()
    await save(clients.editor, uid="a", title="Node exporter", tags=["linux"], folder="ops")
    await save(clients.editor, uid="b", title="Other")
    hits = (await clients.viewer.get("/api/search")).json()
    assert [(hit["type"], hit["uid"]) for hit in hits] == [
        ("dash-folder", "ops"), ("dash-db", "a"), ("dash-db", "b"),
    ]  # fmt: skip
    assert hits[1] == {
        "id": hits[1]["id"], "uid": "a", "title": "Node exporter", "uri": "db/node-exporter",
        "url": "/d/a/node-exporter", "slug": "", "type": "dash-db", "tags": ["linux"],
        "isStarred": False, "sortMeta": 0, "folderId": folder["id"], "folderUid": "ops",
        "folderTitle": "Ops", "folderUrl": "/dashboards/f/ops/ops", "updated": hits[1]["updated"],
    }  # fmt: skip
    meta = (await clients.viewer.get("/api/dashboards/uid/a")).json()["meta"]
    assert hits[1]["updated"] == meta["updated"]
    for query, found in (
        ({"query": "exporter node"}, ["a"]),
        ({"tag": ["linux"]}, ["a"]),
        ({"folderUIDs": ["general"], "type": "dash-db"}, ["b"]),
        ({"folderIds": [0], "type": "dash-db"}, ["b"]),
        ({"dashboardUIDs": ["a", "b"], "sort": "alpha-desc"}, ["b", "a"]),
        ({"limit": 1, "page": 2}, ["a"]),
    ):
        reply = await clients.viewer.get("/api/search", **query)
        assert [hit["uid"] for hit in reply.json()] == found, query
    assert (await clients.viewer.get("/api/search", limit=5001)).status == 422
    tags = (await clients.viewer.get("/api/dashboards/tags")).json()
    assert tags == [{"term": "linux", "count": 1}]
    sortings = (await clients.viewer.get("/api/search/sorting")).json()
    assert [one["name"] for one in sortings["sortOptions"]] == [
        "alpha-asc", "alpha-desc", "updated-desc", "updated-asc",
    ]  # fmt: skip


async def test_folders_nest_move_and_go(clients: Clients) -> None:
    for uid, parent in (("a", None), ("b", "a"), ("x", "")):
        made = await clients.editor.post(
            "/api/folders", {"title": uid.upper(), "uid": uid, "parentUid": parent}
        )
        assert made.status == 200
    folder = (await clients.viewer.get("/api/folders/b")).json()
    assert (folder["parentUid"], [one["uid"] for one in folder["parents"]]) == ("a", ["a"])
    assert (folder["url"], folder["canSave"], folder["canDelete"]) == (
        "/dashboards/f/b/b", False, False,
    )  # fmt: skip
    by_id = (await clients.viewer.get(f"/api/folders/id/{folder['id']}")).json()
    assert by_id == folder
    listed = (await clients.viewer.get("/api/folders")).json()
    assert [one["uid"] for one in listed] == ["a", "x"]
    below = (await clients.viewer.get("/api/folders", parentUid="a")).json()
    assert [(one["uid"], one["parentUid"]) for one in below] == [("b", "a")]
    moved = await clients.editor.post("/api/folders/b/move", {"parentUid": "x"})
    assert moved.json()["parents"][0]["uid"] == "x"
    assert (await clients.editor.post("/api/folders/x/move", {"parentUid": "b"})).status == 400
    stale = await clients.editor.put("/api/folders/b", {"title": "B2", "version": 1})
    assert (stale.status, stale.json()["status"]) == (412, "version-mismatch")
    renamed = await clients.editor.put("/api/folders/b", {"title": "B2", "overwrite": True})
    assert renamed.json()["title"] == "B2"
    taken = await clients.editor.post("/api/folders", {"title": "A"})
    assert taken.status == 409
    await save(clients.editor, uid="u", folder="b")
    counts = (await clients.viewer.get("/api/folders/x/counts")).json()
    assert counts == {"folder": 1, "dashboard": 1, "librarypanel": 0, "alertrule": 0}
    assert (await clients.editor.delete("/api/folders/x")).status == 403
    assert (await clients.admin.delete("/api/folders/x?forceDeleteRules=false")).status == 200
    assert (await clients.viewer.get("/api/dashboards/uid/u")).status == 404
    assert (await clients.viewer.get("/api/folders/b")).status == 404
    general = (await clients.viewer.get("/api/folders/general")).json()
    assert (general["id"], general["title"]) == (0, "Root")
    assert (await clients.viewer.get("/api/folders/id/0")).json() == general


async def test_characters_that_no_name_has_find_nothing_and_break_nothing(clients: Clients) -> None:
    for path in ("/api/dashboards/uid/%00", "/api/folders/%00", "/api/folders/a%2F..%2Fb"):
        assert (await clients.viewer.get(path)).status == 404
    await save(clients.editor)
    for query in (
        {"query": "\0"},
        {"tag": ["\0"]},
        {"folderUIDs": ["\0"]},
        {"dashboardUIDs": ["%"]},
    ):
        reply = await clients.viewer.get("/api/search", **query)
        assert (reply.status, reply.json()) == (200, []), query
    for body in (
        {"dashboard": {"title": "a\0"}},
        {"dashboard": {"title": "a", "tags": ["\0"]}},
        {"dashboard": {"title": "a"}, "folderUid": "\0"},
    ):
        assert (await clients.editor.post("/api/dashboards/db", body)).status == 400
    saved = await clients.editor.post(
        "/api/dashboards/db",
        {"dashboard": {"title": "a", "x": "\0"}, "message": "\0why\x1b[2J\nnot"},
    )
    assert saved.status == 200
    listed = await clients.editor.get(f"/api/dashboards/uid/{saved.json()['uid']}/versions")
    assert [version["message"] for version in listed.json()] == ["why [2J not"]
