"""Creates events in Sensu Go."""

import re
from collections.abc import Mapping
from urllib.parse import quote

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
)
from vedette.sdk.receiver_http import Endpoint
from vedette.sdk.receiver_text import DEFAULT_MESSAGE, alerts_url, image_url, one_line

_DAY = 86_400
_CRITICAL, _OK = 2, 0


class SensuSettings(msgspec.Struct, frozen=True):
    url: str = ""
    api_key: str = msgspec.field(default="", name="apikey")
    entity: str = "default"
    check: str = "default"
    handler: str = ""
    namespace: str = "default"
    message: str = ""


FIELDS = (
    SettingField("url", "URL", placeholder="http://sensu:8080", required=True, secret=False),
    SettingField("apikey", "API key", required=True, secret=True),
    SettingField("entity", "Entity", template=True, default="default"),
    SettingField("check", "Check", template=True, default="default"),
    SettingField("handler", "Handler", template=True),
    SettingField("namespace", "Namespace", template=True, default="default"),
    SettingField("message", "Message", kind="lines", template=True, default=DEFAULT_MESSAGE),
)


class SensuGo:
    def __init__(self, settings: SensuSettings, host: ReceiverHost) -> None:
        headers = {"Authorization": f"Key {settings.api_key}"}
        self._endpoint = Endpoint(host, "Sensu Go", HttpOptions(settings.url, headers=headers))
        self._settings = settings
        self._host = host

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        namespace = await self._name(self._settings.namespace, message)
        path = f"api/core/v2/namespaces/{quote(namespace, safe='')}/events"
        body = await self._event(message, namespace)
        answer = await self._endpoint.post_json(delivery, body, path=path)
        return self._endpoint.receipt(answer)

    async def _event(self, message: Message, namespace: str) -> Mapping[str, object]:
        settings = self._settings
        labels = {"ruleURL": alerts_url(message)}
        if image := image_url(message):
            labels["imageURL"] = image
        output = await self._host.texts.text(
            settings.message or DEFAULT_MESSAGE, message, otherwise=plain_text
        )
        entity = await self._name(settings.entity, message)
        handler = await one_line(self._host.texts, settings.handler, message)
        return {
            "entity": {"metadata": {"name": entity, "namespace": namespace}},
            "check": {
                "metadata": {
                    "name": await self._name(settings.check, message),
                    "labels": labels,
                },
                "output": output,
                "issued": self._host.clock.now_ms() // 1000,
                "interval": _DAY,
                "status": _CRITICAL if message.firing else _OK,
                "handlers": [handler] if handler else [],
            },
            "ruleUrl": alerts_url(message),
        }

    async def _name(self, template: str, message: Message) -> str:
        """Return a valid name of Sensu: letters, digits, `_`, `.` and `-`."""
        text = await one_line(self._host.texts, template, message, "default")
        name = re.sub(r"[^\w.-]+", "-", text, flags=re.ASCII)
        return name if name.strip(".") else "default"


def open_sensugo(settings: SensuSettings, host: ReceiverHost) -> Receiver:
    if not settings.api_key or re.search(r"\s", settings.api_key):
        raise BadRequest("Sensu Go needs an API key.")
    return SensuGo(settings, host)


PLUGIN = ReceiverPlugin(
    settings=SensuSettings,
    fields=FIELDS,
    open=open_sensugo,
    terraform=TerraformNames(names={"apikey": "api_key"}),
)
