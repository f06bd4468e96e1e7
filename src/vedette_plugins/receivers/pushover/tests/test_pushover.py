"""Pushover gets a form within its limits."""

from email import message_from_bytes

import msgspec
import pytest
from tests.fixtures.collector import CANARY, Says, check_statuses, collector, delivered

from vedette.sdk import BadRequest, accepts_images
from vedette.sdk.receiver_testing import alert, open_receiver, receiver_conformance
from vedette_plugins.receivers.pushover.receiver import PLUGIN

SETTINGS = {"apiToken": CANARY, "userKey": CANARY + "-user"}


def form(posted):
    head = f"Content-Type: {posted.headers['content-type']}\r\n\r\n".encode()
    parts = message_from_bytes(head + posted.body).get_payload()
    return {
        part.get_param("name", header="content-disposition"): part.get_payload(decode=True)
        for part in parts
    }


def test_the_contract_of_receivers_is_kept():
    receiver_conformance(PLUGIN, settings=SETTINGS, secrets=["apiToken", "userKey"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    await check_statuses(PLUGIN, lambda url: SETTINGS, [b'{"status": 1, "request": "r"}'])


async def test_the_message_is_a_form():
    with_url = msgspec.structs.replace(alert(), image=b"\x89PNG\r\n\x1a\n")
    own = {"device": "a, b", "priority": "2", "sound": "siren", "okSound": "magic"}
    async with collector(Says(body=b'{"status": 1, "request": "r"}')) as found:
        receipt = await delivered(PLUGIN, {**SETTINGS, **own}, found, with_url)
        await delivered(PLUGIN, {**SETTINGS, **own}, found, alert(resolved=True))
    assert receipt.remote_id == "r"
    assert found.origins[0] == "https://api.pushover.net"
    assert found.last.target == "/1/messages.json"
    sent = form(found.posted[0])
    assert b"about DiskFull" in sent.pop("message")
    assert sent == {
        "token": CANARY.encode(),
        "user": CANARY.encode() + b"-user",
        "title": b"[FIRING:1] DiskFull",
        "url": b"https://dash.test/alerting/list",
        "url_title": b"Show alert rules",
        "priority": b"2",
        "html": b"1",
        "device": b"a,b",
        "sound": b"siren",
        "retry": b"60",
        "expire": b"3600",
        "attachment": b"\x89PNG\r\n\x1a\n",
    }
    resolved = form(found.last)
    assert resolved["priority"] == b"0" and resolved["sound"] == b"magic"
    assert "retry" not in resolved


def test_no_image_is_rendered_if_uploads_are_off():
    assert accepts_images(open_receiver(PLUGIN, SETTINGS))
    assert not accepts_images(open_receiver(PLUGIN, {**SETTINGS, "uploadImage": False}))


async def test_labels_are_text_and_limits_are_kept():
    settings = {**SETTINGS, "message": "<b>{{ .CommonLabels.x }}</b>", "title": "t" * 300}
    async with collector() as found:
        await delivered(PLUGIN, settings, found, alert(x="<i>"))
        await delivered(PLUGIN, settings, found, alert(x="&" * 3000))
    assert form(found.posted[0])["message"] == b"<b>&lt;i&gt;</b>"
    text = form(found.last)["message"].decode()
    assert 1015 <= len(text) <= 1024 and text.endswith("&amp;…</b>")
    assert len(form(found.last)["title"].decode()) == 250


@pytest.mark.parametrize(
    "wrong",
    [
        {"priority": 3},
        {"okPriority": -3},
        {"priority": 2, "retry": 10},
        {"priority": 2, "expire": 20_000},
        {"userKey": ""},
    ],
)
def test_settings_that_cannot_work_are_refused(wrong):
    with pytest.raises(BadRequest):
        open_receiver(PLUGIN, {**SETTINGS, **wrong})
