"""Silences: matching alerts are suppressed from a start to an end, or at recurring times
between."""

from datetime import datetime
from enum import StrEnum

import msgspec

from vedette.alerting.model import Matcher
from vedette.alerting.muting.timings.model import TimeInterval


class SilenceState(StrEnum):
    PENDING = "pending"
    """The silence has not started, or it recurs and is between its times."""
    ACTIVE = "active"
    EXPIRED = "expired"


class Silence(msgspec.Struct, frozen=True):
    """`recurring` are the times at which it is active between start and end. Empty means always."""

    id: str
    matchers: tuple[Matcher, ...]
    starts_at: datetime
    ends_at: datetime
    created_by: str
    comment: str
    updated_at: datetime
    recurring: tuple[TimeInterval, ...] = ()

    def state(self, now: datetime) -> SilenceState:
        if now >= self.ends_at:
            return SilenceState.EXPIRED
        if now < self.starts_at:
            return SilenceState.PENDING
        if self.recurring and not any(each.contains(now) for each in self.recurring):
            return SilenceState.PENDING
        return SilenceState.ACTIVE
