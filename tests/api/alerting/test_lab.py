"""Rules are tried out before they are saved."""

from datetime import UTC, datetime
from typing import Any

import pytest
from tests.fixtures.app import Clients

PREVIEW = "/api/v1/alerting/rules/preview"
BACKTEST = "/api/v1/alerting/rules/backtest"
NOON = int(datetime(2026, 1, 5, 12, tzinfo=UTC).timestamp() * 1000)
MINUTE = 60_000


def pulse(**changes: Any) -> dict[str, Any]:
    """Five minutes high, five minutes low, by the clock."""
    wave = {"timeStep": 60, "onCount": 5, "offCount": 5, "onValue": 95, "offValue": 10}
    expression = {"datasourceUid": "__expr__", "relativeTimeRange": {"from": 0, "to": 0}}
    evaluator = {"type": "gt", "params": [90]}
    return {
        "title": "Too high",
        "condition": "C",
        "labels": {"severity": "page"},
        "annotations": {"summary": "at {{ $values.B.Value }}"},
        "data": [
            {
                "refId": "A",
                "datasourceUid": "made-up",
                "relativeTimeRange": {"from": 120, "to": 0},
                "model": {"scenarioId": "predictable_pulse", "pulseWave": wave},
            },
            {
                **expression,
                "refId": "B",
                "model": {"type": "reduce", "expression": "A", "reducer": "last"},
            },
            {
                **expression,
                "refId": "C",
                "model": {
                    "type": "threshold",
                    "expression": "B",
                    "conditions": [{"evaluator": evaluator}],
                },
            },
        ],
        **changes,
    }


@pytest.fixture(autouse=True)
async def made_up(clients: Clients) -> None:
    source = {"name": "made-up", "uid": "made-up", "type": "testdata", "access": "proxy"}
    assert (await clients.admin.post("/api/datasources", source)).status == 200


async def test_a_rule_is_previewed_with_its_answers_and_what_would_fire(clients: Clients) -> None:
    body = {"rule": pulse(), "now": "2026-01-05T12:02:30Z"}
    reply = await clients.viewer.post(PREVIEW, body)
    assert reply.status == 200
    assert set(reply.json()["results"]) == {"A", "B", "C"}
    assert reply.json()["health"] == "ok"
    (instance,) = reply.json()["instances"]
    assert instance["state"] == "Alerting"
    assert instance["values"]["B"] == 95
    assert instance["annotations"]["summary"] == "at 95"
    assert instance["labels"]["severity"] == "page"

    later = await clients.viewer.post(PREVIEW, {**body, "now": "2026-01-05T12:08:30Z"})
    assert [each["state"] for each in later.json()["instances"]] == ["Normal"]


async def test_a_failed_query_is_reported_next_to_the_others(clients: Clients) -> None:
    rule = pulse()
    rule["data"][0]["datasourceUid"] = "nowhere"
    reply = await clients.viewer.post(PREVIEW, {"rule": rule})
    assert reply.status == 200
    assert reply.json()["health"] == "error"
    assert "nowhere" in reply.json()["failure"]


async def test_a_rule_that_cannot_be_read_is_refused_with_the_place(clients: Clients) -> None:
    reply = await clients.editor.post(PREVIEW, {"rule": pulse(condition="Z")})
    assert reply.status == 400
    assert "condition" in reply.json()["message"]


async def test_queries_alone_are_evaluated(clients: Clients) -> None:
    rule = pulse()
    body = {"data": rule["data"], "condition": "C", "now": "2026-01-05T12:02:30Z"}
    reply = await clients.viewer.post("/api/v1/eval", body)
    assert reply.status == 200
    assert reply.json()["results"]["C"]["frames"][0]["data"]["values"] == [[1]]


async def test_the_ruler_form_gives_the_alerts_it_would_raise(clients: Clients) -> None:
    rule = pulse()
    always = {"type": "math", "expression": "1 == 1"}
    form = {
        "for": "5m",
        "labels": rule["labels"],
        "grafana_alert": {
            "title": "Always",
            "condition": "A",
            "data": [{"refId": "A", "datasourceUid": "__expr__", "model": always}],
        },
    }
    body = {"rule": form, "folderTitle": "Shop"}
    reply = await clients.editor.post("/api/v1/rule/test/grafana", body)
    assert reply.status == 200
    (alert,) = reply.json()
    assert alert["labels"]["alertname"] == "Always"
    assert alert["labels"]["grafana_folder"] == "Shop"


async def test_a_past_range_is_gone_through_with_the_messages_it_would_have_sent(
    clients: Clients,
) -> None:
    """Each pulse holds for five minutes; a point counts once its minute is over."""
    rule = pulse(**{"for": "2m"})
    body = {"rule": rule, "from": NOON, "to": NOON + 20 * MINUTE, "interval": "1m"}
    reply = await clients.viewer.post(BACKTEST, body)
    assert reply.status == 200
    assert reply.json()["evaluations"] == {"made": 21, "wanted": 21}
    assert reply.json()["failures"] == []
    shown = [
        (each["at"] // MINUTE - NOON // MINUTE, each["before"], each["after"])
        for each in reply.json()["transitions"]
    ]
    assert shown[:3] == [
        (1, "Normal", "Pending"),
        (3, "Pending", "Alerting"),
        (6, "Alerting", "Normal"),
    ]
    first, second = reply.json()["messages"][:2]
    assert (first["why"], first["receiver"]) == ("first", "grafana-default-email")
    assert first["at"] == NOON + 3 * MINUTE + 30_000
    assert second["why"] == "all_resolved"


async def test_a_range_without_end_is_refused(clients: Clients) -> None:
    body = {"rule": pulse(), "from": 0, "to": NOON}
    reply = await clients.viewer.post(BACKTEST, body)
    assert reply.status == 400
    assert "the maximum is 1,500. Choose a range of at most 1d59m or" in reply.json()["message"]


async def test_the_latest_evaluation_of_a_rule_is_described(clients: Clients) -> None:
    await clients.editor.post("/api/folders", {"uid": "infra", "title": "Infra"})
    rule = {**pulse(), "uid": "pulse", "folderUID": "infra", "ruleGroup": "g"}
    assert (await clients.editor.post("/api/v1/provisioning/alert-rules", rule)).status == 201
    reply = await clients.viewer.get("/api/v1/alerting/rules/pulse/explain")
    assert reply.status == 200
    told = reply.json()
    assert set(told["results"]) == {"A", "B", "C"}
    assert told["summary"].startswith("The condition C has 1 series; it holds for ")
    assert "The next evaluation is due at" in told["next"]
    assert told["series"][0]["sentence"].startswith("The condition C ")
    assert (await clients.viewer.get("/api/v1/alerting/rules/nobody/explain")).status == 404
