"""Alerts about delivery itself: a receiver that refuses for good, messages that are too old.

They go through the policies as all others do. A message that tells of nothing else never raises
one when it fails, so that they do not go round in circles.
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
    """`integration` is the type of the receiver."""
    return {
        ALERT_NAME: FAILED,
        "contact_point": contact_point,
        "integration": integration,
        "integration_uid": uid,
    }


def failed_fingerprint(uid: str) -> str:
    """Of the alert about an integration, which stays itself where that gets another name."""
    return fingerprint({ALERT_NAME: FAILED, "integration_uid": uid})


def failed(
    org_id: int, labels: dict[str, str], who: str, why: str, before: Alert | None, now: datetime
) -> Alert:
    """Ends with the next message that is accepted, or after a day without further failures.

    `who` refuses, in words; `before` is the same alert as it is known already.
    """
    return Alert(
        org_id=org_id,
        fingerprint=failed_fingerprint(labels["integration_uid"]),
        labels=labels,
        annotations={
            "summary": f"{who[:1].upper()}{who[1:]} rejects notifications "
            f"({labels['integration']}).",
            "description": why,
        },
        starts_at=before.starts_at if before is not None and before.is_firing else now,
        origin="outage",
        expires_at=now + _LASTS,
    )


def too_old(org_id: int, before: Alert | None, now: datetime) -> Alert:
    """One for all messages of an organization; counts on from what fires already."""
    labels = {ALERT_NAME: STALE}
    is_new = before is None or not before.is_firing
    count = 1 if before is None or is_new else int(before.values.get("messages", 0)) + 1
    return Alert(
        org_id=org_id,
        fingerprint=fingerprint(labels),
        labels=labels,
        annotations={
            "summary": f"{count} notifications were too old and were not sent.",
            "description": "They waited longer than delivery_max_age. The delivery log lists them.",
        },
        starts_at=now if before is None or is_new else before.starts_at,
        values={"messages": float(count)},
        origin="outage",
        expires_at=now + _STALE_LASTS,
    )


def is_about_delivery(alert: Alert) -> bool:
    return alert.origin == "outage" and alert.labels.get(ALERT_NAME) in (FAILED, STALE)


def tells_only_of_delivery(snapshot: Snapshot) -> bool:
    return all(each.labels.get(ALERT_NAME) in (FAILED, STALE) for each in snapshot.alerts)
