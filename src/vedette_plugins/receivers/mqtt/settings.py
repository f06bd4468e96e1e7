"""The settings of MQTT."""

from typing import Literal

import msgspec

from vedette.sdk import SettingField
from vedette.sdk.receiver_text import DEFAULT_MESSAGE


class Tls(msgspec.Struct, frozen=True, rename="camel"):
    """Certificates and keys are PEM texts."""

    insecure_skip_verify: bool = False
    ca_certificate: str = ""
    client_certificate: str = ""
    client_key: str = ""


class MqttSettings(msgspec.Struct, frozen=True, rename="camel"):
    broker_url: str = ""
    topic: str = ""
    client_id: str = ""
    message_format: Literal["json", "text"] = "json"
    username: str = ""
    password: str = ""
    qos: Literal[0, 1, 2] = 0
    retain: bool = False
    message: str = ""
    tls_config: Tls = Tls()


FIELDS = (
    SettingField(
        "brokerUrl",
        "Broker URL",
        help="tcp, ssl, mqtt, mqtts, ws or wss.",
        placeholder="mqtts://broker:8883",
        required=True,
        secret=False,
    ),
    SettingField("topic", "Topic", placeholder="vedette/alerts", required=True, secret=False),
    SettingField(
        "messageFormat", "Format", kind="choice", choices=("json", "text"), default="json"
    ),
    SettingField("username", "User name", secret=False),
    SettingField("password", "Password", secret=True),
    SettingField("message", "Message", kind="lines", template=True, default=DEFAULT_MESSAGE),
    SettingField(
        "qos",
        "Quality of service",
        help="0: at most once, 1: at least once, 2: exactly once.",
        kind="number",
        default="0",
        advanced=True,
    ),
    SettingField(
        "retain",
        "Retain",
        help="The broker keeps the last message for new subscribers.",
        kind="switch",
        default="false",
        advanced=True,
    ),
    SettingField(
        "clientId", "Client id", help="Default: a generated id.", advanced=True, secret=False
    ),
    SettingField(
        "tlsConfig.insecureSkipVerify",
        "Accept any certificate",
        kind="switch",
        default="false",
        advanced=True,
    ),
    SettingField(
        "tlsConfig.caCertificate",
        "Certificate authority",
        kind="lines",
        secret=True,
        advanced=True,
    ),
    SettingField(
        "tlsConfig.clientCertificate",
        "Client certificate",
        kind="lines",
        secret=True,
        advanced=True,
    ),
    SettingField("tlsConfig.clientKey", "Client key", kind="lines", secret=True, advanced=True),
)
