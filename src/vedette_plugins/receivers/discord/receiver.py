"""Posts to a Discord channel by its webhook."""

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
    escaped,
    image_url,
    markdown_escape,
)

_MOST_CONTENT = 2_000
_MOST_TITLE = 256
_MOST_PICTURES = 9


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
    SettingField("avatar_url", "Avatar URL", advanced=True),
    SettingField(
        "use_discord_username",
        "Keep the webhook's own name",
        kind="switch",
        default="false",
        advanced=True,
    ),
)


class Discord:
    def __init__(self, settings: DiscordSettings, host: ReceiverHost) -> None:
        self._endpoint = Endpoint(host, "Discord", HttpOptions(url=settings.url))
        self._settings = settings
        self._texts = host.texts

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        body = await self._body(message)
        pictures = [alert.image for alert in message.alerts if alert.image][:_MOST_PICTURES]
        if not pictures:
            answer = await self._endpoint.post_json(delivery, body)
            return self._endpoint.receipt(answer)
        sent, kind = multipart(
            [("payload_json", msgspec.json.encode(body).decode())],
            [
                (f"files[{place}]", f"picture{place}.png", "image/png", picture)
                for place, picture in enumerate(pictures)
            ],
            boundary=f"vedette-{delivery.key}",
        )
        answer = await self._endpoint.send(delivery, sent, headers={"Content-Type": kind})
        return self._endpoint.receipt(answer)

    async def _body(self, message: Message) -> dict[str, object]:
        settings = self._settings
        safe = escaped(message, escape_discord)
        title = await self._texts.text(settings.title or DEFAULT_TITLE, safe, otherwise=plain_title)
        text = await self._texts.text(
            settings.message or DEFAULT_MESSAGE, safe, otherwise=plain_text
        )
        embed: dict[str, object] = {
            "title": cut_utf16(title, _MOST_TITLE),
            "type": "rich",
            "url": alerts_url(message),
            "color": int(color(message).removeprefix("#"), 16),
            "footer": {"text": "Vedette"},
        }
        if picture := image_url(message):
            embed["image"] = {"url": picture}
        body: dict[str, object] = {
            "content": cut_utf16(text, _MOST_CONTENT),
            "embeds": [embed],
        }
        if not settings.use_discord_username:
            body["username"] = "Vedette"
        if settings.avatar_url:
            body["avatar_url"] = settings.avatar_url
        return body


def escape_discord(text: str) -> str:
    """No mark-up, and no mention: a character without width follows each `@`."""
    return markdown_escape(text).replace("@", "@\u200b")


def open_discord(settings: DiscordSettings, host: ReceiverHost) -> Receiver:
    return Discord(settings, host)


PLUGIN = ReceiverPlugin(settings=DiscordSettings, fields=FIELDS, open=open_discord)
