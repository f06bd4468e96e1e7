"""Posts an Adaptive Card to Microsoft Teams, through a workflow or an older connector."""

import re
from urllib.parse import urlsplit

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
    DEFAULT_TITLE,
    alerts_url,
    cut_bytes,
    markdown_escape,
)
from vedette_plugins.receivers.teams.transfer import SECTIONS

_DEFAULT_MESSAGE = '{{ template "teams.default.message" . }}'
_MOST_TITLE = 1_000
_MOST_TEXT = 20_000
"""Maximum bytes. Teams accepts cards of 28 KB."""
_MAX_IMAGES = 2
_CONNECTORS = ("webhook.office.com", "outlook.office.com", "outlook.office365.com")
_FAILED = "webhook message delivery failed"
_LATER = re.compile(r"\b(429|5\d\d)\b")


class TeamsSettings(msgspec.Struct, frozen=True):
    url: str = ""
    title: str = ""
    section_title: str = msgspec.field(default="", name="sectiontitle")
    message: str = ""


FIELDS = (
    SettingField(
        "url",
        "URL",
        help="URL of a workflow that posts to a channel, or of an incoming webhook.",
        required=True,
        secret=True,
    ),
    SettingField("title", "Title", kind="lines", template=True, default=DEFAULT_TITLE),
    SettingField(
        "sectiontitle",
        "Section title",
        help="Title above the message.",
        template=True,
        advanced=True,
    ),
    SettingField("message", "Message", kind="lines", template=True, default=_DEFAULT_MESSAGE),
)


class Teams:
    def __init__(self, settings: TeamsSettings, host: ReceiverHost) -> None:
        self._endpoint = Endpoint(host, "Teams", HttpOptions(url=settings.url))
        name = urlsplit(settings.url).hostname or ""
        self._is_connector = name.endswith(_CONNECTORS)
        self._settings = settings
        self._texts = host.texts

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        answer = await self._endpoint.post_json(delivery, await self._body(message))
        self._check(answer)
        return self._endpoint.receipt(answer)

    def _check(self, answer: HttpAnswer) -> None:
        """Connectors always return 200: with the body `1`, or with an error text."""
        said = answer.body.decode(errors="replace").strip()
        failed = _FAILED in said.lower()
        if not failed and (not self._is_connector or said == "1" or answer.status == 202):
            return
        sentence = f"Teams rejected the message{self._endpoint.words(answer)}"
        if not failed or _LATER.search(said):
            raise TryLater(sentence)
        raise Undeliverable(sentence)

    async def _body(self, message: Message) -> object:
        settings, texts = self._settings, self._texts
        written = settings.title or DEFAULT_TITLE
        summary = await texts.text(written, message, otherwise=plain_title)
        title = await texts.text(written, message, otherwise=plain_title, escape=markdown_escape)
        text = await texts.text(
            settings.message or _DEFAULT_MESSAGE,
            message,
            otherwise=plain_text,
            escape=markdown_escape,
        )
        blocks: list[object] = [
            {
                "type": "TextBlock",
                "text": cut_bytes(title, _MOST_TITLE),
                "size": "large",
                "weight": "bolder",
                "color": "attention" if message.firing else "good",
                "wrap": True,
            }
        ]
        if settings.section_title:
            section = await texts.text(
                settings.section_title, message, otherwise=plain_title, escape=markdown_escape
            )
            section = cut_bytes(section, _MOST_TITLE)
            blocks.append({"type": "TextBlock", "text": section, "weight": "bolder", "wrap": True})
        blocks.append({"type": "TextBlock", "text": cut_bytes(text, _MOST_TEXT), "wrap": True})
        urls = [alert.image_url for alert in message.alerts if alert.image_url]
        if urls:
            images = [{"type": "Image", "url": url} for url in urls[:_MAX_IMAGES]]
            blocks.append({"type": "ImageSet", "imageSize": "large", "images": images})
        link = {"type": "Action.OpenUrl", "title": "View alerts", "url": alerts_url(message)}
        blocks.append({"type": "ActionSet", "actions": [link]})
        card = {
            "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
            "type": "AdaptiveCard",
            "version": "1.4",
            "msTeams": {"width": "Full"},
            "body": blocks,
        }
        kind = "application/vnd.microsoft.card.adaptive"
        return {
            "type": "message",
            "summary": cut_bytes(summary, _MOST_TITLE),
            "attachments": [{"contentType": kind, "content": card}],
        }


def open_teams(settings: TeamsSettings, host: ReceiverHost) -> Receiver:
    return Teams(settings, host)


PLUGIN = ReceiverPlugin(
    settings=TeamsSettings,
    fields=FIELDS,
    open=open_teams,
    terraform=TerraformNames(names={"sectiontitle": "section_title"}),
    alertmanager=SECTIONS,
)
