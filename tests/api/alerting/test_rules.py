"""Alert rules through the APIs that tools and editors of Grafana 10.4 use, on both databases."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.app import Client, Clients, sign_in, start
from tests.unit.alerting.rules.bodies import above, body, expression, query

from vedette.db.settings import DatabaseSettings

RULES = "/api/v1/provisioning/alert-rules"
GROUP = "/api/v1/provisioning/folder/infra/rule-groups/minutely"
RULER = "/api/ruler/grafana/api/v1/rules"
STATES = "/api/prometheus/grafana/api/v1"
OPEN = {"x-disable-provenance": "true"}


@pytest.fixture
async def folder(clients: Clients) -> None:
    for uid, title in (("infra", "Infra"), ("apps", "Apps")):
        made = await clients.editor.post("/api/folders", {"uid": uid, "title": title})
        assert made.status == 200


pytestmark = pytest.mark.usefixtures("folder")


def sent(**changes: Any) -> dict[str, Any]:
    return body(**({"folderUID": "infra", "ruleGroup": "minutely", "uid": "cpu"} | changes))


def recorded(title: str, **changes: Any) -> dict[str, Any]:
    """A rule as the rule editor of Grafana 10.4 posts it."""
    alert = {
        "title": title,
        "condition": "C",
        "data": [
            query(
                "A",
                model={
                    "editorMode": "code",
                    "expr": "rate(http_requests_total[5m])",
                    "instant": True,
                    "intervalMs": 1000,
                    "legendFormat": "__auto",
                    "maxDataPoints": 43200,
                    "range": False,
                    "refId": "A",
                },
            ),
            expression(
                "C",
                type="threshold",
                expression="A",
                datasource={"type": "__expr__", "uid": "__expr__"},
                intervalMs=1000,
                maxDataPoints=43200,
                conditions=[
                    {
                        "evaluator": {"type": "gt", "params": [0]},
                        "operator": {"type": "and"},
                        "query": {"params": ["C"]},
                        "reducer": {"type": "last", "params": []},
                        "type": "query",
                    }
                ],
            ),
        ],
        "no_data_state": "NoData",
        "exec_err_state": "Error",
        "is_paused": False,
        "notification_settings": None,
    }
    return {
        "grafana_alert": alert | changes,
        "for": "5m",
        "annotations": {"summary": "{{ $labels.instance }}"},
        "labels": {"team": "core"},
    }


async def made(client: Client, **changes: Any) -> dict[str, Any]:
    reply = await client.post(RULES, sent(**changes), **OPEN)
    assert reply.status == 201, reply.body
    found: dict[str, Any] = reply.json()
    return found


async def test_a_rule_is_made_read_changed_and_deleted(clients: Clients) -> None:
    created = await clients.admin.post(RULES, sent())
    assert created.status == 201
    assert created.json()["provenance"] == "api"
    read = await clients.viewer.get(f"{RULES}/cpu")
    assert read.json() == created.json()
    assert (await clients.viewer.get(RULES)).json() == [read.json()]
    changed = await clients.admin.put(f"{RULES}/cpu", read.json() | {"for": "1h"})
    assert (changed.status, changed.json()["for"], changed.json()["version"]) == (200, "1h", 2)
    assert (await clients.admin.delete(f"{RULES}/cpu")).status == 204
    assert (await clients.viewer.get(f"{RULES}/cpu")).status == 404


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/provisioning/folder/nowhere/rule-groups/minutely",
        "/api/v1/provisioning/folder/nowhere/rule-groups/minutely/export",
    ],
)
async def test_a_group_of_an_unknown_folder_is_not_found(clients: Clients, path: str) -> None:
    sentence = "There is no folder with the uid 'nowhere'."
    read = await clients.admin.get(path)
    assert (read.status, read.json()["message"]) == (404, sentence)
    if not path.endswith("/export"):
        deleted = await clients.admin.delete(path)
        assert (deleted.status, deleted.json()["message"]) == (404, sentence)


async def test_the_ruler_forbids_folders_that_do_not_exist(clients: Clients) -> None:
    one = {"name": "minutely", "interval": "1m", "rules": [recorded("other")]}
    for reply in (
        await clients.admin.get(f"{RULER}/nowhere"),
        await clients.admin.get(f"{RULER}/nowhere/minutely"),
        await clients.admin.post(f"{RULER}/nowhere", one),
        await clients.admin.delete(f"{RULER}/nowhere"),
        await clients.admin.delete(f"{RULER}/nowhere/minutely"),
    ):
        assert reply.status == 403
        assert "no folder with the uid 'nowhere', or you" in reply.json()["message"]


async def test_statuses_of_the_ruler_are_those_that_clients_know(clients: Clients) -> None:
    root = await clients.admin.get(RULER)
    assert (root.status, root.json()) == (200, {})
    unknown = await clients.admin.get(f"{RULER}/infra/none")
    assert (unknown.status, unknown.json()) == (202, {"name": "none", "rules": []})
    assert (await clients.admin.delete(f"{RULER}/infra/none")).status == 202
    assert (await clients.admin.delete(f"{RULER}/infra")).status == 202
    alert = recorded("a", uid="not-there")
    missing = await clients.admin.post(f"{RULER}/infra", {"name": "g", "rules": [alert]})
    assert missing.status == 404
    two = {"name": "g", "rules": [recorded("same"), recorded("same")]}
    taken = await clients.admin.post(f"{RULER}/infra", two)
    assert (taken.status, taken.json()["messageId"]) == (409, "alerting.alert-rule.conflict")
    labelled = {"name": "g", "rules": [recorded("a") | {"labels": {"__grafana_receiver__": "x"}}]}
    reserved = await clients.admin.post(f"{RULER}/infra", labelled)
    assert reserved.status == 400
    assert "the label __grafana_receiver__ is reserved" in reserved.json()["message"]


async def test_statuses_of_the_provisioning_api_are_those_that_clients_know(
    clients: Clients,
) -> None:
    assert (await clients.admin.delete(f"{RULES}/none")).status == 204
    assert (await clients.admin.put(f"{RULES}/none", sent())).status == 404
    assert (await clients.admin.put(GROUP, {"rules": [sent()]})).status == 400
    assert (await clients.admin.put(GROUP, {"interval": 15, "rules": []})).status == 400
    two = {"interval": 60, "rules": [sent(uid="a"), sent(uid="b")]}
    assert (await clients.admin.put(GROUP, two)).status == 400


async def test_a_group_put_without_rules_keeps_them(clients: Clients) -> None:
    await made(clients.admin)
    for group in ({"interval": 120, "rules": []}, {"interval": 180}):
        put = await clients.admin.put(GROUP, group)
        assert (put.status, put.json()["interval"]) == (200, group["interval"])
        kept = (await clients.admin.get(GROUP)).json()
        assert (kept["interval"], [rule["uid"] for rule in kept["rules"]]) == (
            group["interval"],
            ["cpu"],
        )


async def test_a_rule_that_is_named_by_its_uid_is_patched(clients: Clients) -> None:
    await made(clients.admin, isPaused=True, noDataState="OK")
    before = (await clients.admin.get(f"{RULES}/cpu")).json()
    patch = {"name": "minutely", "rules": [{"grafana_alert": {"uid": "cpu", "title": "Renamed"}}]}
    reply = await clients.admin.post(f"{RULER}/infra", patch)
    assert (reply.status, reply.json()["updated"]) == (202, ["cpu"])
    after = (await clients.admin.get(f"{RULES}/cpu")).json()
    changing = {"title", "updated", "version"}
    assert {key: after[key] for key in after if key not in changing} == {
        key: before[key] for key in before if key not in changing
    }
    assert after["title"] == "Renamed"
    emptied = {"grafana_alert": {"uid": "cpu"}, "labels": {}, "annotations": {}, "for": "0s"}
    await clients.admin.post(f"{RULER}/infra", {"name": "minutely", "rules": [emptied]})
    last = (await clients.admin.get(f"{RULES}/cpu")).json()
    assert (last["title"], last["labels"], last["for"]) == ("Renamed", {}, "0s")


async def test_another_interval_alone_is_a_change_of_the_group(clients: Clients) -> None:
    await made(clients.admin)
    group = (await clients.admin.get(f"{RULER}/infra/minutely")).json()
    for interval, updated in (("2m", ["cpu"]), ("2m", None), ("0s", None)):
        reply = await clients.admin.post(f"{RULER}/infra", group | {"interval": interval})
        assert (reply.status, reply.json().get("updated")) == (202, updated)
    assert (await clients.admin.get(f"{RULER}/infra/minutely")).json()["interval"] == "2m"


async def test_queries_are_answered_with_their_range_and_resolution(clients: Clients) -> None:
    asked = query("A", model={"refId": "A", "expr": "up", "queryType": "range", "maxDataPoints": 0})
    del asked["relativeTimeRange"]
    rule = await made(clients.admin, data=[asked, above("C", "A", 1)])
    first, second = rule["data"]
    assert first["relativeTimeRange"] == {"from": 600, "to": 0}
    assert first["queryType"] == "range"
    for each in (first, second):
        assert (each["model"]["intervalMs"], each["model"]["maxDataPoints"]) == (1_000, 43_200)
    again = await clients.admin.put(f"{RULES}/cpu", sent(data=[asked, above("C", "A", 1)]), **OPEN)
    assert again.json()["version"] == 1


async def test_the_ruler_leaves_groups_with_provisioned_rules_alone(clients: Clients) -> None:
    await clients.admin.post(RULES, sent())
    await made(clients.admin, uid="own", title="Own")
    group = (await clients.admin.get(f"{RULER}/infra/minutely")).json()
    more = group | {"rules": [*group["rules"], recorded("added")]}
    refused = await clients.admin.post(f"{RULER}/infra", more)
    assert refused.status == 400
    assert "it was created with the provisioning API" in refused.json()["message"]
    assert (await clients.admin.delete(f"{RULER}/infra/minutely")).status == 202
    left = (await clients.admin.get(f"{RULER}/infra/minutely")).json()["rules"]
    assert [rule["grafana_alert"]["uid"] for rule in left] == ["cpu"]
    assert (await clients.admin.delete(f"{RULER}/infra/minutely")).status == 400
    assert (await clients.admin.delete(f"{RULER}/infra")).status == 400


async def test_roles_read_write_and_delete_as_they_may(clients: Clients) -> None:
    """Proves T49."""
    assert (await clients.anonymous.get(RULES)).status == 401
    assert (await clients.viewer.post(RULES, sent())).status == 403
    await made(clients.editor)
    assert (await clients.editor.delete(f"{RULES}/cpu")).status == 403
    one_less = {"name": "minutely", "interval": "1m", "rules": [recorded("other")]}
    refused = await clients.editor.post(f"{RULER}/infra", one_less)
    assert refused.status == 403
    assert (await clients.viewer.get(f"{RULES}/cpu")).status == 200
    assert (await clients.admin.post(f"{RULER}/infra", one_less)).status == 202


async def test_what_the_api_keeps_the_editor_leaves_alone(clients: Clients) -> None:
    await clients.admin.post(RULES, sent())
    group = (await clients.admin.get(f"{RULER}/infra/minutely")).json()
    assert (await clients.admin.post(f"{RULER}/infra", group)).status == 202
    group["rules"][0]["for"] = "9m"
    refused = await clients.admin.post(f"{RULER}/infra", group)
    assert refused.status == 400
    assert "it was created with the provisioning API" in refused.json()["message"]
    assert (await clients.admin.delete(f"{RULER}/infra/minutely")).status == 400
    for marked in (
        await clients.admin.put(f"{RULES}/cpu", sent(), **OPEN),
        await clients.admin.send("DELETE", f"{RULES}/cpu", headers=OPEN),
    ):
        assert marked.status == 409
        assert "cannot change provenance from 'api' to ''" in marked.json()["message"]
    opened = await clients.admin.put(GROUP, {"interval": 60, "rules": [sent()]}, **OPEN)
    assert "provenance" not in opened.json()["rules"][0]
    assert (await clients.admin.post(f"{RULER}/infra", group)).status == 202


async def test_a_mistake_names_the_rule_and_the_place(clients: Clients) -> None:
    for wrong, sentence in (
        (sent(condition="Z"), "The rule 'CPU high': condition is 'Z'"),
        (sent(folderUID="nowhere"), "There is no folder with the uid 'nowhere'"),
        (sent(folderUID=None), "folderUID is missing"),
        (sent(ruleGroup=None), "ruleGroup is missing"),
        (sent(uid="a b"), "uid must be 1 to 40"),
        (sent(notification_settings={"receiver": "nobody"}), "nobody"),
    ):
        reply = await clients.admin.post(RULES, wrong)
        assert reply.status == 400, reply.body
        assert sentence in reply.json()["message"]
    assert (await clients.admin.get(RULES)).json() == []


async def test_an_unknown_source_is_no_reason_to_refuse(clients: Clients) -> None:
    await made(clients.editor, data=[query("C", datasourceUid="not-there")])


async def test_a_title_or_uid_that_is_taken_is_refused(clients: Clients) -> None:
    await made(clients.editor)
    assert (await clients.editor.post(RULES, sent(title="Other"))).status == 400
    assert (await clients.editor.post(RULES, sent(uid="other"))).status == 400


async def test_only_the_version_that_was_read_is_replaced_where_that_is_asked(
    clients: Clients,
) -> None:
    await made(clients.editor)
    first = await clients.editor.put(f"{RULES}/cpu", sent(labels={}), **OPEN, if_match='"1"')
    assert first.status == 200
    second = await clients.editor.put(f"{RULES}/cpu", sent(labels={}), **OPEN, if_match='"1"')
    assert second.status == 412
    assert second.json()["status"] == "version-mismatch"


async def test_a_group_is_replaced_as_a_whole(clients: Clients) -> None:
    rules = [sent(uid="a", title="a"), sent(uid="b", title="b")]
    put = await clients.admin.put(GROUP, {"interval": 300, "rules": rules})
    assert put.status == 200, put.body
    assert put.json()["interval"] == 300
    assert [each["uid"] for each in put.json()["rules"]] == ["a", "b"]
    assert (await clients.viewer.get(GROUP)).json() == put.json()
    fewer = await clients.admin.put(GROUP, put.json() | {"rules": put.json()["rules"][1:]})
    assert [each["uid"] for each in fewer.json()["rules"]] == ["b"]
    assert (await clients.admin.delete(GROUP)).status == 204
    assert (await clients.viewer.get(GROUP)).status == 404


async def test_an_editor_of_today_saves_a_group_and_reads_it_back(clients: Clients) -> None:
    group = {"name": "web", "interval": "2m", "rules": [recorded("errors"), recorded("slow")]}
    saved = await clients.editor.post(f"{RULER}/infra", group)
    assert saved.status == 202, saved.body
    assert saved.json()["message"] == "rule group updated successfully"
    assert len(saved.json()["created"]) == 2
    read = await clients.viewer.get(f"{RULER}/infra/web")
    assert read.status == 202
    for before, after in zip(group["rules"], read.json()["rules"], strict=True):
        for key, value in before["grafana_alert"].items():
            assert value is None or after["grafana_alert"][key] == value
        assert {key: after[key] for key in ("for", "labels", "annotations")} == {
            key: before[key] for key in ("for", "labels", "annotations")
        }
    again = await clients.editor.post(f"{RULER}/infra", read.json())
    assert again.json() == {"message": "no changes detected in the rule group"}


async def test_the_ruler_lists_groups_by_folder_and_by_panel(clients: Clients) -> None:
    tied = {"__dashboardUid__": "dash", "__panelId__": "7"}
    await made(clients.editor, annotations=tied)
    await made(clients.editor, uid="app", title="App", folderUID="apps", ruleGroup="other")
    whole = (await clients.viewer.get(RULER)).json()
    assert {title: [group["name"] for group in groups] for title, groups in whole.items()} == {
        "Apps": ["other"],
        "Infra": ["minutely"],
    }
    assert list((await clients.viewer.get(f"{RULER}/apps")).json()) == ["Apps"]
    for asked, expected in (
        ({"dashboard_uid": "dash"}, ["Infra"]),
        ({"dashboard_uid": "dash", "panel_id": 7}, ["Infra"]),
        ({"dashboard_uid": "dash", "panel_id": 8}, []),
    ):
        assert list((await clients.viewer.get(RULER, **asked)).json()) == expected


async def test_a_paused_rule_stays_paused_where_an_editor_does_not_say(clients: Clients) -> None:
    await made(clients.editor, isPaused=True)
    group = (await clients.editor.get(f"{RULER}/infra/minutely")).json()
    del group["rules"][0]["grafana_alert"]["is_paused"]
    group["rules"][0]["for"] = "9m"
    assert (await clients.editor.post(f"{RULER}/infra", group)).status == 202
    assert (await clients.editor.get(f"{RULES}/cpu")).json()["isPaused"]
    resumed = await clients.editor.put("/api/v1/alerting/rules/cpu/pause", {"isPaused": False})
    assert resumed.json()["isPaused"] is False


async def test_rules_of_other_rulers_are_refused_with_a_reason(clients: Clients) -> None:
    reply = await clients.editor.post(
        f"{RULER}/infra", {"name": "g", "rules": [{"alert": "x", "expr": "up == 0"}]}
    )
    assert reply.status == 400
    assert "rules[0].grafana_alert is missing" in reply.json()["message"]


async def test_an_old_version_becomes_the_newest(clients: Clients) -> None:
    await made(clients.editor)
    await clients.editor.put(f"{RULES}/cpu", sent(title="Worse"), **OPEN)
    versions = (await clients.viewer.get("/api/v1/alerting/rules/cpu/versions")).json()
    assert [(each["version"], each["rule"]["title"]) for each in versions] == [
        (2, "Worse"),
        (1, "CPU high"),
    ]
    path = "/api/v1/alerting/rules/cpu/versions"
    assert (await clients.viewer.post(f"{path}/1/restore")).status == 403
    restored = await clients.editor.post(f"{path}/1/restore")
    assert (restored.json()["title"], restored.json()["version"]) == ("CPU high", 3)
    assert (await clients.viewer.get(f"{path}/3")).json()["message"] == "Restored version 1"
    assert (await clients.viewer.get(f"{path}/9")).status == 404
    assert (await clients.viewer.get(f"{path}/x")).status == 400


async def test_a_folder_with_rules_goes_only_with_them(clients: Clients) -> None:
    await made(clients.editor)
    assert (await clients.viewer.get("/api/folders/infra/counts")).json()["alertrule"] == 1
    refused = await clients.admin.delete("/api/folders/infra")
    assert refused.status == 400
    assert "contains alert rules (1)" in refused.json()["message"]
    gone = await clients.admin.delete("/api/folders/infra?forceDeleteRules=true")
    assert gone.status == 200
    assert (await clients.viewer.get(RULES)).json() == []


async def test_a_folder_is_known_to_its_rules_by_its_new_title(clients: Clients) -> None:
    await made(clients.editor)
    renamed = await clients.editor.put("/api/folders/infra", {"title": "Metal", "overwrite": True})
    assert renamed.status == 200
    assert list((await clients.viewer.get(RULER)).json()) == ["Metal"]


async def test_the_rules_that_ask_a_source_are_found(clients: Clients) -> None:
    await made(clients.editor)
    found = await clients.viewer.get("/api/v1/alerting/datasources/prom/rules")
    assert [each["uid"] for each in found.json()] == ["cpu"]


async def test_several_severities_in_one_rule_come_back_as_they_were_sent(
    clients: Clients,
) -> None:
    thresholds = {
        "of": "B",
        "levels": [
            {"labels": {"severity": "critical"}, "evaluator": {"type": "gt", "params": [90]}},
            {"labels": {"severity": "warning"}, "evaluator": {"type": "gt", "params": [80]}},
        ],
    }
    data = [query("A"), expression("B", type="reduce", expression="A", reducer="last")]
    rule = await made(clients.editor, condition=None, data=data, thresholds=thresholds)
    assert (rule["condition"], rule["thresholds"]) == ("level", thresholds)
    again = await clients.editor.put(f"{RULES}/cpu", rule, **OPEN)
    assert again.status == 200
    assert again.json()["thresholds"] == thresholds


async def test_quotas_of_rules_are_named_in_the_error(
    database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    words = ["cfg:quota.enabled=true", "cfg:quota.org_alert_rule=1"]
    async with AsyncExitStack() as stack:
        app = await start(stack, database_settings, tmp_path, *words)
        admin = await sign_in(app, "admin-user", "password-of-Admin")
        await made(admin)
        refused = await admin.post(RULES, sent(uid="b", title="b"))
        assert refused.status == 403
        assert "[quota] org_alert_rule" in refused.json()["message"]


async def test_a_list_of_states_is_there_before_anything_was_evaluated(clients: Clients) -> None:
    await made(clients.editor)
    await made(clients.editor, uid="rec", title="rec", record={"metric": "m", "from": "B"})
    [group] = (await clients.viewer.get(f"{STATES}/rules")).json()["data"]["groups"]
    assert (group["name"], group["file"], group["folderUid"]) == ("minutely", "Infra", "infra")
    assert [each["type"] for each in group["rules"]] == ["alerting", "recording"]
    [rule, _] = group["rules"]
    assert (rule["state"], rule["health"], rule["alerts"]) == ("inactive", "unknown", [])
    assert (rule["query"], rule["duration"], rule["uid"]) == ("up", 300.0, "cpu")


async def test_wrong_versions_and_ranges_are_refused(clients: Clients) -> None:
    await made(clients.editor)
    reply = await clients.editor.put(f"{RULES}/cpu", sent(), if_match="newest")
    assert reply.status == 400
    for path in ("/api/v1/rules/history", "/api/annotations"):
        assert (await clients.viewer.get(path, **{"from": 20, "to": 10})).status == 400
        assert (await clients.viewer.get(path, limit=10**9)).status == 400
    assert (await clients.viewer.get(f"{STATES}/rules", matcher="team")).status == 400


async def test_a_cycle_is_named(clients: Clients) -> None:
    looping = sent(data=[query("A"), above("B", "C", 1), above("C", "B", 1)])
    reply = await clients.editor.post(RULES, looping)
    assert "B -> C -> B" in reply.json()["message"]
