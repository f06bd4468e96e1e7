"""Writes records to a Kafka topic through a REST proxy (Confluent's API v2 or v3)."""

from collections.abc import Mapping
from typing import Literal
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
    TryLater,
    Undeliverable,
    plain_text,
    plain_title,
)
from vedette.sdk.receiver_http import Endpoint, HttpAnswer
from vedette.sdk.receiver_text import DEFAULT_MESSAGE, DEFAULT_TITLE, alerts_url, stable_key

_V2_HEADERS = {
    "Content-Type": "application/vnd.kafka.json.v2+json",
    "Accept": "application/vnd.kafka.v2+json",
}
_RETRIABLE = 2
"""The code of the v2 API for records that can be sent again."""


class KafkaSettings(msgspec.Struct, frozen=True):
    proxy: str = msgspec.field(default="", name="kafkaRestProxy")
    topic: str = msgspec.field(default="", name="kafkaTopic")
    api_version: Literal["v2", "v3"] = msgspec.field(default="v2", name="apiVersion")
    cluster_id: str = msgspec.field(default="", name="kafkaClusterId")
    username: str = ""
    password: str = ""
    description: str = ""
    details: str = ""


FIELDS = (
    SettingField(
        "kafkaRestProxy",
        "REST proxy",
        placeholder="http://proxy:8082",
        required=True,
        secret=True,
    ),
    SettingField("kafkaTopic", "Topic", required=True, secret=False),
    SettingField("apiVersion", "API version", kind="choice", choices=("v2", "v3"), default="v2"),
    SettingField("kafkaClusterId", "Cluster id", help="For v3.", secret=False),
    SettingField("username", "User name", secret=False),
    SettingField("password", "Password", secret=True),
    SettingField("description", "Description", template=True, default=DEFAULT_TITLE),
    SettingField(
        "details", "Details", kind="lines", template=True, default=DEFAULT_MESSAGE, advanced=True
    ),
)


class Kafka:
    def __init__(self, settings: KafkaSettings, host: ReceiverHost) -> None:
        options = HttpOptions(settings.proxy, settings.username, settings.password)
        self._endpoint = Endpoint(host, "The Kafka REST proxy", options)
        self._settings = settings
        self._texts = host.texts

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        record = await self._record(message)
        topic = quote(self._settings.topic, safe="")
        if self._settings.api_version == "v2":
            answer = await self._endpoint.post_json(
                delivery,
                {"records": [{"value": record}]},
                path=f"topics/{topic}",
                headers=_V2_HEADERS,
            )
            return self._receipt(answer, _first_offset(answer))
        cluster = quote(self._settings.cluster_id, safe="")
        answer = await self._endpoint.post_json(
            delivery,
            {"value": {"type": "JSON", "data": record}},
            path=f"v3/clusters/{cluster}/topics/{topic}/records",
        )
        return self._receipt(answer, answer.object())

    def _receipt(self, answer: HttpAnswer, entry: Mapping[str, object]) -> Receipt:
        """Return the receipt. Proxies return 200 with an error code for records that the brokers
        refused."""
        code = entry.get("error_code")
        if isinstance(code, int) and code not in (0, 200):
            why = self._endpoint.shown(str(entry.get("error") or entry.get("message") or code))
            sentence = f"Kafka took no record: {why[:200].rstrip('.')}."
            if code == _RETRIABLE or code == 429 or 500 <= code < 600 or 50_000 <= code < 60_000:
                raise TryLater(sentence)
            raise Undeliverable(sentence)
        place = ", ".join(
            f"{name} {entry[name]}"
            for name in ("partition_id", "partition", "offset")
            if entry.get(name) is not None
        )
        return Receipt(f"The Kafka REST proxy answered {answer.status}.", place)

    async def _record(self, message: Message) -> Mapping[str, object]:
        settings = self._settings
        description = await self._texts.text(
            settings.description or DEFAULT_TITLE, message, otherwise=plain_title
        )
        details = await self._texts.text(
            settings.details or DEFAULT_MESSAGE, message, otherwise=plain_text
        )
        record: dict[str, object] = {
            "alert_state": "alerting" if message.firing else "ok",
            "description": description,
            "client": "Vedette",
            "client_url": alerts_url(message),
            "incident_key": stable_key(message),
            "details": details,
        }
        urls = [alert.image_url for alert in message.alerts if alert.image_url]
        if urls:
            record["contexts"] = [{"type": "image", "src": url} for url in urls]
        return record


def _first_offset(answer: HttpAnswer) -> Mapping[str, object]:
    offsets = answer.object().get("offsets")
    if isinstance(offsets, list) and offsets and isinstance(offsets[0], dict):
        return offsets[0]
    return {}


def open_kafka(settings: KafkaSettings, host: ReceiverHost) -> Receiver:
    if not settings.topic.strip():
        raise BadRequest("Kafka needs the name of a topic.")
    if settings.api_version == "v3" and not settings.cluster_id.strip():
        raise BadRequest("Kafka's API v3 needs the id of the cluster.")
    return Kafka(settings, host)


PLUGIN = ReceiverPlugin(
    settings=KafkaSettings,
    fields=FIELDS,
    open=open_kafka,
    terraform=TerraformNames(
        names={
            "kafkaRestProxy": "rest_proxy_url",
            "kafkaTopic": "topic",
            "kafkaClusterId": "cluster_id",
        }
    ),
)
