"""Kafka's REST proxy gets records in both forms, and its answers inside an answer count."""

import base64

import msgspec
import pytest
from tests.fixtures.collector import CANARY, Says, check_statuses, collector, delivered

from vedette.sdk import BadRequest, TryLater, Undeliverable
from vedette.sdk.receiver_testing import alert, open_receiver, receiver_conformance
from vedette_plugins.receivers.kafka.receiver import PLUGIN

TOOK = b'{"offsets": [{"partition": 1, "offset": 42, "error_code": null, "error": null}]}'
V3 = {"kafkaTopic": "alerts", "apiVersion": "v3", "kafkaClusterId": "c1"}


def test_the_contract_of_receivers_is_kept():
    settings = {"kafkaRestProxy": f"http://proxy:8082/{CANARY}", "kafkaTopic": "t"}
    receiver_conformance(PLUGIN, settings=settings, secrets=["kafkaRestProxy", "password"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    def settings(url):
        return {"kafkaRestProxy": f"{url}/{CANARY}", "kafkaTopic": "t", "password": CANARY}

    await check_statuses(PLUGIN, settings, [TOOK, b"{}"])


async def test_a_record_of_v2():
    with_url = msgspec.structs.replace(alert(), image_url="https://x/y.png")
    async with collector(Says(body=TOOK)) as found:
        settings = {"kafkaRestProxy": f"{found.url}/", "kafkaTopic": "a b"}
        receipt = await delivered(PLUGIN, settings, found, with_url)
    assert receipt.remote_id == "partition 1, offset 42"
    assert found.last.target == "/topics/a%20b"
    assert found.last.headers["content-type"] == "application/vnd.kafka.json.v2+json"
    assert found.last.headers["accept"] == "application/vnd.kafka.v2+json"
    (record,) = found.last.json["records"]
    value = record["value"]
    assert "about DiskFull" in value.pop("details") and len(value.pop("incident_key")) == 64
    assert value == {
        "alert_state": "alerting",
        "description": "[FIRING:1] DiskFull",
        "client": "Vedette",
        "client_url": "https://dash.test/alerting/list",
        "contexts": [{"type": "image", "src": "https://x/y.png"}],
    }


async def test_a_record_of_v3():
    reply = b'{"error_code": 200, "partition_id": 0, "offset": 7}'
    async with collector(Says(body=reply)) as found:
        login = {"username": "ann", "password": "pw"}
        settings = {"kafkaRestProxy": found.url, **V3, **login}
        receipt = await delivered(PLUGIN, settings, found, alert(resolved=True))
    assert receipt.remote_id == "partition_id 0, offset 7"
    assert found.last.target == "/v3/clusters/c1/topics/alerts/records"
    assert found.last.headers["content-type"] == "application/json"
    wanted = base64.b64encode(b"ann:pw").decode()
    assert found.last.headers["authorization"] == f"Basic {wanted}"
    assert found.last.json["value"]["type"] == "JSON"
    assert found.last.json["value"]["data"]["alert_state"] == "ok"


@pytest.mark.parametrize(
    ("more", "reply", "kind"),
    [
        ({}, b'{"offsets": [{"error_code": 2, "error": "leader"}]}', TryLater),
        ({}, b'{"offsets": [{"error_code": 1, "error": "too large"}]}', Undeliverable),
        ({}, b'{"offsets": [{"error_code": 50003, "error": "retriable"}]}', TryLater),
        (V3, b'{"error_code": 429, "message": "slow down"}', TryLater),
        (V3, b'{"error_code": 40301, "message": "not allowed"}', Undeliverable),
    ],
)
async def test_a_refused_record_is_no_success(more, reply, kind):
    async with collector(Says(body=reply)) as found:
        with pytest.raises(kind, match="Kafka took no record: "):
            await delivered(PLUGIN, {"kafkaRestProxy": found.url, "kafkaTopic": "t", **more}, found)


@pytest.mark.parametrize("more", [{"kafkaTopic": ""}, {"kafkaTopic": "t", "apiVersion": "v3"}])
def test_settings_that_cannot_work_are_refused(more):
    with pytest.raises(BadRequest):
        open_receiver(PLUGIN, {"kafkaRestProxy": "http://proxy:8082", **more})
