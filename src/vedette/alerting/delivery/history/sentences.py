"""Sentences of the notification history: one for each decision, message and attempt."""

from collections.abc import Mapping, Sequence
from typing import Any

from vedette.alerting.delivery.decide import NotificationReason
from vedette.alerting.delivery.decision_store import DecisionRecord, DecisionVerdict
from vedette.alerting.delivery.delivery_store import AttemptOutcome, DeliveryState
from vedette.alerting.delivery.history.model import AttemptRecord, NotificationRecord
from vedette.alerting.model.labels import ALERT_NAME

Names = Mapping[str, str]
"""Names of silences (by id) and alerts (by fingerprint)."""

_WHY: Mapping[str, str] = {
    NotificationReason.FIRST: "the group is new",
    NotificationReason.NEW_ALERTS: "the group has new alerts",
    NotificationReason.SOME_RESOLVED: "alerts of the group resolved",
    NotificationReason.ALL_RESOLVED: "all alerts of the group resolved",
    NotificationReason.REPEAT: "the repeat interval has passed",
}
_FAILED: Mapping[str, str] = {
    AttemptOutcome.TRY_LATER: "was deferred",
    AttemptOutcome.UNDELIVERABLE: "was rejected permanently",
    AttemptOutcome.TIMEOUT: "timed out",
    AttemptOutcome.ERROR: "failed",
}


def of_decision(made: DecisionRecord, message: NotificationRecord | None, names: Names) -> str:
    """Return why a notification for one alert was sent or not."""
    destination = made.destination
    point = destination.title
    match made.decision:
        case DecisionVerdict.ROUTED:
            why = destination.reason_text(made.detail)
            return f"Routed to {point} {why}, in {_group(made.detail)}."
        case DecisionVerdict.LEFT:
            return destination.left_text()
        case DecisionVerdict.MUTED:
            suppressed_by = _suppressed_by(made.detail, names)
            return f"{suppressed_by[0].upper()}{suppressed_by[1:]}; {point} is not notified."
        case DecisionVerdict.RESOLVED_UNSENT:
            where = f" to {point}" if made.receiver else ""
            return f"Resolved before a notification was sent{where}."
        case DecisionVerdict.END_NOT_WANTED:
            return (
                f"Resolved. No notification was sent, because {point} has send resolved turned off."
            )
        case DecisionVerdict.ACKNOWLEDGED:
            comment = f": {made.detail['comment']}" if made.detail.get("comment") else "."
            return f"{made.detail.get('who', '')} acknowledged the alert{comment}"
        case DecisionVerdict.WITHDRAWN:
            return f"{made.detail.get('who', '')} withdrew the acknowledgement."
        case DecisionVerdict.NO_RECEIVER:
            return destination.no_receiver_text()
    kind = f" ({message.integration_type})" if message else ""
    is_end = made.detail.get("status") == "resolved"
    why = _WHY.get(made.decision, made.decision)
    if message and message.state in (DeliveryState.FAILED, DeliveryState.STALE):
        what = "Resolved notification" if is_end else "Notification"
        return f"{what} to {point}{kind} failed. It was due because {why}."
    what = "Resolved notification" if is_end else "Notified"
    return f"{what} {'to ' if is_end else ''}{point}{kind}, because {why}."


def of_message(message: NotificationRecord) -> str:
    """Return the delivery state of a notification."""
    tries = "1 attempt" if message.attempts == 1 else f"{message.attempts} attempts"
    match message.state:
        case DeliveryState.SENT:
            return f"Accepted after {tries}: {_sentence(message.outcome)}"
        case DeliveryState.FAILED:
            return f"Failed after {tries}: {_sentence(message.outcome)}"
        case DeliveryState.SUPERSEDED | DeliveryState.STALE:
            return f"Not sent. {_sentence(message.outcome)}"
    if message.attempts:
        return f"Waiting to retry after {tries}: {_sentence(message.outcome)}"
    return "Waiting to be sent." if message.due else "Waiting for an earlier notification."


def of_attempt(made: AttemptRecord, message: NotificationRecord) -> str:
    where = f"{message.receiver} ({message.integration_type})"
    if made.outcome == AttemptOutcome.SENT:
        return f"{where} accepted notification {message.sequence}: {_sentence(made.answer)}"
    word = _FAILED.get(made.outcome, "failed")
    number = f"Attempt {made.attempt} to send notification {message.sequence} to {where}"
    return f"{number} {word}: {_sentence(made.answer)}"


def alert_name(labels: Mapping[str, str], fingerprint: str) -> str:
    return labels.get(ALERT_NAME) or f"the alert {fingerprint}"


def _group(detail: Mapping[str, Any]) -> str:
    shared = detail.get("group") or {}
    if not shared:
        return "one group with all other alerts of this policy"
    return "the group " + ", ".join(f"{key}={value}" for key, value in sorted(shared.items()))


def _suppressed_by(detail: Mapping[str, Any], names: Names) -> str:
    parts = []
    if silences := detail.get("silences"):
        parts.append(f"silenced by {_listed(silences, names)}")
    if alerts := detail.get("alerts"):
        parts.append(f"inhibited by {_listed(alerts, names)}")
    if timings := detail.get("timings"):
        parts.append(f"muted by mute timing {_listed(timings, {})}")
    return ", ".join(parts) or "muted"


def _listed(keys: Sequence[str], names: Names) -> str:
    return " and ".join(names.get(key, key) for key in keys)


def _sentence(text: str) -> str:
    text = text.strip() or "no details"
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
