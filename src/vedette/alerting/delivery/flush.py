"""Flush one group: decide what each integration of its destination is sent now, and why."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from vedette.alerting.alerts.acknowledgement_store import AcknowledgementStore
from vedette.alerting.alerts.model import Alert
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.contacts.model import Integration
from vedette.alerting.delivery.configuration import Configuration, Configurations
from vedette.alerting.delivery.decide import (
    NOBODY,
    Decision,
    Fingerprints,
    Members,
    Why,
    decide,
    delivery_key,
    supersedes,
)
from vedette.alerting.delivery.decision_store import DecisionStore
from vedette.alerting.delivery.delivery_store import DeliveryStore, NewDelivery, Queue
from vedette.alerting.delivery.destinations import RECEIVER_TYPE
from vedette.alerting.delivery.flush_history import (
    Flush,
    record_held,
    record_no_receiver,
    record_unsent,
)
from vedette.alerting.delivery.group_store import (
    NotificationGroup,
    NotificationGroupStore,
    Told,
    route_of,
)
from vedette.alerting.delivery.message import snapshot
from vedette.alerting.delivery.moving import Moved, moved_of
from vedette.alerting.model import matches_all
from vedette.alerting.muting.inhibitions.rules import Inhibitor
from vedette.alerting.muting.silences.rules import Silencer
from vedette.alerting.muting.suppression import Suppression, suppression
from vedette.alerting.muting.timings.rules import muted_by
from vedette.alerting.routing.grouping import next_flush
from vedette.alerting.routing.tree import find
from vedette.cluster.bounded import transaction
from vedette.cluster.claims import Claim, Claims, Fenced
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.kernel.clock import milliseconds, moment


class Flusher:
    def __init__(
        self,
        database: Database,
        claims: Claims,
        configurations: Configurations,
        wakeups: Wakeups,
    ) -> None:
        self._database = database
        self._claims = claims
        self._configurations = configurations
        self._wakeups = wakeups

    async def flush(self, claim: Claim) -> int:
        """Everything in one transaction: messages, what was told, the next look. How many messages.

        Raises `Fenced` where another instance looks at the group by now; nothing happened then.
        """
        timings = route_of(claim.row["route"]).timings
        now = moment(claim.now)
        due = next_flush(timings, moment(claim.due), now)
        # After a gap the newest slot counts, so that a repeat is not due right after.
        slot = due - timings.group_interval
        async with transaction(self._database) as tx:
            # First of all, as it locks the group: nobody joins or leaves it meanwhile.
            if not await self._claims.settle(tx, claim, milliseconds(due)):
                raise Fenced
            made = await self._look(tx, int(claim.key), slot, now)
            if made:
                tx.after_commit(lambda: self._wakeups.notify("deliveries"))
        return made

    async def _look(self, tx: Tx, group_id: int, slot: datetime, now: datetime) -> int:
        groups = NotificationGroupStore(tx)
        group = await groups.get(group_id)
        assert group is not None
        configuration = await self._configurations.load(tx, group.org_id, milliseconds(now))
        flush = await _gathered(tx, group, configuration, slot, now)
        integrations = configuration.integrations(group.org_id, group.destination)
        made, settled = 0, flush.members.resolved
        still_held: Fingerprints = NOBODY
        for integration in integrations:
            decision = await _decided(tx, flush, integration)
            made += await _carried_out(tx, flush, integration, decision)
            settled &= decision.settled
            still_held |= decision.held
        await record_held(tx, flush, still_held)
        if not integrations:
            await record_no_receiver(tx, flush)
        await groups.remove(group_id, sorted(settled))
        gone = set(flush.told) - {each.uid for each in integrations}
        await groups.forget_told(group_id, sorted(gone))
        await DecisionStore(tx).add(flush.records)
        if not flush.members.firing and settled == flush.members.resolved:
            await groups.delete_empty(group_id)
        else:
            await groups.set_slot(group_id, slot)
        return made


async def _gathered(
    tx: Tx, group: NotificationGroup, configuration: Configuration, slot: datetime, now: datetime
) -> Flush:
    groups = NotificationGroupStore(tx)
    membership = await groups.members(group.id)
    alerts = await AlertStore(tx).by_fingerprints(group.org_id, list(membership))
    if not group.destination.resolves_moved:
        alerts = {
            each: alert
            for each, alert in alerts.items()
            if not (alert.is_firing and membership[each])
        }
    firing = frozenset(
        each for each, alert in alerts.items() if alert.is_firing and not membership[each]
    )
    suppressed: Mapping[str, Suppression] = {}
    if group.destination.is_muted_here:
        suppressed = await _suppressed(tx, group, configuration, alerts, now)
    muted = frozenset(each for each, why in suppressed.items() if why.is_muted)
    resolved = frozenset(alerts) - firing
    lost = set(membership) - set(alerts)
    await groups.remove(group.id, sorted(lost))
    told = await groups.told(group.id)
    left = frozenset(each for each in resolved if alerts[each].is_firing)
    moving = await moved_of(groups, group, left)
    members = Members(firing, resolved, muted)
    return Flush(group, slot, now, alerts, members, told, suppressed, moving)


async def _suppressed(
    tx: Tx,
    group: NotificationGroup,
    configuration: Configuration,
    alerts: Mapping[str, Alert],
    now: datetime,
) -> Mapping[str, Suppression]:
    rules = [
        rule
        for rule in configuration.inhibit_rules
        if any(matches_all(rule.target, alert.labels) for alert in alerts.values())
    ]
    firing = await AlertStore(tx).active_labels(group.org_id) if rules else {}
    inhibitor = Inhibitor(rules, firing)
    silencer = Silencer(configuration.silences, now)
    # Where nothing fires any more, nobody led it through policies that were edited since.
    route = find(configuration.route, group.route.key) or group.route
    timings = muted_by(route.mute_timings, route.active_timings, configuration.timings, now)
    return {
        fingerprint: suppression(fingerprint, alert.labels, silencer, inhibitor, timings)
        for fingerprint, alert in alerts.items()
    }


async def _decided(tx: Tx, flush: Flush, integration: Integration) -> Decision:
    members, sent, moved = flush.members, flush.sent(integration), Moved()
    if integration.type == RECEIVER_TYPE:
        moved = flush.moved
        members, sent = moved.left_out(members, sent, integration.uid)
    repeat = flush.group.route.timings.repeat_interval
    wants_resolved = not integration.disable_resolve
    decision = decide(sent, members, repeat, flush.slot, wants_resolved=wants_resolved)
    if decision.why is Why.REPEAT and await _all_acknowledged(tx, flush, decision.firing):
        decision = decide(sent, members, timedelta.max, flush.slot, wants_resolved=wants_resolved)
    decision = flush.group.destination.repeated(decision, sent, repeat, flush.slot)
    return moved.settled(decision, integration.uid)


async def _all_acknowledged(tx: Tx, flush: Flush, firing: Fingerprints) -> bool:
    if not flush.group.destination.is_muted_here:
        return False
    given = await AcknowledgementStore(tx).of(flush.group.org_id, sorted(firing))
    return all(
        each in given and given[each].starts_at == flush.alerts[each].starts_at for each in firing
    )


async def _carried_out(tx: Tx, flush: Flush, integration: Integration, decision: Decision) -> int:
    """Stores what was decided of one integration; how many messages that makes."""
    group, before = flush.group, flush.told.get(integration.uid)
    record_unsent(flush, integration, decision)
    deliveries = DeliveryStore(tx)
    queue = Queue(group.org_id, group.key, group.destination.name, integration.uid)
    sequence = before.sequence if before else await _known_sequence(deliveries, queue, decision)
    if decision.why.sends:
        sequence += 1
        new = _delivery(flush, integration, queue, decision, sequence)
        for older in reversed(await deliveries.waiting(queue)):
            if not (older.is_untouched and supersedes(older, decision)):
                break
            who = group.destination.title
            await deliveries.supersede(older.id, sequence, who, new.created)
        delivery_id = await deliveries.add(new)
        await deliveries.advance(queue, new.created)
        if decision.why is Why.REPEAT and not group.destination.keeps_repeats:
            await deliveries.forget_repeats(queue, sequence)
        for each in sorted(group.destination.recorded(decision, flush.sent(integration))):
            flush.record(
                each,
                decision.why.value,
                integration_uid=integration.uid,
                detail={"status": "firing" if each in decision.firing else "resolved"},
                delivery_id=delivery_id,
            )
    if decision.after is not None and (before is None or decision.after != before.sent):
        told = Told(decision.after, sequence)
        await NotificationGroupStore(tx).put_told(group.org_id, group.id, integration.uid, told)
    return int(decision.why.sends)


async def _known_sequence(store: DeliveryStore, queue: Queue, decision: Decision) -> int:
    """A group that is made anew goes on counting where the one before stopped."""
    return await store.last_sequence(queue) if decision.why.sends else 0


def _delivery(
    flush: Flush, integration: Integration, queue: Queue, decision: Decision, sequence: int
) -> NewDelivery:
    group, now = flush.group, milliseconds(flush.now)
    firing = [flush.alerts[each] for each in decision.firing]
    resolved = [flush.alerts[each] for each in decision.resolved]
    return NewDelivery(
        queue=queue,
        key=delivery_key(group.org_id, group.key, integration.uid, flush.slot),
        integration_type=integration.type,
        sequence=sequence,
        slot=milliseconds(flush.slot),
        reason=decision.why.value,
        firing=decision.firing,
        resolved=decision.resolved,
        message=snapshot(group.labels, firing, resolved, now),
        created=now,
    )
