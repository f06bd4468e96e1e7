"""Notification policies: a tree whose nodes override inherited settings."""

from collections.abc import Collection, Iterator
from datetime import timedelta

import msgspec

from vedette.alerting.model import Matcher

ALL_LABELS = "..."
MAX_POLICIES = 5_000
MAX_DEPTH = 50
DEFAULT_RECEIVER = "grafana-default-email"


class NotificationPolicy(msgspec.Struct, frozen=True):
    """None inherits from the parent. An empty `group_by` is one group; `("...",)` groups by all
    labels."""

    receiver: str | None = None
    group_by: tuple[str, ...] | None = None
    matchers: tuple[Matcher, ...] = ()
    continues: bool = False
    mute_timings: tuple[str, ...] = ()
    active_timings: tuple[str, ...] = ()
    group_wait: timedelta | None = None
    group_interval: timedelta | None = None
    repeat_interval: timedelta | None = None
    routes: tuple["NotificationPolicy", ...] = ()


def default_policy(receiver: str = DEFAULT_RECEIVER) -> NotificationPolicy:
    """Return the default policy of a new organization."""
    return NotificationPolicy(receiver, ("grafana_folder", "alertname"))


def problems(
    root: NotificationPolicy, receivers: Collection[str], timings: Collection[str]
) -> tuple[str, ...]:
    """Return why the tree cannot be used, one sentence each."""
    return tuple(_problems(root, frozenset(receivers), frozenset(timings)))


def referenced_timings(root: NotificationPolicy) -> frozenset[str]:
    return frozenset(
        name for _, policy in walk(root) for name in (*policy.mute_timings, *policy.active_timings)
    )


def walk(root: NotificationPolicy) -> Iterator[tuple[tuple[int, ...], NotificationPolicy]]:
    """Yield every policy with its place: the indexes from the root, which has none."""
    left: list[tuple[tuple[int, ...], NotificationPolicy]] = [((), root)]
    while left:
        place, policy = left.pop()
        yield place, policy
        children = [((*place, index), child) for index, child in enumerate(policy.routes)]
        left.extend(reversed(children))


def place_name(place: tuple[int, ...]) -> str:
    """Return `policy 2.1` for the first child of the second child of the default policy."""
    if not place:
        return "the default policy"
    return "policy " + ".".join(str(index + 1) for index in place)


def _problems(
    root: NotificationPolicy, receivers: frozenset[str], timings: frozenset[str]
) -> Iterator[str]:
    if not root.receiver:
        yield "The default policy has no contact point."
    if root.matchers:
        yield "The default policy matches all alerts, so it cannot have matchers."
    if root.mute_timings or root.active_timings:
        yield "The default policy cannot have mute timings, because they would mute everything."
    if root.continues:
        yield "The default policy cannot continue, because it has no sibling policies."
    for count, (place, policy) in enumerate(walk(root), start=1):
        if count > MAX_POLICIES:
            yield f"There are more than {MAX_POLICIES} policies."
            return
        if len(place) > MAX_DEPTH:
            yield f"Policies are nested more than {MAX_DEPTH} deep."
            return
        yield from _own_problems(place_name(place).capitalize(), policy, receivers, timings)


def _own_problems(
    name: str, policy: NotificationPolicy, receivers: frozenset[str], timings: frozenset[str]
) -> Iterator[str]:
    if policy.receiver and policy.receiver not in receivers:
        yield f"{name}: the contact point {policy.receiver!r} does not exist."
    for timing in (*policy.mute_timings, *policy.active_timings):
        if timing not in timings:
            yield f"{name}: the mute timing {timing!r} does not exist."
    group_by = policy.group_by or ()
    if ALL_LABELS in group_by and len(group_by) > 1:
        yield f"{name} groups by '...' (all labels) and by others; '...' must be the only entry."
    if len(set(group_by)) < len(group_by):
        yield f"{name} groups by the same label twice."
    if "" in group_by:
        yield f"{name} groups by a label without a name."
    if policy.group_wait is not None and policy.group_wait < timedelta(0):
        yield f"{name} has a negative group wait."
    for what, value in (
        ("group interval", policy.group_interval),
        ("repeat interval", policy.repeat_interval),
    ):
        if value is not None and value <= timedelta(0):
            yield f"{name} has a {what} that is not greater than 0."
