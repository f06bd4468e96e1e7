"""State transitions of one alert instance."""

from datetime import datetime, timedelta
from enum import StrEnum

from msgspec.structs import replace

from vedette.alerting.model import ACTIVE, AlertState, Instance, Rule


class SeriesStatus(StrEnum):
    """The result of an evaluation for one series, after the rule's settings for no data and
    errors."""

    TRUE = "true"
    FALSE = "false"
    NO_DATA = "no_data"
    ERROR = "error"
    KEEP = "keep"


def advance(
    rule: Rule, before: Instance | None, status: SeriesStatus, tick: datetime
) -> AlertState:
    """Return the next state of an instance. Durations are measured between ticks, so that skipped
    evaluations do not change them."""
    state = before.state if before is not None else AlertState.NORMAL
    elapsed = tick - before.since if before is not None else timedelta(0)
    match status:
        case SeriesStatus.KEEP:
            is_due = state is AlertState.PENDING and elapsed >= rule.hold
            return AlertState.FIRING if is_due else state
        case SeriesStatus.NO_DATA:
            return AlertState.NO_DATA
        case SeriesStatus.ERROR:
            return AlertState.ERROR
        case SeriesStatus.TRUE:
            if state in (AlertState.FIRING, AlertState.RECOVERING):
                return AlertState.FIRING
            waited = elapsed if state is AlertState.PENDING else timedelta(0)
            return AlertState.FIRING if waited >= rule.hold else AlertState.PENDING
    if state is AlertState.FIRING and rule.keep_firing:
        return AlertState.RECOVERING
    if state is AlertState.RECOVERING and elapsed < rule.keep_firing:
        return AlertState.RECOVERING
    return AlertState.NORMAL


def times(
    before: Instance | None, state: AlertState, tick: datetime
) -> tuple[datetime, datetime | None, datetime | None]:
    """Return since when the instance is in that state, when it became active and when it
    resolved."""
    was = before.state if before is not None else AlertState.NORMAL
    since = tick if before is None or state is not was else min(before.since, tick)
    if before is None or was not in ACTIVE:
        if state in ACTIVE:
            return since, tick, None
        if before is not None and state is AlertState.NORMAL is was:
            return since, before.fired_at, before.resolved_at
        return since, None, None
    if state not in ACTIVE:
        return since, before.fired_at, tick
    if was is AlertState.RECOVERING and state is AlertState.FIRING:
        since = before.fired_at or tick
    return since, before.fired_at, None


def with_state(before: Instance, state: AlertState, tick: datetime, reason: str = "") -> Instance:
    """Return the instance in that state with the matching times. `missed` is reset."""
    since, fired_at, resolved_at = times(before, state, tick)
    return replace(
        before,
        state=state,
        since=since,
        reason=reason,
        missed=0,
        fired_at=fired_at,
        resolved_at=resolved_at,
    )
