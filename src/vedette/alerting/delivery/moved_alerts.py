"""Alerts that keep firing and only change their group, for example after an edit of the policies.

Most receivers track groups, so alerts are resolved in the old group. An Alertmanager identifies
alerts by their labels: a resolved alert would stay resolved there until the next repeat.
"""

import msgspec
from msgspec.structs import replace

from vedette.alerting.delivery.decide import NO_ALERTS, Decision, Fingerprints, Members, Sent
from vedette.alerting.delivery.group_store import NotificationGroup, NotificationGroupStore


class MovedAlerts(msgspec.Struct, frozen=True):
    """Alerts that moved. `moved` left for another group of the same destination; `known` are those
    of them that the other group sent as firing, by uid of the integration."""

    moved: Fingerprints = NO_ALERTS
    known: dict[str, Fingerprints] = {}

    def exclude(self, members: Members, sent: Sent | None, uid: str) -> tuple[Members, Sent | None]:
        """Return the members and the state without alerts that moved.

        An alert that moves is not resolved. Once the other group has sent it as firing, only that
        group resolves it; until then this one does.
        """
        if sent is not None:
            sent = Sent(sent.firing - self.known.get(uid, NO_ALERTS), sent.at)
        return replace(members, resolved=members.resolved - self.moved), sent

    def settled(self, decision: Decision, uid: str) -> Decision:
        return replace(decision, settled=decision.settled | self.known.get(uid, NO_ALERTS))


async def find_moved(
    store: NotificationGroupStore, group: NotificationGroup, left: Fingerprints
) -> MovedAlerts:
    """Return the alerts of `left`, members that left and fire, that joined another group."""
    if not left:
        return MovedAlerts()
    elsewhere = [
        each
        for each in await store.memberships(group.org_id, sorted(left))
        if not each.has_left and each.destination == group.destination
    ]
    moved = frozenset(each.fingerprint for each in elsewhere)
    group_ids = sorted({each.group_id for each in elsewhere})
    firing = await store.known_as_firing(group.org_id, group_ids)
    return MovedAlerts(moved, {uid: moved & known for uid, known in firing.items()})
