"""Sends alerts to Splunk On-Call (VictorOps) through its REST endpoint."""

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
    plain_text,
    plain_title,
)
from vedette.sdk.receiver_http import Endpoint
from vedette.sdk.receiver_text import (
    DEFAULT_MESSAGE,
    DEFAULT_TITLE,
    alerts_url,
    cut_runes,
    image_url,
    stable_key,
)
from vedette_plugins.receivers.victorops.transfer import SECTIONS

TYPES = ("CRITICAL", "WARNING")
_KNOWN = frozenset({*TYPES, "INFO", "ACKNOWLEDGEMENT", "RECOVERY"})
_MOST_TEXT = 20_480


class VictorOpsSettings(msgspec.Struct, frozen=True):
    url: str = ""
    message_type: str = msgspec.field(default="CRITICAL", name="messageType")
    title: str = ""
    description: str = ""


FIELDS = (
    SettingField(
        "url",
        "URL",
        help="The REST endpoint with its routing key.",
        required=True,
        secret=True,
    ),
    SettingField(
        "messageType",
        "Message type",
        help="CRITICAL or WARNING; a template can select it by a label.",
        template=True,
        default="CRITICAL",
    ),
    SettingField("title", "Title", template=True, default=DEFAULT_TITLE),
    SettingField(
        "description", "Description", kind="lines", template=True, default=DEFAULT_MESSAGE
    ),
)


class VictorOps:
    def __init__(self, settings: VictorOpsSettings, host: ReceiverHost) -> None:
        self._endpoint = Endpoint(host, "VictorOps", HttpOptions(url=settings.url))
        self._settings = settings
        self._host = host

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        settings, texts = self._settings, self._host.texts
        title = await texts.text(settings.title or DEFAULT_TITLE, message, otherwise=plain_title)
        text = await texts.text(
            settings.description or DEFAULT_MESSAGE, message, otherwise=plain_text
        )
        body: dict[str, object] = {
            "message_type": await self._type(message),
            "entity_id": stable_key(message),
            "entity_display_name": title,
            "timestamp": self._host.clock.now_ms() // 1000,
            "state_message": cut_runes(text, _MOST_TEXT),
            "monitoring_tool": "Vedette",
            "alert_url": alerts_url(message),
        }
        if image := image_url(message):
            body["image_url"] = image
        answer = await self._endpoint.post_json(delivery, body)
        return self._endpoint.receipt(answer, str(answer.object().get("entity_id", "")))

    async def _type(self, message: Message) -> str:
        if not message.firing:
            return "RECOVERY"
        written = self._settings.message_type
        text = await self._host.texts.text(written, message, otherwise=lambda _: "CRITICAL")
        found = text.strip().partition("\n")[0].upper()
        return found if found in _KNOWN else "CRITICAL"


def open_victorops(settings: VictorOpsSettings, host: ReceiverHost) -> Receiver:
    return VictorOps(settings, host)


PLUGIN = ReceiverPlugin(
    settings=VictorOpsSettings,
    fields=FIELDS,
    open=open_victorops,
    alertmanager=SECTIONS,
)
