"""Rules from files, and receivers with their folders and panels."""

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.api.provisioning.alerting_files import (
    NO_TOUR,
    WHOLE,
    points,
    read,
    reload,
    state,
    titles,
)
from tests.fixtures.app import ADMIN_PASSWORD, Clients, sign_in, start

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings


async def test_rules_lie_in_the_order_of_the_file(directory: Path, clients: Clients) -> None:
    rule = (
        "{uid: %s, title: %s, condition: A, data: [{refId: A, datasourceUid: __expr__,"
        " model: {type: math, expression: '1'}}]}"
    )

    def written(*uids: str) -> str:
        rules = ", ".join(rule % (uid, uid) for uid in uids)
        return f"groups: [{{name: g, folder: F, interval: 60, rules: [{rules}]}}]"

    for order in (("a", "b", "c"), ("c", "a", "b")):
        (directory / "a.yaml").write_text(written(*order))
        assert await reload(clients) == []
        assert [each["uid"] for each in await read(clients, "alert-rules")] == list(order)
    unknown = "groups: [{name: g, folder: F, orgId: 7, rules: [%s]}]" % (rule % ("z", "z"))
    (directory / "b.yaml").write_text(unknown)
    (bad,) = await reload(clients)
    assert "there is no organization 7" in bad["message"]


def titled(**groups: dict[str, str]) -> str:
    """Groups of one folder, each with titles by the uids of its rules."""
    rule = {
        "condition": "A",
        "data": [
            {
                "refId": "A",
                "datasourceUid": "__expr__",
                "model": {"type": "math", "expression": "1 > 0"},
            }
        ],
    }
    listed = [
        {
            "name": name,
            "folder": "Ops",
            "interval": "1m",
            "rules": [{**rule, "uid": uid, "title": title} for uid, title in titles.items()],
        }
        for name, titles in groups.items()
    ]
    return json.dumps({"apiVersion": 1, "groups": listed})


async def test_rules_of_files_exchange_their_titles(directory: Path, clients: Clients) -> None:
    file = directory / "a.yaml"
    file.write_text(titled(one={"a": "first", "b": "second"}, two={"c": "third", "d": "fourth"}))
    assert await reload(clients) == []
    file.write_text(
        titled(
            one={"a": "second", "b": "third", "e": "fourth"},
            two={"c": "first", "d": "fifth"},
        )
    )
    assert await reload(clients) == []
    assert await titles(clients) == {
        "a": "second",
        "b": "third",
        "c": "first",
        "d": "fifth",
        "e": "fourth",
    }


async def test_rules_of_several_files_exchange_their_titles_beside_one_that_is_refused(
    directory: Path, clients: Clients
) -> None:
    one, two = directory / "a.yaml", directory / "b.yaml"
    one.write_text(titled(one={"a": "first", "kept": "kept"}))
    two.write_text(titled(two={"b": "second", "c": "third"}))
    assert await reload(clients) == []
    one.write_text(titled(one={"a": "second", "kept": "kept"}))
    two.write_text(titled(two={"b": "first", "c": "kept"}))
    (bad,) = await reload(clients)
    assert bad["file"] == "alerting/b.yaml"
    assert "already has a rule with the title 'kept'" in bad["message"]
    assert await titles(clients) == {"a": "second", "kept": "kept", "b": "first", "c": "third"}


async def test_groups_of_files_exchange_their_rules(directory: Path, clients: Clients) -> None:
    file = directory / "a.yaml"
    file.write_text(titled(one={"a": "first", "b": "second"}, two={"c": "third"}))
    assert await reload(clients) == []
    file.write_text(titled(one={"c": "first"}, two={"b": "third", "a": "second"}))
    assert await reload(clients) == []
    rules = await read(clients, "alert-rules")
    assert [(each["ruleGroup"], each["uid"], each["title"]) for each in rules] == [
        ("one", "c", "first"),
        ("two", "b", "third"),
        ("two", "a", "second"),
    ]
    assert await reload(clients) == []


async def test_servers_that_start_together_apply_files_once(
    directory: Path, app: App, database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    """R-72: Several instances with the same files do not create, delete or change anything
    again."""
    (directory / "a.yaml").write_text(WHOLE)
    path = "/api/admin/provisioning/alerting/reload"
    async with AsyncExitStack() as stack:
        apps = [app]
        if not database_settings.is_embedded:
            apps.append(await start(stack, database_settings, tmp_path, NO_TOUR))
        clients = [await sign_in(each, "admin", ADMIN_PASSWORD) for each in apps * 2]
        replies = await asyncio.gather(*(client.post(path) for client in clients))
    assert [reply.json()["sources"] for reply in replies] == [[]] * len(clients)
    async with app.database.reading() as tx:
        assert await tx.value("SELECT COUNT(*) FROM alert_rule_version") == 2


def point(name: str, *uids: str) -> str:
    receivers = [
        {"uid": uid, "type": "email", "settings": {"addresses": f"{uid}@example.org"}}
        for uid in uids
    ]
    return json.dumps({"contactPoints": [{"name": name, "receivers": receivers}]})


async def test_receivers_are_recognized_by_uid_wherever_they_are_listed(
    directory: Path, clients: Clients
) -> None:
    """Two files may list receivers of one contact point, one that is dropped stays, and one that
    is listed under another name moves there."""
    one, two = directory / "a.json", directory / "b.json"
    one.write_text(point("ops", "a", "b"))
    two.write_text(point("ops", "c"))
    for _ in range(2):
        assert await reload(clients) == []
        assert await points(clients) == {"a": "ops", "b": "ops", "c": "ops"}
    one.write_text(point("ops", "b"))
    assert await reload(clients) == []
    assert await points(clients) == {"a": "ops", "b": "ops", "c": "ops"}
    two.write_text(point("other", "c"))
    assert await reload(clients) == []
    assert await points(clients) == {"a": "ops", "b": "ops", "c": "other"}
    two.write_text(point("other", "c", "b"))
    (bad,) = await reload(clients)
    assert "alerting/a.json:1 already lists it" in bad["message"]
    one.write_text('{"deleteContactPoints": [{"uid": "a"}, {"uid": "b"}]}')
    two.write_text(point("other", "c"))
    assert await reload(clients) == []
    assert await points(clients) == {"c": "other"}


async def test_a_receiver_without_a_uid_is_refused(directory: Path, clients: Clients) -> None:
    (directory / "a.json").write_text(point("ops", "a", ""))
    (bad,) = await reload(clients)
    assert "contactPoints[0]: receivers[1]: uid is missing" in bad["message"]
    assert await points(clients) == {}


@pytest.mark.parametrize("redacted", [False, True])
async def test_a_redacted_secret_keeps_the_stored_one(
    directory: Path, clients: Clients, redacted: bool
) -> None:
    """Without a stored one, it counts as not set."""
    hook = {"uid": "h", "type": "webhook", "settings": {"url": "http://h/", "password": "p"}}
    hidden = {**hook, "settings": {"url": "http://h/", "password": "[REDACTED]"}}
    for receiver in [hook, hidden] if redacted else [hidden]:
        document = {"contactPoints": [{"name": "ops", "receivers": [receiver]}]}
        (directory / "a.json").write_text(json.dumps(document))
        assert await reload(clients) == []
    reply = await clients.admin.get("/api/v1/provisioning/contact-points/export?decrypt=true")
    assert (b"password: p\n" in reply.body) is redacted


async def test_a_folder_with_a_slash_is_one_folder_and_a_nested_one_has_a_uid(
    directory: Path, clients: Clients
) -> None:
    made = await clients.admin.post("/api/folders", {"title": "Ops", "uid": "ops"})
    assert made.status == 200
    below = {"title": "Hosts", "uid": "hosts", "parentUid": "ops"}
    assert (await clients.admin.post("/api/folders", below)).status == 200
    groups = json.loads(titled(slash={"a": "A"}, nested={"b": "B"}))
    groups["groups"][0]["folder"] = "Ops/Hosts"
    groups["groups"][1] |= {"folder": "Hosts", "folderUid": "hosts"}
    (directory / "a.json").write_text(json.dumps(groups))
    assert await reload(clients) == []
    slash = (await read(clients, "alert-rules/a"))["folderUID"]
    assert slash not in ("ops", "hosts")
    folder = (await clients.admin.get(f"/api/folders/{slash}")).json()
    assert (folder["title"], folder.get("parents", [])) == ("Ops/Hosts", [])
    assert (await read(clients, "alert-rules/b"))["folderUID"] == "hosts"
    exported = await clients.admin.get("/api/v1/provisioning/alert-rules/export?format=json")
    places = {
        each["name"]: (each["folder"], each.get("folderUid")) for each in exported.json()["groups"]
    }
    assert places == {"slash": ("Ops/Hosts", None), "nested": ("Hosts", "hosts")}
    (directory / "a.json").write_bytes(exported.body)
    before = [await read(clients, f"alert-rules/{uid}") for uid in "ab"]
    assert await reload(clients) == []
    assert [await read(clients, f"alert-rules/{uid}") for uid in "ab"] == before


async def test_a_panel_is_named_by_keys_in_both_spellings_or_by_annotations(
    directory: Path, clients: Clients
) -> None:
    document = json.loads(titled(g={"keys": "1", "typo": "2", "both": "3", "half": "4"}))
    keys, typo, both, half = document["groups"][0]["rules"]
    keys |= {"dashboardUid": "d", "panelId": 4}
    typo |= {"dasboardUid": "d", "panelId": "4"}
    both |= {
        "dashboardUid": "x",
        "panelId": 1,
        "annotations": {"__dashboardUid__": "d", "__panelId__": "4"},
    }
    half |= {"dashboardUid": "d"}
    (directory / "a.json").write_text(json.dumps(document))
    assert await reload(clients) == []
    for uid in ("keys", "typo", "both"):
        rule = await read(clients, f"alert-rules/{uid}")
        assert rule["annotations"] == {"__dashboardUid__": "d", "__panelId__": "4"}
    assert (await read(clients, "alert-rules/half"))["annotations"] == {}
    assert "panelId is missing" in (await state(clients, "alerting/a.json"))["message"]
