"""OnCall gets a webhook with counts."""

import pytest
from tests.fixtures.collector import CANARY, check_statuses, collector, delivered

from vedette.sdk import BadRequest
from vedette.sdk.receiver_testing import alert, open_receiver, receiver_conformance
from vedette_plugins.receivers.oncall.receiver import PLUGIN


def test_the_contract_of_receivers_is_kept():
    secrets = ["password", "authorization_credentials"]
    receiver_conformance(PLUGIN, settings={"url": "https://oncall.test/x"}, secrets=secrets)


async def test_every_answer_means_the_same_as_for_other_receivers():
    await check_statuses(
        PLUGIN, lambda url: {"url": f"{url}/{CANARY}/", "authorization_credentials": CANARY}
    )


async def test_the_body_counts_all_alerts():
    alerts = [alert(host="1"), alert(host="2"), alert(resolved=True)]
    async with collector() as found:
        settings = {"url": f"{found.url}/integration/", "maxAlerts": 1, "httpMethod": "PUT"}
        await delivered(PLUGIN, settings, found, *alerts)
    assert found.last.method == "PUT" and found.last.target == "/integration/"
    body = found.last.json
    assert len(body["alerts"]) == 1 and body["truncatedAlerts"] == 2
    assert body["numFiring"] == 2 and body["numResolved"] == 1
    assert body["title"] == "[FIRING:2] DiskFull" and body["state"] == "alerting"


@pytest.mark.parametrize(
    "more",
    [
        {"username": "a", "authorization_credentials": "b"},
        {"authorization_credentials": "b\nc"},
        {"maxAlerts": -1},
    ],
)
def test_settings_that_cannot_work_are_refused(more):
    with pytest.raises(BadRequest):
        open_receiver(PLUGIN, {"url": "https://oncall.test/x", **more})
