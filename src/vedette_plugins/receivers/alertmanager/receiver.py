"""Posts alerts to other Alertmanagers, as Prometheus does."""

import asyncio
import hashlib
import re
from collections.abc import Container, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache

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
    TryLater,
    Undeliverable,
)
from vedette.sdk.receiver_http import Endpoint, HttpAnswer
from vedette.sdk.receiver_json import rfc3339

_WEEK = 7 * 24 * 3600
"""An Alertmanager resolves an alert after some minutes unless a later end is sent. The end is sent
when the alert resolves, so this value only matters if that notification can never arrive."""
_VALID = re.compile(r"[a-zA-Z0-9_]")
_HASH_DIGITS = 5
_NAMES_KEPT = 1024
"""Cached, because all alerts of a notification, which can be thousands, share a few label names."""


class AlertmanagerSettings(msgspec.Struct, frozen=True):
    url: str = ""
    user: str = msgspec.field(default="", name="basicAuthUser")
    password: str = msgspec.field(default="", name="basicAuthPassword")
    ends_after: int = msgspec.field(default=_WEEK, name="endsAfterSeconds")


FIELDS = (
    SettingField(
        "url",
        "URL",
        help="Several with commas: each gets every alert, and one that takes it is enough.",
        placeholder="http://alertmanager:9093",
        required=True,
        secret=False,
    ),
    SettingField("basicAuthUser", "User name", secret=False),
    SettingField("basicAuthPassword", "Password", secret=True),
    SettingField(
        "endsAfterSeconds",
        "Ends after (seconds)",
        kind="number",
        help="An alert that fires ends there by itself, where nothing more is heard of it: longer"
        " than the repeat interval. 7 days without.",
        placeholder=str(_WEEK),
        advanced=True,
    ),
)


class Alertmanager:
    def __init__(self, urls: Sequence[str], settings: AlertmanagerSettings, host: ReceiverHost):
        login = (settings.user, settings.password)
        self._endpoints = [Endpoint(host, "Alertmanager", HttpOptions(url, *login)) for url in urls]
        self._clock = host.clock
        self._lasts = timedelta(seconds=settings.ends_after)

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        now = self._clock.now()
        alerts = [_alert(alert, now + self._lasts) for alert in message.alerts]
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


def _alert(alert: AlertView, otherwise: datetime) -> Mapping[str, object]:
    return {
        "labels": label_names(alert.labels),
        "annotations": label_names(alert.annotations),
        "startsAt": rfc3339(alert.starts_at),
        "endsAt": rfc3339(alert.ends_at or otherwise),
        "generatorURL": alert.generator_url,
    }


def label_names(labels: Mapping[str, str]) -> Mapping[str, str]:
    """Return the labels with names that every Alertmanager accepts, without empty values.

    As documented for Grafana 10.4: white space is removed, other ASCII characters become `_`, and
    others their code, such as `0x1f514`. Names that become equal get a hash.
    """
    found: dict[str, str] = {}
    for name in sorted(labels, key=lambda name: (_safe(name) != name, name)):
        if labels[name]:
            found[_free(_safe(name), name, found)] = labels[name]
    return found


@lru_cache(_NAMES_KEPT)
def _safe(name: str) -> str:
    made = ""
    for sign in "".join(name.split()):
        if _VALID.match(sign) and (made or not sign.isdecimal()):
            made += sign
        elif sign.isascii():
            made += "_"
        else:
            made += f"{'' if made else '_'}{ord(sign):#x}"
    return made


def _free(safe: str, name: str, taken: Container[str]) -> str:
    """Return `safe`, or if it is used, `safe` with as much of the hash as makes it unique."""
    made, digits = safe, hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    length = _HASH_DIGITS
    while not made or made in taken:
        made, length = f"{safe}_{digits[:length]}", length + 1
    return made


def open_alertmanager(settings: AlertmanagerSettings, host: ReceiverHost) -> Receiver:
    urls = [each.strip() for each in settings.url.split(",") if each.strip()]
    if not urls:
        raise BadRequest("The Alertmanager receiver needs the URL of an Alertmanager.")
    if not 0 < settings.ends_after <= _WEEK:
        raise BadRequest(f"endsAfterSeconds must be greater than 0 and at most {_WEEK}, a week.")
    return Alertmanager(urls, settings, host)


PLUGIN = ReceiverPlugin(
    settings=AlertmanagerSettings,
    fields=FIELDS,
    open=open_alertmanager,
    terraform=TerraformNames(
        block="alertmanager",
        names={"basicAuthUser": "basic_auth_user", "basicAuthPassword": "basic_auth_password"},
        unnamed=frozenset({"endsAfterSeconds"}),
    ),
)
