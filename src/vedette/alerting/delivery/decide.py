"""Decisions of a flush: what each integration is sent, and why. No I/O.

Each integration of a contact point has a notification state. An alert that was sent as firing stays
in this state until it is sent as resolved, through silences, restarts and outages.
"""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Protocol

import msgspec
from msgspec.structs import replace

Fingerprints = frozenset[str]
NO_ALERTS: Fingerprints = frozenset()
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


class NotificationReason(StrEnum):
    NOTHING = "nothing"
    """The last notification still describes the group."""
    MUTED = "muted"
    """The group has unsent changes and all of them are muted."""
    FIRST = "first"
    NEW_ALERTS = "new_alerts"
    SOME_RESOLVED = "some_resolved"
    ALL_RESOLVED = "all_resolved"
    REPEAT = "repeat"

    @property
    def sends(self) -> bool:
        return self not in (NotificationReason.NOTHING, NotificationReason.MUTED)


class Sent(msgspec.Struct, frozen=True):
    """State of one integration: alerts that it knows as firing, and when it was last notified."""

    firing: Fingerprints
    at: datetime


class Members(msgspec.Struct, frozen=True):
    """The current alerts of a group. `muted` can contain any of them."""

    firing: Fingerprints
    resolved: Fingerprints = NO_ALERTS
    muted: Fingerprints = NO_ALERTS


class Decision(msgspec.Struct, frozen=True):
    """The decision for one integration. `after` must be stored in the transaction that stores the
    notification.

    `firing` and `resolved` are the content of the notification; both are empty if none is sent.
    `suppressed` are changes that wait for the end of their mute. `settled` are resolved members
    that this integration no longer needs. A member that all integrations settled leaves the group.
    """

    reason: NotificationReason
    after: Sent | None
    firing: Fingerprints = NO_ALERTS
    resolved: Fingerprints = NO_ALERTS
    suppressed: Fingerprints = NO_ALERTS
    settled: Fingerprints = NO_ALERTS


def decide(
    sent: Sent | None,
    members: Members,
    repeat: timedelta,
    now: datetime,
    *,
    wants_resolved: bool = True,
) -> Decision:
    """Decide what one integration is sent.

    `now` is the slot of the flush, not the clock, so that repeats fall on multiples of the
    interval. `wants_resolved` is False for an integration that is not sent resolved notifications.
    """
    notified = sent.firing if sent is not None else NO_ALERTS
    resolved_now = members.resolved & notified
    if not wants_resolved:
        notified, resolved_now = notified - resolved_now, NO_ALERTS
    firing = members.firing - members.muted
    resolved = resolved_now - members.muted
    changes = firing - notified
    suppressed = ((members.firing - notified) | resolved_now) & members.muted
    reason = _reason(sent, changes, resolved, firing, suppressed, repeat, now)
    if not reason.sends:
        after = None if sent is None else Sent(notified, sent.at)
        return Decision(reason, after, suppressed=suppressed, settled=members.resolved - notified)
    known = (notified - resolved) | firing
    # After a notification that all alerts resolved, muted alerts that still fire are sent as soon
    # as their mute ends.
    at = _LONG_AGO if reason is NotificationReason.ALL_RESOLVED and known & members.firing else now
    after = Sent(known, at)
    settled = members.resolved - known
    return Decision(reason, after, firing, resolved, suppressed, settled)


def only_changes(
    decision: Decision, sent: Sent | None, repeat: timedelta, now: datetime
) -> Decision:
    """Reduce a notification to changes, unless the repeat interval has passed since the last full
    one."""
    if not decision.reason.sends or sent is None or now - sent.at >= repeat:
        return decision
    assert decision.after is not None
    after = Sent(decision.after.firing, sent.at)
    return replace(decision, after=after, firing=decision.firing - sent.firing)


def _reason(
    sent: Sent | None,
    changes: Fingerprints,
    resolved: Fingerprints,
    firing: Fingerprints,
    suppressed: Fingerprints,
    repeat: timedelta,
    now: datetime,
) -> NotificationReason:
    if changes:
        return (
            NotificationReason.NEW_ALERTS
            if sent is not None and sent.firing
            else NotificationReason.FIRST
        )
    if resolved:
        return NotificationReason.SOME_RESOLVED if firing else NotificationReason.ALL_RESOLVED
    if sent is not None and firing and now - sent.at >= repeat:
        return NotificationReason.REPEAT
    return NotificationReason.MUTED if suppressed else NotificationReason.NOTHING


class MessageContent(Protocol):
    """Fingerprints of the alerts in a notification."""

    @property
    def firing(self) -> Fingerprints: ...

    @property
    def resolved(self) -> Fingerprints: ...


def supersedes(older: MessageContent, newer: MessageContent) -> bool:
    """Return whether the newer notification replaces an older one that was never attempted.

    It does if it contains everything of the older one. An alert that is firing in the older one and
    resolved in the newer one needs both, in this order.
    """
    return older.firing <= newer.firing and older.resolved <= newer.resolved


def delivery_key(org_id: int, group_key: str, integration_uid: str, slot: datetime) -> str:
    """Return the idempotency key of all attempts on all instances: 32 hexadecimal digits."""
    parts = (str(org_id), group_key, integration_uid, slot.isoformat())
    return sha256("\x00".join(parts).encode()).hexdigest()[:32]
