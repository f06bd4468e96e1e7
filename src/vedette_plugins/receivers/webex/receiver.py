"""Sends messages to a Cisco Webex room through a bot."""

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
    TerraformNames,
    plain_text,
)
from vedette.sdk.receiver_http import Endpoint
from vedette.sdk.receiver_text import (
    DEFAULT_MESSAGE,
    cut_bytes,
    image_url,
    markdown_escape,
)
from vedette_plugins.receivers.webex.transfer import SECTIONS

API = "https://webexapis.com/v1/messages"
_MOST_TEXT = 7_439


class WebexSettings(msgspec.Struct, frozen=True):
    bot_token: str = ""
    room_id: str = ""
    api_url: str = API
    message: str = ""


FIELDS = (
    SettingField("bot_token", "Bot token", required=True, secret=True),
    SettingField("room_id", "Room id", required=True, secret=False),
    SettingField("message", "Message", kind="lines", template=True, default=DEFAULT_MESSAGE),
    SettingField("api_url", "API URL", default=API, advanced=True, secret=False),
)


class Webex:
    def __init__(self, settings: WebexSettings, host: ReceiverHost) -> None:
        headers = {"Authorization": f"Bearer {settings.bot_token}"}
        options = HttpOptions(url=settings.api_url or API, headers=headers)
        self._endpoint = Endpoint(host, "Webex", options, (settings.bot_token,))
        self._settings = settings
        self._texts = host.texts

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        text = await self._texts.text(
            self._settings.message or DEFAULT_MESSAGE,
            message,
            otherwise=plain_text,
            escape=markdown_escape,
        )
        body: dict[str, object] = {
            "roomId": self._settings.room_id,
            "markdown": cut_bytes(text, _MOST_TEXT),
        }
        if image := image_url(message):
            body["files"] = [image]
        answer = await self._endpoint.post_json(delivery, body)
        return Receipt(f"Webex answered {answer.status}.", str(answer.object().get("id", "")))


def open_webex(settings: WebexSettings, host: ReceiverHost) -> Receiver:
    if not settings.bot_token.strip():
        raise BadRequest("Webex needs the token of a bot.")
    if not settings.room_id.strip():
        raise BadRequest("Webex needs the id of the room.")
    return Webex(settings, host)


PLUGIN = ReceiverPlugin(
    settings=WebexSettings,
    fields=FIELDS,
    open=open_webex,
    terraform=TerraformNames(names={"bot_token": "token"}),
    alertmanager=SECTIONS,
)
