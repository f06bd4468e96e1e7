"""Threema gets one text within its limit."""

from urllib.parse import parse_qsl

import pytest
from tests.fixtures.collector import CANARY, Says, check_statuses, collector, delivered

from vedette.sdk import BadRequest
from vedette.sdk.receiver_testing import alert, open_receiver, receiver_conformance
from vedette_plugins.receivers.threema.receiver import PLUGIN

SETTINGS = {"gateway_id": "*VEDETTE", "recipient_id": "ABCD1234", "api_secret": CANARY}


def test_the_contract_of_receivers_is_kept():
    receiver_conformance(PLUGIN, settings=SETTINGS, secrets=["api_secret"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    await check_statuses(PLUGIN, lambda url: SETTINGS, [b"0102030405060708"])


async def test_the_message_is_a_form():
    async with collector(Says(body=b"0102030405060708")) as found:
        receipt = await delivered(PLUGIN, {**SETTINGS, "description": "d"}, found)
        await delivered(PLUGIN, {**SETTINGS, "description": "ä" * 4000}, found, alert())
    assert receipt.remote_id == "0102030405060708"
    assert found.origins[0] == "https://msgapi.threema.ch"
    assert found.last.target == "/send_simple"
    assert dict(parse_qsl(found.posted[0].body.decode())) == {
        "from": "*VEDETTE",
        "to": "ABCD1234",
        "secret": CANARY,
        "text": "\u26a0\ufe0f [FIRING:1] DiskFull\n\nd",
    }
    text = dict(parse_qsl(found.last.body.decode()))["text"]
    assert 3490 <= len(text.encode()) <= 3500 and text.endswith("ä…")


@pytest.mark.parametrize(
    "wrong", [{"gateway_id": "VEDETTE1"}, {"recipient_id": "abc"}, {"api_secret": ""}]
)
def test_settings_that_cannot_work_are_refused(wrong):
    with pytest.raises(BadRequest):
        open_receiver(PLUGIN, {**SETTINGS, **wrong})
