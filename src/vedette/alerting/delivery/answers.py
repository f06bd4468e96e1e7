"""Notification history, deliveries and acknowledgements as the HTTP API returns them."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

DeliveryState = Literal["pending", "sent", "failed", "superseded", "stale"]


class DeliveryAnswer(TypedDict):
    """A notification to one integration. `firing` and `resolved` are fingerprints of alerts."""

    id: int
    key: str
    receiver: str
    integrationUid: str
    integrationType: str
    groupKey: str
    sequence: int
    reason: str
    state: DeliveryState
    sentence: str
    outcome: str
    firing: Sequence[str]
    resolved: Sequence[str]
    attempts: int
    created: str
    finished: str | None
    due: str | None


class DeliveryPage(TypedDict):
    """`next` is the `before` of the next page, or null on the last one."""

    items: list[DeliveryAnswer]
    next: int | None


class DeliveredAlert(TypedDict):
    fingerprint: str
    status: Literal["firing", "resolved"]
    labels: Mapping[str, str]
    annotations: Mapping[str, str]
    values: Mapping[str, float | str]
    startsAt: str
    endsAt: str | None
    ruleUid: str


class AttemptAnswer(TypedDict):
    attempt: int
    started: str
    durationMs: int
    outcome: str
    answer: str
    instance: str


class DeliveryDetails(DeliveryAnswer):
    alerts: list[DeliveredAlert]
    attemptList: list[AttemptAnswer]


class DecisionAnswer(TypedDict):
    """A decision about one alert. The content of `detail` depends on the decision."""

    id: int
    time: str
    fingerprint: str
    labels: Mapping[str, str]
    ruleUid: str
    receiver: str
    integrationUid: str
    groupKey: str
    decision: str
    detail: dict[str, Any]
    sentence: str
    delivery: DeliveryAnswer | None


class DecisionPage(TypedDict):
    """`next` is the `before` of the next page, or null on the last one."""

    items: list[DecisionAnswer]
    next: int | None


class AcknowledgementAnswer(TypedDict):
    fingerprint: str
    who: str
    comment: str
    created: str


class TimelineAnswer(TypedDict):
    """The events of an alert. Each has `time`, `kind` and `sentence`, and the details of its kind:
    states and values of a transition, the receiver of a decision, the outcome of an attempt, the
    user and the comment of an acknowledgement."""

    fingerprint: str
    labels: Mapping[str, str]
    ruleUid: str
    state: Literal["normal", "firing", "resolved"]
    acknowledgement: AcknowledgementAnswer | None
    events: list[dict[str, Any]]
