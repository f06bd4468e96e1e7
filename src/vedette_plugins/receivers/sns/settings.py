"""The settings of SNS, in both formats that files use."""

from typing import Literal

import msgspec

from vedette.sdk import BadRequest, Json, SettingField
from vedette.sdk.receiver_text import DEFAULT_MESSAGE, DEFAULT_TITLE


class Sigv4(msgspec.Struct, frozen=True):
    region: str = ""
    access_key: str = ""
    secret_key: str = ""
    profile: str = ""
    role_arn: str = ""
    external_id: str = ""


class SnsSettings(msgspec.Struct, frozen=True):
    sigv4: Sigv4 = Sigv4()
    api_url: str = ""
    topic_arn: str = ""
    phone_number: str = ""
    target_arn: str = ""
    subject: str = ""
    message: str = ""
    message_format: Literal["text", "json"] = "text"
    attributes: dict[str, str] = msgspec.field(default_factory=dict)


FIELDS = (
    SettingField(
        "topic_arn",
        "Topic ARN",
        placeholder="arn:aws:sns:eu-west-1:123456789012:alerts",
        secret=False,
    ),
    SettingField(
        "phone_number", "Phone number", help="Replaces the topic.", advanced=True, secret=False
    ),
    SettingField(
        "target_arn",
        "Target ARN",
        help="ARN of an endpoint. Replaces the topic.",
        advanced=True,
        secret=False,
    ),
    SettingField("sigv4.region", "Region", help="Default: the region of the topic.", secret=False),
    SettingField("sigv4.access_key", "Access key", required=True, secret=True),
    SettingField("sigv4.secret_key", "Secret key", required=True, secret=True),
    SettingField(
        "sigv4.role_arn", "Role ARN", help="A role to assume.", advanced=True, secret=False
    ),
    SettingField(
        "sigv4.external_id", "External id", help="For the role.", advanced=True, secret=False
    ),
    SettingField(
        "sigv4.profile",
        "Profile",
        help="Not used: plugins read no files of this machine.",
        advanced=True,
        secret=False,
    ),
    SettingField("subject", "Subject", template=True, default=DEFAULT_TITLE),
    SettingField("message", "Message", kind="lines", template=True, default=DEFAULT_MESSAGE),
    SettingField(
        "message_format",
        "Format",
        help="json sends the payload of webhooks.",
        kind="choice",
        choices=("text", "json"),
        default="text",
        advanced=True,
    ),
    SettingField(
        "attributes",
        "Attributes",
        help="The values are templates.",
        kind="pairs",
        advanced=True,
        secret=False,
    ),
    SettingField(
        "api_url", "API URL", help="Replaces the URL of the region.", advanced=True, secret=False
    ),
)


def check(settings: Json) -> None:
    """Raises `BadRequest` if they require the credentials of this machine."""
    provider = settings.get("auth_provider")
    if provider not in (None, "", "keys"):
        raise BadRequest(
            f"AWS SNS cannot use the auth_provider {str(provider)[:20]!r}: credentials of this"
            " machine are not lent to contact points. Set it to keys, with an access_key and a"
            " secret_key; a role is assumed with them."
        )


def upgrade(settings: Json) -> Json:
    """Convert the flat format: `topic`, `access_key`, `assume_role_arn`, `body` and the like."""
    found = dict(settings)
    sigv4 = dict(found.get("sigv4") or {})
    moves = {
        "access_key": "access_key",
        "secret_key": "secret_key",
        "assume_role_arn": "role_arn",
        "external_id": "external_id",
        "region": "region",
    }
    for old, new in moves.items():
        if value := found.pop(old, None):
            sigv4.setdefault(new, value)
    found["sigv4"] = sigv4
    if topic := found.pop("topic", None):
        found.setdefault("topic_arn", topic)
    body = found.pop("body", None)
    if found.get("message_format") == "body":
        found["message_format"] = "text"
        found["message"] = body or found.get("message")
    return found
