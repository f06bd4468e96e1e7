"""Matches alerts with policies and their inherited settings."""

from collections.abc import Iterator
from datetime import timedelta

import msgspec

from vedette.alerting.model import Labels, Matcher, NotificationSettings, Operator, matches_all
from vedette.alerting.model.labels import ALERT_NAME, FOLDER, RULE_UID
from vedette.alerting.routing.policies import NotificationPolicy, place_name

GROUP_BY = (FOLDER, ALERT_NAME)
GROUP_WAIT = timedelta(seconds=30)
GROUP_INTERVAL = timedelta(minutes=5)
REPEAT_INTERVAL = timedelta(hours=4)


class GroupTimings(msgspec.Struct, frozen=True):
    group_wait: timedelta = GROUP_WAIT
    group_interval: timedelta = GROUP_INTERVAL
    repeat_interval: timedelta = REPEAT_INTERVAL


class PolicyRoute(msgspec.Struct, frozen=True):
    """A policy with all inherited settings: receiver, grouping and timings.

    `key` consists of the matchers on its path, so that edits elsewhere in the tree do not change
    the policy and its groups.
    """

    key: str
    place: tuple[int, ...]
    receiver: str
    group_by: tuple[str, ...]
    timings: GroupTimings
    matchers: tuple[Matcher, ...]
    continues: bool
    mute_timings: tuple[str, ...]
    active_timings: tuple[str, ...]
    routes: tuple["PolicyRoute", ...]


class Visit(msgspec.Struct, frozen=True):
    """A policy that was tested for the alert.

    `failing` are the matchers that do not match. `handles` is True if the policy routes the alert.
    """

    route: PolicyRoute
    failing: tuple[Matcher, ...]
    handles: bool

    @property
    def matched(self) -> bool:
        return not self.failing

    @property
    def sentence(self) -> str:
        name = place_name(self.route.place).capitalize()
        if self.failing:
            return f"{name} does not match: {', '.join(map(str, self.failing))}."
        if self.handles:
            return f"{name} routes the alert to {self.route.receiver}."
        return f"{name} matches, and a nested policy handles the alert."


def resolve(root: NotificationPolicy) -> PolicyRoute:
    """Return the tree with inherited settings. The root has a receiver, see `policies.problems`."""
    return _resolved(root, (), "{}", root.receiver or "", GROUP_BY, GroupTimings())


def match(root: PolicyRoute, labels: Labels) -> tuple[PolicyRoute, ...]:
    """Return the routes of the alert, at least one: the deepest matches, in their order.

    The first matching sibling takes the alert. The next ones are tested only if it continues.
    """
    found: list[PolicyRoute] = []
    for child in root.routes:
        if matches_all(child.matchers, labels):
            found.extend(match(child, labels))
            if not child.continues:
                break
    return tuple(found) or (root,)


def find(root: PolicyRoute, key: str) -> PolicyRoute | None:
    """Return the policy with that key. Keys of nested policies begin with the key of their
    parent."""
    if root.key == key:
        return root
    if not key.startswith(root.key):
        return None
    below = (find(child, key) for child in root.routes)
    return next((each for each in below if each is not None), None)


def explain(root: PolicyRoute, labels: Labels) -> tuple[Visit, ...]:
    """Return every policy that was tested, in order."""
    return tuple(_visits(root, labels))


def direct_route(root: PolicyRoute, settings: NotificationSettings, rule_uid: str) -> PolicyRoute:
    """Return the route of a rule with its own contact point, which precedes all policies."""
    timings = root.timings
    return PolicyRoute(
        key=f'{root.key}/{{{RULE_UID}="{rule_uid}"}}',
        place=(),
        receiver=settings.receiver,
        group_by=root.group_by if settings.group_by is None else settings.group_by,
        timings=_timings(
            timings, settings.group_wait, settings.group_interval, settings.repeat_interval
        ),
        matchers=(Matcher(RULE_UID, Operator.EQUAL, rule_uid),),
        continues=False,
        mute_timings=settings.mute_timings,
        active_timings=settings.active_timings,
        routes=(),
    )


def routes_for(
    root: PolicyRoute, labels: Labels, settings: NotificationSettings | None = None
) -> tuple[PolicyRoute, ...]:
    if settings is not None:
        return (direct_route(root, settings, labels.get(RULE_UID, "")),)
    return match(root, labels)


def _visits(route: PolicyRoute, labels: Labels) -> Iterator[Visit]:
    below: list[Visit] = []
    for child in route.routes:
        visits = list(_test(child, labels))
        below.extend(visits)
        if visits[0].matched and not child.continues:
            break
    yield Visit(route, (), handles=not any(visit.matched for visit in below))
    yield from below


def _test(route: PolicyRoute, labels: Labels) -> Iterator[Visit]:
    if matches_all(route.matchers, labels):
        return _visits(route, labels)
    failing = tuple(matcher for matcher in route.matchers if not matcher.matches(labels))
    return iter((Visit(route, failing, handles=False),))


def _resolved(
    policy: NotificationPolicy,
    place: tuple[int, ...],
    key: str,
    receiver: str,
    group_by: tuple[str, ...],
    timings: GroupTimings,
) -> PolicyRoute:
    receiver = policy.receiver or receiver
    group_by = group_by if policy.group_by is None else policy.group_by
    timings = _timings(timings, policy.group_wait, policy.group_interval, policy.repeat_interval)
    routes = []
    seen: dict[str, int] = {}
    for index, child in enumerate(policy.routes):
        child_key = f"{key}/{_matchers_key(child.matchers)}"
        repeated = seen[child_key] = seen.get(child_key, 0) + 1
        if repeated > 1:
            child_key += f"#{repeated}"
        routes.append(_resolved(child, (*place, index), child_key, receiver, group_by, timings))
    return PolicyRoute(
        key=key,
        place=place,
        receiver=receiver,
        group_by=group_by,
        timings=timings,
        matchers=policy.matchers,
        continues=policy.continues,
        mute_timings=policy.mute_timings,
        active_timings=policy.active_timings,
        routes=tuple(routes),
    )


def _timings(
    inherited: GroupTimings,
    group_wait: timedelta | None,
    group_interval: timedelta | None,
    repeat_interval: timedelta | None,
) -> GroupTimings:
    return GroupTimings(
        inherited.group_wait if group_wait is None else group_wait,
        inherited.group_interval if group_interval is None else group_interval,
        inherited.repeat_interval if repeat_interval is None else repeat_interval,
    )


def _matchers_key(matchers: tuple[Matcher, ...]) -> str:
    return "{" + ",".join(sorted(map(str, matchers))) + "}"
