"""Posts groups of alerts to an OnCall integration: a webhook with counts."""

import re
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
from vedette.sdk.receiver_json import webhook_object
from vedette.sdk.receiver_text import DEFAULT_MESSAGE, DEFAULT_TITLE


class OnCallSettings(msgspec.Struct, frozen=True):
    url: str = ""
    http_method: Literal["POST", "PUT"] = msgspec.field(default="POST", name="httpMethod")
    max_alerts: int = msgspec.field(default=0, name="maxAlerts")
    username: str = ""
    password: str = ""
    authorization_scheme: str = "Bearer"
    authorization_credentials: str = ""
    title: str = ""
    message: str = ""


FIELDS = (
    SettingField("url", "URL", help="URL of the integration.", required=True, secret=False),
    SettingField("httpMethod", "Method", kind="choice", choices=("POST", "PUT"), default="POST"),
    SettingField(
        "maxAlerts",
        "Alerts at most",
        help="The rest is counted. 0 for all.",
        kind="number",
        default="0",
        advanced=True,
    ),
    SettingField("username", "User name", advanced=True, secret=False),
    SettingField("password", "Password", secret=True, advanced=True),
    SettingField(
        "authorization_scheme",
        "Authorization scheme",
        default="Bearer",
        advanced=True,
        secret=False,
    ),
    SettingField(
        "authorization_credentials", "Authorization credentials", secret=True, advanced=True
    ),
    SettingField("title", "Title", kind="lines", template=True, default=DEFAULT_TITLE),
    SettingField("message", "Message", kind="lines", template=True, default=DEFAULT_MESSAGE),
)


class OnCall:
    def __init__(self, settings: OnCallSettings, host: ReceiverHost) -> None:
        headers = {}
        if settings.authorization_credentials:
            scheme = settings.authorization_scheme or "Bearer"
            headers["Authorization"] = f"{scheme} {settings.authorization_credentials}"
        options = HttpOptions(settings.url, settings.username, settings.password, headers)
        hidden = (settings.authorization_credentials,)
        self._endpoint = Endpoint(host, "OnCall", options, hidden)
        self._settings = settings
        self._texts = host.texts

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        settings, texts = self._settings, self._texts
        title = await texts.text(settings.title or DEFAULT_TITLE, message, otherwise=plain_title)
        text = await texts.text(settings.message or DEFAULT_MESSAGE, message, otherwise=plain_text)
        body = msgspec.json.encode(
            {
                **webhook_object(message, title, text, settings.max_alerts),
                "numFiring": len(message.firing),
                "numResolved": len(message.resolved),
            }
        )
        headers = {"Content-Type": "application/json"}
        answer = await self._endpoint.send(
            delivery, body, method=settings.http_method, headers=headers
        )
        return self._endpoint.receipt(answer)


def open_oncall(settings: OnCallSettings, host: ReceiverHost) -> Receiver:
    if (settings.username or settings.password) and settings.authorization_credentials:
        raise BadRequest("OnCall logs in one way: a user name or authorization credentials.")
    if re.search(r"[\r\n]", settings.authorization_scheme + settings.authorization_credentials):
        raise BadRequest("OnCall's authorization credentials hold a line break.")
    if settings.max_alerts < 0:
        raise BadRequest("OnCall's maxAlerts is 0 (all alerts) or more.")
    return OnCall(settings, host)


PLUGIN = ReceiverPlugin(
    settings=OnCallSettings,
    fields=FIELDS,
    open=open_oncall,
    terraform=TerraformNames(
        names={"username": "basic_auth_user", "password": "basic_auth_password"}
    ),
)
