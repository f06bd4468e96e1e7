"""VictorOps opens and recovers one entity for each group."""

import pytest
from tests.fixtures.collector import CANARY, check_statuses, collector, delivered

from vedette.sdk.receiver_testing import alert, receiver_conformance
from vedette.sdk.testing import START, StoppedClock
from vedette_plugins.receivers.victorops.receiver import PLUGIN


def test_the_contract_of_receivers_is_kept():
    settings = {"url": "https://alert.victorops.com/integrations/" + CANARY}
    receiver_conformance(PLUGIN, settings=settings, secrets=["url"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    reply = b'{"result": "success", "entity_id": "e"}'
    await check_statuses(PLUGIN, lambda url: {"url": f"{url}/alert/{CANARY}/team"}, [reply])


async def test_an_incident_opens_and_recovers():
    async with collector(clock=StoppedClock()) as found:
        settings = {"url": f"{found.url}/alert/key/team"}
        await delivered(PLUGIN, settings, found)
        await delivered(PLUGIN, settings, found, alert(resolved=True))
    opened, recovered = (posted.json for posted in found.posted)
    assert "about DiskFull" in opened.pop("state_message")
    entity = opened.pop("entity_id")
    assert opened == {
        "message_type": "CRITICAL",
        "entity_display_name": "[FIRING:1] DiskFull",
        "timestamp": int(START.timestamp()),
        "monitoring_tool": "Vedette",
        "alert_url": "https://dash.test/alerting/list",
    }
    assert recovered["message_type"] == "RECOVERY" and recovered["entity_id"] == entity


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("WARNING", "WARNING"),
        ("{{ .CommonLabels.severity }}", "WARNING"),
        ("{{ fail }}", "CRITICAL"),
        ("LOUD", "CRITICAL"),
    ],
)
async def test_the_type_is_one_that_victorops_knows(written, wanted):
    async with collector() as found:
        settings = {"url": found.url, "messageType": written}
        await delivered(PLUGIN, settings, found, alert(severity="warning"))
    assert found.last.json["message_type"] == wanted
