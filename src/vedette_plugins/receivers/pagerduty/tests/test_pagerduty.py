"""PagerDuty joins all messages about a group, and no event is too large for it."""

import pytest
from tests.fixtures.collector import CANARY, Says, check_statuses, collector, delivered

from vedette.sdk.receiver_testing import (
    alert,
    delivery,
    message,
    open_receiver,
    receiver_conformance,
)
from vedette_plugins.receivers.pagerduty.receiver import PLUGIN

SETTINGS = {"integrationKey": CANARY}


def test_the_contract_of_receivers_is_kept():
    receiver_conformance(PLUGIN, settings=SETTINGS, secrets=["integrationKey"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    reply = b'{"status": "success", "message": "Event processed", "dedup_key": "k"}'
    await check_statuses(PLUGIN, lambda url: {**SETTINGS, "url": f"{url}/v2/enqueue"}, [reply])


async def test_the_event_is_the_documented_one():
    reply = b'{"status": "success", "message": "Event processed", "dedup_key": "k"}'
    details = {"team": "{{ .CommonLabels.team }}"}
    async with collector(Says(202, reply)) as found:
        settings = {**SETTINGS, "details": details}
        receipt = await delivered(PLUGIN, settings, found, alert(team="blue"))
    assert receipt.remote_id == "k"
    assert receipt.summary == "PagerDuty returned 202: Event processed; success."
    assert found.origins == ["https://events.pagerduty.com"]
    assert found.last.target == "/v2/enqueue"
    body = found.last.json
    custom = body["payload"].pop("custom_details")
    assert len(body.pop("dedup_key")) == 64
    assert body == {
        "routing_key": CANARY,
        "event_action": "trigger",
        "client": "Vedette",
        "client_url": "https://dash.test/",
        "payload": {
            "summary": "[FIRING:1] DiskFull",
            "source": "dash.test",
            "severity": "critical",
            "class": "default",
            "component": "Vedette",
            "group": "default",
        },
        "links": [{"href": "https://dash.test/", "text": "External URL"}],
    }
    assert "about DiskFull" in custom.pop("firing")
    assert custom == {"resolved": "", "num_firing": "1", "num_resolved": "0", "team": "blue"}


async def test_what_fired_is_resolved_under_the_same_key():
    async with collector() as found:
        receiver = open_receiver(PLUGIN, SETTINGS, found.host)
        await receiver.deliver(message(), delivery())
        await receiver.deliver(message(alert(resolved=True)), delivery())
        await receiver.deliver(message(group_key="another"), delivery())
    first, second, third = (posted.json for posted in found.posted)
    assert [each["event_action"] for each in (first, second)] == ["trigger", "resolve"]
    assert first["dedup_key"] == second["dedup_key"] != third["dedup_key"]


@pytest.mark.parametrize(
    ("severity", "wanted"),
    [
        ("warning", "warning"),
        ("Info", "info"),
        ("{{ .CommonLabels.severity }}", "error"),
        ("{{ .CommonLabels.missing }}", "critical"),
        ("{{ fail }}", "critical"),
        ("urgent", "critical"),
        ("", "critical"),
    ],
)
async def test_severity_is_one_that_pagerduty_knows(severity, wanted):
    async with collector() as found:
        settings = {**SETTINGS, "severity": severity}
        await delivered(PLUGIN, settings, found, alert(severity="error"))
    assert found.last.json["payload"]["severity"] == wanted


async def test_details_that_are_too_large_are_left_out():
    async with collector() as found:
        await delivered(PLUGIN, {**SETTINGS, "summary": "x" * 2000}, found, alert(x="y" * 600_000))
    assert "512 KB" in found.last.json["payload"]["custom_details"]["error"]
    assert len(found.last.json["payload"]["summary"]) == 1024
    assert len(found.last.body) < 512_000
