"""Evaluates mute timings. No I/O."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from vedette.alerting.muting.timings.model import Timing


def muted_by(
    mute: Collection[str],
    active: Sequence[str],
    timings: Mapping[str, Timing],
    moment: datetime,
) -> tuple[str, ...]:
    """Return the names of the timings that mute a route now.

    A route is muted inside one of its mute timings and, if it has active timings, outside all of
    them. A timing that no longer exists mutes nothing.
    """
    muting = tuple(name for name in mute if name in timings and timings[name].contains(moment))
    if muting:
        return muting
    known = [timings[name] for name in active if name in timings]
    if known and not any(timing.contains(moment) for timing in known):
        return tuple(timing.name for timing in known)
    return ()
