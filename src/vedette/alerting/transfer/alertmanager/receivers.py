"""Receivers of Alertmanager as integrations of contact points."""

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

import msgspec

from vedette.alerting.transfer.export.formats import Verbatim
from vedette.kernel.durations import parse_duration
from vedette.kernel.errors import BadRequest
from vedette.provisioning.entry import Entry
from vedette.provisioning.values import Block, Value

Warn = Callable[[str], None]
_VICTOROPS = "https://alert.victorops.com/integrations/generic/20131114/alert/"
_SLACK_API = "https://slack.com/api/chat.postMessage"


class Kind(msgspec.Struct, frozen=True):
    """`keys` are ours by Alertmanager's; the rest of a receiver is named as left out."""

    type: str
    keys: Mapping[str, str]
    sends_resolved: bool = True
    adjust: Callable[["Config", dict[str, Any]], None] = lambda config, settings: None


class Config:
    """One entry of `slack_configs` and the like."""

    def __init__(self, block: Block, defaults: Entry, place: str, warn: Warn) -> None:
        self.entry = Entry(block, defaults.report)
        self.defaults = defaults
        self.place = place
        self.warn = warn

    def take(self, key: str) -> Any:
        """The value, texts as they are written; a secret in a file as provisioning names it."""
        value, _ = self.entry.value(key)
        path = self.entry.text(f"{key}_file")
        if value is None and path:
            return Verbatim(f"$__file{{{path}}}")
        return None if value is None else _plain(self.entry.block, key, value)

    def inherited(self, key: str, of_all: str) -> Any:
        """From the receiver, else from `global`."""
        own = self.take(key)
        if own is not None:
            return own
        found = self.defaults.text(of_all)
        path = self.defaults.text(f"{of_all}_file")
        return found or (Verbatim(f"$__file{{{path}}}") if path else None)

    def left_out(self, key: str, why: str = "is not carried over") -> None:
        self.warn(f"{self.place}: {key} {why}.")

    def http(self) -> dict[str, Any]:
        """`http_config` in the words of webhooks."""
        block = self.entry.mapping("http_config")
        inner = Config(block, self.defaults, f"{self.place}.http_config", self.warn)
        found: dict[str, Any] = {}
        basic = inner.take("basic_auth")
        if isinstance(basic, Mapping):
            found |= {"username": basic.get("username", ""), "password": basic.get("password", "")}
            if basic.get("password_file"):
                found["password"] = Verbatim(f"$__file{{{basic['password_file']}}}")
        token = inner.take("bearer_token")
        scheme = inner.take("authorization") or ({"credentials": token} if token else None)
        if isinstance(scheme, Mapping):
            path = scheme.get("credentials_file")
            found["authorization_scheme"] = scheme.get("type") or "Bearer"
            found["authorization_credentials"] = (
                Verbatim(f"$__file{{{path}}}") if path else scheme.get("credentials", "")
            )
        tls = inner.take("tls_config")
        if isinstance(tls, Mapping):
            if tls.get("insecure_skip_verify") in (True, "true"):
                found["tlsConfig"] = {"insecureSkipVerify": True}
            for key in tls.keys() - {"insecure_skip_verify"}:
                inner.left_out(f"tls_config.{key}")
        inner.take("follow_redirects")
        inner.rest()
        return found

    def rest(self) -> None:
        for key in sorted(self.entry.block.keys() - self.entry.asked):
            self.left_out(key)


def integrations(receiver: Entry, name: str, defaults: Entry, warn: Warn) -> list[dict[str, Any]]:
    """Entries of `receivers` of a contact point; empty where it reaches nobody."""
    found = []
    for key in receiver.block:
        if key == "name":
            continue
        kind = KINDS.get(key)
        value, _ = receiver.value(key)
        if kind is None or not isinstance(value, list):
            warn(f"The receiver {name!r}: {key} has no counterpart here and is left out.")
            continue
        for index, block in enumerate(value):
            place = f"The receiver {name!r}, {key}[{index}]"
            if isinstance(block, Block):
                found.append(
                    _integration(
                        Config(block, defaults, place, warn), kind, f"{name}\0{key}\0{index}"
                    )
                )
            else:
                warn(f"{place} is no mapping and is left out.")
    return found


def _integration(config: Config, kind: Kind, identity: str) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for theirs, ours in kind.keys.items():
        value = config.take(theirs)
        if value is not None:
            settings[ours] = value
    kind.adjust(config, settings)
    resolves = config.entry.flag("send_resolved", default=kind.sends_resolved)
    config.rest()
    for key, value in settings.items():
        if value == "<secret>":
            config.left_out(key, "is hidden as <secret> in this configuration; fill it in")
    digest = blake2b(identity.encode(), digest_size=8).hexdigest()
    return {
        "uid": f"am-{digest}",
        "type": kind.type,
        "settings": settings,
        "disableResolveMessage": not resolves,
    }


def _plain(block: Block, key: str, value: Value) -> Any:
    """Numbers and words as they are written; mappings and lists as they are."""
    if isinstance(value, Block):
        return {name: _plain(value, name, each) for name, each in value.items()}
    if isinstance(value, list | bool | None):
        return value
    return block.written[key]


def _webhook(config: Config, settings: dict[str, Any]) -> None:
    settings |= config.http()


def _email(config: Config, settings: dict[str, Any]) -> None:
    headers = config.take("headers")
    if isinstance(headers, Mapping):
        for name, value in headers.items():
            if str(name).lower() == "subject":
                settings["subject"] = value
            else:
                config.left_out(f"headers.{name}")
    for key in ("from", "smarthost", "hello", "require_tls"):
        if config.take(key) is not None:
            config.left_out(key, "belongs to the server here: [smtp] of its configuration")
    for key in ("username", "password", "secret", "identity"):
        if config.take(f"auth_{key}") is not None:
            config.left_out(f"auth_{key}", "belongs to the server here: [smtp]")


def _slack(config: Config, settings: dict[str, Any]) -> None:
    url = config.inherited("api_url", "slack_api_url")
    http = config.http()
    token = http.pop("authorization_credentials", None) or config.take("app_token")
    if token and (url in (None, _SLACK_API)):
        settings["token"] = token
    elif url is not None:
        settings["url"] = url
    http.pop("authorization_scheme", None)
    for key in http:
        config.left_out(f"http_config: {key}")


def _pagerduty(config: Config, settings: dict[str, Any]) -> None:
    old = config.take("service_key")
    if old is not None and "integrationKey" not in settings:
        settings["integrationKey"] = old
        config.left_out("service_key", "is used as the key of the Events API version 2")
    if "url" not in settings and (url := config.defaults.text("pagerduty_url")):
        settings["url"] = url


def _opsgenie(config: Config, settings: dict[str, Any]) -> None:
    settings["apiKey"] = config.inherited("api_key", "opsgenie_api_key") or ""
    url = config.inherited("api_url", "opsgenie_api_url")
    if url:
        settings["apiUrl"] = f"{str(url).rstrip('/')}/v2/alerts"


def _victorops(config: Config, settings: dict[str, Any]) -> None:
    key = config.inherited("api_key", "victorops_api_key") or ""
    url = config.inherited("api_url", "victorops_api_url") or _VICTOROPS
    route = config.take("routing_key") or ""
    address = f"{str(url).rstrip('/')}/{key}/{route}"
    settings["url"] = Verbatim(address) if isinstance(key, Verbatim) else address


def _pushover(config: Config, settings: dict[str, Any]) -> None:
    for key in ("retry", "expire"):
        if key in settings:
            try:
                settings[key] = int(parse_duration(settings[key]).total_seconds())
            except BadRequest:
                del settings[key]
                config.left_out(key)
    priority = settings.get("priority")
    if priority is not None and not str(priority).lstrip("-").isdecimal():
        del settings["priority"]
        config.left_out("priority", "is a template; here it is a number")


def _webex(config: Config, settings: dict[str, Any]) -> None:
    settings["bot_token"] = config.http().get("authorization_credentials", "")


KINDS: Mapping[str, Kind] = {
    "webhook_configs": Kind("webhook", {"url": "url", "max_alerts": "maxAlerts"}, adjust=_webhook),
    "email_configs": Kind("email", {"to": "addresses", "text": "message"}, False, _email),
    "slack_configs": Kind(
        "slack",
        {
            "channel": "recipient",
            "username": "username",
            "icon_emoji": "icon_emoji",
            "icon_url": "icon_url",
            "title": "title",
            "text": "text",
            "color": "color",
        },
        False,
        _slack,
    ),
    "pagerduty_configs": Kind(
        "pagerduty",
        {
            "routing_key": "integrationKey",
            "severity": "severity",
            "class": "class",
            "component": "component",
            "group": "group",
            "description": "summary",
            "source": "source",
            "client": "client",
            "client_url": "client_url",
            "details": "details",
            "url": "url",
        },
        adjust=_pagerduty,
    ),
    "opsgenie_configs": Kind(
        "opsgenie",
        {
            "message": "message",
            "description": "description",
            "entity": "entity",
            "responders": "responders",
        },
        adjust=_opsgenie,
    ),
    "victorops_configs": Kind(
        "victorops",
        {
            "message_type": "messageType",
            "entity_display_name": "title",
            "state_message": "description",
        },
        adjust=_victorops,
    ),
    "pushover_configs": Kind(
        "pushover",
        {
            "user_key": "userKey",
            "token": "apiToken",
            "title": "title",
            "message": "message",
            "priority": "priority",
            "retry": "retry",
            "expire": "expire",
            "sound": "sound",
            "device": "device",
        },
        adjust=_pushover,
    ),
    "sns_configs": Kind(
        "sns",
        {
            key: key
            for key in (
                "api_url",
                "sigv4",
                "topic_arn",
                "phone_number",
                "target_arn",
                "subject",
                "message",
                "attributes",
            )
        },
    ),
    "telegram_configs": Kind(
        "telegram",
        {
            "bot_token": "bottoken",
            "chat_id": "chatid",
            "message_thread_id": "message_thread_id",
            "message": "message",
            "parse_mode": "parse_mode",
            "disable_notifications": "disable_notifications",
        },
    ),
    "webex_configs": Kind(
        "webex",
        {"api_url": "api_url", "room_id": "room_id", "message": "message"},
        adjust=_webex,
    ),
    "discord_configs": Kind(
        "discord",
        {
            "webhook_url": "url",
            "title": "title",
            "message": "message",
            "avatar_url": "avatar_url",
        },
    ),
    "msteams_configs": Kind("teams", {"webhook_url": "url", "title": "title", "text": "message"}),
    "msteamsv2_configs": Kind("teams", {"webhook_url": "url", "title": "title", "text": "message"}),
}
