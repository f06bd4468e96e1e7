"""Evaluates silences and their allowed changes. No I/O."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from vedette.alerting.model import Labels, Matcher, Operator, matches_all
from vedette.alerting.muting.silences.model import Silence, SilenceState

MAX_MATCHERS = 100


def problems(silence: Silence, now: datetime) -> tuple[str, ...]:
    """Return why a silence cannot be saved, one sentence each."""
    found = []
    if not silence.matchers:
        found.append("A silence needs at least one matcher.")
    elif all(matcher.matches_absence for matcher in silence.matchers):
        found.append("At least one matcher of a silence must not match the empty string.")
    if len(silence.matchers) > MAX_MATCHERS:
        found.append(f"A silence has at most {MAX_MATCHERS} matchers.")
    if silence.ends_at <= silence.starts_at:
        found.append("A silence must end after it starts.")
    elif silence.ends_at <= now:
        found.append("A silence must end in the future.")
    return tuple(found)


def active(silences: Iterable[Silence], now: datetime) -> Sequence[Silence]:
    return [each for each in silences if each.state(now) is SilenceState.ACTIVE]


class Silencer:
    """Evaluates silences at one moment. It tests only those that can match an alert."""

    def __init__(self, silences: Iterable[Silence], now: datetime) -> None:
        self._active = active(silences, now)
        self._by_label: dict[str, dict[str, list[int]]] = {}
        self._others: list[int] = []
        for place, silence in enumerate(self._active):
            fixed = _fixed(silence)
            if fixed is None:
                self._others.append(place)
            else:
                values = self._by_label.setdefault(fixed.name, {})
                values.setdefault(fixed.value, []).append(place)

    def silenced_by(self, labels: Labels) -> tuple[str, ...]:
        """Return the ids of the silences that match the labels, in the given order."""
        places = list(self._others)
        for name, values in self._by_label.items():
            places += values.get(labels.get(name, ""), ())
        return tuple(
            self._active[place].id
            for place in sorted(places)
            if matches_all(self._active[place].matchers, labels)
        )


def _fixed(silence: Silence) -> Matcher | None:
    """Return a matcher that accepts only one value of a label, if there is one."""
    return next((one for one in silence.matchers if one.operator is Operator.EQUAL), None)


def can_become(old: Silence, new: Silence, now: datetime) -> bool:
    """Return whether an edit keeps the id. If not, the old silence expires and a new one is
    created.

    This preserves the record of what was silenced: matchers and start of an active silence are
    fixed, and an expired one cannot be reactivated.
    """
    if now >= old.ends_at or set(old.matchers) != set(new.matchers):
        return False
    if now < old.starts_at:
        return True
    return old.starts_at == new.starts_at
