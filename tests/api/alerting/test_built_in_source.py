"""Rules that ask the source which needs no configuration."""

from typing import Any

import pytest
from tests.fixtures.app import Clients

PREVIEW = "/api/v1/alerting/rules/preview"
RULES = "/api/v1/provisioning/alert-rules"
WALK: dict[str, Any] = {"queryType": "randomWalk"}


def rule(uid: str, model: dict[str, Any], **query: Any) -> dict[str, Any]:
    expression = {"datasourceUid": "__expr__"}
    above = [{"evaluator": {"type": "gt", "params": [-1000]}}]
    return {
        "title": "Walks",
        "folderUID": "ops",
        "ruleGroup": "g",
        "condition": "C",
        "data": [
            {"refId": "A", "datasourceUid": uid, "model": model, **query},
            {
                **expression,
                "refId": "B",
                "model": {"type": "reduce", "expression": "A", "reducer": "last"},
            },
            {
                **expression,
                "refId": "C",
                "model": {"type": "threshold", "expression": "B", "conditions": above},
            },
        ],
    }


@pytest.mark.parametrize("uid", ["grafana", "-- Grafana --"])
@pytest.mark.parametrize("model", [WALK, {}])
async def test_a_rule_asks_for_a_random_walk(
    clients: Clients, uid: str, model: dict[str, Any]
) -> None:
    reply = await clients.viewer.post(PREVIEW, {"rule": rule(uid, model)})
    assert reply.status == 200, reply.body
    assert reply.json()["health"] == "ok"
    assert [each["state"] for each in reply.json()["instances"]] == ["Alerting"]


async def test_a_kind_of_query_beside_the_query_is_asked_for(clients: Clients) -> None:
    model = {"metric": "vedette_nothing_of_the_kind"}
    asked = rule("grafana", model, queryType="ownNumbers")
    reply = await clients.viewer.post(PREVIEW, {"rule": asked})
    assert (reply.status, reply.json()["health"]) == (200, "nodata")


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (rule("grafana", {"queryType": "list"}), "'list', which does not support alerting"),
        (rule("-- Grafana --", {}, queryType="measurements"), "randomWalk or ownNumbers"),
        (rule("-- Dashboard --", {}), "alert rules cannot use panels"),
        (rule("-- Mixed --", {}), "each query of a rule needs its own data source"),
    ],
)
async def test_what_cannot_be_alerted_on_is_refused_when_the_rule_is_saved(
    clients: Clients, asked: dict[str, Any], why: str
) -> None:
    await clients.admin.post("/api/folders", {"title": "Ops", "uid": "ops"})
    reply = await clients.admin.post(RULES, asked)
    assert reply.status == 400
    assert why in reply.json()["message"]
