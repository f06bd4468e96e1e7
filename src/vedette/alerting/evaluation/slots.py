"""When a rule is evaluated: at `k * interval + offset`, the same on every instance and restart.

A slot is the time of an evaluation, whenever it really runs. After a gap the newest slot alone is
evaluated, and the others are counted.
"""

from datetime import UTC, datetime, timedelta
from hashlib import blake2b

import msgspec

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_GOLDEN = 0x9E3779B97F4A7C15
_TURN = 1 << 64


class Due(msgspec.Struct, frozen=True):
    """`slot` is None while nothing is due. `skipped` slots before it will never be evaluated."""

    slot: datetime | None
    skipped: int
    following: datetime
    """The first slot after now."""


def jitter(uid: str, interval: timedelta) -> timedelta:
    """Where in the interval the slots of a rule (or group) lie, by a hash of its uid.

    Whole milliseconds, at least 0 and less than the interval.
    """
    return _part(int.from_bytes(blake2b(uid.encode(), digest_size=8).digest()), interval)


def even_jitter(number: int, interval: timedelta) -> timedelta:
    """The same by a serial number: any run of numbers lies evenly, which hashes do not.

    Multiples of the golden ratio, so that 600 rules in 60 s are about 10 in each second.
    """
    return _part(number * _GOLDEN % _TURN, interval)


def slot_before(moment: datetime, interval: timedelta, offset: timedelta) -> datetime:
    """The newest slot that is not after the moment."""
    step = interval // _MICROSECOND
    shift = offset // _MICROSECOND
    since = (moment - _EPOCH) // _MICROSECOND - shift
    return _EPOCH + timedelta(microseconds=since // step * step + shift)


def due(last: datetime | None, now: datetime, interval: timedelta, offset: timedelta) -> Due:
    """What to evaluate at `now` after `last`, the slot evaluated before (None for a new rule).

    A clock that went back makes nothing due: no slot is evaluated twice.
    """
    newest = slot_before(now, interval, offset)
    following = newest + interval
    if last is None:
        return Due(newest, 0, following)
    if newest <= last:
        return Due(None, 0, max(following, slot_before(last, interval, offset) + interval))
    first = slot_before(last, interval, offset) + interval
    return Due(newest, (newest - first) // interval, following)


def _part(turn: int, interval: timedelta) -> timedelta:
    milliseconds = interval // timedelta(milliseconds=1)
    return timedelta(milliseconds=turn * milliseconds // _TURN)
