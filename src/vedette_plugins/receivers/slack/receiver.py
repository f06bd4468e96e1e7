"""Posts to a Slack channel through an incoming webhook, or through `chat.postMessage` with a bot
token."""

from functools import partial
from typing import Literal

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
    TryLater,
    Undeliverable,
    plain_text,
    plain_title,
)
from vedette.sdk.receiver_http import Endpoint, HttpAnswer
from vedette.sdk.receiver_images import send_images
from vedette.sdk.receiver_text import (
    alerts_url,
    color,
    cut_runes,
    image_url,
    one_line,
)
from vedette_plugins.receivers.slack.transfer import SECTIONS
from vedette_plugins.receivers.slack.uploads import Uploads

_TITLE = '{{ template "slack.default.title" . }}'
_TEXT = '{{ template "slack.default.text" . }}'
API = "https://slack.com/api/chat.postMessage"
_MOST_TITLE = 1_024
_MOST_TEXT = 8_000
_LATER = frozenset(
    {
        "fatal_error",
        "internal_error",
        "rate_limited",
        "ratelimited",
        "request_timeout",
        "service_unavailable",
        "team_added_to_org",
    }
)


class SlackSettings(msgspec.Struct, frozen=True):
    url: str = ""
    token: str = ""
    recipient: str = ""
    username: str = ""
    icon_emoji: str = ""
    icon_url: str = ""
    mention_users: str = msgspec.field(default="", name="mentionUsers")
    mention_groups: str = msgspec.field(default="", name="mentionGroups")
    mention_channel: Literal["", "here", "channel"] = msgspec.field(
        default="", name="mentionChannel"
    )
    endpoint_url: str = msgspec.field(default="", name="endpointUrl")
    title: str = ""
    text: str = ""
    color: str = ""


FIELDS = (
    SettingField(
        "url",
        "Webhook URL",
        help="URL of an incoming webhook. Without it, a token and a recipient are required.",
        placeholder="https://hooks.slack.com/services/...",
        secret=True,
    ),
    SettingField("token", "Token", help="Token of a bot with the scope `chat:write`.", secret=True),
    SettingField(
        "recipient", "Recipient", help="Channel, for a token.", placeholder="#alerts", template=True
    ),
    SettingField("title", "Title", kind="lines", template=True, default=_TITLE),
    SettingField("text", "Text", kind="lines", template=True, default=_TEXT),
    SettingField("username", "User name", template=True, advanced=True),
    SettingField("icon_emoji", "Icon emoji", placeholder=":fire:", template=True, advanced=True),
    SettingField("icon_url", "Icon URL", template=True, advanced=True),
    SettingField(
        "mentionChannel",
        "Mention the channel",
        kind="choice",
        choices=("here", "channel"),
        advanced=True,
    ),
    SettingField(
        "mentionUsers", "Mention users", help="User ids with commas.", advanced=True, secret=False
    ),
    SettingField(
        "mentionGroups",
        "Mention groups",
        help="Group ids with commas.",
        advanced=True,
        secret=False,
    ),
    SettingField(
        "endpointUrl",
        "API URL",
        help=f"Instead of {API}.",
        placeholder=API,
        advanced=True,
        secret=False,
    ),
    SettingField("color", "Color", placeholder="#D63232", template=True, advanced=True),
)


class Slack:
    def __init__(self, settings: SlackSettings, host: ReceiverHost) -> None:
        by_token = not settings.url
        options = HttpOptions(
            url=settings.url or settings.endpoint_url or API,
            headers={"Authorization": f"Bearer {settings.token}"} if by_token else {},
        )
        self._endpoint = Endpoint(host, "Slack", options, (settings.url, settings.token))
        self._uploads = Uploads(host, options, settings.token) if by_token else None
        self.accepts_images = by_token
        self._settings = settings
        self._host = host

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        answer = await self._endpoint.post_json(delivery, await self._body(message))
        reply = answer.object()
        if reply.get("ok") is False or (not self._settings.url and reply.get("ok") is not True):
            self._refused(answer, str(reply.get("error", "")))
        receipt = self._endpoint.receipt(answer, str(reply.get("ts", "")))
        images = [alert.image for alert in message.alerts if alert.image]
        if self._uploads is None or not images:
            return receipt
        channel = str(reply.get("channel", ""))
        send = partial(self._uploads.send, delivery, images, channel, receipt.remote_id)
        return await send_images(receipt, self._host, delivery, len(images), [send])

    def _refused(self, answer: HttpAnswer, error: str) -> None:
        """Slack reports most errors with status 200."""
        if not error:
            raise TryLater("Slack returned 200 without confirming the message.")
        sentence = f"Slack rejected the message{self._endpoint.words(answer)}"
        if error in _LATER:
            raise TryLater(sentence, self._endpoint.pause(answer))
        raise Undeliverable(sentence)

    async def _body(self, message: Message) -> dict[str, object]:
        settings, texts = self._settings, self._host.texts
        title = await texts.text(
            settings.title or _TITLE, message, otherwise=plain_title, escape=escape_slack
        )
        text = await texts.text(
            settings.text or _TEXT, message, otherwise=plain_text, escape=escape_slack
        )
        title = cut_runes(title, _MOST_TITLE)
        attachment: dict[str, object] = {
            "color": await one_line(texts, settings.color, message, color(message)),
            "title": title,
            "title_link": alerts_url(message),
            "text": cut_runes(text, _MOST_TEXT),
            "fallback": title,
            "footer": "Vedette",
            "ts": self._host.clock.now_ms() // 1000,
            "mrkdwn_in": ["text"],
        }
        if image := image_url(message):
            attachment["image_url"] = image
        body: dict[str, object] = {"attachments": [attachment]}
        if settings.recipient:
            body["channel"] = await one_line(texts, settings.recipient, message, settings.recipient)
        emoji = await one_line(texts, settings.icon_emoji, message)
        own = {
            "username": await one_line(texts, settings.username, message),
            "icon_emoji": emoji,
            "icon_url": "" if emoji else await one_line(texts, settings.icon_url, message),
            "text": mentions(settings),
        }
        return body | {key: value for key, value in own.items() if value}


def mentions(settings: SlackSettings) -> str:
    users = [f"<@{user}>" for user in _ids(settings.mention_users)]
    groups = [f"<!subteam^{group}>" for group in _ids(settings.mention_groups)]
    channel = [f"<!{settings.mention_channel}>"] if settings.mention_channel else []
    return " ".join([*channel, *groups, *users])


def _ids(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def escape_slack(text: str) -> str:
    """Escape the three characters of Slack's markup."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def open_slack(settings: SlackSettings, host: ReceiverHost) -> Receiver:
    if not settings.url and not settings.token:
        raise BadRequest("Slack needs the URL of an incoming webhook, or a token and a recipient.")
    if not settings.url and not settings.recipient:
        raise BadRequest("Slack needs a recipient in addition to the token: a channel or a user.")
    return Slack(settings, host)


PLUGIN = ReceiverPlugin(
    settings=SlackSettings,
    fields=FIELDS,
    open=open_slack,
    alertmanager=SECTIONS,
)
