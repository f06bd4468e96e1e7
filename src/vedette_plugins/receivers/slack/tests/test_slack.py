"""Slack gets one attachment that no label can turn into a mention, and its answers count."""

from datetime import timedelta
from urllib.parse import parse_qs

import msgspec
import pytest
from tests.fixtures.collector import CANARY, Says, check_statuses, collector, delivered

from vedette.sdk import BadRequest, TryLater, Undeliverable, accepts_images
from vedette.sdk.receiver_testing import alert, open_receiver, receiver_conformance
from vedette.sdk.testing import START, StoppedClock
from vedette_plugins.receivers.slack.receiver import PLUGIN

BY_TOKEN = {"token": CANARY, "recipient": "#ops"}


def test_the_contract_of_receivers_is_kept():
    settings = {"url": "https://hooks.slack.com/services/T/B/" + CANARY}
    receiver_conformance(PLUGIN, settings=settings, secrets=["url", "token"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    await check_statuses(PLUGIN, lambda url: {"url": f"{url}/services/{CANARY}"}, [b"ok", b""])
    await check_statuses(
        PLUGIN, lambda url: {**BY_TOKEN, "endpointUrl": f"{url}/api"}, [b'{"ok": true}']
    )


async def test_a_webhook_gets_one_attachment():
    async with collector(clock=StoppedClock()) as found:
        await delivered(PLUGIN, {"url": f"{found.url}/services/T/B/x"}, found)
        await delivered(PLUGIN, {"url": f"{found.url}/x"}, found, alert(resolved=True))
    body = found.posted[0].json
    (attachment,) = body.pop("attachments")
    text = attachment.pop("text")
    assert body == {}
    assert attachment == {
        "color": "#D63232",
        "title": "[FIRING:1] DiskFull",
        "title_link": "https://dash.test/alerting/list",
        "fallback": "[FIRING:1] DiskFull",
        "footer": "Vedette",
        "ts": int(START.timestamp()),
        "mrkdwn_in": ["text"],
    }
    assert "about DiskFull" in text
    assert found.last.json["attachments"][0]["color"] == "#36a64f"


async def test_a_token_writes_to_its_channel_with_mentions():
    looks = {"username": "bot", "icon_emoji": ":fire:", "icon_url": "https://x/y.png"}
    mentions = {"mentionUsers": "U1, U2", "mentionGroups": "G1", "mentionChannel": "here"}
    async with collector(Says(body=b'{"ok": true, "ts": "1.2"}')) as found:
        receipt = await delivered(PLUGIN, {**BY_TOKEN, **looks, **mentions}, found)
    assert receipt.remote_id == "1.2"
    assert found.origins == ["https://slack.com"]
    assert found.last.target == "/api/chat.postMessage"
    assert found.last.headers["authorization"] == f"Bearer {CANARY}"
    body = found.last.json
    assert body["channel"] == "#ops" and body["username"] == "bot"
    assert body["icon_emoji"] == ":fire:" and "icon_url" not in body
    assert body["text"] == "<!here> <!subteam^G1> <@U1> <@U2>"


async def test_a_label_may_choose_the_channel():
    async with collector(Says(body=b'{"ok": true}')) as found:
        for recipient in ("#{{ .CommonLabels.team }}", "{{ fail }}"):
            settings = {**BY_TOKEN, "recipient": recipient}
            await delivered(PLUGIN, settings, found, alert(team="blue"))
    assert [posted.json["channel"] for posted in found.posted] == ["#blue", "{{ fail }}"]


async def test_a_label_may_choose_how_the_sender_looks():
    looks = {
        "username": "{{ .CommonLabels.team }} alerts",
        "icon_emoji": "{{ .CommonLabels.none }}",
        "icon_url": "https://x/{{ .CommonLabels.team }}.png",
    }
    async with collector() as found:
        await delivered(PLUGIN, {"url": found.url, **looks}, found, alert(team="blue"))
        failing = {"username": "{{ fail }}", "icon_emoji": ":{{ .CommonLabels.team }}:"}
        await delivered(PLUGIN, {"url": found.url, **failing}, found, alert(team="blue"))
    first, second = (posted.json for posted in found.posted)
    assert (first["username"], first["icon_url"]) == ("blue alerts", "https://x/blue.png")
    assert "icon_emoji" not in first
    assert second["icon_emoji"] == ":blue:" and "username" not in second


async def test_a_label_can_neither_mention_nor_link():
    async with collector() as found:
        settings = {"url": found.url, "title": "<b> {{ .CommonLabels.host }}"}
        await delivered(PLUGIN, settings, found, alert(host="<!channel> <http://evil|ok> &"))
    attachment = found.last.json["attachments"][0]
    assert attachment["title"] == "<b> &lt;!channel&gt; &lt;http://evil|ok&gt; &amp;"
    assert "<!channel>" not in attachment["text"]


async def test_long_titles_are_cut_cleanly():
    async with collector() as found:
        await delivered(PLUGIN, {"url": found.url, "title": "ä" * 2000}, found)
    title = found.last.json["attachments"][0]["title"]
    assert len(title) == 1024 and title.endswith("ä…")


async def test_a_failing_template_never_stops_its_alert():
    async with collector() as found:
        settings = {"url": found.url, "title": "{{ fail }}", "color": "{{ fail }}"}
        await delivered(PLUGIN, settings, found)
    attachment = found.last.json["attachments"][0]
    assert attachment["title"].startswith("[FIRING:1] DiskFull\n")
    assert attachment["color"] == "#D63232"


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (b'{"ok": false, "error": "channel_not_found"}', Undeliverable),
        (b'{"ok": false, "error": "invalid_auth"}', Undeliverable),
        (b'{"ok": false, "error": "ratelimited"}', TryLater),
        (b'{"ok": false, "error": "internal_error"}', TryLater),
        (b"<html>", TryLater),
    ],
)
async def test_status_200_alone_is_no_success(reply, kind):
    async with collector(Says(body=reply, headers={"Retry-After": "3"})) as found:
        with pytest.raises(kind) as raised:
            await delivered(PLUGIN, BY_TOKEN, found)
    if b"ratelimited" in reply:
        assert raised.value.retry_after == timedelta(seconds=3)
        assert str(raised.value) == "Slack rejected the message: ratelimited."


@pytest.mark.parametrize("settings", [{}, {"token": "x"}, {"url": "x"}, {"mentionChannel": "all"}])
def test_settings_that_cannot_work_are_refused(settings):
    with pytest.raises(BadRequest):
        open_receiver(PLUGIN, settings)


POSTED = {"ok": True, "channel": "C024BE91L", "ts": "1503435956.000247"}
PLACE = {"ok": True, "upload_url": "https://files.slack.com/upload/v1/CwABAAAA", "file_id": "F123"}


class Workspace:
    """Answers as Slack's documentation says; `says` replaces the answer of a method."""

    def __init__(self, **says):
        self._says = says

    def __call__(self, request):
        method = request.target.rpartition("/")[2]
        known = {"chat.postMessage": POSTED, "files.getUploadURLExternal": PLACE}
        reply = self._says.get(method.partition(".")[2], known.get(method, {"ok": True}))
        return Says(body=msgspec.json.encode(reply))


def with_image(png=b"\x89PNG..."):
    return msgspec.structs.replace(alert(), image=png)


async def test_images_of_a_bot_are_files_in_the_thread():
    async with collector(Workspace()) as found:
        receipt = await delivered(PLUGIN, BY_TOKEN, found, with_image())
    posted, place, content, done = found.posted
    assert posted.target == "/api/chat.postMessage"
    assert place.target == "/api/files.getUploadURLExternal"
    assert parse_qs(place.body.decode()) == {
        "filename": ["graph0.png"],
        "length": ["7"],
        "alt_txt": ["Graph"],
    }
    assert (content.target, content.body) == ("/upload/v1/CwABAAAA", b"\x89PNG...")
    assert "authorization" not in content.headers
    assert found.origins[-1] == "https://files.slack.com"
    assert done.target == "/api/files.completeUploadExternal"
    assert done.json == {
        "files": [{"id": "F123", "title": "Graph"}],
        "channel_id": "C024BE91L",
        "thread_ts": "1503435956.000247",
    }
    assert done.headers["authorization"] == f"Bearer {CANARY}"
    assert "not taken" not in receipt.summary


@pytest.mark.parametrize(
    "says",
    [
        {"getUploadURLExternal": {"ok": False, "error": "missing_scope"}},
        {"getUploadURLExternal": {**PLACE, "upload_url": "https://evil.example/steal"}},
        {"completeUploadExternal": {"ok": False, "error": "invalid_channel"}},
    ],
)
async def test_a_refused_image_does_not_repeat_the_text(says):
    async with collector(Workspace(**says)) as found:
        receipt = await delivered(PLUGIN, BY_TOKEN, found, with_image())
    assert "1 screenshot was not taken" in receipt.summary
    assert [each.target for each in found.posted].count("/api/chat.postMessage") == 1


async def test_an_incoming_webhook_accepts_no_images():
    async with collector() as found:
        by_url = open_receiver(PLUGIN, {"url": f"{found.url}/services/T/B/x"}, found.host)
        assert not accepts_images(by_url)
        assert accepts_images(open_receiver(PLUGIN, BY_TOKEN, found.host))
