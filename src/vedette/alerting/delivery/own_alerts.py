"""Alerts about delivery itself: a receiver that rejects notifications, notifications that are too
old.

They are routed by the policies like all others. A failed notification that contains only such
alerts never raises another one, which prevents loops.
"""

from datetime import datetime, timedelta

from vedette.alerting.alerts.model import Alert
from vedette.alerting.delivery.message import Snapshot
from vedette.alerting.model import fingerprint
from vedette.alerting.model.labels import ALERT_NAME

FAILED, STALE = "NotificationFailed", "NotificationsTooOld"
_LASTS = timedelta(hours=24)
_STALE_LASTS = timedelta(minutes=15)


def failed_labels(contact_point: str, integration: str, uid: str) -> dict[str, str]:
    """Return labels. `integration` is the type of the receiver."""
    return {
        ALERT_NAME: FAILED,
        "contact_point": contact_point,
        "integration": integration,
        "integration_uid": uid,
    }


def failed_fingerprint(uid: str) -> str:
    """Return the fingerprint of the alert about an integration. It does not change when the
    integration is renamed."""
    return fingerprint({ALERT_NAME: FAILED, "integration_uid": uid})


def failed(
    org_id: int,
    labels: dict[str, str],
    receiver: str,
    why: str,
    before: Alert | None,
    now: datetime,
) -> Alert:
    """Return the alert about an integration that rejects notifications.

    It resolves with the next accepted notification, or a day after the last failure. `receiver` is
    the integration in words, `before` the stored version of this alert.
    """
    return Alert(
        org_id=org_id,
        fingerprint=failed_fingerprint(labels["integration_uid"]),
        labels=labels,
        annotations={
            "summary": f"{receiver[:1].upper()}{receiver[1:]} rejects notifications "
            f"({labels['integration']}).",
            "description": why,
        },
        starts_at=before.starts_at if before is not None and before.is_firing else now,
        origin="outage",
        expires_at=now + _LASTS,
    )


def too_old(org_id: int, before: Alert | None, now: datetime) -> Alert:
    """Return the one alert of an organization about all expired notifications. Counts on from the
    firing one."""
    labels = {ALERT_NAME: STALE}
    is_new = before is None or not before.is_firing
    count = 1 if before is None or is_new else int(before.values.get("messages", 0)) + 1
    return Alert(
        org_id=org_id,
        fingerprint=fingerprint(labels),
        labels=labels,
        annotations={
            "summary": f"{count} notifications were too old and were not sent.",
            "description": "They exceeded delivery_max_age. See the notification history.",
        },
        starts_at=now if before is None or is_new else before.starts_at,
        values={"messages": float(count)},
        origin="outage",
        expires_at=now + _STALE_LASTS,
    )


def is_about_delivery(alert: Alert) -> bool:
    return alert.origin == "outage" and alert.labels.get(ALERT_NAME) in (FAILED, STALE)


def is_only_about_delivery(snapshot: Snapshot) -> bool:
    return all(each.labels.get(ALERT_NAME) in (FAILED, STALE) for each in snapshot.alerts)
