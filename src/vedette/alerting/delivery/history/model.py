"""Filters and results of the notification history. Times are in milliseconds."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vedette.alerting.delivery.decision_store import DecisionRecord


class NotificationSearch(msgspec.Struct, frozen=True):
    """Filters; an empty text matches everything. `state` is that of a notification, or a decision
    such as `muted`."""

    since: int
    until: int
    fingerprint: str = ""
    rule_uid: str = ""
    receiver: str = ""
    state: str = ""
    words: tuple[str, ...] = ()
    """Lower-case words that the labels of the alert must all contain."""
    before: int | None = None
    """Only entries with a smaller id, for the next page."""
    limit: int = 100


class NotificationRecord(msgspec.Struct, frozen=True):
    """One notification to one integration, without its content."""

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


class AttemptRecord(msgspec.Struct, frozen=True):
    delivery_id: int
    attempt: int
    started: int
    duration_ms: int
    outcome: str
    answer: str
    instance: str


class HistoryEntry(msgspec.Struct, frozen=True):
    """A decision about one alert, its notification, and the labels of the alert."""

    id: int
    decision: DecisionRecord
    message: NotificationRecord | None
    labels: Mapping[str, str]


class Event(msgspec.Struct, frozen=True):
    """One entry in the timeline of an alert. `kind` is transition, decision, attempt or
    acknowledgement."""

    time: int
    kind: str
    sentence: str
    detail: Mapping[str, Any]
