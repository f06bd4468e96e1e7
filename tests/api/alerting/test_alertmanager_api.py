"""Alerts, their groups, silences and explanations over the Alertmanager API."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.fixtures.app import Client, Clients

BASE = "/api/alertmanager/grafana/api/v2"
ALERTS, GROUPS = f"{BASE}/alerts", f"{BASE}/alerts/groups"
SILENCES = f"{BASE}/silences"
EXPLAIN = "/api/v1/alerting/policies/explain"
POLICIES = "/api/v1/provisioning/policies"


def alert(name: str, **labels: str) -> dict[str, Any]:
    return {"labels": {"alertname": name, **labels}}


def in_hours(hours: float) -> str:
    return (datetime.now(UTC) + timedelta(hours=hours)).isoformat()


def silence(hours: float = 2, **labels: str) -> dict[str, Any]:
    return {
        "matchers": [
            {"name": name, "value": value, "isRegex": False, "isEqual": True}
            for name, value in labels.items()
        ],
        "startsAt": in_hours(0),
        "endsAt": in_hours(hours),
        "comment": "work",
    }


async def names(client: Client, **query: Any) -> list[str]:
    reply = await client.get(ALERTS, **query)
    assert reply.status == 200, reply.body
    return sorted(each["labels"]["alertname"] for each in reply.json())


async def post(client: Client, *alerts: dict[str, Any]) -> None:
    reply = await client.post(ALERTS, list(alerts))
    assert (reply.status, reply.body) == (200, b"")


async def test_what_another_server_posts_is_shown_until_it_ends(clients: Clients) -> None:
    disk = alert("Disk", team="db")
    await post(clients.editor, {**disk, "annotations": {"summary": "full"}}, alert("Net"))
    [shown] = (await clients.viewer.get(ALERTS, filter='team="db"')).json()
    assert shown["labels"] == disk["labels"]
    assert shown["annotations"] == {"summary": "full"}
    assert shown["status"] == {
        "state": "active",
        "silencedBy": [],
        "inhibitedBy": [],
        "mutedBy": [],
    }
    assert shown["receivers"] == [{"name": "grafana-default-email"}]
    assert shown["startsAt"] < shown["endsAt"]
    await post(clients.editor, {**disk, "endsAt": in_hours(-0.1)})
    assert await names(clients.viewer) == ["Net"]


@pytest.mark.parametrize("probe", ["healthy", "ready"])
async def test_probes_of_an_alertmanager_are_answered(clients: Clients, probe: str) -> None:
    reply = await clients.viewer.get(f"/api/alertmanager/grafana/-/{probe}")
    assert (reply.status, reply.body) == (200, b"OK")


async def test_an_alert_that_is_posted_again_keeps_its_start(clients: Clients) -> None:
    await post(clients.editor, {**alert("Disk"), "startsAt": in_hours(-1)})
    [before] = (await clients.viewer.get(ALERTS)).json()
    await post(clients.editor, {**alert("Disk"), "annotations": {"a": "b"}})
    [after] = (await clients.viewer.get(ALERTS)).json()
    assert after["startsAt"] == before["startsAt"]
    assert after["annotations"] == {"a": "b"}
    await post(clients.editor, {**alert("Disk"), "endsAt": in_hours(-0.01)})
    await post(clients.editor, {**alert("Disk"), "startsAt": in_hours(0)})
    [again] = (await clients.viewer.get(ALERTS)).json()
    assert again["startsAt"] > before["startsAt"]


async def test_bad_alerts_are_named_and_the_good_ones_kept(clients: Clients) -> None:
    reply = await clients.editor.post(ALERTS, [alert("Good"), {"labels": {}}, alert("Fine")])
    assert reply.status == 400
    assert "Alert 2: it has no label with a value." in reply.json()["message"]
    assert await names(clients.viewer) == ["Fine", "Good"]
    for body in ({"labels": {}}, [{"labels": {"a": 5}}], [{"annotations": {}}], "x"):
        assert (await clients.editor.post(ALERTS, body)).status == 400


async def test_alerts_are_chosen_by_matchers_receiver_and_state(clients: Clients) -> None:
    await post(clients.editor, alert("A", team="web"), alert("B", team="db"), alert("C"))
    reply = await clients.editor.post(SILENCES, silence(alertname="A"))
    assert reply.status == 200
    assert await names(clients.viewer, filter="team=~.+") == ["A", "B"]
    assert await names(clients.viewer, filter=['team!="web"', "alertname!=C"]) == ["B"]
    assert await names(clients.viewer, silenced="false") == ["B", "C"]
    assert await names(clients.viewer, active="false") == ["A"]
    assert await names(clients.viewer, receiver="grafana-.*") == ["A", "B", "C"]
    assert await names(clients.viewer, receiver="grafana") == []
    assert (await clients.viewer.get(ALERTS, filter="team=~(")).status == 400
    assert (await clients.viewer.get(ALERTS, receiver="(")).status == 400


async def test_an_alert_is_inhibited_while_another_one_explains_it(clients: Clients) -> None:
    rules = [
        {
            "name": "site",
            "source_matchers": ["alertname=SiteDown"],
            "target_matchers": ["severity=warning"],
            "equal": ["site"],
        }
    ]
    path = "/api/v1/alerting/inhibit-rules"
    assert (await clients.editor.put(path, {"inhibit_rules": rules})).status == 202
    shown = (await clients.viewer.get(path)).json()
    assert shown["version"] == 1
    assert shown["inhibit_rules"] == [
        {
            "name": "site",
            "source_matchers": ['alertname="SiteDown"'],
            "target_matchers": ['severity="warning"'],
            "equal": ["site"],
        }
    ]
    await post(
        clients.editor,
        alert("SiteDown", site="a"),
        alert("Slow", site="a", severity="warning"),
        alert("Slow", site="b", severity="warning"),
    )
    found = {
        each["labels"].get("site"): each
        for each in (await clients.viewer.get(ALERTS, filter="alertname=Slow")).json()
    }
    [source] = (await clients.viewer.get(ALERTS, filter="alertname=SiteDown")).json()
    assert found["a"]["status"]["inhibitedBy"] == [source["fingerprint"]]
    assert found["a"]["status"]["state"] == "suppressed"
    assert found["b"]["status"]["state"] == "active"
    assert await names(clients.viewer, inhibited="false") == ["SiteDown", "Slow"]
    reply = await clients.editor.put(path, {"inhibit_rules": [{"name": "empty"}]})
    assert reply.status == 400
    assert "'empty' needs a source matcher" in reply.json()["message"]
    assert (await clients.viewer.put(path, {"inhibit_rules": []})).status == 403


async def test_inhibitions_that_somebody_else_saved_meanwhile_are_not_overwritten(
    clients: Clients,
) -> None:
    path = "/api/v1/alerting/inhibit-rules"

    def inhibitions(name: str) -> dict[str, Any]:
        rule = {"name": name, "source_matchers": ["a=b"], "target_matchers": ["c=d"]}
        return {"inhibit_rules": [rule]}

    seen = (await clients.editor.get(path)).json()["version"]
    first = await clients.editor.put(path, {**inhibitions("first"), "version": seen})
    assert first.status == 202
    second = await clients.admin.put(path, {**inhibitions("second"), "version": seen})
    assert second.status == 412
    assert "changed by someone else" in second.json()["message"]
    shown = (await clients.viewer.get(path)).json()
    assert [each["name"] for each in shown["inhibit_rules"]] == ["first"]
    whatever = await clients.admin.put(path, inhibitions("third"))
    assert whatever.status == 202
    current = {**inhibitions("fourth"), "version": seen + 2}
    assert (await clients.admin.put(path, current)).status == 202


async def test_alerts_are_shown_in_their_notification_groups(clients: Clients) -> None:
    await clients.admin.post(
        "/api/v1/provisioning/mute-timings", {"name": "always", "time_intervals": [{}]}
    )
    tree = {
        "receiver": "grafana-default-email",
        "group_by": ["team"],
        "routes": [
            {"matchers": ["quiet=yes"], "mute_time_intervals": ["always"], "group_by": ["..."]}
        ],
    }
    assert (await clients.admin.put(POLICIES, tree)).status == 202
    await post(
        clients.editor,
        alert("A", team="web"),
        alert("B", team="web"),
        alert("C", team="db"),
        alert("D", quiet="yes"),
    )

    async def groups(**query: Any) -> list[tuple[dict[str, str], list[str]]]:
        return [
            (each["labels"], sorted(one["labels"]["alertname"] for one in each["alerts"]))
            for each in (await clients.viewer.get(GROUPS, **query)).json()
        ]

    assert await groups() == [
        ({"alertname": "D", "quiet": "yes"}, ["D"]),
        ({"team": "db"}, ["C"]),
        ({"team": "web"}, ["A", "B"]),
    ]
    assert await groups(muted="false") == [({"team": "db"}, ["C"]), ({"team": "web"}, ["A", "B"])]
    assert await groups(filter="alertname=~A|C") == [
        ({"team": "db"}, ["C"]),
        ({"team": "web"}, ["A"]),
    ]
    assert await groups(receiver="chat") == []
    [quiet] = (await clients.viewer.get(ALERTS, filter="quiet=yes")).json()
    assert quiet["status"]["mutedBy"] == ["always"]
    assert quiet["status"]["state"] == "suppressed"
    assert await names(clients.viewer, muted="false") == ["A", "B", "C"]


async def test_a_silence_is_made_changed_and_ended(clients: Clients) -> None:
    made = (await clients.editor.post(SILENCES, silence(team="web"))).json()["silenceID"]
    shown = (await clients.viewer.get(f"{BASE}/silence/{made}")).json()
    assert (shown["createdBy"], shown["status"]) == ("editor-user", {"state": "active"})
    reply = await clients.editor.post(
        SILENCES, {**shown, "endsAt": in_hours(5), "comment": "still working"}
    )
    assert reply.json() == {"silenceID": made}
    reply = await clients.editor.post(SILENCES, {**silence(team="db"), "id": made})
    assert reply.json()["silenceID"] != made
    listed = (await clients.viewer.get(SILENCES)).json()
    assert [each["status"]["state"] for each in listed] == ["active", "expired"]
    assert listed[1]["comment"] == "still working"
    other = reply.json()["silenceID"]
    assert (await clients.editor.delete(f"{BASE}/silence/{other}")).status == 200
    assert (await clients.viewer.get(SILENCES, expired="false")).json() == []


async def test_silences_are_found_by_their_matchers_and_rule(clients: Clients) -> None:
    await clients.editor.post(SILENCES, silence(team="web", __alert_rule_uid__="r1"))
    await clients.editor.post(SILENCES, silence(team="db"))
    found = (await clients.viewer.get(SILENCES, filter="team=~w.+")).json()
    assert [each["ruleUID"] for each in found] == ["r1"]
    assert len((await clients.viewer.get(SILENCES, ruleUID="r1")).json()) == 1
    assert (await clients.viewer.get(SILENCES, ruleUID="r2")).json() == []


@pytest.mark.parametrize(
    "change",
    [
        {"matchers": []},
        {"matchers": [{"name": "a", "value": ".*", "isRegex": True}]},
        {"endsAt": in_hours(-1)},
        {"startsAt": "soon"},
    ],
)
async def test_a_silence_that_silences_nothing_or_everything_is_refused(
    clients: Clients, change: dict[str, Any]
) -> None:
    reply = await clients.editor.post(SILENCES, {**silence(team="web"), **change})
    assert reply.status == 400
    assert reply.json()["message"].endswith(".")


async def test_unknown_silences_are_not_found(clients: Clients) -> None:
    assert (await clients.viewer.get(f"{BASE}/silence/nobody")).status == 404
    assert (await clients.editor.delete(f"{BASE}/silence/nobody")).status == 404
    reply = await clients.editor.post(SILENCES, {**silence(team="web"), "id": "nobody"})
    assert reply.status == 404
    assert (await clients.viewer.post(SILENCES, silence(team="web"))).status == 403


async def test_alerts_are_silenced_by_their_labels_at_times_of_the_week(clients: Clients) -> None:
    path = "/api/v1/alerting/silences"
    reply = await clients.editor.post(
        path,
        {
            "labels": {"alertname": "A", "team": "web"},
            "matchers": "node=~a.*",
            "duration": "30d",
            "comment": "backups",
            "recurring": [{"weekdays": ["sunday"], "location": "Europe/Berlin"}],
        },
    )
    assert reply.status == 201
    made = reply.json()
    assert [(each["name"], each["value"]) for each in made["matchers"]] == [
        ("alertname", "A"),
        ("team", "web"),
        ("node", "a.*"),
    ]
    assert made["recurring"] == [{"weekdays": ["sunday"], "location": "Europe/Berlin"}]
    shown = (await clients.viewer.get(f"{BASE}/silence/{made['id']}")).json()
    assert shown["recurring"] == made["recurring"]
    assert (await clients.editor.post(path, {"labels": {"a": "b"}})).status == 400
    both = {"labels": {"a": "b"}, "duration": "1h", "endsAt": in_hours(1)}
    assert (await clients.editor.post(path, both)).status == 400
    late = {"labels": {"a": "b"}, "startsAt": "9990-01-01T00:00:00Z", "duration": "50y"}
    reply = await clients.editor.post(path, late)
    assert reply.status == 400 and "before the year 10000" in reply.json()["message"]


async def test_it_is_explained_which_policies_an_alert_takes(clients: Clients) -> None:
    tree = {
        "receiver": "grafana-default-email",
        "routes": [
            {"object_matchers": [["team", "=", "db"]]},
            {"object_matchers": [["team", "=", "web"]], "group_by": ["team"], "group_wait": "5s"},
        ],
    }
    await clients.admin.put(POLICIES, tree)
    made = (await clients.editor.post(SILENCES, silence(team="web"))).json()["silenceID"]
    labels = {"alertname": "A", "team": "web"}
    told = (await clients.viewer.post(EXPLAIN, {"labels": labels})).json()
    assert told["sentences"] == [
        "The default policy matches, and a nested policy handles the alert.",
        'Policy 1 does not match: team="db".',
        "Policy 2 routes the alert to grafana-default-email.",
        "One silence would silence it now.",
    ]
    [route] = told["routes"]
    assert route["place"] == [1]
    assert route["groupLabels"] == {"team": "web"}
    assert (route["groupWait"], route["repeatInterval"]) == ("5s", "4h")
    assert [each["id"] for each in told["silencedBy"]] == [made]
    assert told["isMuted"]

    draft = {"receiver": "chat", "routes": [{"object_matchers": [["team", "=~", "w.+"]]}]}
    told = (await clients.viewer.post(EXPLAIN, {"labels": labels, "policies": draft})).json()
    assert told["routes"][0]["receiver"] == "chat"
    assert told["routes"][0]["receiverExists"] is False


async def test_an_alert_that_fires_is_explained_by_its_fingerprint(clients: Clients) -> None:
    await post(clients.editor, alert("A", team="web"))
    [shown] = (await clients.viewer.get(ALERTS)).json()
    told = (await clients.viewer.post(EXPLAIN, {"fingerprint": shown["fingerprint"]})).json()
    assert told["labels"] == shown["labels"]
    assert not told["isMuted"]
    assert (await clients.viewer.post(EXPLAIN, {"fingerprint": "f" * 16})).status == 404


async def test_status_and_receivers_are_reported(clients: Clients) -> None:
    status = (await clients.viewer.get(f"{BASE}/status")).json()
    assert "receiver: grafana-default-email" in status["config"]["original"]
    assert status["versionInfo"]["version"]
    receivers = (await clients.viewer.get(f"{BASE}/receivers")).json()
    assert receivers == [{"name": "grafana-default-email"}]


async def test_viewers_post_nothing(clients: Clients) -> None:
    assert (await clients.viewer.post(ALERTS, [alert("A")])).status == 403
    assert (await clients.anonymous.post(ALERTS, [alert("A")])).status == 401
    assert await names(clients.viewer) == []
