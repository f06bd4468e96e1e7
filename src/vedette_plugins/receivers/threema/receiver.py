"""Sends Threema messages through the gateway, in its basic mode."""

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
from vedette.sdk.receiver_text import DEFAULT_MESSAGE, DEFAULT_TITLE, cut_bytes, image_url

API = "https://msgapi.threema.ch/send_simple"
_MOST_TEXT = 3_500


class ThreemaSettings(msgspec.Struct, frozen=True):
    gateway_id: str = ""
    recipient_id: str = ""
    api_secret: str = ""
    title: str = ""
    description: str = ""


FIELDS = (
    SettingField("gateway_id", "Gateway id", placeholder="*VEDETTE", required=True, secret=False),
    SettingField(
        "recipient_id", "Recipient id", placeholder="ABCDEFGH", required=True, secret=False
    ),
    SettingField("api_secret", "API secret", required=True, secret=True),
    SettingField("title", "Title", template=True, default=DEFAULT_TITLE),
    SettingField(
        "description", "Description", kind="lines", template=True, default=DEFAULT_MESSAGE
    ),
)


class Threema:
    def __init__(self, settings: ThreemaSettings, host: ReceiverHost) -> None:
        self._endpoint = Endpoint(host, "Threema", HttpOptions(API), (settings.api_secret,))
        self._settings = settings
        self._texts = host.texts

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        settings, texts = self._settings, self._texts
        title = await texts.text(settings.title or DEFAULT_TITLE, message, otherwise=plain_title)
        text = await texts.text(
            settings.description or DEFAULT_MESSAGE, message, otherwise=plain_text
        )
        sign = "\u26a0\ufe0f" if message.firing else "\u2705"
        image = image_url(message)
        whole = f"{sign} {title}\n\n{f'Image: {image}' if image else ''}\n{text}"
        form = {
            "from": settings.gateway_id,
            "to": settings.recipient_id,
            "secret": settings.api_secret,
            "text": cut_bytes(re.sub(r"\n{3,}", "\n\n", whole), _MOST_TEXT),
        }
        answer = await self._endpoint.send(delivery, form=form)
        remote_id = answer.body[:32].decode(errors="replace").strip()
        return Receipt(f"Threema answered {answer.status}.", remote_id)


def open_threema(settings: ThreemaSettings, host: ReceiverHost) -> Receiver:
    if not re.fullmatch(r"\*[0-9A-Z]{7}", settings.gateway_id):
        raise BadRequest("Threema's gateway id is an asterisk and 7 letters or digits.")
    if not re.fullmatch(r"[0-9A-Z]{8}", settings.recipient_id):
        raise BadRequest("Threema's recipient id is 8 letters or digits.")
    if not settings.api_secret:
        raise BadRequest("Threema needs the secret of the gateway id.")
    return Threema(settings, host)


PLUGIN = ReceiverPlugin(settings=ThreemaSettings, fields=FIELDS, open=open_threema)
