"""When a rule is evaluated: at `k * interval + offset`, the same on every instance and restart.

A slot is the time of an evaluation, whenever it really runs. After a gap the newest slot alone is
evaluated.
"""

from datetime import UTC, datetime, timedelta

import msgspec

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_GOLDEN = 0x9E3779B97F4A7C15
_TURN = 1 << 64


class Due(msgspec.Struct, frozen=True):
    """`slot` is None while nothing is due."""

    slot: datetime | None
    following: datetime
    """The first slot after now."""


def even_jitter(number: int, interval: timedelta) -> timedelta:
    """Where in the interval the slots of a rule lie, by its serial number: any run of numbers lies
    evenly, which hashes do not.

    Multiples of the golden ratio, so that 600 rules in 60 s are about 10 in each second. Whole
    milliseconds, at least 0 and less than the interval.
    """
    milliseconds = interval // timedelta(milliseconds=1)
    turn = number * _GOLDEN % _TURN
    return timedelta(milliseconds=turn * milliseconds // _TURN)


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
    if last is not None and newest <= last:
        return Due(None, max(following, slot_before(last, interval, offset) + interval))
    return Due(newest, following)
