"""Receivers that send images after the text: whatever happens to them, the text arrives once."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

import msgspec
import pytest
from tests.database.alerting.delivering import CLOCK, Inbox, Server, fire
from tests.fixtures.collector import CANARY, Collector, Posted, Says, collector

from vedette.db.database import Database
from vedette.sdk import Json, Message, Receiver, ReceiverPlugin
from vedette.sdk.receiver_testing import open_receiver
from vedette_plugins.receivers.slack.receiver import PLUGIN as SLACK
from vedette_plugins.receivers.telegram.receiver import PLUGIN as TELEGRAM

PLACE = {"ok": True, "upload_url": "https://files.slack.com/upload/v1/CwABAAAA", "file_id": "F1"}
HANGS = 30.0
DEADLINE = timedelta(seconds=4)


class Drawn:
    """Render an image for each rule."""

    async def draw(self, message: Message, at: datetime, late: float) -> Mapping[str, bytes]:
        return {each.rule_uid: b"\x89PNG..." for each in message.alerts}


class Chat(Inbox):
    """A service behind its real receiver."""

    def __init__(self, found: Collector, plugin: ReceiverPlugin, settings: Json) -> None:
        super().__init__()
        self._receiver = open_receiver(plugin, settings, found.host)

    async def open(self, org_id: int, integration_uid: str) -> Receiver:  # type: ignore[override]
        return self._receiver


def slack(hanging: str) -> Callable[[Posted], Says]:
    def answer(posted: Posted) -> Says:
        method = posted.target.rpartition("/")[2]
        reply = PLACE if method == "files.getUploadURLExternal" else {"ok": True, "ts": "1.2"}
        return Says(body=msgspec.json.encode(reply), seconds=HANGS if method == hanging else 0)

    return answer


def telegram(hanging: str) -> Callable[[Posted], Says]:
    def answer(posted: Posted) -> Says:
        body = b'{"ok": true, "result": {"message_id": 42}}'
        return Says(body=body, seconds=HANGS if posted.target.endswith(hanging) else 0)

    return answer


BOT = (SLACK, {"token": CANARY, "recipient": "#ops"}, "chat.postMessage")
CHAT = (TELEGRAM, {"bottoken": f"123:{CANARY}", "chatid": "-100123"}, "sendMessage")


@pytest.mark.parametrize(
    ("service", "answer"),
    [
        (BOT, slack("files.getUploadURLExternal")),
        (BOT, slack("CwABAAAA")),
        (BOT, slack("files.completeUploadExternal")),
        (CHAT, telegram("sendPhoto")),
    ],
    ids=["slack-place", "slack-content", "slack-thread", "telegram"],
)
async def test_an_image_that_hangs_does_not_repeat_the_text(
    database: Database,
    org: int,
    service: tuple[ReceiverPlugin, Json, str],
    answer: Callable[[Posted], Says],
) -> None:
    plugin, settings, method = service
    async with collector(answer, clock=CLOCK) as found:
        chat = Chat(found, plugin, settings)
        server = Server(database, chat, deadline=DEADLINE, renderer=Drawn())
        await fire(database, org, "a")
        await server.all()
        await server.retry_now()
        await server.send()
    (tried,) = await server.rows("SELECT outcome, answer FROM alert_delivery_attempt")
    assert tried["outcome"] == "sent"
    assert tried["answer"].endswith(" 1 screenshot was not taken.")
    assert [each.target.rpartition("/")[2] for each in found.posted].count(method) == 1
