"""Posts a card to a Google Chat space through its webhook."""

import msgspec

from vedette.sdk import (
    Delivery,
    HttpOptions,
    Message,
    Receipt,
    Receiver,
    ReceiverHost,
    ReceiverPlugin,
    SettingField,
    plain_title,
)
from vedette.sdk.receiver_http import Endpoint
from vedette.sdk.receiver_text import (
    DEFAULT_MESSAGE,
    DEFAULT_TITLE,
    alerts_url,
    cut_bytes,
    cut_html,
    image_url,
    plain_html,
    stable_key,
)

_MOST_TITLE = 1_000
_MOST_TEXT = 8_000


class GoogleChatSettings(msgspec.Struct, frozen=True):
    url: str = ""
    title: str = ""
    message: str = ""


FIELDS = (
    SettingField(
        "url",
        "URL",
        help="URL of the webhook of a space.",
        placeholder="https://chat.googleapis.com/v1/spaces/...",
        required=True,
        secret=True,
    ),
    SettingField("title", "Title", kind="lines", template=True, default=DEFAULT_TITLE),
    SettingField("message", "Message", kind="lines", template=True, default=DEFAULT_MESSAGE),
)


class GoogleChat:
    def __init__(self, settings: GoogleChatSettings, host: ReceiverHost) -> None:
        self._endpoint = Endpoint(host, "Google Chat", HttpOptions(url=settings.url))
        self._settings = settings
        self._host = host

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        answer = await self._endpoint.post_json(delivery, await self._body(message))
        return Receipt(
            f"Google Chat answered {answer.status}.", str(answer.object().get("name", ""))
        )

    async def _body(self, message: Message) -> object:
        settings, texts = self._settings, self._host.texts
        title = await texts.text(settings.title or DEFAULT_TITLE, message, otherwise=plain_title)
        text = await texts.text(
            settings.message or DEFAULT_MESSAGE, message, otherwise=plain_html, html=True
        )
        title = cut_bytes(title, _MOST_TITLE)
        open_link = {"openLink": {"url": alerts_url(message)}}
        widgets: list[object] = [
            {"textParagraph": {"text": cut_html(text, _MOST_TEXT, count_markup=True)}},
            {"buttonList": {"buttons": [{"text": "Open in Vedette", "onClick": open_link}]}},
            {"textParagraph": {"text": f"Vedette | {self._host.clock.now():%Y-%m-%d %H:%M} UTC"}},
        ]
        if image := image_url(message):
            widgets.insert(1, {"image": {"imageUrl": image}})
        card = {"header": {"title": title}, "sections": [{"widgets": widgets}]}
        return {
            "previewText": title,
            "fallbackText": title,
            "cardsV2": [{"cardId": stable_key(message), "card": card}],
        }


def open_googlechat(settings: GoogleChatSettings, host: ReceiverHost) -> Receiver:
    return GoogleChat(settings, host)


PLUGIN = ReceiverPlugin(settings=GoogleChatSettings, fields=FIELDS, open=open_googlechat)
