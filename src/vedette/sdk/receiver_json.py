"""The JSON object of webhooks and of other receivers that send a whole notification."""

from collections.abc import Mapping
from datetime import UTC, datetime

from vedette.sdk.receiver import AlertView, Message

_NEVER = "0001-01-01T00:00:00Z"
VERSION = "1"


def rfc3339(moment: datetime | None) -> str:
    """Format a time in UTC; None becomes the zero time of an alert that has not ended."""
    if moment is None:
        return _NEVER
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def message_object(message: Message, max_alerts: int = 0) -> Mapping[str, object]:
    """Return the notification without its texts. `max_alerts` 0 means no limit."""
    shown = message.alerts[:max_alerts] if max_alerts > 0 else message.alerts
    return {
        "receiver": message.receiver,
        "status": message.status,
        "orgId": message.org_id,
        "alerts": [_alert_object(alert) for alert in shown],
        "groupLabels": message.group_labels,
        "commonLabels": message.common_labels,
        "commonAnnotations": message.common_annotations,
        "externalURL": message.external_url,
        "version": VERSION,
        "groupKey": message.group_key,
    }


def webhook_object(
    message: Message, title: str, text: str, max_alerts: int = 0
) -> Mapping[str, object]:
    """Return the body that the webhook receiver sends."""
    left_out = max(0, len(message.alerts) - max_alerts) if max_alerts > 0 else 0
    return {
        **message_object(message, max_alerts),
        "truncatedAlerts": left_out,
        "title": title,
        "state": "alerting" if message.firing else "ok",
        "message": text,
    }


def _alert_object(alert: AlertView) -> Mapping[str, object]:
    found: dict[str, object] = {
        "status": alert.status,
        "labels": alert.labels,
        "annotations": alert.annotations,
        "startsAt": rfc3339(alert.starts_at),
        "endsAt": rfc3339(alert.ends_at),
        "values": alert.values or None,
        "generatorURL": alert.generator_url,
        "fingerprint": alert.fingerprint,
        "silenceURL": alert.silence_url,
        "dashboardURL": alert.dashboard_url,
        "panelURL": alert.panel_url,
        "valueString": alert.value_text,
    }
    if alert.image_url:
        found["imageURL"] = alert.image_url
    return found
