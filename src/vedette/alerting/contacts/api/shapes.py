"""Contact points in the format of Grafana 10.4. Secrets are accepted and never returned."""

from collections.abc import Mapping
from typing import Any

import msgspec

from vedette.alerting.contacts.answers import (
    ContactPointHealth,
    IntegrationAnswer,
    IntegrationHealth,
)
from vedette.alerting.contacts.errors import BadContact
from vedette.alerting.contacts.health_store import LastAttempt
from vedette.alerting.contacts.model import ContactPoint, Integration, IntegrationDraft
from vedette.alerting.contacts.secret_settings import shown
from vedette.kernel.clock import moment

_NEVER = "0001-01-01T00:00:00.000Z"


class IntegrationBody(msgspec.Struct, rename="camel"):
    """Fields that clients send back, such as `provenance`, are ignored."""

    uid: str | None = None
    name: str = ""
    type: str = ""
    settings: dict[str, Any] | None = None
    disable_resolve_message: bool | None = None
    secure_settings: dict[str, str | None] | None = None


def draft_of(body: IntegrationBody, name: str = "") -> IntegrationDraft:
    """Return a draft. `name` is the default name of the contact point.

    Raises `BadContact`.
    """
    if not body.type:
        raise BadContact(
            "The type of the contact point is missing. Set a type such as email or slack."
        )
    return IntegrationDraft(
        name=name or body.name,
        type=body.type,
        settings=body.settings or {},
        uid=body.uid or "",
        disable_resolve=bool(body.disable_resolve_message),
        secrets={key: text or "" for key, text in (body.secure_settings or {}).items()},
    )


def integration_json(integration: Integration) -> IntegrationAnswer:
    shape: IntegrationAnswer = {
        "uid": integration.uid,
        "name": integration.name,
        "type": integration.type,
        "settings": shown(integration.settings, integration.sealed),
        "disableResolveMessage": integration.disable_resolve,
    }
    if integration.provenance:
        shape["provenance"] = integration.provenance
    return shape


def point_json(
    point: ContactPoint, attempts: Mapping[str, LastAttempt], used: bool
) -> ContactPointHealth:
    """Return a contact point and the health of its integrations."""
    return {
        "name": point.name,
        "active": used,
        "integrations": [_health_json(each, attempts.get(each.uid)) for each in point.integrations],
    }


def _health_json(integration: Integration, attempt: LastAttempt | None) -> IntegrationHealth:
    at = moment(attempt.at).isoformat(timespec="milliseconds") if attempt else ""
    shape: IntegrationHealth = {
        "uid": integration.uid,
        "name": integration.type,
        "sendResolved": not integration.disable_resolve,
        "lastNotifyAttempt": at.replace("+00:00", "Z") or _NEVER,
        "lastNotifyAttemptDuration": f"{attempt.duration_ms if attempt else 0}ms",
    }
    if attempt and attempt.error:
        shape["lastNotifyAttemptError"] = attempt.error
    return shape
