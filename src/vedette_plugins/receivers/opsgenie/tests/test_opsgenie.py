"""Opsgenie's alerts are created and closed under one alias."""

import msgspec
import pytest
from tests.fixtures.collector import CANARY, Says, check_statuses, collector, delivered

from vedette.sdk import BadRequest
from vedette.sdk.receiver_testing import alert, open_receiver, receiver_conformance
from vedette_plugins.receivers.opsgenie.receiver import PLUGIN

SETTINGS = {"apiKey": CANARY}


def test_the_contract_of_receivers_is_kept():
    receiver_conformance(PLUGIN, settings=SETTINGS, secrets=["apiKey"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    reply = b'{"result": "Request will be processed", "requestId": "r1"}'
    await check_statuses(PLUGIN, lambda url: {**SETTINGS, "apiUrl": f"{url}/v2/alerts"}, [reply])


async def test_an_alert_is_created_and_closed():
    urgent = msgspec.structs.replace(
        alert(team="blue"), annotations={"og_priority": "P1", "summary": "s"}
    )
    responders = [
        {"type": "user", "username": "ann@x.test"},
        {"type": "teams", "name": "a, b"},
        {"type": "schedule", "id": "i1"},
        "team: Ops",
        "user:bob@x.test",
        "team:{{ .CommonLabels.team }}",
        {"type": "user", "username": "{{ fail }}"},
    ]
    async with collector(Says(202, b'{"requestId": "r1"}')) as found:
        entity = "{{ .CommonLabels.team }} servers"
        settings = {
            **SETTINGS,
            "responders": responders,
            "sendTagsAs": "both",
            "entity": entity,
            "overridePriority": True,
        }
        receipt = await delivered(PLUGIN, settings, found, urgent)
        await delivered(PLUGIN, settings, found, alert(resolved=True))
        await delivered(PLUGIN, SETTINGS, found, urgent)
    created, closed, plain = found.posted
    assert "priority" not in plain.json
    assert receipt.remote_id == "r1"
    assert created.target == "/v2/alerts"
    assert created.headers["authorization"] == f"GenieKey {CANARY}"
    body = created.json
    alias = body.pop("alias")
    assert "summary: s" in body.pop("description")
    assert body == {
        "message": "[FIRING:1] DiskFull",
        "source": "Vedette",
        "entity": "blue servers",
        "details": {
            "url": "https://dash.test/alerting/list",
            "alertname": "DiskFull",
            "team": "blue",
        },
        "tags": ["alertname:DiskFull", "team:blue"],
        "priority": "P1",
        "responders": [
            {"type": "user", "username": "ann@x.test"},
            {"type": "team", "name": "a"},
            {"type": "team", "name": "b"},
            {"type": "schedule", "id": "i1"},
            {"type": "team", "name": "Ops"},
            {"type": "user", "username": "bob@x.test"},
            {"type": "team", "name": "blue"},
        ],
    }
    assert closed.target == f"/v2/alerts/{alias}/close?identifierType=alias"
    assert closed.json == {"source": "Vedette"}


async def test_nothing_is_closed_where_people_close_alerts_themselves():
    async with collector() as found:
        receipt = await delivered(
            PLUGIN, {**SETTINGS, "autoClose": False}, found, alert(resolved=True)
        )
    assert not found.posted and receipt.summary.startswith("Nothing was sent")


async def test_limits_and_odd_priorities():
    odd = msgspec.structs.replace(alert(x="y" * 100), annotations={"og_priority": "P9"})
    async with collector() as found:
        await delivered(PLUGIN, {**SETTINGS, "message": "m" * 200}, found, odd)
    body = found.last.json
    assert len(body["message"]) == 130 and "priority" not in body
    assert [len(tag) for tag in body["tags"]] == [18, 50]


@pytest.mark.parametrize(
    "responder",
    [
        {"type": "user"},
        {"type": "teams", "id": "x"},
        {"type": "pet", "name": "x"},
        "pet:x",
        "team",
    ],
)
def test_responders_that_name_nobody_are_refused(responder):
    with pytest.raises(BadRequest):
        open_receiver(PLUGIN, {**SETTINGS, "responders": [responder]})
