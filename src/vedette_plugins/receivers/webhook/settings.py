"""The settings of a webhook."""

from typing import Any, Literal

import msgspec

from vedette.sdk import BadRequest, Json, SettingField
from vedette.sdk.receiver_text import DEFAULT_MESSAGE, DEFAULT_TITLE

SIGNATURE_HEADER = "X-Grafana-Alerting-Signature"


class Tls(msgspec.Struct, frozen=True, rename="camel"):
    """Certificates and keys are PEM texts."""

    insecure_skip_verify: bool = False
    ca_certificate: str = ""
    client_certificate: str = ""
    client_key: str = ""


class Hmac(msgspec.Struct, frozen=True, rename="camel"):
    secret: str = ""
    header: str = SIGNATURE_HEADER
    timestamp_header: str = ""


class OAuth2(msgspec.Struct, frozen=True):
    client_id: str = ""
    client_secret: str = ""
    token_url: str = ""
    scopes: list[str] = msgspec.field(default_factory=list)
    endpoint_params: dict[str, str] = msgspec.field(default_factory=dict)
    tls_config: Tls = Tls()


class HttpConfig(msgspec.Struct, frozen=True):
    oauth2: OAuth2 = OAuth2()


class Payload(msgspec.Struct, frozen=True):
    template: str = ""
    vars: dict[str, Any] = msgspec.field(default_factory=dict)


class WebhookSettings(msgspec.Struct, frozen=True):
    url: str = ""
    http_method: Literal["POST", "PUT"] = msgspec.field(default="POST", name="httpMethod")
    username: str = ""
    password: str = ""
    authorization_scheme: str = "Bearer"
    authorization_credentials: str = ""
    max_alerts: int = msgspec.field(default=0, name="maxAlerts")
    title: str = ""
    message: str = ""
    headers: dict[str, str] = msgspec.field(default_factory=dict)
    tls: Tls = msgspec.field(default=Tls(), name="tlsConfig")
    hmac: Hmac = msgspec.field(default=Hmac(), name="hmacConfig")
    http: HttpConfig = msgspec.field(default=HttpConfig(), name="http_config")
    payload: Payload = Payload()


def check(settings: Json) -> None:
    """Raises `BadRequest` for a proxy."""
    http = settings.get("http_config")
    oauth2 = http.get("oauth2") if isinstance(http, dict) else None
    proxy = oauth2.get("proxy_config") if isinstance(oauth2, dict) else None
    if any(proxy.values()) if isinstance(proxy, dict) else proxy:
        raise BadRequest(
            "The webhook's http_config.oauth2.proxy_config cannot be followed: requests of contact"
            " points use no proxy. Leave it out where the token URL can be reached without one."
        )


def _tls_fields(prefix: str, of: str) -> tuple[SettingField, ...]:
    return (
        SettingField(
            f"{prefix}.insecureSkipVerify",
            f"Accept any certificate{of}",
            kind="switch",
            default="false",
            advanced=True,
        ),
        SettingField(
            f"{prefix}.caCertificate",
            f"Certificate authority{of}",
            help="PEM; trusted instead of the authorities of this machine.",
            kind="lines",
            secret=True,
            advanced=True,
        ),
        SettingField(
            f"{prefix}.clientCertificate",
            f"Client certificate{of}",
            kind="lines",
            secret=True,
            advanced=True,
        ),
        SettingField(
            f"{prefix}.clientKey", f"Client key{of}", kind="lines", secret=True, advanced=True
        ),
    )


FIELDS = (
    SettingField("url", "URL", placeholder="https://example.org/hook", required=True, secret=False),
    SettingField("httpMethod", "Method", kind="choice", choices=("POST", "PUT"), default="POST"),
    SettingField("username", "User name", help="For basic authentication.", secret=False),
    SettingField("password", "Password", secret=True),
    SettingField(
        "authorization_scheme",
        "Authorization scheme",
        help="Scheme of the Authorization header, such as Bearer.",
        default="Bearer",
        advanced=True,
        secret=False,
    ),
    SettingField(
        "authorization_credentials",
        "Authorization credentials",
        help="Credentials of the Authorization header. Cannot be combined with a user name.",
        secret=True,
        advanced=True,
    ),
    SettingField(
        "maxAlerts",
        "Alerts at most",
        help="Maximum alerts in one notification; further ones are only counted. 0 for all.",
        kind="number",
        default="0",
        advanced=True,
    ),
    SettingField("title", "Title", kind="lines", template=True, default=DEFAULT_TITLE),
    SettingField("message", "Message", kind="lines", template=True, default=DEFAULT_MESSAGE),
    SettingField(
        "headers",
        "Headers",
        help="Sent with each request. Visible to users who can edit contact points.",
        kind="pairs",
        advanced=True,
    ),
    *_tls_fields("tlsConfig", ""),
    SettingField(
        "hmacConfig.secret",
        "Signing secret",
        help="Signs the body with HMAC-SHA-256.",
        secret=True,
        advanced=True,
    ),
    SettingField(
        "hmacConfig.header",
        "Signature header",
        default=SIGNATURE_HEADER,
        advanced=True,
        secret=False,
    ),
    SettingField(
        "hmacConfig.timestampHeader",
        "Timestamp header",
        help="Carries the time in seconds, which is then signed too.",
        advanced=True,
        secret=False,
    ),
    SettingField("http_config.oauth2.client_id", "OAuth 2 client id", advanced=True, secret=False),
    SettingField(
        "http_config.oauth2.client_secret", "OAuth 2 client secret", secret=True, advanced=True
    ),
    SettingField("http_config.oauth2.token_url", "OAuth 2 token URL", advanced=True, secret=False),
    SettingField(
        "http_config.oauth2.scopes", "OAuth 2 scopes", kind="list", advanced=True, secret=False
    ),
    SettingField(
        "http_config.oauth2.endpoint_params",
        "OAuth 2 parameters",
        help="Sent to the token URL besides the usual ones.",
        kind="pairs",
        advanced=True,
    ),
    *_tls_fields("http_config.oauth2.tls_config", " of the token URL"),
    SettingField(
        "payload.template",
        "Body",
        help="Replaces the whole JSON body. The variables below are `.Vars` in it.",
        kind="lines",
        template=True,
        advanced=True,
    ),
    SettingField("payload.vars", "Variables of the body", kind="pairs", advanced=True),
)
