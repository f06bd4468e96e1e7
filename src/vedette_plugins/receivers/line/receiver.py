"""Sends messages through LINE Notify."""

import re

import msgspec

from vedette.sdk import (
    BadRequest,
    Delivery,
    HttpOptions,
    Message,
    Receipt,
    Receiver,
    ReceiverHost,
    ReceiverPlugin,
    SettingField,
    plain_text,
    plain_title,
)
from vedette.sdk.receiver_http import Endpoint
from vedette.sdk.receiver_text import DEFAULT_MESSAGE, DEFAULT_TITLE, cut_runes

API = "https://notify-api.line.me/api/notify"
_MOST_TEXT = 1_000


class LineSettings(msgspec.Struct, frozen=True):
    token: str = ""
    title: str = ""
    description: str = ""


FIELDS = (
    SettingField("token", "Token", required=True, secret=True),
    SettingField("title", "Title", template=True, default=DEFAULT_TITLE),
    SettingField(
        "description", "Description", kind="lines", template=True, default=DEFAULT_MESSAGE
    ),
)


class Line:
    def __init__(self, settings: LineSettings, host: ReceiverHost) -> None:
        headers = {"Authorization": f"Bearer {settings.token}"}
        self._endpoint = Endpoint(host, "LINE", HttpOptions(API, headers=headers))
        self._settings = settings
        self._texts = host.texts

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        settings, texts = self._settings, self._texts
        title = await texts.text(settings.title or DEFAULT_TITLE, message, otherwise=plain_title)
        text = await texts.text(
            settings.description or DEFAULT_MESSAGE, message, otherwise=plain_text
        )
        form = {"message": cut_runes(f"{title}\n{text}", _MOST_TEXT)}
        return self._endpoint.receipt(await self._endpoint.send(delivery, form=form))


def open_line(settings: LineSettings, host: ReceiverHost) -> Receiver:
    if not settings.token or re.search(r"\s", settings.token):
        raise BadRequest("LINE needs an access token.")
    return Line(settings, host)


PLUGIN = ReceiverPlugin(settings=LineSettings, fields=FIELDS, open=open_line)
