"""The ledger in words. Values in, one sentence out."""

from collections.abc import Mapping, Sequence
from typing import Any

from vedette.alerting.delivery.decide import Why
from vedette.alerting.delivery.decision_store import DecisionRecord, Verdict
from vedette.alerting.delivery.delivery_store import AttemptOutcome, DeliveryState
from vedette.alerting.delivery.ledger.model import MadeAttempt, Message
from vedette.alerting.model.labels import ALERT_NAME

Names = Mapping[str, str]
"""What silences (by id) and alerts (by fingerprint) are called."""

_WHY: Mapping[str, str] = {
    Why.FIRST: "it is the first message of its group",
    Why.NEW_ALERTS: "its group has new alerts",
    Why.SOME_RESOLVED: "alerts of its group ended",
    Why.ALL_RESOLVED: "all alerts of its group ended",
    Why.REPEAT: "its repeat interval passed",
}
_FAILED: Mapping[str, str] = {
    AttemptOutcome.TRY_LATER: "was put off",
    AttemptOutcome.UNDELIVERABLE: "was refused for good",
    AttemptOutcome.TIMEOUT: "had no answer",
    AttemptOutcome.ERROR: "failed",
}


def of_decision(made: DecisionRecord, message: Message | None, names: Names) -> str:
    """Why one alert was told or not."""
    destination = made.destination
    point = destination.title
    match made.decision:
        case Verdict.ROUTED:
            why = destination.reason_text(made.detail)
            return f"Goes to {point} {why}, in {_group(made.detail)}."
        case Verdict.LEFT:
            return destination.left_text()
        case Verdict.MUTED:
            held = _held(made.detail, names)
            return f"{held[0].upper()}{held[1:]}; {point} is not notified."
        case Verdict.ENDED_UNTOLD:
            where = f" of {point}" if made.receiver else ""
            return f"Ended before anybody{where} was told of it."
        case Verdict.END_NOT_WANTED:
            return f"Its end is not told to {point}, which does not want to hear of ends."
        case Verdict.ACKNOWLEDGED:
            comment = f": {made.detail['comment']}" if made.detail.get("comment") else "."
            return f"{made.detail.get('who', '')} acknowledged it{comment}"
        case Verdict.WITHDRAWN:
            return f"{made.detail.get('who', '')} took the acknowledgement back."
        case Verdict.NOBODY:
            return destination.no_receiver_text()
    kind = f" ({message.integration_type})" if message else ""
    is_end = made.detail.get("status") == "resolved"
    why = _WHY.get(made.decision, made.decision)
    if message and message.state in (DeliveryState.FAILED, DeliveryState.STALE):
        what = "Its end was to be told" if is_end else "Was to be told"
        return f"{what} to {point}{kind}, because {why}; that failed."
    what = "Its end is told" if is_end else "Told"
    return f"{what} to {point}{kind}, because {why}."


def of_message(message: Message) -> str:
    """What became of a message."""
    tries = "1 attempt" if message.attempts == 1 else f"{message.attempts} attempts"
    match message.state:
        case DeliveryState.SENT:
            return f"Accepted after {tries}: {_sentence(message.outcome)}"
        case DeliveryState.FAILED:
            return f"Given up after {tries}: {_sentence(message.outcome)}"
        case DeliveryState.SUPERSEDED | DeliveryState.STALE:
            return f"Not sent. {_sentence(message.outcome)}"
    if message.attempts:
        return f"Waits for another attempt after {tries}: {_sentence(message.outcome)}"
    return "Waits to be sent." if message.due else "Waits for an earlier message of its group."


def of_attempt(made: MadeAttempt, message: Message) -> str:
    where = f"{message.receiver} ({message.integration_type})"
    if made.outcome == AttemptOutcome.SENT:
        return f"{where} accepted message {message.sequence}: {_sentence(made.answer)}"
    word = _FAILED.get(made.outcome, "failed")
    number = f"Attempt {made.attempt} to send message {message.sequence} to {where}"
    return f"{number} {word}: {_sentence(made.answer)}"


def alert_name(labels: Mapping[str, str], fingerprint: str) -> str:
    return labels.get(ALERT_NAME) or f"the alert {fingerprint}"


def _group(detail: Mapping[str, Any]) -> str:
    shared = detail.get("group") or {}
    if not shared:
        return "one group with all others that go there"
    return "the group " + ", ".join(f"{key}={value}" for key, value in sorted(shared.items()))


def _held(detail: Mapping[str, Any], names: Names) -> str:
    parts = []
    if silences := detail.get("silences"):
        parts.append(f"silenced by {_listed(silences, names)}")
    if alerts := detail.get("alerts"):
        parts.append(f"inhibited by {_listed(alerts, names)}")
    if timings := detail.get("timings"):
        parts.append(f"muted by the timing {_listed(timings, {})}")
    return ", ".join(parts) or "muted"


def _listed(keys: Sequence[str], names: Names) -> str:
    return " and ".join(names.get(key, key) for key in keys)


def _sentence(text: str) -> str:
    text = text.strip() or "no further word"
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
