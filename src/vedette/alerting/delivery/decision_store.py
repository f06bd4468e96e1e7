"""Rows of `alert_decision`: why a notification for an alert was sent or not."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec
import orjson

from vedette.alerting.delivery.destinations import Destination, destination_of
from vedette.db.database import Row, Tx
from vedette.db.pages import listed_pages
from vedette.db.sql import listed


class DecisionVerdict(StrEnum):
    """Decisions about one alert that are not reasons to send (`decide.NotificationReason`)."""

    ROUTED = "routed"
    """The alert joined a group."""
    LEFT = "left"
    """The alert left the group, because its policies or labels route it elsewhere."""
    MUTED = "muted"
    RESOLVED_UNSENT = "resolved_unsent"
    """The alert resolved before a notification was sent."""
    END_NOT_WANTED = "end_not_wanted"
    """The alert resolved, and the integration does not send resolved notifications."""
    NO_RECEIVER = "no_receiver"
    """The contact point does not exist or has no integration."""
    ACKNOWLEDGED = "acknowledged"
    """A user works on the alert."""
    WITHDRAWN = "withdrawn"
    """The acknowledgement was withdrawn."""


_RENAMED = {"ended_untold": DecisionVerdict.RESOLVED_UNSENT, "nobody": DecisionVerdict.NO_RECEIVER}
"""Names that earlier versions stored, and their current ones."""


def current_name(decision: str) -> str:
    """Return the current name of a decision that an earlier version may have stored."""
    return _RENAMED.get(decision, decision)


def stored_names(decision: str) -> list[str]:
    """Return all names under which a decision may be stored."""
    name = current_name(decision)
    return [name, *(old for old, new in _RENAMED.items() if new == name)]


class DecisionRecord(msgspec.Struct, frozen=True):
    """A stored decision. `slot` and `created` are in milliseconds. `detail` holds what the decision
    is based on."""

    org_id: int
    fingerprint: str
    rule_uid: str
    group_key: str
    receiver: str
    integration_uid: str
    slot: int
    decision: str
    detail: Mapping[str, Any]
    delivery_id: int | None
    created: int

    @property
    def destination(self) -> Destination:
        return destination_of(self.group_key, self.receiver)


class DecisionStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def add(self, decisions: Sequence[DecisionRecord]) -> None:
        await self._tx.many(
            "INSERT INTO alert_decision (org_id, fingerprint, rule_uid, group_key, receiver,"
            " integration_uid, slot, decision, detail, delivery_id, created) VALUES (:org_id,"
            " :fingerprint, :rule_uid, :group_key, :receiver, :integration_uid, :slot, :decision,"
            " :detail, :delivery_id, :created)",
            [
                {
                    **msgspec.structs.asdict(each),
                    "detail": orjson.dumps(dict(each.detail)).decode(),
                }
                for each in decisions
            ],
        )

    async def last_of_group(
        self, org_id: int, group_key: str, receiver: str, fingerprints: Sequence[str]
    ) -> dict[str, DecisionRecord]:
        """Return the newest decision about each alert in one group, by fingerprint."""
        found: dict[str, DecisionRecord] = {}
        for names, params in listed_pages("fp", fingerprints):
            rows = await self._tx.all(
                "SELECT * FROM alert_decision WHERE id IN (SELECT MAX(id) FROM alert_decision"
                f" WHERE org_id = :org_id AND fingerprint IN ({names})"
                " AND group_key = :group_key AND receiver = :receiver GROUP BY fingerprint)",
                {"org_id": org_id, "group_key": group_key, "receiver": receiver, **params},
            )
            found |= {row["fingerprint"]: read_decision(row) for row in rows}
        return found

    async def last_times(self, org_id: int, fingerprints: Sequence[str]) -> dict[str, int]:
        """Return the time of the newest decision about each alert, by fingerprint."""
        if not fingerprints:
            return {}
        names, params = listed("fp", fingerprints)
        rows = await self._tx.all(
            "SELECT fingerprint, MAX(created) AS last FROM alert_decision"
            f" WHERE org_id = :org_id AND fingerprint IN ({names}) GROUP BY fingerprint",
            {"org_id": org_id, **params},
        )
        return {row["fingerprint"]: row["last"] for row in rows}


async def delete_oldest(tx: Tx, moment: int, last: int, limit: int) -> int:
    """Delete decisions of all organizations made before `moment` or with an id up to `last`.

    Checks only the `limit` oldest rows. Decisions up to `last` stay while their notification is
    pending. Returns the number of deleted rows.
    """
    return await tx.execute(
        "DELETE FROM alert_decision WHERE id IN (SELECT id FROM alert_decision ORDER BY id"
        " LIMIT :limit) AND (created < :moment OR id <= :last AND NOT EXISTS (SELECT 1"
        " FROM alert_delivery WHERE alert_delivery.id = alert_decision.delivery_id"
        " AND alert_delivery.state = 'pending'))",
        {"moment": moment, "last": last, "limit": limit},
    )


def read_decision(row: Row) -> DecisionRecord:
    return DecisionRecord(
        org_id=row["org_id"],
        fingerprint=row["fingerprint"],
        rule_uid=row["rule_uid"],
        group_key=row["group_key"],
        receiver=row["receiver"],
        integration_uid=row["integration_uid"],
        slot=row["slot"],
        decision=current_name(row["decision"]),
        detail=orjson.loads(row["detail"]),
        delivery_id=row["delivery_id"],
        created=row["created"],
    )
