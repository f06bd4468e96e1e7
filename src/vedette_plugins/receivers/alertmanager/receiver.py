"""Hands alerts on to other Alertmanagers, as Prometheus does."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

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
    TryLater,
    Undeliverable,
)
from vedette.sdk.receiver_http import Endpoint, HttpAnswer
from vedette.sdk.receiver_json import rfc3339

_LASTS = timedelta(days=7)
"""An Alertmanager ends an alert by itself after some minutes unless its end is told. The true end
is told when it comes, so this one only bounds what stays where that can never arrive."""
_ODD = re.compile(r"[^a-zA-Z0-9_]")


class AlertmanagerSettings(msgspec.Struct, frozen=True):
    url: str = ""
    user: str = msgspec.field(default="", name="basicAuthUser")
    password: str = msgspec.field(default="", name="basicAuthPassword")


FIELDS = (
    SettingField(
        "url",
        "URL",
        help="Several with commas: each gets every alert, and one that takes it is enough.",
        placeholder="http://alertmanager:9093",
        required=True,
    ),
    SettingField("basicAuthUser", "User name"),
    SettingField("basicAuthPassword", "Password", secret=True),
)


class Alertmanager:
    def __init__(self, urls: Sequence[str], settings: AlertmanagerSettings, host: ReceiverHost):
        login = (settings.user, settings.password)
        self._endpoints = [Endpoint(host, "Alertmanager", HttpOptions(url, *login)) for url in urls]
        self._clock = host.clock

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        now = self._clock.now()
        alerts = [_alert(alert, now) for alert in message.alerts]
        answers = await asyncio.gather(
            *(each.post_json(delivery, alerts, path="api/v2/alerts") for each in self._endpoints),
            return_exceptions=True,
        )
        taken = sum(isinstance(answer, HttpAnswer) for answer in answers)
        if taken:
            of = f" of {len(answers)}" if len(answers) > 1 else ""
            return Receipt(f"{taken}{of} took {len(alerts)} alerts.")
        for kind in (TryLater, Undeliverable, BaseException):
            for answer in answers:
                if isinstance(answer, kind):
                    raise answer
        raise AssertionError("an Alertmanager neither answered nor failed")


def _alert(alert: AlertView, now: datetime) -> Mapping[str, object]:
    return {
        "labels": _named(alert.labels),
        "annotations": _named(alert.annotations),
        "startsAt": rfc3339(alert.starts_at),
        "endsAt": rfc3339(alert.ends_at or now + _LASTS),
        "generatorURL": alert.generator_url,
    }


def _named(labels: Mapping[str, str]) -> Mapping[str, str]:
    """Names as every Alertmanager takes them; an empty value is no label."""
    found: dict[str, str] = {}
    for name, value in sorted(labels.items()):
        safe = _ODD.sub("_", name)
        safe = f"_{safe}" if safe[:1].isdigit() else safe
        if value and safe:
            found.setdefault(safe, value)
    return found


def open_alertmanager(settings: AlertmanagerSettings, host: ReceiverHost) -> Receiver:
    urls = [each.strip() for each in settings.url.split(",") if each.strip()]
    if not urls:
        raise BadRequest("The Alertmanager receiver needs the URL of an Alertmanager.")
    return Alertmanager(urls, settings, host)


PLUGIN = ReceiverPlugin(settings=AlertmanagerSettings, fields=FIELDS, open=open_alertmanager)
