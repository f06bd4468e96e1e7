"""Webex gets Markdown within its limit."""

import msgspec
import pytest
from tests.fixtures.collector import CANARY, Says, check_statuses, collector, delivered

from vedette.sdk import BadRequest
from vedette.sdk.receiver_testing import alert, open_receiver, receiver_conformance
from vedette_plugins.receivers.webex.receiver import PLUGIN

SETTINGS = {"bot_token": CANARY, "room_id": "room"}


def test_the_contract_of_receivers_is_kept():
    receiver_conformance(PLUGIN, settings=SETTINGS, secrets=["bot_token"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    await check_statuses(
        PLUGIN, lambda url: {**SETTINGS, "api_url": f"{url}/v1/messages"}, [b'{"id": "m"}']
    )


async def test_the_message_is_markdown():
    with_url = msgspec.structs.replace(alert(x="*a* <@all>"), image_url="https://x/y.png")
    async with collector(Says(body=b'{"id": "m"}')) as found:
        settings = {**SETTINGS, "message": "**{{ .CommonLabels.x }}**"}
        receipt = await delivered(PLUGIN, settings, found, with_url)
    assert receipt.remote_id == "m"
    assert found.origins == ["https://webexapis.com"] and found.last.target == "/v1/messages"
    assert found.last.headers["authorization"] == f"Bearer {CANARY}"
    assert found.last.json == {
        "roomId": "room",
        "markdown": "**\\*a\\* \\<@all\\>**",
        "files": ["https://x/y.png"],
    }


async def test_long_messages_are_cut_by_bytes():
    async with collector() as found:
        await delivered(PLUGIN, {**SETTINGS, "message": "ä" * 5000}, found)
    text = found.last.json["markdown"]
    assert len(text.encode()) in (7438, 7439) and text.endswith("ä…")


@pytest.mark.parametrize("wrong", [{"bot_token": ""}, {"room_id": ""}])
def test_settings_that_cannot_work_are_refused(wrong):
    with pytest.raises(BadRequest):
        open_receiver(PLUGIN, {**SETTINGS, **wrong})
