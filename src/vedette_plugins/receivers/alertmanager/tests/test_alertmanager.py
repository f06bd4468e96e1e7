"""Alertmanagers get alerts as Prometheus sends them."""

import base64
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fixtures.collector import CANARY, Says, check_statuses, collector, delivered

from vedette.sdk import BadRequest, TryLater, Undeliverable
from vedette.sdk.receiver_testing import alert, open_receiver, receiver_conformance
from vedette.sdk.testing import StoppedClock
from vedette_plugins.receivers.alertmanager.receiver import PLUGIN, _safe, label_names


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
        "labels": {"alertname": "DiskFull", "a_b": "1", "_c": "2"},
        "annotations": {"summary": "about DiskFull"},
        "startsAt": "2026-05-04T12:00:00Z",
        "endsAt": "2026-05-11T12:00:00Z",
        "generatorURL": "https://dash.test/alerting/grafana/u1/view",
    }
    assert resolved["endsAt"] == "2026-05-04T12:10:00Z"


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("Alert! 🔔", "Alert_0x1f514"),
        ("größe", "gr0xf60xdfe"),
        ("🔔", "_0x1f514"),
        ("a b\tc", "abc"),
        ("9.5", "__5"),
        ("job", "job"),
    ],
)
def test_names_are_those_that_an_alertmanager_takes(name, taken):
    assert label_names({name: "x"}) == {taken: "x"}


def test_names_that_become_one_stay_two_labels():
    found = label_names({"a.b": "1", "a-b": "2", "a_b": "3"})
    assert found["a_b"] == "3", "a name that needs no change has none"
    assert sorted(found.values()) == ["1", "2", "3"]
    assert all(re.fullmatch("a_b(_[0-9a-f]{5})?", name) for name in found)


_NAMES = st.text(st.sampled_from("ab_.- 1é🔔\u2003"), max_size=4) | st.text(max_size=3)


@given(st.dictionaries(_NAMES, st.text(min_size=1, max_size=2), max_size=8), st.text(min_size=1))
def test_no_label_is_lost_and_different_alerts_stay_different(labels, other):
    found = label_names(labels)
    assert sorted(found.values()) == sorted(labels.values())
    assert all(re.fullmatch("[a-zA-Z_][a-zA-Z0-9_]*", name) for name in found)
    for name, value in labels.items():
        assert (label_names({**labels, name: other}) == found) == (value == other)


def test_a_message_of_thousands_of_alerts_reads_each_name_once():
    """Letter by letter they hold up everything else on the server."""
    _safe.cache_clear()
    for number in range(10_000):
        label_names({"alertname": "Load", "job.name": "x", "host": f"h{number}"})
    assert _safe.cache_info().misses == 3
    for number in range(10_000):
        label_names({f"name {number}": "x"})
    assert _safe.cache_info().currsize < 5_000, "names that never come again cost no memory"


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
