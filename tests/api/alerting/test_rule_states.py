"""States of rules and what they did, as rule lists and panels read them."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest
from tests.fixtures.app import Clients
from tests.unit.alerting.rules.bodies import body

from vedette.alerting.instances.history_store import TransitionStore
from vedette.alerting.instances.model import TransitionRecord
from vedette.alerting.instances.store import InstanceStore
from vedette.alerting.model import AlertState, Instance, InstanceOrigin, fingerprint

RULES = "/api/prometheus/grafana/api/v1/rules"
ALERTS = "/api/prometheus/grafana/api/v1/alerts"
HISTORY = "/api/v1/rules/history"
NOW = datetime.now(UTC).replace(microsecond=0)
PANEL = {"__dashboardUid__": "dash", "__panelId__": "7"}


def instance(host: str, state: AlertState, reason: str = "", **values: float) -> Instance:
    labels = {"alertname": "CPU high", "host": host, "__alert_rule_uid__": "cpu"}
    return Instance(
        fingerprint=fingerprint(labels),
        labels=labels,
        series={"host": host},
        state=state,
        since=NOW - timedelta(minutes=3),
        values=values,
        annotations={"summary": f"{host} is hot"} if state is not AlertState.NORMAL else {},
        reason=reason,
        origin=InstanceOrigin.SERIES,
        fired_at=NOW - timedelta(minutes=2) if state is AlertState.FIRING else None,
    )


def record(
    host: str, before: AlertState, after: AlertState, minutes: int, **more: Any
) -> TransitionRecord:
    shown: dict[str, Any] = {
        "org_id": 1,
        "rule_uid": "cpu",
        "rule_title": "CPU high",
        "rule_version": 1,
        "folder_uid": "infra",
        "group": "g",
        "dashboard_uid": "dash",
        "panel_id": 7,
        "fingerprint": "f",
        "labels": {"host": host, "__alert_rule_uid__": "cpu"},
        "before": before,
        "after": after,
        "reason": "",
        "values": {"B": 1234567.5},
        "failure": "",
        "slot": NOW - timedelta(minutes=minutes),
        "created": NOW - timedelta(minutes=minutes),
    }
    return TransitionRecord(**(shown | more))


FOUR = (
    instance("a", AlertState.FIRING, B=95, C=1),
    instance("b", AlertState.PENDING, B=91, C=1),
    instance("c", AlertState.NORMAL, B=10, C=0),
    instance("d", AlertState.NO_DATA, "NoData"),
)
NORMAL, PENDING, FIRING = AlertState.NORMAL, AlertState.PENDING, AlertState.FIRING


@pytest.fixture(autouse=True)
async def evaluated(clients: Clients) -> None:
    """One rule with an instance in each state, and one that was never evaluated."""
    await clients.editor.post("/api/folders", {"uid": "infra", "title": "Infra"})
    for uid, title in (("cpu", "CPU high"), ("quiet", "Quiet")):
        annotations = PANEL if uid == "cpu" else {}
        rule = body(uid=uid, title=title, folderUID="infra", ruleGroup="g", annotations=annotations)
        made = await clients.editor.post("/api/v1/provisioning/alert-rules", rule)
        assert made.status == 201
    async with clients.viewer.app.database.transaction() as tx:
        await InstanceStore(tx).put([(1, "cpu", each) for each in FOUR])
        await TransitionStore(tx).add(
            [
                record("a", NORMAL, PENDING, 9),
                record("a", PENDING, FIRING, 4),
                record("b", FIRING, NORMAL, 2, reason="MissingSeries", values={}),
            ]
        )
        await tx.execute(
            "UPDATE alert_evaluation SET health = 'ok', evaluated = :now, slot = :now,"
            " duration_ms = 250, missed = 2 WHERE rule_uid = 'cpu'",
            {"now": round(NOW.timestamp() * 1000)},
        )


async def shown(clients: Clients, **query: Any) -> dict[str, list[str]]:
    """Hosts of the alerts of each rule."""
    reply = await clients.viewer.get(RULES, **query)
    assert reply.status == 200, reply.body
    return {
        rule["name"]: [alert["labels"]["host"] for alert in rule.get("alerts", [])]
        for group in reply.json()["data"]["groups"]
        for rule in group["rules"]
    }


async def test_a_rule_shows_its_state_its_alerts_and_how_it_was_evaluated(
    clients: Clients,
) -> None:
    data = (await clients.viewer.get(RULES)).json()["data"]
    [group] = data["groups"]
    rule, quiet = group["rules"]
    assert (rule["state"], quiet["state"]) == ("firing", "inactive")
    assert (rule["health"], rule["evaluationTime"], rule["missedEvaluations"]) == ("ok", 0.25, 2)
    assert rule["lastEvaluation"] == NOW.isoformat().replace("+00:00", "Z")
    assert rule["totals"] == {"alerting": 1, "pending": 1, "normal": 1, "nodata": 1}
    by_host = {alert["labels"]["host"]: alert for alert in rule["alerts"]}
    assert {host: alert["state"] for host, alert in by_host.items()} == {
        "a": "Alerting",
        "b": "Pending",
        "c": "Normal",
        "d": "NoData (NoData)",
    }
    assert by_host["a"]["labels"] == {"alertname": "CPU high", "host": "a"}
    assert by_host["a"]["values"] == {"B": 95.0, "C": 1.0}
    assert by_host["a"]["annotations"] == {"summary": "a is hot"}
    assert data["totals"] == {"firing": 1, "inactive": 1}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"state": "firing"}, {"CPU high": ["a"]}),
        ({"state": ["firing", "pending"]}, {"CPU high": ["a", "b"]}),
        ({"state": "nodata"}, {"CPU high": ["d"]}),
        ({"state": "inactive"}, {"CPU high": ["c"], "Quiet": []}),
        ({"matcher": 'host="b"'}, {"CPU high": ["b"]}),
        ({"matcher": '{host=~"a|b"}', "state": "pending"}, {"CPU high": ["b"]}),
        ({"matcher": '{"name":"host","value":"a|c","isRegex":true}'}, {"CPU high": ["a", "c"]}),
        ({"dashboard_uid": "dash"}, {"CPU high": ["a", "b", "c", "d"]}),
        ({"dashboard_uid": "dash", "panel_id": 8}, {}),
        ({"rule_uid": "quiet"}, {"Quiet": []}),
        ({"search": "qui"}, {"Quiet": []}),
        ({"search": " High  cpu ", "exclude_alerts": "true"}, {"CPU high": []}),
        ({"search": "cpu quiet"}, {}),
        ({"health": "ok", "exclude_alerts": "true"}, {"CPU high": []}),
        ({"folder_uid": "other"}, {}),
        ({"type": "record"}, {}),
        ({"limit_rules": 1, "limit_alerts": 0}, {"CPU high": []}),
        ({"group_limit": 0}, {}),
    ],
    ids=str,
)
async def test_a_list_holds_what_was_asked_for(
    clients: Clients, query: Mapping[str, Any], expected: dict[str, list[str]]
) -> None:
    found = await shown(clients, **query)
    assert {name: sorted(hosts) for name, hosts in found.items()} == expected


async def test_a_panel_without_its_dashboard_is_a_mistake(clients: Clients) -> None:
    """A list for a panel is never the list of all rules because the dashboard is missing."""
    answer = await clients.viewer.get(RULES, panel_id=7)
    assert answer.status == 400
    assert "dashboard_uid" in answer.json()["message"]


@pytest.mark.parametrize("name", ["state", "health", "type"])
async def test_a_word_that_means_nothing_is_a_mistake_and_no_empty_list(
    clients: Clients, name: str
) -> None:
    reply = await clients.viewer.get(RULES, **{name: "bogus"})
    assert reply.status == 400
    assert reply.json()["message"].startswith(f"{name} is 'bogus'; use ")


async def test_what_fires_comes_first_where_alerts_are_limited(clients: Clients) -> None:
    assert set((await shown(clients, limit_alerts=2))["CPU high"]) == {"a", "d"}
    [group] = (await clients.viewer.get(RULES, limit_alerts=2)).json()["data"]["groups"]
    assert sum(group["rules"][0]["totals"].values()) == 4


async def test_the_number_of_firing_rules_needs_no_list(clients: Clients) -> None:
    assert (await clients.viewer.get("/api/v1/alerting/firing")).json() == {"rules": 1}


async def test_groups_come_in_pages(clients: Clients) -> None:
    other = body(uid="o", title="Other", folderUID="infra", ruleGroup="z")
    await clients.editor.post("/api/v1/provisioning/alert-rules", other)
    first = (await clients.viewer.get(RULES, group_limit=1)).json()["data"]
    assert [group["name"] for group in first["groups"]] == ["g"]
    rest = await clients.viewer.get(RULES, group_limit=1, group_next_token=first["groupNextToken"])
    assert [group["name"] for group in rest.json()["data"]["groups"]] == ["z"]
    assert "groupNextToken" not in rest.json()["data"]


async def test_all_alerts_are_listed(clients: Clients) -> None:
    alerts = (await clients.viewer.get(ALERTS)).json()["data"]["alerts"]
    assert sorted(alert["labels"]["host"] for alert in alerts) == ["a", "b", "c", "d"]


async def history(clients: Clients, **query: Any) -> list[Any]:
    frame = (await clients.viewer.get(HISTORY, **query)).json()
    assert [field["name"] for field in frame["schema"]["fields"]] == ["time", "line", "labels"]
    times, lines, streams = frame["data"]["values"]
    assert len(times) == len(lines) == len(streams)
    assert times == sorted(times)
    return [(line["labels"]["host"], line["previous"], line["current"]) for line in lines]


async def test_the_history_is_a_frame_of_transitions(clients: Clients) -> None:
    assert await history(clients, ruleUID="cpu") == [
        ("a", "Normal", "Pending"),
        ("a", "Pending", "Alerting"),
        ("b", "Alerting", "Normal (MissingSeries)"),
    ]
    assert await history(clients, ruleUID="quiet") == []
    assert len(await history(clients, limit=1)) == 1
    assert await history(clients, labels_host="a", current="Alerting") == [
        ("a", "Pending", "Alerting")
    ]
    since = NOW.timestamp() - 180
    assert [each[0] for each in await history(clients, **{"from": int(since)})] == ["b"]
    assert await history(clients, dashboardUID="dash", panelID=8) == []


async def test_a_line_of_the_history_says_whose_it_is(clients: Clients) -> None:
    frame = (await clients.viewer.get(HISTORY, ruleUID="cpu")).json()
    line, stream = frame["data"]["values"][1][1], frame["data"]["values"][2][1]
    assert line["schemaVersion"] == 1
    assert (line["ruleUID"], line["ruleTitle"], line["condition"]) == ("cpu", "CPU high", "C")
    assert line["values"] == {"B": 1234567.5}
    assert line["labels"] == {"host": "a"}
    assert line["ruleCreated"] > 0
    assert "isFirst" not in line
    assert stream == {
        "from": "state-history",
        "orgID": "1",
        "group": "g",
        "folderUID": "infra",
    }


async def test_what_alerts_did_is_drawn_on_panels(clients: Clients) -> None:
    asked = {"type": "alert", "dashboardUID": "dash", "panelId": 7}
    asked |= {"from": round((NOW.timestamp() - 3_600) * 1000), "to": round(NOW.timestamp() * 1000)}
    found = (await clients.viewer.get("/api/annotations", **asked)).json()
    assert [(each["prevState"], each["newState"]) for each in found] == [
        ("Alerting", "Normal (MissingSeries)"),
        ("Pending", "Alerting"),
        ("Normal", "Pending"),
    ]
    assert found[1]["text"] == "CPU high {host=a} - B=1234567.5"
    assert (found[1]["dashboardUID"], found[1]["panelId"]) == ("dash", 7)
    assert found[1]["time"] == found[1]["timeEnd"]
    assert (await clients.viewer.get("/api/annotations", **(asked | {"panelId": 8}))).json() == []
    assert (await clients.viewer.get("/api/annotations", type="annotation")).json() == []
    by_tags = await clients.viewer.get("/api/annotations", tags="deploy", matchAny="true")
    assert (by_tags.status, by_tags.json()) == (200, [])


async def test_numbers_that_json_cannot_hold_do_not_break_the_list(clients: Clients) -> None:
    odd = instance("e", AlertState.FIRING, B=float("inf"), C=float("nan"))
    async with clients.viewer.app.database.transaction() as tx:
        await InstanceStore(tx).put([(1, "cpu", odd)])
    reply = await clients.viewer.get(RULES, matcher='host="e"')
    [rule] = orjson.loads(reply.body)["data"]["groups"][0]["rules"]
    assert rule["alerts"][0]["values"] == {"B": "inf", "C": "nan"}


@pytest.mark.parametrize(
    ("change", "reason"),
    [("pause", "Paused"), ("ask something else", "Updated"), ("delete", "RuleDeleted")],
)
async def test_alerts_end_with_what_they_stood_for(
    clients: Clients, change: str, reason: str
) -> None:
    path = "/api/v1/provisioning/alert-rules/cpu"
    stored = (await clients.admin.get(path)).json()
    if change == "pause":
        done = await clients.admin.put(path, stored | {"isPaused": True})
    elif change == "delete":
        done = await clients.admin.delete(path)
    else:
        data = [stored["data"][0] | {"model": {"expr": "down"}}, *stored["data"][1:]]
        done = await clients.admin.put(path, stored | {"data": data})
    assert done.status in (200, 204), done.body
    assert (await clients.viewer.get(ALERTS)).json()["data"]["alerts"] == []
    ended = [each for each in await history(clients) if each[2] == f"Normal ({reason})"]
    assert {each[0] for each in ended} == {"a", "b", "d"}


async def test_an_edit_of_texts_leaves_alerts_alone(clients: Clients) -> None:
    path = "/api/v1/provisioning/alert-rules/cpu"
    stored = (await clients.admin.get(path)).json()
    await clients.admin.put(path, stored | {"annotations": {"summary": "new"}, "for": "9m"})
    assert len((await clients.viewer.get(ALERTS)).json()["data"]["alerts"]) == 4
