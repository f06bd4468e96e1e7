"""Creates and closes alerts in Opsgenie."""

from collections.abc import Mapping
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
    TerraformNames,
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
    one_line,
    stable_key,
)
from vedette_plugins.receivers.opsgenie.transfer import SECTIONS

API = "https://api.opsgenie.com/v2/alerts"
PRIORITIES = frozenset({"P1", "P2", "P3", "P4", "P5"})
_MOST_MESSAGE = 130
_MOST_DESCRIPTION = 15_000
_MOST_ENTITY = 512
_MOST_TAGS = 20
_MOST_TAG = 50
_MOST_DETAILS = 8_000


class Responder(msgspec.Struct, frozen=True):
    type: Literal["team", "teams", "user", "escalation", "schedule"]
    id: str = ""
    name: str = ""
    username: str = ""


class OpsgenieSettings(msgspec.Struct, frozen=True):
    api_key: str = msgspec.field(default="", name="apiKey")
    api_url: str = msgspec.field(default=API, name="apiUrl")
    message: str = ""
    description: str = ""
    entity: str = ""
    auto_close: bool = msgspec.field(default=True, name="autoClose")
    override_priority: bool = msgspec.field(default=False, name="overridePriority")
    send_tags_as: Literal["tags", "details", "both"] = msgspec.field(
        default="tags", name="sendTagsAs"
    )
    responders: list[Responder | str] = msgspec.field(default_factory=list)


FIELDS = (
    SettingField("apiKey", "API key", required=True, secret=True),
    SettingField(
        "apiUrl",
        "API URL",
        help="https://api.eu.opsgenie.com/v2/alerts for accounts in the EU.",
        default=API,
        secret=False,
    ),
    SettingField("message", "Message", template=True, default=DEFAULT_TITLE),
    SettingField(
        "description", "Description", kind="lines", template=True, default=DEFAULT_MESSAGE
    ),
    SettingField("entity", "Entity", help="What the alert is about.", template=True, advanced=True),
    SettingField("autoClose", "Close when resolved", kind="switch", default="true", advanced=True),
    SettingField(
        "overridePriority",
        "Priority by annotation",
        help="The annotation og_priority, P1 to P5, chooses the priority.",
        kind="switch",
        default="false",
        advanced=True,
    ),
    SettingField(
        "sendTagsAs",
        "Labels become",
        kind="choice",
        choices=("tags", "details", "both"),
        default="tags",
        advanced=True,
    ),
    SettingField(
        "responders",
        "Responders",
        help="Type and name, such as team:Ops or user:ann@example.org. Types are team, teams,"
        " user, escalation and schedule.",
        kind="list",
        advanced=True,
        secret=False,
    ),
)


class Opsgenie:
    def __init__(self, settings: OpsgenieSettings, host: ReceiverHost) -> None:
        headers = {"Authorization": f"GenieKey {settings.api_key}"}
        options = HttpOptions(url=settings.api_url or API, headers=headers)
        self._endpoint = Endpoint(host, "Opsgenie", options, (settings.api_key,))
        self._settings = settings
        self._responders = [_responder(each) for each in settings.responders]
        self._texts = host.texts

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        if message.firing:
            answer = await self._endpoint.post_json(delivery, await self._alert(message))
        elif self._settings.auto_close:
            path = f"{stable_key(message)}/close?identifierType=alias"
            answer = await self._endpoint.post_json(delivery, {"source": "Vedette"}, path=path)
        else:
            return Receipt("Nothing was sent: closing alerts in Opsgenie is disabled.")
        return self._endpoint.receipt(answer, str(answer.object().get("requestId", "")))

    async def _alert(self, message: Message) -> Mapping[str, object]:
        settings = self._settings
        title = await self._texts.text(
            settings.message or DEFAULT_TITLE, message, otherwise=plain_title
        )
        description = await self._texts.text(
            settings.description or DEFAULT_MESSAGE, message, otherwise=plain_text
        )
        description = f"{title}\n{alerts_url(message)}\n\n{description}"
        labels = sorted(message.common_labels.items())
        details = {"url": alerts_url(message)}
        if settings.send_tags_as != "tags":
            details |= {name: cut_runes(value, _MOST_DETAILS) for name, value in labels}
        if image := image_url(message):
            details["image_url"] = image
        alert: dict[str, object] = {
            "alias": stable_key(message),
            "message": cut_runes(title.replace("\n", " ").strip(), _MOST_MESSAGE),
            "description": cut_runes(description, _MOST_DESCRIPTION),
            "source": "Vedette",
            "details": details,
        }
        if entity := await one_line(self._texts, settings.entity, message):
            alert["entity"] = cut_runes(entity, _MOST_ENTITY)
        if settings.send_tags_as != "details":
            tags = [cut_runes(f"{name}:{value}", _MOST_TAG) for name, value in labels]
            alert["tags"] = tags[:_MOST_TAGS]
        priority = message.common_annotations.get("og_priority", "")
        if settings.override_priority and priority in PRIORITIES:
            alert["priority"] = priority
        if self._responders:
            rendered = [await self._rendered(each, message) for each in self._responders]
            alert["responders"] = [found for each in rendered for found in _named(each)]
        return alert

    async def _rendered(self, responder: Responder, message: Message) -> Responder:
        """Return the responder with rendered templates, which can select it by a label."""
        return Responder(
            responder.type,
            await one_line(self._texts, responder.id, message),
            await one_line(self._texts, responder.name, message),
            await one_line(self._texts, responder.username, message),
        )


def _responder(written: Responder | str) -> Responder:
    """Parse an object, or a text such as `team:Ops`. Raises `BadRequest`."""
    if isinstance(written, Responder):
        return written
    kind, _, name = (part.strip() for part in written.partition(":"))
    key = "username" if kind == "user" else "name"
    try:
        return msgspec.convert({"type": kind, key: name}, Responder)
    except msgspec.ValidationError as error:
        raise BadRequest(f"Opsgenie's responder {written[:60]!r} is not like team:Ops.") from error


def _named(responder: Responder) -> list[Mapping[str, str]]:
    """`teams` is a list of team names, which a template may render empty."""
    if responder.type == "teams":
        names = [name.strip() for name in responder.name.split(",") if name.strip()]
        return [{"type": "team", "name": name} for name in names]
    given = {"id": responder.id, "name": responder.name, "username": responder.username}
    named = {key: value for key, value in given.items() if value}
    return [{"type": responder.type, **named}] if named else []


def open_opsgenie(settings: OpsgenieSettings, host: ReceiverHost) -> Receiver:
    if not settings.api_key.strip():
        raise BadRequest("Opsgenie needs an API key.")
    for each in map(_responder, settings.responders):
        if not (each.id or each.name or each.username):
            raise BadRequest("Each responder of Opsgenie needs an id, a name or a username.")
        if each.type == "teams" and not each.name:
            raise BadRequest("Responders of the type teams need names, separated by commas.")
    return Opsgenie(settings, host)


PLUGIN = ReceiverPlugin(
    settings=OpsgenieSettings,
    fields=FIELDS,
    open=open_opsgenie,
    terraform=TerraformNames(names={"apiUrl": "url"}, unnamed=frozenset({"entity"})),
    alertmanager=SECTIONS,
)
