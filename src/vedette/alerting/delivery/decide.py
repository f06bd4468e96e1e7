"""What a flush tells of a group, and why. Values in, values out.

One state is kept for each integration of a contact point: what it was told. An alert that was told
as firing stays on the books until it is told as resolved, through silences, restarts and gaps.
"""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Protocol

import msgspec
from msgspec.structs import replace

Fingerprints = frozenset[str]
NOBODY: Fingerprints = frozenset()
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


class Why(StrEnum):
    NOTHING = "nothing"
    """What was told still holds."""
    MUTED = "muted"
    """There is news, and all of it is muted now."""
    FIRST = "first"
    NEW_ALERTS = "new_alerts"
    SOME_RESOLVED = "some_resolved"
    ALL_RESOLVED = "all_resolved"
    REPEAT = "repeat"

    @property
    def sends(self) -> bool:
        return self not in (Why.NOTHING, Why.MUTED)


class Sent(msgspec.Struct, frozen=True):
    """What one integration knows: told as firing and not yet as resolved, and when last told."""

    firing: Fingerprints
    at: datetime


class Members(msgspec.Struct, frozen=True):
    """The alerts of a group as they are now. `muted` may name any of them."""

    firing: Fingerprints
    resolved: Fingerprints = NOBODY
    muted: Fingerprints = NOBODY


class Decision(msgspec.Struct, frozen=True):
    """`after` is to be kept in the same transaction that stores the message, or none of both.

    `firing` and `resolved` are what the message says; both are empty where none is sent. `held` is
    news that waits for its mute to end. `settled` are resolved members this integration needs no
    more; one that all integrations settled leaves the group.
    """

    why: Why
    after: Sent | None
    firing: Fingerprints = NOBODY
    resolved: Fingerprints = NOBODY
    held: Fingerprints = NOBODY
    settled: Fingerprints = NOBODY


def decide(
    sent: Sent | None,
    members: Members,
    repeat: timedelta,
    now: datetime,
    *,
    wants_resolved: bool = True,
) -> Decision:
    """`now` is the flush's slot, not the clock: repeats then fall on multiples of the interval.

    `wants_resolved` is False for an integration that is never told of an end.
    """
    told = sent.firing if sent is not None else NOBODY
    ended = members.resolved & told
    if not wants_resolved:
        told, ended = told - ended, NOBODY
    firing = members.firing - members.muted
    resolved = ended - members.muted
    news = firing - told
    held = ((members.firing - told) | ended) & members.muted
    why = _why(sent, news, resolved, firing, held, repeat, now)
    if not why.sends:
        after = None if sent is None else Sent(told, sent.at)
        return Decision(why, after, held=held, settled=members.resolved - told)
    known = (told - resolved) | firing
    # Who hears that all is over hears of what is muted and fires on as soon as that may be told.
    at = _LONG_AGO if why is Why.ALL_RESOLVED and known & members.firing else now
    after = Sent(known, at)
    settled = members.resolved - known
    return Decision(why, after, firing, resolved, held, settled)


def only_news(decision: Decision, sent: Sent | None, repeat: timedelta, now: datetime) -> Decision:
    """Of what is to be told in full once within `repeat`: between that, what changed is enough."""
    if not decision.why.sends or sent is None or now - sent.at >= repeat:
        return decision
    assert decision.after is not None
    after = Sent(decision.after.firing, sent.at)
    return replace(decision, after=after, firing=decision.firing - sent.firing)


def _why(
    sent: Sent | None,
    news: Fingerprints,
    resolved: Fingerprints,
    firing: Fingerprints,
    held: Fingerprints,
    repeat: timedelta,
    now: datetime,
) -> Why:
    if news:
        return Why.NEW_ALERTS if sent is not None and sent.firing else Why.FIRST
    if resolved:
        return Why.SOME_RESOLVED if firing else Why.ALL_RESOLVED
    if sent is not None and firing and now - sent.at >= repeat:
        return Why.REPEAT
    return Why.MUTED if held else Why.NOTHING


class MessageContent(Protocol):
    """What a message says."""

    @property
    def firing(self) -> Fingerprints: ...

    @property
    def resolved(self) -> Fingerprints: ...


def supersedes(older: MessageContent, newer: MessageContent) -> bool:
    """Whether the newer message makes the one before it, which was never attempted, needless.

    Only where it says everything the older one said, and where no other goes out between the two:
    who was to hear of an alert and then of its end hears both, in order.
    """
    return older.firing <= newer.firing and older.resolved <= newer.resolved


def delivery_key(org_id: int, group_key: str, integration_uid: str, slot: datetime) -> str:
    """The same for every attempt, on every instance: 32 hexadecimal digits."""
    parts = (str(org_id), group_key, integration_uid, slot.isoformat())
    return sha256("\x00".join(parts).encode()).hexdigest()[:32]
