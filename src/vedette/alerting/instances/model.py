"""What is kept of rules' evaluations beside the states themselves."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from vedette.alerting.model import AlertState, Labels

Health: TypeAlias = Literal["", "ok", "nodata", "error"]
"""The empty one is of a rule that was not evaluated yet."""


class Evaluation(msgspec.Struct, frozen=True):
    """How the newest evaluation of a rule went."""

    rule_uid: str
    health: Health = ""
    failure: str = ""
    """One sentence, empty where it went well."""
    failure_reason: str = ""
    """A word of `evaluation.failures.FailureReason`."""
    evaluated: datetime | None = None
    """When it was done."""
    slot: datetime | None = None
    """The time it was asked for."""
    duration_ms: int = 0
    missed: int = 0
    """Slots without an evaluation: no instance was running, or the rule took too long."""
    due_at: datetime | None = None
    """None while the rule is paused."""


class TransitionRecord(msgspec.Struct, frozen=True):
    """One transition of one instance. `before` is None for what was not known before."""

    org_id: int
    rule_uid: str
    rule_title: str
    rule_version: int
    folder_uid: str
    group: str
    dashboard_uid: str
    panel_id: int
    fingerprint: str
    labels: Labels
    before: AlertState | None
    after: AlertState
    reason: str
    values: Mapping[str, float]
    failure: str
    slot: datetime
    created: datetime
    id: int = 0
    """Of the row; 0 before it is written."""
