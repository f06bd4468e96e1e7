"""How the state of one instance follows from what one evaluation says of it."""

from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum

from vedette.alerting.model import ACTIVE, AlertState, Instance, Rule


class Says(StrEnum):
    """What an evaluation says of one series, after the rule's policies for silence and errors."""

    TRUE = "true"
    FALSE = "false"
    NO_DATA = "no_data"
    ERROR = "error"
    KEEP = "keep"


def advance(rule: Rule, before: Instance | None, says: Says, tick: datetime) -> AlertState:
    """Durations are measured between ticks, so that a gap in evaluations changes nothing."""
    state = before.state if before is not None else AlertState.NORMAL
    elapsed = tick - before.since if before is not None else timedelta(0)
    match says:
        case Says.KEEP:
            return state
        case Says.NO_DATA:
            return AlertState.NO_DATA
        case Says.ERROR:
            return AlertState.ERROR
        case Says.TRUE:
            if state in (AlertState.FIRING, AlertState.RECOVERING):
                return AlertState.FIRING
            waited = elapsed if state is AlertState.PENDING else timedelta(0)
            return AlertState.FIRING if waited >= rule.hold else AlertState.PENDING
    if state is AlertState.FIRING and rule.keep_firing:
        return AlertState.RECOVERING
    if state is AlertState.RECOVERING and elapsed < rule.keep_firing:
        return AlertState.RECOVERING
    return AlertState.NORMAL


def moved(instance: Instance, state: AlertState, tick: datetime, reason: str = "") -> Instance:
    """The instance in that state, with the times that follow. `missed` starts again."""
    if state in ACTIVE:
        fired_at = instance.fired_at if instance.is_active else tick
        resolved_at = None
    elif instance.is_active:
        fired_at, resolved_at = instance.fired_at, tick
    elif state is AlertState.NORMAL and instance.state is AlertState.NORMAL:
        fired_at, resolved_at = instance.fired_at, instance.resolved_at
    else:
        fired_at = resolved_at = None
    since = instance.since if state is instance.state else tick
    if instance.state is AlertState.RECOVERING and state is AlertState.FIRING:
        since = fired_at or tick
    return replace(
        instance,
        state=state,
        since=since,
        reason=reason,
        missed=0,
        fired_at=fired_at,
        resolved_at=resolved_at,
    )
