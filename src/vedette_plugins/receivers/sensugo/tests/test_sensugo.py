"""Sensu Go gets events under names that it takes."""

from tests.fixtures.collector import CANARY, check_statuses, collector, delivered

from vedette.sdk.receiver_testing import alert, receiver_conformance
from vedette.sdk.testing import START, StoppedClock
from vedette_plugins.receivers.sensugo.receiver import PLUGIN


def test_the_contract_of_receivers_is_kept():
    settings = {"url": "http://sensu:8080", "apikey": CANARY}
    receiver_conformance(PLUGIN, settings=settings, secrets=["apikey"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    await check_statuses(PLUGIN, lambda url: {"url": url, "apikey": CANARY}, [b"{}"])


async def test_the_event():
    async with collector(clock=StoppedClock()) as found:
        settings = {
            "url": found.url,
            "apikey": CANARY,
            "entity": "{{ .CommonLabels.host }}",
            "check": "{{ fail }}",
            "handler": "{{ .CommonLabels.team }}",
            "message": "m",
        }
        await delivered(PLUGIN, settings, found, alert(host="web 1/a", team="slack"))
        await delivered(PLUGIN, settings, found, alert(resolved=True))
    first, last = found.posted
    assert first.target == "/api/core/v2/namespaces/default/events"
    assert first.headers["authorization"] == f"Key {CANARY}"
    url = "https://dash.test/alerting/list"
    assert first.json == {
        "entity": {"metadata": {"name": "web-1-a", "namespace": "default"}},
        "check": {
            "metadata": {"name": "default", "labels": {"ruleURL": url}},
            "output": "m",
            "issued": int(START.timestamp()),
            "interval": 86_400,
            "status": 2,
            "handlers": ["slack"],
        },
        "ruleUrl": url,
    }
    assert last.json["check"]["status"] == 0


async def test_a_label_leads_to_no_other_path():
    async with collector(clock=StoppedClock()) as found:
        settings = {"url": found.url, "apikey": "k", "namespace": "{{ .CommonLabels.host }}"}
        await delivered(PLUGIN, settings, found, alert(host=".."))
    assert found.posted[0].target == "/api/core/v2/namespaces/default/events"
