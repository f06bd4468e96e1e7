"""Alertmanagers get alerts as Prometheus sends them."""

import base64

import pytest
from tests.fixtures.collector import CANARY, Says, check_statuses, collector, delivered

from vedette.sdk import BadRequest, TryLater, Undeliverable
from vedette.sdk.receiver_testing import alert, open_receiver, receiver_conformance
from vedette.sdk.testing import StoppedClock
from vedette_plugins.receivers.alertmanager.receiver import PLUGIN


def test_the_contract_of_receivers_is_kept():
    settings = {"url": "http://alertmanager:9093", "basicAuthPassword": CANARY}
    receiver_conformance(PLUGIN, settings=settings, secrets=["basicAuthPassword"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    await check_statuses(
        PLUGIN, lambda url: {"url": url, "basicAuthUser": "a", "basicAuthPassword": CANARY}
    )


async def test_the_body_is_a_list_of_alerts():
    odd = {"a.b": "1", "2c": "2", "empty": ""}
    async with collector(clock=StoppedClock()) as found:
        settings = {
            "url": f"{found.url}/prefix/",
            "basicAuthUser": "ann",
            "basicAuthPassword": "pw",
        }
        await delivered(PLUGIN, settings, found, alert(**odd), alert(resolved=True))
    assert found.last.target == "/prefix/api/v2/alerts"
    login = base64.b64encode(b"ann:pw").decode()
    assert found.last.headers["authorization"] == f"Basic {login}"
    firing, resolved = found.last.json
    assert firing == {
        "labels": {"alertname": "DiskFull", "a_b": "1", "_2c": "2"},
        "annotations": {"summary": "about DiskFull"},
        "startsAt": "2026-05-04T12:00:00Z",
        "endsAt": "2026-05-11T12:00:00Z",
        "generatorURL": "https://dash.test/alerting/grafana/u1/view",
    }
    assert resolved["endsAt"] == "2026-05-04T12:10:00Z"


async def test_one_that_takes_the_alerts_is_enough():
    async with collector() as good, collector(Says(500)) as bad, collector(Says(400)) as wrong:
        receipt = await delivered(PLUGIN, {"url": f"{bad.url}, {good.url},"}, good)
        assert receipt.summary == "1 of 2 took 1 alerts."
        with pytest.raises(TryLater):
            await delivered(PLUGIN, {"url": f"{wrong.url},{bad.url}"}, good)
        with pytest.raises(Undeliverable):
            await delivered(PLUGIN, {"url": wrong.url}, good)


def test_without_an_address_there_is_no_receiver():
    for url in (" , ", "http://a,b"):
        with pytest.raises(BadRequest):
            open_receiver(PLUGIN, {"url": url})
