"""Flushes one group: decides what each integration of its destination is sent, and why."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from vedette.alerting.alerts.acknowledgement_store import AcknowledgementStore
from vedette.alerting.alerts.model import Alert
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.contacts.model import Integration
from vedette.alerting.delivery.configuration import Configuration, Configurations
from vedette.alerting.delivery.decide import (
    NO_ALERTS,
    Decision,
    Fingerprints,
    Members,
    NotificationReason,
    decide,
    delivery_key,
    supersedes,
)
from vedette.alerting.delivery.decision_store import DecisionStore
from vedette.alerting.delivery.delivery_store import DeliveryStore, NewDelivery, Queue
from vedette.alerting.delivery.destinations import RECEIVER_TYPE
from vedette.alerting.delivery.flush_history import (
    Flush,
    record_no_receiver,
    record_suppressed,
    record_unsent,
)
from vedette.alerting.delivery.group_store import (
    NotificationGroup,
    NotificationGroupStore,
    NotificationState,
    route_of,
)
from vedette.alerting.delivery.message import snapshot
from vedette.alerting.delivery.moved_alerts import MovedAlerts, find_moved
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
        """Store notifications, notification states and the next due time in one transaction.

        Returns the number of notifications. Raises `Fenced` if another instance has taken over the
        group; nothing is stored then.
        """
        timings = route_of(claim.row["route"]).timings
        now = moment(claim.now)
        due = next_flush(timings, moment(claim.due), now)
        # After an outage only the newest slot is flushed, so that no repeat is due right after.
        slot = due - timings.group_interval
        async with transaction(self._database) as tx:
            # This locks the group, so it comes first: no alert joins or leaves meanwhile.
            if not await self._claims.settle(tx, claim, milliseconds(due)):
                raise Fenced
            count = await self._flush(tx, int(claim.key), slot, now)
            if count:
                tx.after_commit(lambda: self._wakeups.notify("deliveries"))
        return count

    async def _flush(self, tx: Tx, group_id: int, slot: datetime, now: datetime) -> int:
        group = await NotificationGroupStore(tx).get(group_id)
        assert group is not None
        configuration = await self._configurations.load(tx, group.org_id, milliseconds(now))
        flush = await _prepare(tx, group, configuration, slot, now)
        integrations = configuration.integrations(group.org_id, group.destination)
        decisions = [await _decide(tx, flush, integration) for integration in integrations]
        for integration, decision in zip(integrations, decisions, strict=True):
            await _apply(tx, flush, integration, decision)
        await record_suppressed(
            tx, flush, NO_ALERTS.union(*(each.suppressed for each in decisions))
        )
        if not integrations:
            await record_no_receiver(tx, flush)
        await DecisionStore(tx).add(flush.records)
        await _clean_up(tx, flush, integrations, decisions)
        return sum(each.reason.sends for each in decisions)


async def _prepare(
    tx: Tx, group: NotificationGroup, configuration: Configuration, slot: datetime, now: datetime
) -> Flush:
    """Load the alerts and notification states of the group. Deleted and moved alerts leave it."""
    groups = NotificationGroupStore(tx)
    membership = await groups.members(group.id)
    alerts = await AlertStore(tx).by_fingerprints(group.org_id, list(membership))
    if not group.destination.resolves_moved:
        alerts = {
            each: alert
            for each, alert in alerts.items()
            if not (alert.is_firing and membership[each])
        }
    await groups.remove(group.id, sorted(set(membership) - set(alerts)))
    firing = frozenset(
        each for each, alert in alerts.items() if alert.is_firing and not membership[each]
    )
    resolved = frozenset(alerts) - firing
    suppressed: Mapping[str, Suppression] = {}
    if group.destination.is_muted_here:
        suppressed = await _suppressed(tx, group, configuration, alerts, now)
    muted = frozenset(each for each, why in suppressed.items() if why.is_muted)
    members = Members(firing, resolved, muted)
    states = await groups.states(group.id)
    left = frozenset(each for each in resolved if alerts[each].is_firing)
    moved = await find_moved(groups, group, left)
    return Flush(group, slot, now, alerts, members, states, suppressed, moved)


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
    # Without firing alerts, no routing has updated the group after an edit of the policies.
    route = find(configuration.route, group.route.key) or group.route
    timings = muted_by(route.mute_timings, route.active_timings, configuration.timings, now)
    return {
        fingerprint: suppression(fingerprint, alert.labels, silencer, inhibitor, timings)
        for fingerprint, alert in alerts.items()
    }


async def _decide(tx: Tx, flush: Flush, integration: Integration) -> Decision:
    members, sent, moved = flush.members, flush.sent(integration), MovedAlerts()
    if integration.type == RECEIVER_TYPE:
        moved = flush.moved
        members, sent = moved.exclude(members, sent, integration.uid)
    repeat = flush.group.route.timings.repeat_interval
    wants_resolved = not integration.disable_resolve
    decision = decide(sent, members, repeat, flush.slot, wants_resolved=wants_resolved)
    is_repeat = decision.reason is NotificationReason.REPEAT
    if is_repeat and await _all_acknowledged(tx, flush, decision.firing):
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


async def _apply(tx: Tx, flush: Flush, integration: Integration, decision: Decision) -> None:
    """Store the decision for one integration: history, notification and state."""
    group, state = flush.group, flush.states.get(integration.uid)
    record_unsent(flush, integration, decision)
    sequence = state.sequence if state else 0
    if decision.reason.sends:
        sequence = await _add_notification(tx, flush, integration, decision, state)
    if decision.after is not None and (state is None or decision.after != state.sent):
        await NotificationGroupStore(tx).put_state(
            group.org_id, group.id, integration.uid, NotificationState(decision.after, sequence)
        )


async def _add_notification(
    tx: Tx,
    flush: Flush,
    integration: Integration,
    decision: Decision,
    state: NotificationState | None,
) -> int:
    """Store a notification and return its sequence number.

    A group that is created again continues the sequence of the deleted one.
    """
    group, deliveries = flush.group, DeliveryStore(tx)
    queue = Queue(group.org_id, group.key, group.destination.name, integration.uid)
    last = state.sequence if state else await deliveries.last_sequence(queue)
    new = _delivery(flush, integration, queue, decision, last + 1)
    await _supersede(deliveries, queue, decision, new, group.destination.title)
    delivery_id = await deliveries.add(new)
    await deliveries.advance(queue, new.created)
    if decision.reason is NotificationReason.REPEAT and not group.destination.keeps_repeats:
        await deliveries.delete_repeats(queue, new.sequence)
    for each in sorted(group.destination.recorded(decision, flush.sent(integration))):
        flush.record(
            each,
            decision.reason.value,
            integration_uid=integration.uid,
            detail={"status": "firing" if each in decision.firing else "resolved"},
            delivery_id=delivery_id,
        )
    return new.sequence


async def _supersede(
    deliveries: DeliveryStore, queue: Queue, decision: Decision, new: NewDelivery, recipient: str
) -> None:
    """Mark the newest pending notifications as superseded that `new` contains completely."""
    for older in reversed(await deliveries.pending(queue)):
        if not (older.is_untouched and supersedes(older, decision)):
            break
        await deliveries.supersede(older.id, new.sequence, recipient, new.created)


async def _clean_up(
    tx: Tx, flush: Flush, integrations: Sequence[Integration], decisions: Sequence[Decision]
) -> None:
    """Remove settled alerts, states of deleted integrations, and the group when it is empty."""
    groups, group_id, members = NotificationGroupStore(tx), flush.group.id, flush.members
    settled = members.resolved.intersection(*(each.settled for each in decisions))
    await groups.remove(group_id, sorted(settled))
    deleted = set(flush.states) - {each.uid for each in integrations}
    await groups.delete_states(group_id, sorted(deleted))
    if not members.firing and settled == members.resolved:
        await groups.delete_empty(group_id)
    else:
        await groups.set_slot(group_id, flush.slot)


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
        reason=decision.reason.value,
        firing=decision.firing,
        resolved=decision.resolved,
        message=snapshot(group.labels, firing, resolved, now),
        created=now,
    )
