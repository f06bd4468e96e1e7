"""Triggers and resolves incidents through PagerDuty's Events API v2."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

import msgspec

from vedette.sdk import (
    AlertView,
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
from vedette.sdk.receiver_text import DEFAULT_TITLE, cut_runes, one_line, stable_key
from vedette_plugins.receivers.pagerduty.transfer import SECTIONS

EVENTS = "https://events.pagerduty.com/v2/enqueue"
SEVERITIES = ("critical", "error", "warning", "info")
_MOST_SUMMARY = 1_024
_MOST_BODY = 512_000
_TOO_LARGE = "Left out: the event would be larger than the 512 KB that PagerDuty takes."


class PagerDutySettings(msgspec.Struct, frozen=True):
    integration_key: str = msgspec.field(default="", name="integrationKey")
    severity: str = "critical"
    class_: str = msgspec.field(default="default", name="class")
    component: str = "Vedette"
    group: str = "default"
    summary: str = ""
    source: str = ""
    client: str = "Vedette"
    client_url: str = "{{ .ExternalURL }}"
    details: dict[str, str] = msgspec.field(default_factory=dict)
    url: str = EVENTS


FIELDS = (
    SettingField("integrationKey", "Integration key", required=True, secret=True),
    SettingField(
        "severity",
        "Severity",
        help="critical, error, warning or info; a template can select it by a label.",
        template=True,
        default="critical",
    ),
    SettingField("summary", "Summary", kind="lines", template=True, default=DEFAULT_TITLE),
    SettingField("class", "Class", template=True, default="default", advanced=True),
    SettingField("component", "Component", template=True, default="Vedette", advanced=True),
    SettingField("group", "Group", template=True, default="default", advanced=True),
    SettingField(
        "source",
        "Source",
        help="The affected system. Default: the URL of this server.",
        template=True,
        advanced=True,
    ),
    SettingField("client", "Client", template=True, default="Vedette", advanced=True),
    SettingField(
        "client_url", "Client URL", template=True, default="{{ .ExternalURL }}", advanced=True
    ),
    SettingField(
        "details",
        "Details",
        help="More texts; templates.",
        kind="pairs",
        advanced=True,
        secret=False,
    ),
    SettingField(
        "url",
        "API URL",
        help="URL of the Events API. Default: the public one.",
        default=EVENTS,
        advanced=True,
        secret=False,
    ),
)


class PagerDuty:
    def __init__(self, settings: PagerDutySettings, host: ReceiverHost) -> None:
        options = HttpOptions(url=settings.url or EVENTS)
        self._endpoint = Endpoint(host, "PagerDuty", options, (settings.integration_key,))
        self._settings = settings
        self._texts = host.texts

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        payload = await self._payload(message)
        event = await self._event(message)
        body = msgspec.json.encode({**event, "payload": payload})
        if len(body) > _MOST_BODY:
            payload = {**payload, "custom_details": {"error": _TOO_LARGE}}
            body = msgspec.json.encode({**event, "payload": payload})
        kind = {"Content-Type": "application/json"}
        answer = await self._endpoint.send(delivery, body, headers=kind)
        return self._endpoint.receipt(answer, str(answer.object().get("dedup_key", "")))

    async def _event(self, message: Message) -> Mapping[str, object]:
        settings = self._settings
        event: dict[str, object] = {
            "routing_key": settings.integration_key,
            "event_action": "trigger" if message.firing else "resolve",
            "dedup_key": stable_key(message),
            "client": await self._line(settings.client, message, "Vedette"),
            "client_url": await self._line(settings.client_url, message, message.external_url),
            "links": [{"href": message.external_url, "text": "External URL"}],
        }
        urls = [alert.image_url for alert in message.alerts if alert.image_url]
        if urls:
            event["images"] = [{"src": url} for url in urls]
        return event

    async def _payload(self, message: Message) -> Mapping[str, object]:
        settings = self._settings
        summary = await self._text(settings.summary or DEFAULT_TITLE, message)
        severity = (await self._line(settings.severity, message, "critical")).lower()
        source = urlsplit(message.external_url).hostname or "vedette"
        details = {
            "firing": _details_text(message, message.firing),
            "resolved": _details_text(message, message.resolved),
            "num_firing": str(len(message.firing)),
            "num_resolved": str(len(message.resolved)),
        }
        for name, template in settings.details.items():
            details[name] = await self._text(template, message)
        return {
            "summary": cut_runes(summary.strip() or plain_title(message), _MOST_SUMMARY),
            "source": await self._line(settings.source, message, source),
            "severity": severity if severity in SEVERITIES else "critical",
            "class": await self._line(settings.class_, message, "default"),
            "component": await self._line(settings.component, message, "Vedette"),
            "group": await self._line(settings.group, message, "default"),
            "custom_details": details,
        }

    async def _text(self, template: str, message: Message) -> str:
        return await self._texts.text(template, message, otherwise=plain_title)

    async def _line(self, template: str, message: Message, usual: str) -> str:
        return await one_line(self._texts, template, message, usual)


def _details_text(message: Message, alerts: Sequence[AlertView]) -> str:
    return plain_text(msgspec.structs.replace(message, alerts=tuple(alerts)))


def open_pagerduty(settings: PagerDutySettings, host: ReceiverHost) -> Receiver:
    if not settings.integration_key.strip():
        raise BadRequest("PagerDuty needs the integration key of a service.")
    return PagerDuty(settings, host)


PLUGIN = ReceiverPlugin(
    settings=PagerDutySettings,
    fields=FIELDS,
    open=open_pagerduty,
    terraform=TerraformNames(maps=frozenset({"details"})),
    alertmanager=SECTIONS,
)
