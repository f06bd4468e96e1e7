"""Rules that name their contact point and timings themselves, past the policies."""

from typing import Any

import pytest
from tests.fixtures.app import Clients
from tests.unit.alerting.rules.bodies import body

RULES = "/api/v1/provisioning/alert-rules"
TIMINGS = "/api/v1/provisioning/mute-timings"
NIGHTS = {"name": "nights", "time_intervals": [{"months": ["december"]}]}
SETTINGS = {"receiver": "grafana-default-email", "mute_time_intervals": ["nights"]}


@pytest.fixture
async def rule(clients: Clients) -> dict[str, Any]:
    await clients.editor.post("/api/folders", {"uid": "infra", "title": "Infra"})
    await clients.admin.post(TIMINGS, NIGHTS)
    sent = body(folderUID="infra", ruleGroup="g", uid="cpu", notification_settings=SETTINGS)
    made = await clients.admin.post(RULES, sent)
    assert made.status == 201, made.body
    return sent


async def test_a_timing_that_a_rule_names_stays(clients: Clients, rule: dict[str, Any]) -> None:
    reply = await clients.admin.delete(f"{TIMINGS}/nights")
    assert reply.status == 409
    assert f"the rule {rule['title']!r}" in reply.json()["message"]


@pytest.mark.usefixtures("rule")
async def test_rules_follow_a_timing_that_gets_another_name(clients: Clients) -> None:
    reply = await clients.admin.put(f"{TIMINGS}/nights", {**NIGHTS, "name": "winter"})
    assert reply.status == 202, reply.body
    shown = (await clients.admin.get(f"{RULES}/cpu")).json()
    assert shown["notification_settings"]["mute_time_intervals"] == ["winter"]
    assert shown["provenance"] == "api"
    assert [each["name"] for each in (await clients.admin.get(TIMINGS)).json()] == ["winter"]


async def test_a_rule_names_only_what_exists(clients: Clients, rule: dict[str, Any]) -> None:
    for settings, reason in (
        ({"receiver": "nobody"}, "The contact point 'nobody' does not exist."),
        ({**SETTINGS, "mute_time_intervals": ["x"]}, "The mute timing 'x' does not exist."),
    ):
        sent = {**rule, "notification_settings": settings}
        reply = await clients.admin.put(f"{RULES}/cpu", sent)
        assert reply.status == 400
        assert reason in reply.json()["message"]
