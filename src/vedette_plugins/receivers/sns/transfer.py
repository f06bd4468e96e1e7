"""`sns_configs` of Alertmanager, and what the Terraform provider has of these settings."""

from collections.abc import Mapping
from typing import Any

from vedette.sdk import AlertmanagerSection, BadRequest, Json

_KEYS = (
    "api_url",
    "sigv4",
    "topic_arn",
    "phone_number",
    "target_arn",
    "subject",
    "message",
    "attributes",
)
_TARGETS = ("topic_arn", "phone_number", "target_arn")
_SIGNING = frozenset({"region", "access_key", "secret_key", "profile", "role_arn", "external_id"})


def _check(entry: Json) -> None:
    if sum(bool(entry.get(key)) for key in _TARGETS) > 1:
        raise BadRequest(f"only one of {', '.join(_TARGETS)} can be set.")
    signing = entry.get("sigv4")
    if not isinstance(signing, Mapping):
        return
    for key in sorted(signing.keys() - _SIGNING):
        raise BadRequest(f"sigv4.{key[:60]} is not a known key.")
    if bool(signing.get("access_key")) != bool(signing.get("secret_key")):
        raise BadRequest("sigv4 needs both access_key and secret_key, or neither.")


def flat(settings: Json) -> dict[str, Any]:
    """Return the settings without the object `sigv4`, and with a message as `body`.

    The provider cannot hold attributes. A role is assumed with the keys.
    """
    found = {key: value for key, value in settings.items() if key not in ("sigv4", "attributes")}
    inner = settings.get("sigv4") or {}
    found = {**{key: value for key, value in inner.items() if key != "profile"}, **found}
    if found.get("access_key"):
        found["auth_provider"] = "keys"
    message = found.pop("message", None)
    if message and found.get("message_format", "text") == "text":
        found |= {"message_format": "body", "body": message}
    return found


SECTIONS = (
    AlertmanagerSection(
        "sns_configs",
        keys={key: key for key in _KEYS},
        known={
            "http_config": "http",
            "api_url": "text",
            "sigv4": "mapping",
            "topic_arn": "text",
            "phone_number": "text",
            "target_arn": "text",
            "subject": "text",
            "message": "text",
            "attributes": "texts",
        },
        required=("|".join(_TARGETS),),
        check=_check,
    ),
)
