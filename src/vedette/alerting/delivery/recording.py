"""Stores the result of an attempt in one transaction, fenced and in the order of the queue."""

from datetime import timedelta
from random import random

import msgspec
from msgspec.structs import replace

from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.delivery.attempt import DeliveryOutcome
from vedette.alerting.delivery.backoff import pause
from vedette.alerting.delivery.delivery_store import (
    Attempt,
    AttemptOutcome,
    DeliveryState,
    DeliveryStore,
)
from vedette.alerting.delivery.destinations import (
    AlertmanagerDestination,
    ContactPointDestination,
    destination_of,
)
from vedette.alerting.delivery.external.sources import receives_alerts
from vedette.alerting.delivery.external.store import AlertmanagerChoiceStore
from vedette.alerting.delivery.message import read_snapshot
from vedette.alerting.delivery.own_alerts import (
    FAILED,
    STALE,
    failed,
    failed_fingerprint,
    failed_labels,
    is_only_about_delivery,
    too_old,
)
from vedette.alerting.model import fingerprint
from vedette.alerting.model.labels import ALERT_NAME
from vedette.alerting.model.unreadable import StoredUnreadable
from vedette.cluster.claims import Claim, Claims, Fenced
from vedette.cluster.time import database_now
from vedette.datasources.store import SourceStore
from vedette.db.database import Tx
from vedette.kernel.clock import Clock, moment

_MILLISECOND = timedelta(milliseconds=1)


class RecordedDelivery(msgspec.Struct, frozen=True):
    """`state` is PENDING if the notification will be sent again."""

    state: DeliveryState
    raises_alert: bool = False
    """An alert about delivery itself has to be routed."""


class DeliveryRecorder:
    """Stores results of attempts. `refusals` is the number of permanent rejections after which a
    notification fails."""

    def __init__(self, claims: Claims, clock: Clock, refusals: int) -> None:
        self._claims = claims
        self._clock = clock
        self._refusals = refusals

    async def record(
        self, tx: Tx, claim: Claim, made: DeliveryOutcome, *, is_plain: bool = False
    ) -> RecordedDelivery:
        """Store the result of an attempt. `is_plain` leaves alerts about delivery unchanged.

        Raises `Fenced` if another instance owns the notification now.
        """
        now = await database_now(tx, self._clock)
        state = await self._state(tx, claim, made)
        # Alerts come first: routing locks them before groups, and flushes lock groups before
        # notifications.
        raises_alert = not is_plain and await _update_own_alert(tx, claim, made, state, now)
        due = None if state is not DeliveryState.PENDING else now + _pause(claim, made)
        if not await self._claims.settle(tx, claim, due):
            raise Fenced
        store, delivery_id = DeliveryStore(tx), int(claim.key)
        await store.add_attempt(
            claim.row["org_id"],
            Attempt(
                delivery_id=delivery_id,
                attempt=claim.epoch,
                started=made.started,
                duration_ms=made.duration_ms,
                outcome=made.outcome.value,
                answer=made.answer,
                instance=self._claims.owner,
            ),
        )
        if state is DeliveryState.PENDING:
            await store.note(delivery_id, made.answer)
        else:
            queue = await store.finish(delivery_id, state, made.answer, now)
            await store.advance(queue, now)
        return RecordedDelivery(state, raises_alert)

    async def give_up_old(self, tx: Tx, claim: Claim) -> None:
        """Mark a notification as too old to send. One alert reports all of them."""
        org_id = claim.row["org_id"]
        alerts = AlertStore(tx)
        print_of = fingerprint({ALERT_NAME: STALE})
        if not is_only_about_delivery(read_snapshot(claim.row["message"])):
            await tx.lock(
                f"messages too old {org_id}"
            )  # Each one increments the count of the alert.
            before = (await alerts.by_fingerprints(org_id, [print_of])).get(print_of)
            await alerts.put([too_old(org_id, before, moment(claim.now))], claim.now)
        if not await self._claims.settle(tx, claim, None):
            raise Fenced
        store = DeliveryStore(tx)
        queue = await store.finish(
            int(claim.key), DeliveryState.STALE, "It was older than delivery_max_age.", claim.now
        )
        await store.advance(queue, claim.now)

    async def _state(self, tx: Tx, claim: Claim, made: DeliveryOutcome) -> DeliveryState:
        if made.outcome is AttemptOutcome.SENT:
            return DeliveryState.SENT
        if made.outcome is not AttemptOutcome.UNDELIVERABLE:
            return DeliveryState.PENDING
        if made.is_final:
            return DeliveryState.FAILED
        refused = await DeliveryStore(tx).count_attempts(int(claim.key), made.outcome)
        return DeliveryState.FAILED if refused + 1 >= self._refusals else DeliveryState.PENDING


async def resolve_alerts_of_deleted(tx: Tx, now: int) -> bool:
    """Resolve alerts about deleted integrations. Returns whether there were any."""
    ended = [
        replace(each, ends_at=moment(now))
        for each in await AlertStore(tx).outages()
        if each.labels.get(ALERT_NAME) == FAILED
        and not await _is_known(tx, each.org_id, each.labels["integration_uid"])
    ]
    await AlertStore(tx).put(ended, now)
    return bool(ended)


def _pause(claim: Claim, made: DeliveryOutcome) -> int:
    requested = made.retry_after
    if requested is not None:
        requested = min(requested, destination_of(claim.row["integration_uid"]).longest_pause)
    return pause(claim.epoch, requested, random()) // _MILLISECOND  # noqa: S311


async def _update_own_alert(
    tx: Tx, claim: Claim, made: DeliveryOutcome, state: DeliveryState, now: int
) -> bool:
    """Raise or resolve the alert about this integration. Returns whether an alert has to be routed.

    A deleted integration raises no alert, as no one can fix it.
    """
    if state is DeliveryState.PENDING:
        return False
    row, store = claim.row, AlertStore(tx)
    org_id = row["org_id"]
    own = failed_fingerprint(row["integration_uid"])
    before = (await store.by_fingerprints(org_id, [own])).get(own)
    is_firing = before is not None and before.is_firing
    is_known = await _is_known(tx, org_id, row["integration_uid"])
    if state is DeliveryState.SENT or not is_known:
        if before is None or not is_firing:
            return False
        await store.put([replace(before, ends_at=moment(now))], now)
        return True
    if is_only_about_delivery(read_snapshot(row["message"])):
        return False
    labels = failed_labels(row["receiver"], row["integration_type"], row["integration_uid"])
    who = destination_of(row["integration_uid"], row["receiver"]).title
    await store.put([failed(org_id, labels, who, made.answer, before, moment(now))], now)
    return not is_firing


async def _is_known(tx: Tx, org_id: int, integration_uid: str) -> bool:
    match destination_of(integration_uid):
        case AlertmanagerDestination(uid=source_uid):
            return await _receives_alerts(tx, org_id, source_uid)
        case ContactPointDestination():
            return await ContactStore(tx).version(org_id, integration_uid) is not None


async def _receives_alerts(tx: Tx, org_id: int, source_uid: str) -> bool:
    source = await SourceStore(tx).by_uid(org_id, source_uid)
    if source is None or not receives_alerts(source):
        return False  # The stored choice is updated later.
    try:
        selection = await AlertmanagerChoiceStore(tx).get(org_id)
    except StoredUnreadable:  # The last readable choice stays in force.
        return True
    return any(each.uid == source_uid for each in selection.alertmanagers)
