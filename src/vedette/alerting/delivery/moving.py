"""Alerts that fire on and only change their group, as after an edit of the policies.

Most receivers keep something for each group, and hear of an end in the old one. An Alertmanager
knows alerts by their labels: an end would hold there until the next repeat.
"""

import msgspec
from msgspec.structs import replace

from vedette.alerting.delivery.decide import NOBODY, Decision, Fingerprints, Members, Sent
from vedette.alerting.delivery.group_store import NotificationGroup, NotificationGroupStore


class Moved(msgspec.Struct, frozen=True):
    """`going` left for another group of the same destination; `told` are those of them that it
    told as firing, by the uid of the integration."""

    going: Fingerprints = NOBODY
    told: dict[str, Fingerprints] = {}

    def left_out(
        self, members: Members, sent: Sent | None, uid: str
    ) -> tuple[Members, Sent | None]:
        """Who goes did not end. Who was told by the other group is its business alone from now on;
        until then an end is told here."""
        if sent is not None:
            sent = Sent(sent.firing - self.told.get(uid, NOBODY), sent.at)
        return replace(members, resolved=members.resolved - self.going), sent

    def settled(self, decision: Decision, uid: str) -> Decision:
        return replace(decision, settled=decision.settled | self.told.get(uid, NOBODY))


async def moved_of(
    store: NotificationGroupStore, group: NotificationGroup, left: Fingerprints
) -> Moved:
    """`left` are members that left and fire."""
    if not left:
        return Moved()
    elsewhere = [
        each
        for each in await store.memberships(group.org_id, sorted(left))
        if not each.has_left and each.destination == group.destination
    ]
    going = frozenset(each.fingerprint for each in elsewhere)
    group_ids = sorted({each.group_id for each in elsewhere})
    firing = await store.told_as_firing(group.org_id, group_ids)
    return Moved(going, {uid: going & told for uid, told in firing.items()})
