"""Filters of alerts, groups and silences."""

from collections.abc import Iterable, Sequence

import msgspec

from vedette.alerting.alertmanager.view import ViewedAlert
from vedette.alerting.model import Matcher, Operator
from vedette.alerting.model.matchers import parse
from vedette.alerting.muting.silences.model import Silence, SilenceState

_MOST_FILTERS = 100


class AlertQuery(msgspec.Struct):
    """`filter` contains matchers of labels. `receiver` is a regular expression for the whole
    name."""

    filter: list[str] = []
    active: bool = True
    silenced: bool = True
    inhibited: bool = True
    muted: bool = True
    unprocessed: bool = True
    receiver: str = ""

    def chosen(self, alerts: Iterable[ViewedAlert]) -> Sequence[ViewedAlert]:
        """Raises `BadMatcher`."""
        matchers = parse_filters(self.filter)
        receiver = self.receiver_matcher()
        return [
            seen
            for seen in alerts
            if self._has_state(seen)
            and all(matcher.matches(seen.alert.labels) for matcher in matchers)
            and (receiver is None or any(_names(receiver, name) for name in seen.receivers))
        ]

    def receiver_matcher(self) -> Matcher | None:
        return Matcher("receiver", Operator.REGEX, self.receiver) if self.receiver else None

    def takes(self, receiver: str) -> bool:
        matcher = self.receiver_matcher()
        return matcher is None or _names(matcher, receiver)

    def _has_state(self, seen: ViewedAlert) -> bool:
        found = seen.suppression
        if not found.is_muted:
            return self.active
        return (
            (self.silenced or not found.silenced_by)
            and (self.inhibited or not found.inhibited_by)
            and (self.muted or not found.muted_by)
        )


class SilenceQuery(msgspec.Struct):
    """`filter` contains matchers, which apply to the values of the silence's own matchers."""

    filter: list[str] = []
    active: bool = True
    pending: bool = True
    expired: bool = True
    rule_uid: str = msgspec.field(default="", name="ruleUID")


def parse_filters(written: Sequence[str]) -> tuple[Matcher, ...]:
    """Raises `BadMatcher`."""
    found = tuple(matcher for text in written[:_MOST_FILTERS] for matcher in parse(text))
    return found[:_MOST_FILTERS]


def in_shown_order(silences: Iterable[tuple[Silence, SilenceState]]) -> list[Silence]:
    """Return active silences by their end, pending ones by their start, and expired ones, newest
    first."""

    def key(pair: tuple[Silence, SilenceState]) -> tuple[int, float]:
        silence, state = pair
        if state is SilenceState.ACTIVE:
            return 0, silence.ends_at.timestamp()
        if state is SilenceState.PENDING:
            return 1, silence.starts_at.timestamp()
        return 2, -silence.ends_at.timestamp()

    return [silence for silence, _ in sorted(silences, key=key)]


def matches_filters(silence: Silence, filters: Sequence[Matcher]) -> bool:
    labels = {each.name: each.value for each in silence.matchers}
    return all(each.matches(labels) for each in filters)


def _names(matcher: Matcher, receiver: str) -> bool:
    return matcher.matches({"receiver": receiver})
