"""How long to wait before a message is tried again."""

from datetime import timedelta

_FIRST = timedelta(seconds=1)
_LONGEST = timedelta(minutes=5)
_LONGEST_ASKED = timedelta(hours=1)
_DOUBLINGS = 16


def pause(failures: int, asked: timedelta | None, chance: float) -> timedelta:
    """After so many failures, from 1. Doubles from 1 s to 5 minutes, a quarter up or down.

    `asked` is what the receiver wants to be left alone for: never less, and at most an hour.
    `chance` lies between 0 and 1 and spreads what failed together.
    """
    doubled = _FIRST * (1 << min(max(failures - 2, 0), _DOUBLINGS))
    spread = min(doubled, _LONGEST) * (0.75 + chance / 2)
    if asked is None:
        return spread
    return max(spread, min(asked, _LONGEST_ASKED))
