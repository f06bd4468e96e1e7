"""What a flush writes into the notification history: sent, muted, or without a receiver."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from vedette.alerting.alerts.model import Alert
from vedette.alerting.contacts.model import Integration
from vedette.alerting.delivery.decide import NO_ALERTS, Decision, Fingerprints, Members, Sent
from vedette.alerting.delivery.decision_store import DecisionRecord, DecisionStore, DecisionVerdict
from vedette.alerting.delivery.group_store import NotificationGroup, NotificationState
from vedette.alerting.delivery.moved_alerts import MovedAlerts
from vedette.alerting.muting.suppression import Suppression
from vedette.db.database import Tx
from vedette.kernel.clock import milliseconds


class Flush(msgspec.Struct):
    """What one flush of a group works with."""

    group: NotificationGroup
    slot: datetime
    now: datetime
    alerts: Mapping[str, Alert]
    members: Members
    states: Mapping[str, NotificationState]
    suppressed: Mapping[str, Suppression]
    moved: MovedAlerts
    records: list[DecisionRecord] = msgspec.field(default_factory=list)

    def record(
        self,
        fingerprint: str,
        decision: str,
        *,
        integration_uid: str = "",
        detail: Mapping[str, object] | None = None,
        delivery_id: int | None = None,
    ) -> None:
        group, alert = self.group, self.alerts[fingerprint]
        self.records.append(
            DecisionRecord(
                org_id=group.org_id,
                fingerprint=fingerprint,
                rule_uid=alert.rule_uid,
                group_key=group.key,
                receiver=group.destination.name,
                integration_uid=integration_uid,
                slot=milliseconds(self.slot),
                decision=decision,
                detail=detail or {},
                delivery_id=delivery_id,
                created=milliseconds(self.now),
            )
        )

    def sent(self, integration: Integration) -> Sent | None:
        states = self.states.get(integration.uid)
        return None if states is None else states.sent


def record_unsent(flush: Flush, integration: Integration, decision: Decision) -> None:
    """Record resolved alerts that this integration is not notified of."""
    sent = flush.sent(integration)
    states = sent.firing if sent else NO_ALERTS
    for each in sorted(decision.settled - decision.resolved):
        if each not in states:
            if not _was_notified(flush, each):
                flush.record(each, DecisionVerdict.RESOLVED_UNSENT, integration_uid=integration.uid)
        elif integration.disable_resolve:
            flush.record(each, DecisionVerdict.END_NOT_WANTED, integration_uid=integration.uid)


def _was_notified(flush: Flush, fingerprint: str) -> bool:
    return any(fingerprint in state.sent.firing for state in flush.states.values())


async def record_suppressed(tx: Tx, flush: Flush, suppressed_changes: Fingerprints) -> None:
    """Record why changes are muted, if the reason differs from the last one."""
    verdicts = {
        each: (DecisionVerdict.MUTED, _reasons(flush.suppressed[each]))
        for each in sorted(suppressed_changes)
    }
    await _record_changes(tx, flush, verdicts)


async def record_no_receiver(tx: Tx, flush: Flush) -> None:
    """Record firing alerts whose destination has no integration."""
    verdict: tuple[DecisionVerdict, Mapping[str, object]] = (DecisionVerdict.NO_RECEIVER, {})
    await _record_changes(tx, flush, dict.fromkeys(sorted(flush.members.firing), verdict))


def _reasons(why: Suppression) -> Mapping[str, object]:
    reasons = {"silences": why.silenced_by, "alerts": why.inhibited_by, "timings": why.muted_by}
    return {name: list(each) for name, each in reasons.items() if each}


async def _record_changes(
    tx: Tx,
    flush: Flush,
    verdicts: Mapping[str, tuple[DecisionVerdict, Mapping[str, object]]],
) -> None:
    if not verdicts:
        return
    group = flush.group
    last = await DecisionStore(tx).last_of_group(
        group.org_id, group.key, group.destination.name, list(verdicts)
    )
    for each, (verdict, detail) in verdicts.items():
        before = last.get(each)
        if before is None or (before.decision, before.detail) != (verdict.value, detail):
            flush.record(each, verdict.value, detail=detail)
