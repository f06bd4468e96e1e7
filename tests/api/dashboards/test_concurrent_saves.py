"""A save that lost the race says who was first and what that person changed."""

from typing import Any

from tests.fixtures.app import Client, Clients, Reply


async def save(client: Client, **model: Any) -> Reply:
    return await client.post("/api/dashboards/db", {"dashboard": {"title": "T", **model}})


async def test_a_lost_race_names_the_winner_and_the_changes(clients: Clients) -> None:
    panels = [{"id": 1, "title": "a"}, {"id": 2, "title": "b"}]
    saved = (await save(clients.editor, uid="u", panels=panels)).json()
    assert saved["version"] == 1
    theirs = [panels[0] | {"title": "A"}, panels[1]]
    assert (await save(clients.admin, uid="u", version=1, panels=theirs)).status == 200
    lost = await save(clients.editor, uid="u", version=1, panels=[])
    answer = lost.json()
    assert (lost.status, answer["status"]) == (412, "version-mismatch")
    assert answer["message"] == "The dashboard has been changed by someone else"
    assert (answer["version"], answer["savedBy"]) == (2, "admin-user")
    assert answer["savedAt"].endswith("Z")
    assert answer["changes"] == [
        {"path": "panels[id=1].title", "kind": "change", "from": "a", "to": "A"}
    ]
    assert answer["moreChanges"] == 0
    stored = (await clients.viewer.get("/api/dashboards/uid/u")).json()
    assert stored["dashboard"]["panels"] == theirs


async def test_many_changes_are_counted_beyond_the_limit(clients: Clients) -> None:
    await save(clients.editor, uid="u", panels=[{"id": n} for n in range(300)])
    named = [{"id": n, "title": str(n)} for n in range(300)]
    await save(clients.editor, uid="u", version=1, panels=named)
    lost = (await save(clients.editor, uid="u", version=1)).json()
    assert (len(lost["changes"]), lost["moreChanges"]) == (200, 100)


async def test_large_changes_are_left_out_of_the_answer(clients: Clients) -> None:
    await save(clients.editor, uid="u", description="")
    await save(clients.editor, uid="u", version=1, description="x" * 300_000)
    lost = (await save(clients.editor, uid="u", version=1)).json()
    assert (lost["changes"], lost["moreChanges"]) == ([], 1)


async def test_changes_since_a_version_that_is_gone_are_unknown(clients: Clients) -> None:
    await save(clients.editor, uid="u")
    lost = await save(clients.editor, uid="u", version=9)
    assert lost.status == 412
    assert "changes" not in lost.json()
    assert lost.json()["version"] == 1


async def test_a_moved_query_is_a_move_in_the_structured_difference(clients: Clients) -> None:
    def panels(names: str) -> list[dict[str, Any]]:
        return [{"id": 1, "targets": [{"refId": name} for name in names]}]

    number = (await save(clients.editor, uid="u", panels=panels("AB"))).json()["id"]
    await save(clients.editor, uid="u", version=1, panels=panels("BA"))
    compared = await clients.viewer.post(
        "/api/dashboards/calculate-diff",
        {
            "base": {"dashboardId": number, "version": 1},
            "new": {"dashboardId": number, "version": 2},
            "diffType": "structured",
        },
    )
    (change,) = compared.json()["changes"]
    assert (change["kind"], {change["old"], change["new"]}) == ("move", {0, 1})
    assert change["path"].startswith("panels[id=1].targets[refId=")
