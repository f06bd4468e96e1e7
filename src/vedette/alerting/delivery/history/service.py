"""Use cases of the notification history: search, retry and acknowledge."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from vedette.alerting.alerts.acknowledgement_store import Acknowledgement, AcknowledgementStore
from vedette.alerting.alerts.model import Alert
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.delivery.decision_store import DecisionRecord, DecisionStore, DecisionVerdict
from vedette.alerting.delivery.delivery_store import DeliveryState, DeliveryStore, Queue
from vedette.alerting.delivery.errors import AlertUnknown, DeliveryNotFound, DeliveryNotRetryable
from vedette.alerting.delivery.history.model import (
    AttemptRecord,
    Event,
    HistoryEntry,
    NotificationRecord,
    NotificationSearch,
)
from vedette.alerting.delivery.history.sentences import (
    alert_name,
    of_attempt,
    of_decision,
)
from vedette.alerting.delivery.history.store import NotificationHistoryStore
from vedette.alerting.delivery.message import AlertSnapshot, read_snapshot
from vedette.alerting.instances.history_store import TransitionStore
from vedette.alerting.instances.model import TransitionRecord
from vedette.alerting.model.instances import AlertState
from vedette.alerting.model.unreadable import StoredUnreadable
from vedette.alerting.muting.silences.store import SilenceStore
from vedette.cluster.bounded import transaction
from vedette.cluster.time import database_now
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock, milliseconds, moment
from vedette.kernel.principal import Principal


class NotificationDetails(msgspec.Struct, frozen=True):
    """A notification with its alerts and attempts."""

    message: NotificationRecord
    alerts: Sequence[AlertSnapshot]
    attempts: Sequence[AttemptRecord]


class Timeline(msgspec.Struct, frozen=True):
    """The timeline of an alert. `alert` is None after it was deleted; its labels stay longer."""

    fingerprint: str
    labels: Mapping[str, str]
    alert: Alert | None
    acknowledgement: Acknowledgement | None
    events: Sequence[Event]


class NotificationHistory:
    def __init__(self, database: Database, clock: Clock, wakeups: Wakeups) -> None:
        self._database = database
        self._clock = clock
        self._wakeups = wakeups

    async def entries(
        self, org_id: int, wanted: NotificationSearch
    ) -> Sequence[tuple[HistoryEntry, str]]:
        """Return decisions, newest first, each with its sentence."""
        async with self._database.reading() as tx:
            found = await NotificationHistoryStore(tx, org_id).entries(wanted)
            names = await _names(tx, org_id, [entry.decision.detail for entry in found])
        return [(each, of_decision(each.decision, each.message, names)) for each in found]

    async def messages(
        self, org_id: int, wanted: NotificationSearch
    ) -> Sequence[NotificationRecord]:
        """Return notifications, newest first."""
        async with self._database.reading() as tx:
            return await NotificationHistoryStore(tx, org_id).search_messages(wanted)

    async def message(self, org_id: int, delivery_id: int) -> NotificationDetails:
        """Return the details of a notification. Raises `DeliveryNotFound`."""
        async with self._database.reading() as tx:
            store = NotificationHistoryStore(tx, org_id)
            found = (await store.messages([delivery_id])).get(delivery_id)
            if found is None:
                raise DeliveryNotFound(str(delivery_id))
            text = read_snapshot(await store.text(delivery_id))
            return NotificationDetails(found, text.alerts, await store.attempts([delivery_id]))

    async def timeline(self, org_id: int, fingerprint: str, wanted: NotificationSearch) -> Timeline:
        """Return the events of an alert, oldest first. Empty if the alert is unknown."""
        wanted = replace(wanted, fingerprint=fingerprint)
        async with self._database.reading() as tx:
            store = NotificationHistoryStore(tx, org_id)
            entries = await store.entries(wanted)
            messages = {each.message.id: each.message for each in entries if each.message}
            attempts = await store.attempts(list(messages))
            changes = await TransitionStore(tx).of_fingerprint(
                org_id, fingerprint, moment(wanted.since), moment(wanted.until), wanted.limit
            )
            known = (await AlertStore(tx).by_fingerprints(org_id, [fingerprint])).get(fingerprint)
            given = await AcknowledgementStore(tx).of(org_id, [fingerprint])
            names = await _names(tx, org_id, [each.decision.detail for each in entries])
        acknowledgement = given.get(fingerprint)
        events = [
            *map(_changed, changes),
            *(_decided(each, names) for each in entries),
            *(_attempted(each, messages[each.delivery_id]) for each in attempts),
        ]
        if acknowledgement is not None and not _is_recorded(acknowledgement, entries):
            events.append(_acknowledged(acknowledgement))
        labels: Mapping[str, str] = known.labels if known else {}
        if not labels and entries:
            labels = entries[0].labels
        elif not labels and changes:
            labels = changes[0].labels
        return Timeline(
            fingerprint,
            labels,
            known,
            acknowledgement,
            sorted(events, key=lambda event: event.time),
        )

    async def retry(self, org_id: int, delivery_id: int) -> NotificationRecord:
        """Send a failed or expired notification again. Raises `DeliveryNotFound`,
        `DeliveryNotRetryable`."""
        async with transaction(self._database) as tx:
            store = NotificationHistoryStore(tx, org_id)
            found = (await store.messages([delivery_id])).get(delivery_id)
            if found is None:
                raise DeliveryNotFound(str(delivery_id))
            if found.state not in (DeliveryState.FAILED, DeliveryState.STALE):
                raise DeliveryNotRetryable(
                    "Only a notification that failed or was too old can be sent again."
                )
            queue = Queue(org_id, found.group_key, found.receiver, found.integration_uid)
            deliveries = DeliveryStore(tx)
            if not await deliveries.can_be_retried(queue, found.sequence):
                raise DeliveryNotRetryable(
                    "A newer notification for this group was sent or is being sent."
                )
            now = await database_now(tx, self._clock)
            await deliveries.requeue(delivery_id, queue, now, now)
            tx.after_commit(lambda: self._wakeups.notify("deliveries"))
            return (await store.messages([delivery_id]))[delivery_id]

    async def acknowledge(self, who: Principal, fingerprint: str, comment: str) -> Acknowledgement:
        """Pause repeat notifications of an alert until it resolves. Raises `AlertUnknown`."""
        async with transaction(self._database) as tx:
            alerts = await AlertStore(tx).by_fingerprints(who.org_id, [fingerprint])
            alert = alerts.get(fingerprint)
            if alert is None or not alert.is_firing:
                raise AlertUnknown(fingerprint)
            now = moment(await database_now(tx, self._clock))
            given = Acknowledgement(fingerprint, alert.starts_at, who.login, comment, now)
            await AcknowledgementStore(tx).put(who.org_id, given)
            detail = {"who": who.login, "comment": comment}
            await DecisionStore(tx).add(
                [_user_decision(alert, DecisionVerdict.ACKNOWLEDGED, detail, now)]
            )
        return given

    async def acknowledgements(self, org_id: int) -> Sequence[Acknowledgement]:
        """Return the acknowledgements of alerts that still fire, newest first."""
        async with self._database.reading() as tx:
            given = await AcknowledgementStore(tx).all(org_id)
            firing = {each.fingerprint: each for each in await AlertStore(tx).active(org_id)}
        still_firing = [
            each
            for each in given.values()
            if each.fingerprint in firing and each.starts_at == firing[each.fingerprint].starts_at
        ]
        return sorted(still_firing, key=lambda each: each.created, reverse=True)

    async def withdraw(self, who: Principal, fingerprint: str) -> None:
        """Withdraw an acknowledgement. Raises `AlertUnknown` if the alert is not acknowledged."""
        async with transaction(self._database) as tx:
            if not await AcknowledgementStore(tx).delete(who.org_id, fingerprint):
                raise AlertUnknown(fingerprint)
            alerts = await AlertStore(tx).by_fingerprints(who.org_id, [fingerprint])
            if fingerprint in alerts:
                now = moment(await database_now(tx, self._clock))
                noted = _user_decision(
                    alerts[fingerprint], DecisionVerdict.WITHDRAWN, {"who": who.login}, now
                )
                await DecisionStore(tx).add([noted])


def _user_decision(
    alert: Alert, verdict: DecisionVerdict, detail: Mapping[str, object], now: datetime
) -> DecisionRecord:
    """Return a decision that records an action of a user."""
    return DecisionRecord(
        org_id=alert.org_id,
        fingerprint=alert.fingerprint,
        rule_uid=alert.rule_uid,
        group_key="",
        receiver="",
        integration_uid="",
        slot=milliseconds(now),
        decision=verdict.value,
        detail=detail,
        delivery_id=None,
        created=milliseconds(now),
    )


def _is_recorded(given: Acknowledgement, entries: Sequence[HistoryEntry]) -> bool:
    """Return False for an acknowledgement of an earlier version, or one whose entry was deleted."""
    return any(
        entry.decision.decision == DecisionVerdict.ACKNOWLEDGED
        and entry.decision.created == milliseconds(given.created)
        for entry in entries
    )


async def _names(tx: Tx, org_id: int, details: Sequence[Mapping[str, object]]) -> dict[str, str]:
    """Return the names of the silences and alerts that suppressed others."""
    silences = {each for detail in details for each in _texts(detail.get("silences"))}
    alerts = {each for detail in details for each in _texts(detail.get("alerts"))}
    names: dict[str, str] = {}
    for silence_id in sorted(silences):
        try:
            found = await SilenceStore(tx).by_id(org_id, silence_id)
        except StoredUnreadable:
            continue
        if found is not None:
            comment = f" ({found.comment})" if found.comment else ""
            until = found.ends_at.strftime("%Y-%m-%d %H:%M UTC")
            names[silence_id] = f"{found.created_by} until {until}{comment}"
    labels = await NotificationHistoryStore(tx, org_id).labels(sorted(alerts))
    return names | {each: alert_name(labels.get(each, {}), each) for each in alerts}


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _changed(change: TransitionRecord) -> Event:
    before = change.before or AlertState.NORMAL
    reason = f" ({change.reason})" if change.reason else ""
    failure = f": {change.failure}" if change.failure else "."
    return Event(
        time=milliseconds(change.slot),
        kind="transition",
        sentence=f"Changed from {before.label} to {change.after.label}{reason}{failure}",
        detail={
            "before": before.shown,
            "after": change.after.shown,
            "reason": change.reason,
            "values": dict(change.values),
        },
    )


def _decided(entry: HistoryEntry, names: Mapping[str, str]) -> Event:
    made = entry.decision
    if made.decision in (DecisionVerdict.ACKNOWLEDGED, DecisionVerdict.WITHDRAWN):
        sentence = of_decision(made, None, names)
        return Event(made.created, "acknowledgement", sentence, dict(made.detail))
    return Event(
        time=made.created,
        kind="decision",
        sentence=of_decision(made, entry.message, names),
        detail={
            "decision": made.decision,
            "receiver": made.receiver,
            "groupKey": made.group_key,
            "deliveryId": made.delivery_id,
            "deliveryState": entry.message.state if entry.message else None,
            **{key: value for key, value in made.detail.items() if key != "labels"},
        },
    )


def _attempted(made: AttemptRecord, message: NotificationRecord) -> Event:
    return Event(
        time=made.started + made.duration_ms,
        kind="attempt",
        sentence=of_attempt(made, message),
        detail={
            "deliveryId": made.delivery_id,
            "key": message.key,
            "attempt": made.attempt,
            "outcome": made.outcome,
            "answer": made.answer,
            "durationMs": made.duration_ms,
            "instance": made.instance,
        },
    )


def _acknowledged(given: Acknowledgement) -> Event:
    comment = f": {given.comment}" if given.comment else "."
    return Event(
        time=milliseconds(given.created),
        kind="acknowledgement",
        sentence=f"{given.who} acknowledged the alert{comment}",
        detail={"who": given.who, "comment": given.comment},
    )
