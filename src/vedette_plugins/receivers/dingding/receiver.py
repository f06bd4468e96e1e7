"""Posts to a DingTalk group through its robot."""

from typing import Literal
from urllib.parse import quote

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
    TerraformNames,
    TryLater,
    Undeliverable,
    plain_text,
    plain_title,
)
from vedette.sdk.receiver_http import Endpoint, HttpAnswer
from vedette.sdk.receiver_text import (
    DEFAULT_MESSAGE,
    DEFAULT_TITLE,
    alerts_url,
    cut_bytes,
    markdown_escape,
)

_MOST_TITLE = 500
_MOST_TEXT = 16_000
_LATER = frozenset({-1, 130101, 130102, 410100})
"""The service is busy, or the rate limit is exceeded."""


class DingDingSettings(msgspec.Struct, frozen=True, rename="camel"):
    url: str = ""
    msg_type: Literal["link", "actionCard"] = "link"
    title: str = ""
    message: str = ""


FIELDS = (
    SettingField(
        "url",
        "URL",
        help="URL of the group's robot.",
        placeholder="https://oapi.dingtalk.com/robot/send?access_token=...",
        required=True,
        secret=True,
    ),
    SettingField(
        "msgType", "Message type", kind="choice", choices=("link", "actionCard"), default="link"
    ),
    SettingField("title", "Title", template=True, default=DEFAULT_TITLE),
    SettingField("message", "Message", kind="lines", template=True, default=DEFAULT_MESSAGE),
)


class DingDing:
    def __init__(self, settings: DingDingSettings, host: ReceiverHost) -> None:
        self._endpoint = Endpoint(host, "DingDing", HttpOptions(settings.url))
        self._settings = settings
        self._texts = host.texts

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        answer = await self._endpoint.post_json(delivery, await self._body(message))
        self._check(answer)
        return Receipt(f"DingDing answered {answer.status}.")

    def _check(self, answer: HttpAnswer) -> None:
        reply = answer.object()
        code = reply.get("errcode", 0)
        if code in (0, "0"):
            return
        why = self._endpoint.shown(str(reply.get("errmsg", "")))[:200].rstrip(".")
        sentence = f"DingDing rejected the message: {why or 'no reason given'} ({code})."
        if code in _LATER:
            raise TryLater(sentence)
        raise Undeliverable(sentence)

    async def _body(self, message: Message) -> object:
        settings, texts = self._settings, self._texts
        is_card = settings.msg_type == "actionCard"
        title = await texts.text(settings.title or DEFAULT_TITLE, message, otherwise=plain_title)
        text = await texts.text(
            settings.message or DEFAULT_MESSAGE,
            message,
            otherwise=plain_text,
            escape=markdown_escape if is_card else None,
        )
        title, text = cut_bytes(title, _MOST_TITLE), cut_bytes(text, _MOST_TEXT)
        link = quote(alerts_url(message), safe="")
        url = f"dingtalk://dingtalkclient/page/link?pc_slide=false&url={link}"
        if is_card:
            card = {"title": title, "text": text, "singleTitle": "More", "singleURL": url}
            return {"msgtype": "actionCard", "actionCard": card}
        return {"msgtype": "link", "link": {"title": title, "text": text, "messageUrl": url}}


def open_dingding(settings: DingDingSettings, host: ReceiverHost) -> Receiver:
    return DingDing(settings, host)


PLUGIN = ReceiverPlugin(
    settings=DingDingSettings,
    fields=FIELDS,
    open=open_dingding,
    terraform=TerraformNames(names={"msgType": "message_type"}),
)
