"""Looks at one group: what each integration of its contact point is told now, and why."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import msgspec

from vedette.alerting.alerts.acknowledgements import AcknowledgementStore
from vedette.alerting.alerts.model import Alert
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.contacts.model import Integration
from vedette.alerting.delivery.configuration import Configuration, Configurations
from vedette.alerting.delivery.decide import (
    NOBODY,
    Decision,
    Fingerprints,
    Members,
    Sent,
    Why,
    decide,
    delivery_key,
    only_news,
    supersedes,
)
from vedette.alerting.delivery.decision_store import Decision as Noted
from vedette.alerting.delivery.decision_store import DecisionStore, Verdict
from vedette.alerting.delivery.delivery_store import DeliveryStore, NewDelivery, Queue
from vedette.alerting.delivery.external.model import RECEIVER_TYPE, called, is_handed
from vedette.alerting.delivery.group_store import Group, GroupStore, Told, route_of
from vedette.alerting.delivery.message import snapshot
from vedette.alerting.delivery.moving import Moved, moved_of
from vedette.alerting.model import matches_all
from vedette.alerting.muting.inhibition import Inhibitor
from vedette.alerting.muting.intervals import muted_by
from vedette.alerting.muting.silences import Silencer
from vedette.alerting.muting.suppression import Suppression, suppression
from vedette.alerting.routing.grouping import next_flush
from vedette.alerting.routing.tree import find
from vedette.cluster.bounded import transaction
from vedette.cluster.claims import Claim, Claims, Fenced
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.kernel.clock import milliseconds, moment


class _Flush(msgspec.Struct):
    """What one look at a group works with."""

    group: Group
    slot: datetime
    now: datetime
    alerts: Mapping[str, Alert]
    members: Members
    told: Mapping[str, Told]
    suppressed: Mapping[str, Suppression]
    moved: Moved
    notes: list[Noted] = msgspec.field(default_factory=list)

    def note(
        self,
        fingerprint: str,
        decision: str,
        *,
        integration_uid: str = "",
        detail: Mapping[str, object] | None = None,
        delivery_id: int | None = None,
    ) -> None:
        group, alert = self.group, self.alerts[fingerprint]
        self.notes.append(
            Noted(
                org_id=group.org_id,
                fingerprint=fingerprint,
                rule_uid=alert.rule_uid,
                group_key=group.key,
                receiver=group.receiver,
                integration_uid=integration_uid,
                slot=milliseconds(self.slot),
                decision=decision,
                detail=detail or {},
                delivery_id=delivery_id,
                created=milliseconds(self.now),
            )
        )


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
        groups = GroupStore(tx)
        group = await groups.get(group_id)
        assert group is not None
        configuration = await self._configurations.load(tx, group.org_id, milliseconds(now))
        flush = await _gathered(tx, group, configuration, slot, now)
        integrations = _integrations(configuration, group)
        made, settled = 0, flush.members.resolved
        still_held: Fingerprints = NOBODY
        for integration in integrations:
            decision = await _decided(tx, flush, integration)
            made += await _carried_out(tx, flush, integration, decision)
            settled &= decision.settled
            still_held |= decision.held
        await _note_held(tx, flush, still_held)
        if not integrations:
            await _note_nobody(tx, flush)
        await groups.remove(group_id, sorted(settled))
        gone = set(flush.told) - {each.uid for each in integrations}
        await groups.forget_told(group_id, sorted(gone))
        await DecisionStore(tx).add(flush.notes)
        if not flush.members.firing and settled == flush.members.resolved:
            await groups.delete_empty(group_id)
        else:
            await groups.set_slot(group_id, slot)
        return made


def _integrations(configuration: Configuration, group: Group) -> Sequence[Integration]:
    if is_handed(group.key):
        return configuration.handing.integrations(group.org_id, group.route.key)
    return configuration.receivers.get(group.receiver, ())


async def _gathered(
    tx: Tx, group: Group, configuration: Configuration, slot: datetime, now: datetime
) -> _Flush:
    groups = GroupStore(tx)
    membership = await groups.members(group.id)
    alerts = await AlertStore(tx).by_fingerprints(group.org_id, list(membership))
    if is_handed(group.key):
        # What left and fires goes to the same Alertmanager under another name: it did not end.
        alerts = {
            each: alert
            for each, alert in alerts.items()
            if not (alert.is_firing and membership[each])
        }
    firing = frozenset(
        each for each, alert in alerts.items() if alert.is_firing and not membership[each]
    )
    suppressed: Mapping[str, Suppression] = {}
    if not is_handed(group.key):
        suppressed = await _suppressed(tx, group, configuration, alerts, now)
    muted = frozenset(each for each, why in suppressed.items() if why.is_muted)
    resolved = frozenset(alerts) - firing
    lost = set(membership) - set(alerts)
    await groups.remove(group.id, sorted(lost))
    told = await groups.told(group.id)
    left = frozenset(each for each in resolved if alerts[each].is_firing)
    moving = await moved_of(groups, group, left)
    members = Members(firing, resolved, muted)
    return _Flush(group, slot, now, alerts, members, told, suppressed, moving)


async def _suppressed(
    tx: Tx,
    group: Group,
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


async def _decided(tx: Tx, flush: _Flush, integration: Integration) -> Decision:
    members, sent, moved = flush.members, _sent(flush, integration), Moved()
    if integration.type == RECEIVER_TYPE:
        moved = flush.moved
        members, sent = moved.left_out(members, sent, integration.uid)
    repeat = flush.group.route.timings.repeat_interval
    wants_resolved = not integration.disable_resolve
    decision = decide(sent, members, repeat, flush.slot, wants_resolved=wants_resolved)
    if is_handed(flush.group.key):
        return only_news(decision, sent, repeat, flush.slot)
    if decision.why is Why.REPEAT and await _all_acknowledged(tx, flush, decision.firing):
        decision = decide(sent, members, timedelta.max, flush.slot, wants_resolved=wants_resolved)
    return moved.settled(decision, integration.uid)


def _sent(flush: _Flush, integration: Integration) -> Sent | None:
    told = flush.told.get(integration.uid)
    return None if told is None else told.sent


async def _all_acknowledged(tx: Tx, flush: _Flush, firing: Fingerprints) -> bool:
    given = await AcknowledgementStore(tx).of(flush.group.org_id, sorted(firing))
    return all(
        each in given and given[each].starts_at == flush.alerts[each].starts_at for each in firing
    )


async def _carried_out(tx: Tx, flush: _Flush, integration: Integration, decision: Decision) -> int:
    """Stores what was decided of one integration; how many messages that makes."""
    group, before = flush.group, flush.told.get(integration.uid)
    _note_untold(flush, integration, decision)
    deliveries = DeliveryStore(tx)
    queue = Queue(group.org_id, group.key, group.receiver, integration.uid)
    sequence = before.sequence if before else await _known_sequence(deliveries, queue, decision)
    if decision.why.sends:
        sequence += 1
        new = _delivery(flush, integration, queue, decision, sequence)
        for older in reversed(await deliveries.waiting(queue)):
            if not (older.is_untouched and supersedes(older, decision)):
                break
            who = called(group.key, group.receiver)
            await deliveries.supersede(older.id, sequence, who, new.created)
        delivery_id = await deliveries.add(new)
        await deliveries.advance(queue, new.created)
        if is_handed(group.key) and decision.why is Why.REPEAT:
            await deliveries.forget_repeats(queue, sequence)
        for each in sorted(_noted(flush, integration, decision)):
            flush.note(
                each,
                decision.why.value,
                integration_uid=integration.uid,
                detail={"status": "firing" if each in decision.firing else "resolved"},
                delivery_id=delivery_id,
            )
    if decision.after is not None and (before is None or decision.after != before.sent):
        told = Told(decision.after, sequence)
        await GroupStore(tx).put_told(group.org_id, group.id, integration.uid, told)
    return int(decision.why.sends)


def _noted(flush: _Flush, integration: Integration, decision: Decision) -> Fingerprints:
    """Of what is handed on, news alone: all of it is told every minute."""
    sent = _sent(flush, integration)
    if sent is None or not is_handed(flush.group.key):
        return decision.firing | decision.resolved
    return (decision.firing - sent.firing) | decision.resolved


async def _known_sequence(store: DeliveryStore, queue: Queue, decision: Decision) -> int:
    """A group that is made anew goes on counting where the one before stopped."""
    return await store.last_sequence(queue) if decision.why.sends else 0


def _delivery(
    flush: _Flush, integration: Integration, queue: Queue, decision: Decision, sequence: int
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


def _note_untold(flush: _Flush, integration: Integration, decision: Decision) -> None:
    """Ends that this integration never hears of, because it never heard of the alert or of ends."""
    sent = _sent(flush, integration)
    told = sent.firing if sent else NOBODY
    for each in sorted(decision.settled - decision.resolved):
        if each not in told:
            if not _was_told(flush, each):
                flush.note(each, Verdict.RESOLVED_UNSENT, integration_uid=integration.uid)
        elif integration.disable_resolve:
            flush.note(each, Verdict.END_NOT_WANTED, integration_uid=integration.uid)


def _was_told(flush: _Flush, fingerprint: str) -> bool:
    return any(fingerprint in told.sent.firing for told in flush.told.values())


async def _note_held(tx: Tx, flush: _Flush, held: Fingerprints) -> None:
    """Why news is held back, where it is for another reason than before."""
    verdicts = {each: (Verdict.MUTED, _reasons(flush.suppressed[each])) for each in sorted(held)}
    await _note_changes(tx, flush, verdicts)


async def _note_nobody(tx: Tx, flush: _Flush) -> None:
    verdict: tuple[Verdict, Mapping[str, object]] = (Verdict.NO_RECEIVER, {})
    await _note_changes(tx, flush, dict.fromkeys(sorted(flush.members.firing), verdict))


def _reasons(why: Suppression) -> Mapping[str, object]:
    reasons = {"silences": why.silenced_by, "alerts": why.inhibited_by, "timings": why.muted_by}
    return {name: list(each) for name, each in reasons.items() if each}


async def _note_changes(
    tx: Tx,
    flush: _Flush,
    verdicts: Mapping[str, tuple[Verdict, Mapping[str, object]]],
) -> None:
    if not verdicts:
        return
    group = flush.group
    last = await DecisionStore(tx).last_of_group(
        group.org_id, group.key, group.receiver, list(verdicts)
    )
    for each, (verdict, detail) in verdicts.items():
        before = last.get(each)
        if before is None or (before.decision, before.detail) != (verdict.value, detail):
            flush.note(each, verdict.value, detail=detail)
