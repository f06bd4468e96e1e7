"""Rows of `alert_delivery` and their attempts: notifications in the order in which they are sent.

The notifications of one group and integration form a queue. Only the first pending one has a
`due_at`, so that a sender that claims due rows sends them one at a time and in order.
"""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Collection, Sequence
from enum import StrEnum

import msgspec
import orjson

from vedette.alerting.delivery.decide import Fingerprints
from vedette.alerting.delivery.destinations import Destination
from vedette.alerting.delivery.group_store import groups_of
from vedette.cluster.claim_store import ClaimTable
from vedette.db.database import Row, Tx
from vedette.db.sql import listed, row_lock

DELIVERIES = ClaimTable(
    "alert_delivery",
    columns=(
        "org_id",
        "delivery_key",
        "group_key",
        "receiver",
        "integration_uid",
        "integration_type",
        "sequence",
        "message",
        "attempts",
        "created",
    ),
)
_MARGIN_MS = 60_000
_QUEUE = (
    "org_id = :org_id AND group_key = :group_key AND receiver = :receiver"
    " AND integration_uid = :integration_uid"
)


class DeliveryState(StrEnum):
    PENDING = "pending"
    SENT = "sent"
    FAILED = "failed"
    """No further attempts are made automatically."""
    SUPERSEDED = "superseded"
    """A newer notification contained everything of it."""
    STALE = "stale"
    """It was too old to be sent."""


class AttemptOutcome(StrEnum):
    SENT = "sent"
    TRY_LATER = "try_later"
    UNDELIVERABLE = "undeliverable"
    TIMEOUT = "timeout"
    ERROR = "error"


class Queue(msgspec.Struct, frozen=True):
    """The notifications to one integration about one group."""

    org_id: int
    group_key: str
    receiver: str
    integration_uid: str


class NewDelivery(msgspec.Struct, frozen=True):
    """A notification to store. `slot` and `created` are in milliseconds; `reason` is one of
    `decide.NotificationReason`."""

    queue: Queue
    key: str
    integration_type: str
    sequence: int
    slot: int
    reason: str
    firing: Fingerprints
    resolved: Fingerprints
    message: str
    created: int


class PendingDelivery(msgspec.Struct, frozen=True):
    """A pending notification. `is_untouched` is True if no instance has claimed it yet."""

    id: int
    sequence: int
    firing: Fingerprints
    resolved: Fingerprints
    is_untouched: bool


class FailedDelivery(msgspec.Struct, frozen=True):
    id: int
    queue: Queue
    sequence: int
    firing: Fingerprints
    resolved: Fingerprints
    created: int


class Attempt(msgspec.Struct, frozen=True):
    delivery_id: int
    attempt: int
    started: int
    duration_ms: int
    outcome: str
    answer: str
    instance: str


class DeliveryStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def last_sequence(self, queue: Queue) -> int:
        """Return the sequence number of the newest notification, 0 without any."""
        last: int | None = await self._tx.value(
            f"SELECT MAX(sequence) FROM alert_delivery WHERE {_QUEUE}", _params(queue)
        )
        return last or 0

    async def pending(self, queue: Queue) -> Sequence[PendingDelivery]:
        """Lock and return the pending notifications in their order. None of them finishes before
        this transaction ends."""
        lock = row_lock(self._tx.dialect)
        rows = await self._tx.all(
            "SELECT id, sequence, firing, resolved, epoch FROM alert_delivery"
            f" WHERE {_QUEUE} AND state = 'pending' ORDER BY sequence{lock}",
            _params(queue),
        )
        return [
            PendingDelivery(
                row["id"],
                row["sequence"],
                frozenset(orjson.loads(row["firing"])),
                frozenset(orjson.loads(row["resolved"])),
                is_untouched=row["epoch"] == 0,
            )
            for row in rows
        ]

    async def add(self, new: NewDelivery) -> int:
        """Store a notification and return its id. It becomes due when `advance` finds it first in
        its queue."""
        new_id: int = await self._tx.value(
            "INSERT INTO alert_delivery (org_id, delivery_key, group_key, receiver,"
            " integration_uid, integration_type, sequence, slot, reason, state, firing, resolved,"
            " message, attempts, created, outcome, epoch, last_owner) VALUES (:org_id, :key,"
            " :group_key, :receiver, :integration_uid, :type, :sequence, :slot, :reason,"
            " 'pending', :firing, :resolved, :message, 0, :created, '', 0, '') RETURNING id",
            {
                **_params(new.queue),
                "key": new.key,
                "type": new.integration_type,
                "sequence": new.sequence,
                "slot": new.slot,
                "reason": new.reason,
                "firing": orjson.dumps(sorted(new.firing)).decode(),
                "resolved": orjson.dumps(sorted(new.resolved)).decode(),
                "message": new.message,
                "created": new.created,
            },
        )
        return new_id

    async def supersede(self, delivery_id: int, sequence: int, recipient: str, now: int) -> None:
        """Mark a notification as replaced by the one with number `sequence`. `recipient` is the
        destination in words."""
        outcome = f"Superseded by notification {sequence} to {recipient}."
        await self.finish(delivery_id, DeliveryState.SUPERSEDED, outcome, now)

    async def finish(self, delivery_id: int, state: DeliveryState, outcome: str, now: int) -> Queue:
        """Finish a delivery and return its queue, with the current name of the receiver."""
        row = await self._tx.one(
            "UPDATE alert_delivery SET state = :state, outcome = :outcome, finished = :now,"
            " due_at = NULL, lease_until = NULL WHERE id = :id"
            " RETURNING org_id, group_key, receiver, integration_uid",
            {"id": delivery_id, "state": state.value, "outcome": outcome, "now": now},
        )
        assert row is not None
        return queue_of(row)

    async def note(self, delivery_id: int, outcome: str) -> None:
        """Store the outcome of the newest attempt of a delivery that stays pending."""
        await self._tx.execute(
            "UPDATE alert_delivery SET outcome = :outcome WHERE id = :id",
            {"id": delivery_id, "outcome": outcome},
        )

    async def rename_receiver(self, org_id: int, old: Destination, new: str) -> None:
        """Update the name of a destination in pending notifications. Finished ones keep the old
        name."""
        test, params = groups_of(old)
        await self._tx.execute(
            "UPDATE alert_delivery SET receiver = :new WHERE org_id = :org_id"
            f" AND receiver = :old AND state = 'pending' AND {test}",
            {"org_id": org_id, "old": old.name, "new": new, **params},
        )

    async def delete_repeats(self, queue: Queue, before: int) -> None:
        """Delete finished repeats with a lower sequence number, and their attempts."""
        await self._tx.execute(
            f"DELETE FROM alert_delivery WHERE {_QUEUE} AND reason = 'repeat'"
            " AND state <> 'pending' AND sequence < :before",
            {**_params(queue), "before": before},
        )

    async def advance(self, queue: Queue, now: int) -> None:
        """Make the first pending notification of a queue due, unless it has a due time."""
        await self._tx.execute(
            "UPDATE alert_delivery SET due_at = :now WHERE due_at IS NULL AND state = 'pending'"
            f" AND id = (SELECT id FROM alert_delivery WHERE {_QUEUE} AND state = 'pending'"
            " ORDER BY sequence LIMIT 1)",
            {**_params(queue), "now": now},
        )

    async def can_be_retried(self, queue: Queue, sequence: int) -> bool:
        """Return whether an older notification can still be sent: no newer one was sent or is being
        sent."""
        newer = await self.pending(queue)
        if any(each.sequence > sequence and not each.is_untouched for each in newer):
            return False
        sent = await self._tx.value(
            f"SELECT 1 FROM alert_delivery WHERE {_QUEUE} AND state = 'sent'"
            " AND sequence > :sequence LIMIT 1",
            {**_params(queue), "sequence": sequence},
        )
        return sent is None

    async def failed_since(self, outcome: str, since: int) -> Sequence[FailedDelivery]:
        """Return failed notifications of all organizations created after `since`, by queue and in
        order."""
        rows = await self._tx.all(
            "SELECT id, org_id, group_key, receiver, integration_uid, sequence, firing, resolved,"
            " created FROM alert_delivery WHERE org_id IN (SELECT id FROM org)"
            " AND created > :since AND state = 'failed' AND outcome = :outcome"
            " ORDER BY org_id, group_key, receiver, integration_uid, sequence",
            {"since": since, "outcome": outcome},
        )
        return [
            FailedDelivery(
                row["id"],
                queue_of(row),
                row["sequence"],
                frozenset(orjson.loads(row["firing"])),
                frozenset(orjson.loads(row["resolved"])),
                row["created"],
            )
            for row in rows
        ]

    async def requeue(self, delivery_id: int, queue: Queue, created: int, now: int) -> None:
        """Make a failed or expired notification pending again, with the age that `created` gives
        it."""
        await self._tx.execute(
            f"UPDATE alert_delivery SET due_at = NULL WHERE {_QUEUE} AND state = 'pending'",
            _params(queue),
        )
        await self._tx.execute(
            "UPDATE alert_delivery SET state = 'pending', outcome = '', finished = NULL,"
            " created = :created WHERE id = :id AND state IN ('failed', 'stale')",
            {"id": delivery_id, "created": created},
        )
        await self.advance(queue, now)

    async def add_attempt(self, org_id: int, made: Attempt) -> None:
        """Store an attempt. Has no effect if it is stored already, since the result of a commit can
        be unknown."""
        await self._tx.execute(
            "INSERT INTO alert_delivery_attempt (delivery_id, org_id, attempt, started,"
            " duration_ms, outcome, answer, instance) VALUES (:delivery_id, :org_id, :attempt,"
            " :started, :duration_ms, :outcome, :answer, :instance)"
            " ON CONFLICT (delivery_id, attempt) DO NOTHING",
            {"org_id": org_id, **msgspec.structs.asdict(made)},
        )
        await self._tx.execute(
            "UPDATE alert_delivery SET attempts = :attempt WHERE id = :id",
            {"id": made.delivery_id, "attempt": made.attempt},
        )

    async def count_attempts(self, delivery_id: int, outcome: AttemptOutcome) -> int:
        count: int = await self._tx.value(
            "SELECT COUNT(*) FROM alert_delivery_attempt"
            " WHERE delivery_id = :id AND outcome = :outcome",
            {"id": delivery_id, "outcome": outcome.value},
        )
        return count

    async def depth(self) -> tuple[int, int | None]:
        """Return the number of pending notifications of all organizations, and when the oldest was
        created."""
        row = await self._tx.one(
            "SELECT COUNT(*) AS every, MIN(created) AS oldest FROM alert_delivery"
            " WHERE state = 'pending'"
        )
        assert row is not None
        return row["every"], row["oldest"]

    async def undo_clock_jump(self, now: int) -> None:
        """Make notifications due whose due time is too far ahead because the clock was set back."""
        await self._tx.execute(
            "UPDATE alert_delivery SET due_at = :now"
            " WHERE state = 'pending' AND due_at > :now AND (created > :now + :margin"
            " OR EXISTS (SELECT 1 FROM alert_delivery_attempt AS made"
            " WHERE made.delivery_id = alert_delivery.id AND made.started > :now + :margin))",
            {"now": now, "margin": _MARGIN_MS},
        )

    async def repair_queues(self, now: int) -> int:
        """Make the first notification due in queues without a due one. Returns how many were."""
        return await self._tx.execute(
            "UPDATE alert_delivery SET due_at = :now WHERE state = 'pending' AND due_at IS NULL"
            " AND NOT EXISTS (SELECT 1 FROM alert_delivery older WHERE older.state = 'pending'"
            " AND older.org_id = alert_delivery.org_id"
            " AND older.group_key = alert_delivery.group_key"
            " AND older.receiver = alert_delivery.receiver"
            " AND older.integration_uid = alert_delivery.integration_uid"
            " AND older.sequence < alert_delivery.sequence)",
            {"now": now},
        )


async def delete_oldest(tx: Tx, moment: int, last: int, limit: int) -> int:
    """Delete notifications of all organizations created before `moment` or with an id up to `last`.

    Checks only the `limit` oldest that are not pending. Attempts are deleted with their
    notification. Returns the number of deleted notifications.
    """
    return await tx.execute(
        "DELETE FROM alert_delivery WHERE id IN (SELECT id FROM alert_delivery"
        " WHERE state <> 'pending' ORDER BY id LIMIT :limit)"
        " AND (created < :moment OR id <= :last)",
        {"moment": moment, "last": last, "limit": limit},
    )


def excluding(
    integrations: Collection[tuple[int, str]], ids: Collection[int]
) -> tuple[str, dict[str, object]]:
    """Return a condition and its parameters that exclude these deliveries and integrations.

    An integration is an organization and a uid. The condition is empty if nothing is excluded.
    """
    tests, params = [], dict[str, object]()
    for index, (org_id, uid) in enumerate(sorted(integrations)):
        tests.append(f"NOT (org_id = :busy_org{index} AND integration_uid = :busy_uid{index})")
        params |= {f"busy_org{index}": org_id, f"busy_uid{index}": uid}
    if ids:
        names, listed_ids = listed("flying", sorted(ids))
        tests.append(f"id NOT IN ({names})")
        params |= listed_ids
    return " AND ".join(tests), params


def queue_of(row: Row) -> Queue:
    return Queue(row["org_id"], row["group_key"], row["receiver"], row["integration_uid"])


def _params(queue: Queue) -> dict[str, object]:
    return {
        "org_id": queue.org_id,
        "group_key": queue.group_key,
        "receiver": queue.receiver,
        "integration_uid": queue.integration_uid,
    }
