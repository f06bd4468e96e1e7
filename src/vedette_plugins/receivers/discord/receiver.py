"""Posts to a Discord channel through its webhook."""

import re

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
from vedette.sdk.receiver_http import Endpoint, multipart
from vedette.sdk.receiver_text import (
    DEFAULT_MESSAGE,
    DEFAULT_TITLE,
    alerts_url,
    color,
    cut_utf16,
    image_url,
    markdown_escape,
    one_line,
)
from vedette_plugins.receivers.discord.transfer import SECTIONS

_MOST_CONTENT = 2_000
_MOST_TITLE = 256
_MAX_IMAGES = 9
_MENTION = re.compile(r"(?<![^<])@|@(?=everyone|here|(?:e\w{0,6}|h\w{0,2})?\Z)")
"""An `@` that starts a mention, or could do so together with adjacent text."""


class DiscordSettings(msgspec.Struct, frozen=True):
    url: str = ""
    title: str = ""
    message: str = ""
    avatar_url: str = ""
    use_discord_username: bool = False


FIELDS = (
    SettingField(
        "url",
        "Webhook URL",
        placeholder="https://discord.com/api/webhooks/...",
        required=True,
        secret=True,
    ),
    SettingField("title", "Title", kind="lines", template=True, default=DEFAULT_TITLE),
    SettingField("message", "Message", kind="lines", template=True, default=DEFAULT_MESSAGE),
    SettingField("avatar_url", "Avatar URL", template=True, advanced=True),
    SettingField(
        "use_discord_username",
        "Keep the webhook's own name",
        kind="switch",
        default="false",
        advanced=True,
    ),
)


class Discord:
    accepts_images = True

    def __init__(self, settings: DiscordSettings, host: ReceiverHost) -> None:
        self._endpoint = Endpoint(host, "Discord", HttpOptions(url=settings.url))
        self._settings = settings
        self._texts = host.texts

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        images = [alert.image for alert in message.alerts if alert.image][:_MAX_IMAGES]
        body = await self._body(message, "attachment://image0.png" if images else "")
        if not images:
            answer = await self._endpoint.post_json(delivery, body)
            return self._endpoint.receipt(answer)
        sent, kind = multipart(
            [("payload_json", msgspec.json.encode(body).decode())],
            [
                (f"files[{place}]", f"image{place}.png", "image/png", image)
                for place, image in enumerate(images)
            ],
            boundary=f"vedette-{delivery.key}",
        )
        answer = await self._endpoint.send(delivery, sent, headers={"Content-Type": kind})
        return self._endpoint.receipt(answer)

    async def _body(self, message: Message, attached: str) -> dict[str, object]:
        """`attached` is the URL of an attached image."""
        settings = self._settings
        title = await self._texts.text(
            settings.title or DEFAULT_TITLE, message, otherwise=plain_title, escape=escape_discord
        )
        text = await self._texts.text(
            settings.message or DEFAULT_MESSAGE,
            message,
            otherwise=plain_text,
            escape=escape_discord,
        )
        embed: dict[str, object] = {
            "title": cut_utf16(title, _MOST_TITLE),
            "type": "rich",
            "url": alerts_url(message),
            "color": int(color(message).removeprefix("#"), 16),
            "footer": {"text": "Vedette"},
        }
        if image := attached or image_url(message):
            embed["image"] = {"url": image}
        body: dict[str, object] = {
            "content": cut_utf16(text, _MOST_CONTENT),
            "embeds": [embed],
        }
        if not settings.use_discord_username:
            body["username"] = "Vedette"
        if avatar := await one_line(self._texts, settings.avatar_url, message):
            body["avatar_url"] = avatar
        return body


def escape_discord(text: str) -> str:
    """Return text without markup and mentions: a zero-width character follows the `@` of a
    mention."""
    return markdown_escape(_MENTION.sub("@\u200b", text))


def open_discord(settings: DiscordSettings, host: ReceiverHost) -> Receiver:
    return Discord(settings, host)


PLUGIN = ReceiverPlugin(
    settings=DiscordSettings,
    fields=FIELDS,
    open=open_discord,
    alertmanager=SECTIONS,
)
