"""Posts a notification as JSON to any HTTP server."""

import hashlib
import hmac
import re
from collections.abc import Mapping

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
    TerraformNames,
    TryLater,
    plain_text,
    plain_title,
)
from vedette.sdk.receiver_http import Endpoint
from vedette.sdk.receiver_json import webhook_object
from vedette.sdk.receiver_text import DEFAULT_MESSAGE, DEFAULT_TITLE
from vedette_plugins.receivers.webhook.oauth2 import Tokens
from vedette_plugins.receivers.webhook.settings import FIELDS, WebhookSettings, check
from vedette_plugins.receivers.webhook.transfer import SECTIONS

_FAILED = "\x00failed"
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


class Webhook:
    def __init__(self, settings: WebhookSettings, host: ReceiverHost) -> None:
        tls = settings.tls
        options = HttpOptions(
            url=settings.url,
            user=settings.username,
            password=settings.password,
            headers=_headers(settings),
            skip_verify=tls.insecure_skip_verify,
            ca_certificate=tls.ca_certificate,
            client_certificate=tls.client_certificate,
            client_key=tls.client_key,
        )
        hidden = (settings.authorization_credentials, settings.hmac.secret)
        self._endpoint = Endpoint(host, "The webhook", options, hidden)
        self._settings = settings
        self._host = host
        oauth2 = settings.http.oauth2
        self._tokens = Tokens(oauth2, host) if oauth2.token_url or oauth2.client_id else None

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        body = await self._body(message)
        headers = {"Content-Type": "application/json", **self._signature(body)}
        if self._tokens is not None:
            headers["Authorization"] = f"Bearer {await self._tokens.token(delivery)}"
        answer = await self._endpoint.exchange(
            delivery, body, method=self._settings.http_method, headers=headers
        )
        if answer.status == 401 and self._tokens is not None:
            self._tokens.forget()
            raise TryLater(
                "The webhook rejected the access token with 401; a new one will be requested."
            )
        self._endpoint.check(answer)
        return self._endpoint.receipt(answer)

    async def _body(self, message: Message) -> bytes:
        settings, texts = self._settings, self._host.texts
        failure = ""
        if settings.payload.template:
            body = await texts.text(
                settings.payload.template,
                message,
                otherwise=lambda _: _FAILED,
                variables=settings.payload.vars,
            )
            if not body.startswith(_FAILED):
                return body.encode()
            failure = body.removeprefix(_FAILED).strip()
        title = await texts.text(settings.title or DEFAULT_TITLE, message, otherwise=plain_title)
        text = await texts.text(settings.message or DEFAULT_MESSAGE, message, otherwise=plain_text)
        found = webhook_object(message, title, text, settings.max_alerts)
        return msgspec.json.encode({**found, "payloadError": failure} if failure else found)

    def _signature(self, body: bytes) -> Mapping[str, str]:
        """Return the hexadecimal HMAC-SHA-256 of the body, or of `seconds:body`."""
        config = self._settings.hmac
        if not config.secret:
            return {}
        headers, signed = {}, body
        if config.timestamp_header:
            seconds = str(self._host.clock.now_ms() // 1000)
            headers[config.timestamp_header] = seconds
            signed = seconds.encode() + b":" + body
        digest = hmac.new(config.secret.encode(), signed, hashlib.sha256).hexdigest()
        return {**headers, config.header: digest}


def _headers(settings: WebhookSettings) -> Mapping[str, str]:
    headers = dict(settings.headers)
    if settings.authorization_credentials:
        scheme = settings.authorization_scheme or "Bearer"
        headers["Authorization"] = f"{scheme} {settings.authorization_credentials}"
    for name, value in headers.items():
        if not _NAME.fullmatch(name) or re.search(r"[\r\n\x00]", value):
            raise BadRequest(f"The webhook's header {name!r} is not one that HTTP can send.")
    return headers


def open_webhook(settings: WebhookSettings, host: ReceiverHost) -> Receiver:
    oauth2 = settings.http.oauth2
    logins = [
        bool(settings.username or settings.password),
        bool(settings.authorization_credentials),
        bool(oauth2.token_url or oauth2.client_id),
    ]
    if sum(logins) > 1:
        raise BadRequest(
            "The webhook logs in one way: a user name, authorization credentials or OAuth 2."
        )
    if settings.max_alerts < 0:
        raise BadRequest("The webhook's maxAlerts is 0 (all alerts) or more.")
    for name in (settings.hmac.header, settings.hmac.timestamp_header):
        if name and not _NAME.fullmatch(name):
            raise BadRequest(f"{name!r} is not a valid header name.")
    return Webhook(settings, host)


PLUGIN = ReceiverPlugin(
    settings=WebhookSettings,
    fields=FIELDS,
    open=open_webhook,
    check=check,
    terraform=TerraformNames(
        names={"username": "basic_auth_user", "password": "basic_auth_password"},
        maps=frozenset(
            {"headers", "tlsConfig", "payload.vars", "http_config.oauth2.endpoint_params"}
        ),
        snake_maps=frozenset({"tlsConfig"}),
    ),
    alertmanager=SECTIONS,
)
