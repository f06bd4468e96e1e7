"""Alerting from files: what they make, what stays, and what is refused with its line."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.app import ADMIN_PASSWORD, Clients, sign_in, start

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings

NO_TOUR = "cfg:tour.enabled=false"
WHOLE = """
apiVersion: 1
contactPoints:
  - orgId: 1
    name: ops
    receivers:
      - uid: ops-mail
        type: email
        settings: {addresses: "$MAIL"}
      - uid: ops-hook
        type: webhook
        disableResolveMessage: true
        settings: {url: "https://hooks.example.org/in", password: "p$$1"}
  - name: chat
    type: slack
    settings:
      url: https://hooks.slack.com/services/a/b/c
      title: "{{ .GroupLabels.alertname }}"
      text: "{{ range .Alerts }}{{ .Annotations.summary }}{{ end }}"
muteTimes:
  - orgId: 1
    name: nights
    time_intervals:
      - times: [{start_time: "22:00", end_time: "24:00"}]
        weekdays: ["monday:friday"]
        location: Europe/Berlin
templates:
  - orgID: 1
    name: short
    template: '{{ define "short" }}{{ $n := len .Alerts }}{{ $n }}{{ end }}'
groups:
  - orgId: 1
    name: hosts
    folder: Ops/Hosts
    interval: 1m
    rules:
      - uid: cpu
        title: CPU
        condition: C
        for: 5m
        data:
          - refId: A
            relativeTimeRange: {from: 600, to: 0}
            datasourceUid: nowhere
            model: {refId: A, expr: 'rate(x{a="$b"}[$__rate_interval])', instant: true}
          - refId: C
            datasourceUid: __expr__
            model:
              refId: C
              type: threshold
              expression: A
              conditions: [{evaluator: {type: gt, params: [80]}}]
        labels: {team: ops, level: 1.10}
        annotations: {summary: "${HOME} {{ $labels.instance }} is at {{ $$values.A }}"}
        dashboardUid: dash
        panelId: 3
      - uid: mem
        title: Memory
        condition: A
        data:
          - refId: A
            datasourceUid: __expr__
            model: {type: math, expression: "1 > 0"}
        notification_settings: {receiver: chat}
policies:
  - orgId: 1
    receiver: ops
    group_by: [grafana_folder, alertname]
    routes:
      - receiver: chat
        matchers: ['service=~"^a.*$"']
        mute_time_intervals: [nights]
inhibitRules:
  - source_matchers: ['severity="critical"']
    target_matchers: ['severity="warning"']
    equal: [instance]
"""


@pytest.fixture
async def app(
    database_settings: DatabaseSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[App]:
    monkeypatch.setenv("MAIL", "ops@example.org")
    async with AsyncExitStack() as stack:
        yield await start(stack, database_settings, tmp_path, NO_TOUR)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    root = tmp_path / "provisioning" / "alerting"
    root.mkdir(parents=True)
    return root


async def reload(clients: Clients) -> list[dict[str, Any]]:
    """Files with an error."""
    reply = await clients.server_admin.post("/api/admin/provisioning/alerting/reload")
    assert reply.status == 200, reply.body
    return list(reply.json()["sources"])


async def state(clients: Clients, file: str = "alerting/a.yaml") -> dict[str, Any]:
    reply = await clients.server_admin.get("/api/admin/provisioning/status")
    (found,) = [each for each in reply.json()["sources"] if each["file"] == file]
    return dict(found)


async def read(clients: Clients, path: str) -> Any:
    reply = await clients.admin.get(f"/api/v1/provisioning/{path}")
    assert reply.status == 200, reply.body
    return reply.json()


async def test_one_file_holds_all_of_alerting(directory: Path, clients: Clients) -> None:
    (directory / "a.yaml").write_text(WHOLE)
    assert await reload(clients) == []
    cpu = await read(clients, "alert-rules/cpu")
    assert cpu["provenance"] == "file"
    assert (cpu["for"], cpu["labels"]) == ("5m", {"team": "ops", "level": "1.10"})
    assert cpu["annotations"]["summary"] == "${HOME} {{ $labels.instance }} is at {{ $values.A }}"
    assert cpu["annotations"]["__dashboardUid__"] == "dash"
    assert cpu["data"][0]["model"]["expr"] == 'rate(x{a="$b"}[$__rate_interval])'
    folder = (await clients.admin.get(f"/api/folders/{cpu['folderUID']}")).json()
    assert (folder["title"], folder.get("parents", [])) == ("Ops/Hosts", [])
    points = {each["uid"]: each for each in await read(clients, "contact-points")}
    assert points["ops-mail"]["settings"] == {"addresses": "ops@example.org"}
    assert points["ops-hook"]["disableResolveMessage"] is True
    (chat,) = [each for each in points.values() if each["name"] == "chat"]
    assert (chat["type"], chat["provenance"]) == ("slack", "file")
    policies = await read(clients, "policies")
    assert policies["routes"][0]["object_matchers"] == [["service", "=~", "^a.*$"]]
    (timing,) = await read(clients, "mute-timings")
    assert (timing["name"], timing["provenance"]) == ("nights", "file")
    (template,) = await read(clients, "templates")
    assert "{{ $n := len .Alerts }}" in template["template"]
    told = await state(clients)
    assert told["state"] == "ok"
    assert "'nowhere', which does not exist" in told["message"]


async def test_what_files_hold_is_read_only_elsewhere(directory: Path, clients: Clients) -> None:
    """Proves T46."""
    (directory / "a.yaml").write_text(WHOLE)
    await reload(clients)
    base, open_ = "/api/v1/provisioning", {"x_disable_provenance": "true"}
    rule = await read(clients, "alert-rules/cpu")
    put = await clients.admin.put(f"{base}/alert-rules/cpu", {**rule, "title": "Other"}, **open_)
    replies = [
        put,
        await clients.admin.delete(f"{base}/alert-rules/cpu"),
        await clients.admin.delete(f"{base}/contact-points/ops-mail"),
        await clients.admin.delete(f"{base}/mute-timings/nights"),
        await clients.admin.delete(f"{base}/templates/short"),
        await clients.admin.delete(f"{base}/policies"),
    ]
    assert [reply.status for reply in replies] == [409] * len(replies)
    assert "needs 'file'" in replies[1].json()["message"]


async def test_the_same_files_again_write_nothing(
    directory: Path, clients: Clients, app: App
) -> None:
    (directory / "a.yaml").write_text(WHOLE)
    await reload(clients)

    async def rows() -> list[Any]:
        async with app.database.reading() as tx:
            found = []
            for table in (
                "alert_rule", "contact_integration", "notification_policy", "mute_timing",
                "message_template", "inhibit_rules", "alerting_version",
            ):  # fmt: skip
                found += [dict(row) for row in await tx.all(f"SELECT * FROM {table}")]
            return found

    before = await rows()
    assert await reload(clients) == []
    assert await rows() == before
    (directory / "a.yaml").write_text(WHOLE.replace("interval: 1m", "interval: 2m"))
    assert await reload(clients) == []
    assert await rows() != before


async def test_a_wrong_object_leaves_the_others_alone(directory: Path, clients: Clients) -> None:
    wrong = WHOLE.replace("condition: C", "condition: Z").replace("type: slack", "type: pigeon")
    (directory / "a.yaml").write_text(wrong)
    (bad,) = await reload(clients)
    lines = wrong.splitlines()
    assert lines[bad["line"] - 1].strip() == "- uid: cpu"
    for part in ("'CPU'", "'Z'", "'pigeon'", "'chat', which does not exist"):
        assert part in bad["message"]
    assert (await clients.admin.get("/api/v1/provisioning/alert-rules/cpu")).status == 404
    assert (await read(clients, "mute-timings"))[0]["name"] == "nights"
    assert {each["name"] for each in await read(clients, "contact-points")} >= {"ops"}
    (directory / "a.yaml").write_text(WHOLE)
    assert await reload(clients) == []


async def test_policies_that_name_nothing_are_refused(directory: Path, clients: Clients) -> None:
    (directory / "a.yaml").write_text(
        "policies:\n- receiver: nobody\n  routes: [{receiver: x, mute_time_intervals: [never]}]\n"
    )
    (bad,) = await reload(clients)
    assert "'nobody', which does not exist" in bad["message"]
    assert "the mute timing 'never', which does not exist" in bad["message"]
    assert (await read(clients, "policies"))["receiver"] == "grafana-default-email"


async def test_what_a_file_drops_stays_until_it_is_listed_as_gone(
    directory: Path, clients: Clients
) -> None:
    (directory / "a.yaml").write_text(WHOLE)
    await reload(clients)
    (directory / "a.yaml").write_text("apiVersion: 1\n")
    assert await reload(clients) == []
    assert (await read(clients, "alert-rules/cpu"))["provenance"] == "file"
    (directory / "a.yaml").write_text(
        "deleteRules: [{orgId: 1, uid: cpu}, {uid: mem}, {orgId: 1}]\n"
        "deleteContactPoints: [{uid: ops-mail}, {uid: ops-hook}, {name: chat}]\n"
        "deleteMuteTimes: [{name: nights}]\n"
        "deleteTemplates: [{orgId: 1, name: short}]\n"
        "resetPolicies: [1]\n"
    )
    (bad,) = await reload(clients)
    assert "uid is missing; every rule that is to go is named" in bad["message"]
    assert await read(clients, "alert-rules") == []
    assert [each["name"] for each in await read(clients, "contact-points")] == [
        "grafana-default-email"
    ]
    assert await read(clients, "mute-timings") == []
    assert await read(clients, "templates") == []
    policies = await read(clients, "policies")
    assert (policies["receiver"], policies.get("provenance", "")) == ("grafana-default-email", "")


async def test_a_contact_point_in_use_is_not_deleted(directory: Path, clients: Clients) -> None:
    (directory / "a.yaml").write_text(WHOLE)
    await reload(clients)
    (directory / "a.yaml").write_text("\ndeleteContactPoints: [{name: chat}]\n")
    (bad,) = await reload(clients)
    assert (bad["line"], "still used" in bad["message"]) == (2, True)


async def test_a_contact_point_gets_another_name(directory: Path, clients: Clients) -> None:
    """Also where policies of another keeper name it: they follow."""
    (directory / "a.yaml").write_text(WHOLE)
    await reload(clients)
    renamed = WHOLE.replace("name: ops\n", "name: team\n").replace(
        "receiver: ops\n", "receiver: team\n"
    )
    (directory / "a.yaml").write_text(renamed)
    assert await reload(clients) == []
    assert (await read(clients, "policies"))["receiver"] == "team"
    points = {each["uid"]: each["name"] for each in await read(clients, "contact-points")}
    assert (points["ops-mail"], points["ops-hook"]) == ("team", "team")
    assert "ops" not in points.values()


async def test_two_files_for_one_object_are_both_named(directory: Path, clients: Clients) -> None:
    (directory / "a.yaml").write_text("templates: [{name: t, template: one}]\n")
    (directory / "b.json").write_text('{"templates": [{"name": "t", "template": "two"}]}')
    (bad,) = await reload(clients)
    assert (bad["file"], bad["line"]) == ("alerting/b.json", 1)
    assert "alerting/a.yaml:1 lists it already" in bad["message"]
    assert "one" in (await read(clients, "templates"))[0]["template"]


async def test_a_file_takes_over_what_people_made(directory: Path, clients: Clients) -> None:
    timing = {"name": "nights", "time_intervals": [{"weekdays": ["sunday"]}]}
    made = await clients.admin.post("/api/v1/provisioning/mute-timings", timing)
    assert made.status == 201
    (directory / "a.yaml").write_text(WHOLE)
    assert await reload(clients) == []
    (found,) = await read(clients, "mute-timings")
    assert found["time_intervals"][0]["weekdays"] == ["monday:friday"]


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


async def titles(clients: Clients) -> dict[str, str]:
    return {each["uid"]: each["title"] for each in await read(clients, "alert-rules")}


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


async def points(clients: Clients) -> dict[str, str]:
    return {
        each["uid"]: each["name"]
        for each in await read(clients, "contact-points")
        if each["name"] != "grafana-default-email"
    }


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
    assert "alerting/a.json:1 lists it already" in bad["message"]
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
