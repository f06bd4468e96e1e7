"""Computes which notifications past states would have caused, with routing, grouping and
timings."""

from collections.abc import Iterable, Mapping
from datetime import datetime

import msgspec

from vedette.alerting.delivery.decide import Fingerprints, Members, NotificationReason, Sent, decide
from vedette.alerting.lab.backtest import Tick
from vedette.alerting.model import Instance, Labels, Rule
from vedette.alerting.muting.timings.model import Timing
from vedette.alerting.muting.timings.rules import muted_by
from vedette.alerting.routing.grouping import first_flush, group_key, group_labels, next_flush
from vedette.alerting.routing.tree import PolicyRoute, routes_for


class WouldSend(msgspec.Struct, frozen=True):
    at: datetime
    receiver: str
    reason: NotificationReason
    group: Labels
    firing: tuple[Labels, ...]
    resolved: tuple[Labels, ...]


class _Group(msgspec.Struct):
    route: PolicyRoute
    labels: Labels
    due: datetime
    members: set[str] = msgspec.field(default_factory=set)
    sent: Sent | None = None


def would_send(
    rule: Rule,
    ticks: Iterable[Tick],
    root: PolicyRoute,
    timings: Mapping[str, Timing],
    end: datetime,
) -> tuple[WouldSend, ...]:
    """Return the notifications up to `end` in order of time, as if no other rule existed.

    Mute timings apply. Silences and inhibition rules do not.
    """
    simulation = _Simulation(rule, root, timings)
    for tick in ticks:
        simulation.flush_until(tick.slot)
        simulation.apply(tick)
    simulation.flush_until(end)
    return tuple(simulation.notifications)


class _Simulation:
    def __init__(self, rule: Rule, root: PolicyRoute, timings: Mapping[str, Timing]) -> None:
        self._rule = rule
        self._root = root
        self._timings = timings
        self._alerts: dict[str, Instance] = {}
        self._groups: dict[tuple[str, str], _Group] = {}
        self.notifications: list[WouldSend] = []

    def apply(self, tick: Tick) -> None:
        for transition in tick.step.transitions:
            after = transition.after
            if transition.starts:
                self._alerts[after.fingerprint] = after
                self._join(after, tick.slot)
            elif transition.resolves and after.fingerprint in self._alerts:
                self._alerts[after.fingerprint] = after

    def flush_until(self, moment: datetime) -> None:
        while True:
            due = [each for each in self._groups.items() if each[1].due <= moment]
            if not due:
                return
            place, group = min(due, key=lambda each: each[1].due)
            self._flush(group)
            if not group.members:
                del self._groups[place]

    def _join(self, alert: Instance, slot: datetime) -> None:
        for route in routes_for(self._root, alert.labels, self._rule.notification):
            place = (group_key(route, alert.labels), route.receiver)
            group = self._groups.get(place)
            if group is None:
                due = first_flush(route.timings, slot, slot)
                group = _Group(route, group_labels(route, alert.labels), due)
                self._groups[place] = group
            group.members.add(alert.fingerprint)

    def _flush(self, group: _Group) -> None:
        now, route = group.due, group.route
        members_of_group = frozenset(group.members)
        firing = frozenset(each for each in members_of_group if self._alerts[each].is_active)
        is_muted = muted_by(route.mute_timings, route.active_timings, self._timings, now)
        muted = members_of_group if is_muted else frozenset[str]()
        members = Members(firing, members_of_group - firing, muted)
        decision = decide(group.sent, members, route.timings.repeat_interval, now)
        group.sent = decision.after
        if decision.reason.sends:
            self.notifications.append(
                WouldSend(
                    at=now,
                    receiver=route.receiver,
                    reason=decision.reason,
                    group=group.labels,
                    firing=self._labels(decision.firing),
                    resolved=self._labels(decision.resolved),
                )
            )
        group.members -= decision.settled
        group.due = next_flush(route.timings, now, now)

    def _labels(self, fingerprints: Fingerprints) -> tuple[Labels, ...]:
        return tuple(self._alerts[each].labels for each in sorted(fingerprints))
