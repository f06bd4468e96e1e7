"""Pause before a notification is sent again."""

from datetime import timedelta

_FIRST = timedelta(seconds=1)
_LONGEST = timedelta(minutes=5)
_LONGEST_REQUESTED = timedelta(hours=1)
_DOUBLINGS = 16


def pause(failures: int, requested: timedelta | None, chance: float) -> timedelta:
    """Return the pause after this number of failures, counted from 1.

    The pause doubles from 1 s to 5 minutes, with a jitter of a quarter. `requested` is the pause
    that the receiver requests: it is the minimum, up to one hour. `chance` is between 0 and 1 and
    selects the jitter.
    """
    doubled = _FIRST * (1 << min(max(failures - 2, 0), _DOUBLINGS))
    spread = min(doubled, _LONGEST) * (0.75 + chance / 2)
    if requested is None:
        return spread
    return max(spread, min(requested, _LONGEST_REQUESTED))
