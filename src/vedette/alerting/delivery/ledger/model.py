"""What is asked of the ledger, and what it knows. Times are milliseconds."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vedette.alerting.delivery.decision_store import DecisionRecord


class NotificationSearch(msgspec.Struct, frozen=True):
    """Empty texts ask for anything. `state` is one of a message, or a decision such as `muted`."""

    since: int
    until: int
    fingerprint: str = ""
    rule_uid: str = ""
    receiver: str = ""
    state: str = ""
    words: tuple[str, ...] = ()
    """Small letters; all of them have to be in the labels of the alert."""
    before: int | None = None
    """Only entries with a smaller id: the next page."""
    limit: int = 100


class SentMessage(msgspec.Struct, frozen=True):
    """One message to one integration, without its text."""

    id: int
    key: str
    group_key: str
    receiver: str
    integration_uid: str
    integration_type: str
    sequence: int
    slot: int
    reason: str
    state: str
    firing: Sequence[str]
    resolved: Sequence[str]
    attempts: int
    created: int
    finished: int | None
    outcome: str
    due: int | None


class MadeAttempt(msgspec.Struct, frozen=True):
    delivery_id: int
    attempt: int
    started: int
    duration_ms: int
    outcome: str
    answer: str
    instance: str


class HistoryEntry(msgspec.Struct, frozen=True):
    """A decision on one alert, the message that came of it, and the alert's labels."""

    id: int
    decision: DecisionRecord
    message: SentMessage | None
    labels: Mapping[str, str]


class Event(msgspec.Struct, frozen=True):
    """One line of an alert's timeline. `kind`: transition, decision, attempt, acknowledgement."""

    time: int
    kind: str
    sentence: str
    detail: Mapping[str, Any]
