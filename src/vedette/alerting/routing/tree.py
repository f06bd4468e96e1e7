"""Which policies take an alert, and with what settings."""

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
    """A policy with everything it inherits: receiver, grouping and timings, and nothing else.

    `key` names it by the matchers on the way to it, so that edits elsewhere in the tree leave it
    and its groups alone.
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
    """One policy that was asked whether it takes the alert.

    `failing` are the matchers that said no; `handles` says that the alert goes out by this policy.
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
    """The tree with all inheritance done. The root names a receiver, see `policies.problems`."""
    return _resolved(root, (), "{}", root.receiver or "", GROUP_BY, GroupTimings())


def match(root: PolicyRoute, labels: Labels) -> tuple[PolicyRoute, ...]:
    """The routes that take the alert, at least one: the deepest that match, in their order.

    Of siblings the first that matches takes it; the next are asked only where it continues.
    """
    found: list[PolicyRoute] = []
    for child in root.routes:
        if matches_all(child.matchers, labels):
            found.extend(match(child, labels))
            if not child.continues:
                break
    return tuple(found) or (root,)


def find(root: PolicyRoute, key: str) -> PolicyRoute | None:
    """The policy of that key; keys of those below a policy begin with its own."""
    if root.key == key:
        return root
    if not key.startswith(root.key):
        return None
    below = (find(child, key) for child in root.routes)
    return next((each for each in below if each is not None), None)


def explain(root: PolicyRoute, labels: Labels) -> tuple[Visit, ...]:
    """Every policy that was asked, in the order of asking."""
    return tuple(_visits(root, labels))


def direct_route(root: PolicyRoute, settings: NotificationSettings, rule_uid: str) -> PolicyRoute:
    """The route of a rule that names its contact point itself: it comes before all policies."""
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
        visits = list(_asked(child, labels))
        below.extend(visits)
        if visits[0].matched and not child.continues:
            break
    yield Visit(route, (), handles=not any(visit.matched for visit in below))
    yield from below


def _asked(route: PolicyRoute, labels: Labels) -> Iterator[Visit]:
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
