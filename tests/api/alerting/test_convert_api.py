"""Rules of Prometheus over rulers' own API, as mimirtool sends and reads them."""

from typing import Any

import pytest
from tests.fixtures.app import Client, Clients, Reply
from yaml import safe_load

BASE = "/api/convert/prometheus/config/v1/rules"
SOURCE = {"x_grafana_alerting_datasource_uid": "prom"}
GROUP: dict[str, Any] = {
    "name": "hosts",
    "interval": "30s",
    "rules": [
        {
            "alert": "Down",
            "expr": "up == 0",
            "for": "5m",
            "keep_firing_for": "10m",
            "labels": {"severity": "critical"},
            "annotations": {"summary": "{{ $labels.instance }} has {{ $value }}"},
        },
        {"record": "job:up:sum", "expr": "sum by (job) (up)", "labels": {"team": "ops"}},
    ],
}


@pytest.fixture
async def admin(clients: Clients) -> Client:
    for uid, kind in (("prom", "prometheus"), ("sql", "postgres")):
        source = {"name": uid, "uid": uid, "type": kind, "access": "proxy", "url": "http://p:9090"}
        assert (await clients.admin.post("/api/datasources", source)).status == 200
    return clients.admin


async def put(client: Client, body: Any, path: str = "/mine", **headers: str) -> Reply:
    return await client.post(f"{BASE}{path}", body, **{**SOURCE, **headers})


async def rules(client: Client) -> list[dict[str, Any]]:
    return list((await client.get("/api/v1/provisioning/alert-rules")).json())


async def test_what_was_sent_is_read_back(admin: Client, clients: Clients) -> None:
    reply = await put(clients.editor, GROUP)
    assert (reply.status, reply.json()["status"]) == (202, "success")
    read = await clients.viewer.get(f"{BASE}/mine/hosts")
    assert read.headers["content-type"].startswith("application/yaml")
    assert safe_load(read.body) == GROUP
    assert safe_load((await clients.viewer.get(f"{BASE}/mine")).body) == {"mine": [GROUP]}
    assert safe_load((await clients.viewer.get(BASE)).body) == {"mine": [GROUP]}
    down, recording = await rules(admin)
    assert (down["provenance"], down["missing_series_evals_to_resolve"]) == ("api", 1)
    assert down["data"][0]["relativeTimeRange"]["to"] == 60
    assert recording["record"]["target_datasource_uid"] == "prom"


async def test_rules_of_one_name_are_read_back_and_keep_it_in_their_alerts(admin: Client) -> None:
    low = {"alert": "Full", "expr": "disk > 80", "labels": {"severity": "warning"}}
    high = {"alert": "Full", "expr": "disk > 95", "labels": {"severity": "critical"}}
    group = {**GROUP, "rules": [low, high]}
    assert "'Full (2)'" in (await put(admin, group)).json()["warnings"][0]
    assert safe_load((await admin.get(f"{BASE}/mine/hosts")).body) == group
    second = (await rules(admin))[1]
    assert second["title"] == "Full (2)"
    assert second["labels"] == {"severity": "critical", "alertname": "Full"}
    saved = await admin.put(f"/api/v1/provisioning/alert-rules/{second['uid']}", second)
    assert saved.json()["labels"] == second["labels"]


async def test_sending_again_changes_nothing_and_less_deletes_the_rest(
    admin: Client, clients: Clients
) -> None:
    await put(admin, GROUP)
    before = await rules(admin)
    await put(admin, GROUP)
    assert await rules(admin) == before
    await put(admin, {**GROUP, "rules": GROUP["rules"][:1]})
    assert [each["uid"] for each in await rules(admin)] == [before[0]["uid"]]
    assert (await clients.editor.delete(f"{BASE}/mine/hosts")).status == 403
    assert (await admin.delete(f"{BASE}/mine/hosts")).status == 202
    assert await rules(admin) == []
    assert (await admin.delete(f"{BASE}/mine")).status == 404


async def test_all_namespaces_at_once_and_by_the_older_path(admin: Client) -> None:
    body = b"one:\n- {name: g, rules: [{alert: A, expr: up}]}\ntwo:\n- {name: g, rules: []}\n"
    reply = await put(admin, body, "", content_type="application/yaml")
    assert reply.status == 202, reply.body
    old = await admin.get("/api/convert/api/prom/rules/one/g")
    assert safe_load(old.body)["rules"] == [{"alert": "A", "expr": "up"}]
    assert (await admin.delete(f"{BASE}/one")).status == 202


async def test_headers_pause_and_place(admin: Client) -> None:
    await admin.post("/api/folders", {"title": "Team", "uid": "team"})
    await put(
        admin,
        GROUP,
        x_grafana_alerting_folder_uid="team",
        x_grafana_alerting_alert_rules_paused="true",
        x_disable_provenance="true",
    )
    down, recording = await rules(admin)
    assert (down["isPaused"], recording["isPaused"]) == (True, False)
    assert "provenance" not in down
    folder = (await admin.get(f"/api/folders/{down['folderUID']}")).json()
    assert (folder["title"], folder["parentUid"]) == ("mine", "team")
    assert safe_load((await admin.get(BASE)).body) == {}


async def test_rules_that_people_made_are_not_replaced(admin: Client) -> None:
    await put(admin, GROUP)
    folder = (await rules(admin))[0]["folderUID"]
    own = {
        "title": "own", "ruleGroup": "people", "folderUID": folder, "condition": "A",
        "data": [
            {
                "refId": "A", "datasourceUid": "__expr__",
                "model": {"type": "math", "expression": "1"},
            }
        ],
    }  # fmt: skip
    assert (await admin.post("/api/v1/provisioning/alert-rules", own)).status == 201
    reply = await put(admin, {**GROUP, "name": "people"})
    assert (reply.status, "not imported" in reply.json()["message"]) == (409, True)
    assert (await admin.delete(f"{BASE}/mine/people")).status == 404
    assert (await admin.delete(f"{BASE}/mine")).status == 202
    assert [each["title"] for each in await rules(admin)] == ["own"]


@pytest.mark.parametrize(
    ("body", "headers", "status", "said"),
    [
        (GROUP, {"x_grafana_alerting_datasource_uid": ""}, 400, "Datasource-UID is missing"),
        (GROUP, {"x_grafana_alerting_datasource_uid": "no"}, 404, ""),
        (GROUP, {"x_grafana_alerting_datasource_uid": "sql"}, 400, "of the type"),
        (GROUP, {"x_grafana_alerting_alert_rules_paused": "perhaps"}, 400, "use true"),
        (b"name: g\nrules: [{expr: a}]", {}, 400, "the request:2: A rule must have either"),
        (b"\xff", {}, 400, "UTF-8"),
        ({"namespace": "a", "groups": [GROUP]}, {}, 400, "another namespace"),
    ],
)
async def test_what_cannot_be_imported_is_refused(
    admin: Client, body: Any, headers: dict[str, str], status: int, said: str
) -> None:
    reply = await put(admin, body, **headers)
    assert reply.status == status, reply.body
    assert said in reply.json()["message"]
    assert await rules(admin) == []


async def test_viewers_read_and_do_not_write(admin: Client, clients: Clients) -> None:
    assert (await put(clients.viewer, GROUP)).status == 403
    assert (await clients.viewer.get(f"{BASE}/mine")).status == 404
    assert (await clients.anonymous.get(BASE)).status == 401


async def test_alerts_go_from_one_group_to_another_in_one_request(
    admin: Client, clients: Clients
) -> None:
    def named(*groups: tuple[str, str]) -> dict[str, Any]:
        rules = [
            {"name": name, "rules": [{"alert": alert, "expr": "up == 0"} for alert in alerts]}
            for name, alerts in groups
        ]
        return {"mine": rules}

    assert (await put(admin, named(("g1", "A"), ("g2", "BC")), "")).status == 202
    reply = await put(admin, named(("g1", "CB"), ("g2", "A")), "")
    assert reply.status == 202, reply.body
    assert sorted((each["ruleGroup"], each["title"]) for each in await rules(admin)) == [
        ("g1", "B"),
        ("g1", "C"),
        ("g2", "A"),
    ]
