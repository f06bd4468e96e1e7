"""Evaluation times of a rule: `k * interval + offset`, the same on every instance and restart.

A slot is the scheduled time of an evaluation, whenever it really runs. After an outage only the
newest slot is evaluated.
"""

from datetime import UTC, datetime, timedelta

import msgspec

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_GOLDEN = 0x9E3779B97F4A7C15
_TURN = 1 << 64


class Due(msgspec.Struct, frozen=True):
    """The next evaluation. `slot` is None if nothing is due."""

    slot: datetime | None
    following: datetime
    """The first slot after now."""


def even_jitter(number: int, interval: timedelta) -> timedelta:
    """Return the offset of a rule in its interval from its serial number. Consecutive numbers are
    spread evenly, which hashes do not guarantee.

    Uses multiples of the golden ratio, so that 600 rules in 60 s are about 10 in each second. The
    offset is in whole milliseconds, at least 0 and less than the interval.
    """
    milliseconds = interval // timedelta(milliseconds=1)
    turn = number * _GOLDEN % _TURN
    return timedelta(milliseconds=turn * milliseconds // _TURN)


def slot_before(moment: datetime, interval: timedelta, offset: timedelta) -> datetime:
    """Return the newest slot that is not after the moment."""
    step = interval // _MICROSECOND
    shift = offset // _MICROSECOND
    since = (moment - _EPOCH) // _MICROSECOND - shift
    return _EPOCH + timedelta(microseconds=since // step * step + shift)


def due(last: datetime | None, now: datetime, interval: timedelta, offset: timedelta) -> Due:
    """Return what to evaluate at `now` after the slot `last` (None for a new rule).

    If the clock was set back nothing is due, so that no slot is evaluated twice.
    """
    newest = slot_before(now, interval, offset)
    following = newest + interval
    if last is not None and newest <= last:
        return Due(None, max(following, slot_before(last, interval, offset) + interval))
    return Due(newest, following)
