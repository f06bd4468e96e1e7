"""Telegram gets a text that it can read, or a plain one."""

from datetime import timedelta
from urllib.parse import parse_qsl

import msgspec
import pytest
from tests.fixtures.collector import CANARY, Says, check_statuses, collector, delivered

from vedette.sdk import BadRequest, TryLater
from vedette.sdk.receiver_testing import alert, open_receiver, receiver_conformance
from vedette_plugins.receivers.telegram.receiver import PLUGIN

SETTINGS = {"bottoken": f"123:{CANARY}", "chatid": -100123}
TOOK = Says(body=b'{"ok": true, "result": {"message_id": 42}}')


def form(posted):
    return dict(parse_qsl(posted.body.decode()))


def test_the_contract_of_receivers_is_kept():
    receiver_conformance(PLUGIN, settings=SETTINGS, secrets=["bottoken"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    await check_statuses(PLUGIN, lambda url: SETTINGS, [TOOK.body])


async def test_the_message_is_a_form():
    own = {
        "message_thread_id": 7,
        "disable_web_page_preview": True,
        "protect_content": True,
        "disable_notifications": True,
    }
    async with collector(TOOK) as found:
        receipt = await delivered(PLUGIN, {**SETTINGS, **own}, found)
    assert receipt.remote_id == "42"
    assert found.origins == ["https://api.telegram.org"]
    assert found.last.target == f"/bot123:{CANARY}/sendMessage"
    sent = form(found.last)
    assert "about DiskFull" in sent.pop("text")
    assert sent == {
        "chat_id": "-100123",
        "parse_mode": "HTML",
        "message_thread_id": "7",
        "disable_web_page_preview": "true",
        "protect_content": "true",
        "disable_notification": "true",
    }


@pytest.mark.parametrize(
    ("mode", "wanted"),
    [
        ("HTML", "<b>1 &lt; 2 *x_y*</b>"),
        ("Markdown", "<b>1 < 2 \\*x\\_y\\*</b>"),
        ("MarkdownV2", "<b>1 < 2 \\*x\\_y\\*</b>"),
        ("None", "<b>1 < 2 *x_y*</b>"),
    ],
)
async def test_labels_are_text_in_every_parse_mode(mode, wanted):
    settings = {**SETTINGS, "parse_mode": mode, "message": "<b>{{ .CommonLabels.x }}</b>"}
    async with collector(TOOK) as found:
        await delivered(PLUGIN, settings, found, alert(x="1 < 2 *x_y*"))
    assert form(found.last)["text"] == wanted
    assert form(found.last).get("parse_mode", "None") == mode


async def test_a_failing_template_is_reported_in_words_that_telegram_reads():
    settings = {**SETTINGS, "message": "{{ fail }}"}
    async with collector(TOOK) as found:
        await delivered(PLUGIN, settings, found, alert(x="1 < 2"))
    assert "x=1 &lt; 2" in form(found.last)["text"] and len(found.posted) == 1


async def test_long_messages_are_cut_without_breaking_a_tag():
    settings = {**SETTINGS, "message": "<b>" + "&amp;" * 5000 + "</b>"}
    async with collector(TOOK) as found:
        await delivered(PLUGIN, settings, found)
    assert form(found.last)["text"] == "<b>" + "&amp;" * 4095 + "…</b>"


async def test_markup_that_telegram_cannot_parse_is_sent_as_plain_text():
    def answer(posted):
        if b"parse_mode" in posted.body:
            return Says(400, b'{"ok": false, "description": "can\'t parse entities: <"}')
        return TOOK

    async with collector(answer) as found:
        await delivered(PLUGIN, {**SETTINGS, "message": "<b>broken"}, found)
    assert len(found.posted) == 2
    assert "about DiskFull" in form(found.last)["text"]


@pytest.mark.parametrize(("status", "note"), [(200, ""), (500, " 1 screenshot was not taken.")])
async def test_images_follow_the_text_and_never_repeat_it(status, note):
    def answer(posted):
        return Says(status) if posted.target.endswith("/sendPhoto") else TOOK

    with_image = msgspec.structs.replace(alert(), image=b"PNG")
    async with collector(answer) as found:
        receipt = await delivered(PLUGIN, SETTINGS, found, with_image)
    assert receipt.summary == f"Telegram answered 200.{note}"
    assert len(found.posted) == 2
    body = found.last.body
    assert b'name="chat_id"\r\n\r\n-100123\r\n' in body and b'name="photo"' in body
    assert b"parse_mode" not in body


async def test_a_pause_that_telegram_asks_for_is_kept():
    reply = b'{"ok": false, "error_code": 429, "parameters": {"retry_after": 31}}'
    async with collector(Says(429, reply)) as found:
        with pytest.raises(TryLater) as raised:
            await delivered(PLUGIN, SETTINGS, found)
    assert raised.value.retry_after == timedelta(seconds=31)


@pytest.mark.parametrize(
    "wrong", [{"bottoken": "a/b"}, {"chatid": " "}, {"message_thread_id": "x"}, {"parse_mode": "x"}]
)
def test_settings_that_cannot_work_are_refused(wrong):
    with pytest.raises(BadRequest):
        open_receiver(PLUGIN, {**SETTINGS, **wrong})
