"""Sends messages to a Telegram chat through a bot."""

import re
from collections.abc import Sequence
from functools import partial
from typing import Literal

import msgspec

from vedette.sdk import (
    BadRequest,
    Delivery,
    HttpOptions,
    Json,
    Message,
    Receipt,
    Receiver,
    ReceiverHost,
    ReceiverPlugin,
    SettingField,
    TerraformNames,
    plain_text,
)
from vedette.sdk.receiver_http import Endpoint, HttpAnswer, multipart
from vedette.sdk.receiver_images import send_images
from vedette.sdk.receiver_text import DEFAULT_MESSAGE, URL, cut_html, cut_utf16, plain_html
from vedette_plugins.receivers.telegram.transfer import SECTIONS

API = "https://api.telegram.org"
_MODES = ("HTML", "Markdown", "MarkdownV2", "None")
_MOST_TEXT = 4_096
_MAX_IMAGES = 10
_IMAGE_FIELDS = frozenset(
    {"chat_id", "message_thread_id", "protect_content", "disable_notification"}
)
_TOKEN = re.compile(r"[A-Za-z0-9:_-]+")
_MARKDOWN = re.compile(rf"{URL}|[_*`\[]", re.IGNORECASE)
_MARKDOWN_V2 = re.compile(r"[_*\[\]()~`>#+\-=|{}.!\\]")


class TelegramSettings(msgspec.Struct, frozen=True):
    token: str = msgspec.field(default="", name="bottoken")
    chat: str = msgspec.field(default="", name="chatid")
    thread: str = msgspec.field(default="", name="message_thread_id")
    message: str = ""
    parse_mode: Literal["HTML", "Markdown", "MarkdownV2", "None"] = "HTML"
    disable_web_page_preview: bool = False
    protect_content: bool = False
    disable_notifications: bool = False


FIELDS = (
    SettingField("bottoken", "Bot token", required=True, secret=True),
    SettingField(
        "chatid", "Chat id", help="Id of a chat, group or channel.", required=True, secret=False
    ),
    SettingField("message", "Message", kind="lines", template=True, default=DEFAULT_MESSAGE),
    SettingField(
        "parse_mode",
        "Mark-up",
        help="Markup of the message.",
        kind="choice",
        choices=_MODES,
        default="HTML",
    ),
    SettingField(
        "message_thread_id", "Topic id", help="Id of a forum topic.", advanced=True, secret=False
    ),
    SettingField(
        "disable_web_page_preview",
        "Disable link previews",
        kind="switch",
        default="false",
        advanced=True,
    ),
    SettingField(
        "protect_content",
        "No forwarding or saving",
        kind="switch",
        default="false",
        advanced=True,
    ),
    SettingField(
        "disable_notifications", "Without a sound", kind="switch", default="false", advanced=True
    ),
)


class Telegram:
    accepts_images = True

    def __init__(self, settings: TelegramSettings, host: ReceiverHost) -> None:
        options = HttpOptions(url=f"{API}/bot{settings.token}")
        self._endpoint = Endpoint(host, "Telegram", options, (settings.token,))
        self._settings = settings
        self._host = host

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        form = await self._form(message)
        answer = await self._endpoint.exchange(delivery, path="sendMessage", form=form)
        if answer.status == 400 and b"parse entities" in answer.body and "parse_mode" in form:
            # The markup of the template is invalid, but its text must still arrive.
            del form["parse_mode"]
            form["text"] = cut_utf16(plain_text(message), _MOST_TEXT)
            answer = await self._endpoint.exchange(
                delivery, path="sendMessage", form=form, part="plain"
            )
        self._endpoint.check(answer)
        receipt = Receipt(f"Telegram answered {answer.status}.", _message_id(answer))
        images = [alert.image for alert in message.alerts if alert.image]
        fields = [(name, value) for name, value in form.items() if name in _IMAGE_FIELDS]
        sends = [
            partial(self._send_image, delivery, fields, place, image)
            for place, image in enumerate(images[:_MAX_IMAGES])
        ]
        return await send_images(receipt, self._host, delivery, len(images), sends)

    async def _send_image(
        self, delivery: Delivery, fields: Sequence[tuple[str, str]], place: int, image: bytes
    ) -> int:
        body, kind = multipart(
            fields,
            [("photo", "image.png", "image/png", image)],
            boundary=f"vedette-{delivery.key}",
        )
        await self._endpoint.send(
            delivery,
            body,
            path="sendPhoto",
            headers={"Content-Type": kind},
            part=f"picture{place}",
        )
        return 1

    async def _form(self, message: Message) -> dict[str, str]:
        settings = self._settings
        template, mode = settings.message or DEFAULT_MESSAGE, settings.parse_mode
        is_html = mode == "HTML"
        otherwise = plain_html if is_html else plain_text
        escape = _ESCAPES.get(mode)
        text = await self._host.texts.text(
            template, message, otherwise=otherwise, html=is_html, escape=escape
        )
        plain = otherwise(message)
        text = text.strip() or (escape(plain) if escape else plain)
        cut = cut_html if is_html else cut_utf16
        form = {"chat_id": settings.chat.strip(), "text": cut(text, _MOST_TEXT)}
        own = {
            "message_thread_id": settings.thread.strip(),
            "parse_mode": "" if mode == "None" else mode,
            "disable_web_page_preview": _switch(settings.disable_web_page_preview),
            "protect_content": _switch(settings.protect_content),
            "disable_notification": _switch(settings.disable_notifications),
        }
        return form | {key: value for key, value in own.items() if value}


def escape_markdown(text: str) -> str:
    """Escape text for Telegram's legacy Markdown.

    It has no escapes inside of links and parses bare URLs, so URLs are percent-encoded instead.
    """

    def escaped(found: re.Match[str]) -> str:
        sign = found[0]
        return f"\\{sign}" if len(sign) == 1 else sign.replace("_", "%5F").replace("*", "%2A")

    return _MARKDOWN.sub(escaped, text)


def escape_markdown_v2(text: str) -> str:
    """Escape text for MarkdownV2. Any character can be escaped; Telegram still detects URLs."""
    return _MARKDOWN_V2.sub(r"\\\g<0>", text)


_ESCAPES = {"Markdown": escape_markdown, "MarkdownV2": escape_markdown_v2}


def _switch(on: bool) -> str:
    return "true" if on else ""


def _message_id(answer: HttpAnswer) -> str:
    result = answer.object().get("result")
    return str(result.get("message_id", "")) if isinstance(result, dict) else ""


def open_telegram(settings: TelegramSettings, host: ReceiverHost) -> Receiver:
    if not _TOKEN.fullmatch(settings.token):
        raise BadRequest("Telegram needs the token of a bot, such as 123456:ABC-def.")
    if not settings.chat.strip():
        raise BadRequest("Telegram needs the id of the chat.")
    if settings.thread and not settings.thread.strip().isdigit():
        raise BadRequest("Telegram's topic id is a number.")
    return Telegram(settings, host)


def upgrade(settings: Json) -> Json:
    """Accept both names of the silent flag, and the markup in any case."""
    made = dict(settings)
    if "disable_notification" in made:
        made.setdefault("disable_notifications", made.pop("disable_notification"))
    mode = made.get("parse_mode")
    if isinstance(mode, str):
        made["parse_mode"] = next((each for each in _MODES if each.lower() == mode.lower()), mode)
    return made


PLUGIN = ReceiverPlugin(
    settings=TelegramSettings,
    fields=FIELDS,
    open=open_telegram,
    upgrade=upgrade,
    terraform=TerraformNames(names={"bottoken": "token", "chatid": "chat_id"}),
    alertmanager=SECTIONS,
)
