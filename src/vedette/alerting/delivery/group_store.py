"""Rows of `alert_group`, their members, and the notification state of each integration."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import msgspec
import orjson

from vedette.alerting.delivery.decide import Sent
from vedette.alerting.delivery.destinations import (
    ADDRESS_PREFIX,
    AlertmanagerDestination,
    ContactPointDestination,
    Destination,
    destination_of,
)
from vedette.alerting.routing.tree import GroupTimings, PolicyRoute
from vedette.cluster.claim_store import ClaimTable
from vedette.db.database import Row, Tx
from vedette.db.pages import listed_pages
from vedette.db.sql import row_lock
from vedette.kernel.clock import milliseconds, moment

GROUPS = ClaimTable("alert_group", columns=("org_id", "route"))
_MARGIN_MS = 60_000


Place = tuple[str, Destination]
"""Identity of a group: its key and its destination."""


class GroupRoute(msgspec.Struct, frozen=True):
    """The part of a policy that a group stores."""

    key: str
    place: tuple[int, ...]
    timings: GroupTimings
    mute_timings: tuple[str, ...] = ()
    active_timings: tuple[str, ...] = ()
    rule_uid: str = ""
    """For a rule that names its contact point itself and so bypasses the policies."""


_route = msgspec.json.Decoder(GroupRoute).decode


class NotificationGroup(msgspec.Struct, frozen=True):
    id: int
    org_id: int
    key: str
    destination: Destination
    labels: dict[str, str]
    route: GroupRoute
    created: datetime
    due: datetime
    slot: datetime | None


class NotificationState(msgspec.Struct, frozen=True):
    """The state of one integration, and the number of the notification that produced it."""

    sent: Sent
    sequence: int


class WantedGroup(msgspec.Struct, frozen=True):
    """A group that an alert needs. `due` is its first flush."""

    key: str
    destination: Destination
    labels: Mapping[str, str]
    route: GroupRoute
    due: datetime


class GroupMember(msgspec.Struct, frozen=True):
    group_id: int
    fingerprint: str
    key: str
    destination: Destination
    has_left: bool


def stored_route(route: PolicyRoute, rule_uid: str) -> GroupRoute:
    return GroupRoute(
        route.key, route.place, route.timings, route.mute_timings, route.active_timings, rule_uid
    )


def route_of(text: str) -> GroupRoute:
    return _route(text)


def groups_of(destination: Destination) -> tuple[str, dict[str, object]]:
    """Return a condition and its parameters for keys of groups with this kind of destination.

    An external Alertmanager can have the same name as a contact point.
    """
    match destination:
        case AlertmanagerDestination():
            return "group_key = :group_key", {"group_key": destination.group_key}
        case ContactPointDestination():
            return "group_key NOT LIKE :external", {"external": f"{ADDRESS_PREFIX}%"}


class NotificationGroupStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def ensure(
        self, org_id: int, wanted: Sequence[WantedGroup], now: datetime
    ) -> dict[Place, int]:
        """Create missing groups and return the ids of all by place. They cannot be deleted before
        this transaction ends.

        A group that was flushed keeps its slots, unless the interval of its policy became shorter.
        """
        ordered = sorted(wanted, key=lambda each: (each.key, each.destination.name))
        await self._tx.many(
            "INSERT INTO alert_group (org_id, group_key, receiver, labels, route, created, due_at,"
            " epoch, last_owner) VALUES (:org_id, :key, :receiver, :labels, :route, :now, :due, 0,"
            " '') ON CONFLICT (org_id, group_key, receiver) DO UPDATE SET route = excluded.route,"
            " due_at = CASE WHEN alert_group.slot IS NULL AND excluded.due_at < alert_group.due_at"
            " THEN excluded.due_at"
            " WHEN alert_group.slot IS NOT NULL AND :soonest < alert_group.due_at"
            " THEN :soonest ELSE alert_group.due_at END",
            [
                {
                    "org_id": org_id,
                    "key": each.key,
                    "receiver": each.destination.name,
                    "labels": _text(dict(each.labels)),
                    "route": msgspec.json.encode(each.route).decode(),
                    "now": milliseconds(now),
                    "due": milliseconds(each.due),
                    "soonest": milliseconds(now + each.route.timings.group_interval),
                }
                for each in ordered
            ],
        )
        found: dict[Place, int] = {}
        keys = [each.key for each in ordered]
        for names, params in listed_pages("key", keys):
            rows = await self._tx.all(
                "SELECT id, group_key, receiver FROM alert_group"
                f" WHERE org_id = :org_id AND group_key IN ({names})",
                {"org_id": org_id, **params},
            )
            found |= {(row["group_key"], _destination(row)): row["id"] for row in rows}
        return found

    async def rename_receiver(self, org_id: int, old: Destination, new: str) -> None:
        """Give the groups of a destination its new name.

        A group keeps the old name if one with the new name exists.
        """
        test, params = groups_of(old)
        lock = row_lock(self._tx.dialect)
        rows = await self._tx.all(
            "SELECT id, group_key, receiver FROM alert_group WHERE org_id = :org_id"
            f" AND receiver IN (:old, :new) AND {test} ORDER BY group_key, receiver{lock}",
            {"org_id": org_id, "old": old.name, "new": new, **params},
        )
        taken = {row["group_key"] for row in rows if row["receiver"] == new}
        await self._tx.many(
            "UPDATE alert_group SET receiver = :new WHERE id = :id",
            [
                {"id": row["id"], "new": new}
                for row in rows
                if row["receiver"] == old.name and row["group_key"] not in taken
            ],
        )

    async def get(self, group_id: int) -> NotificationGroup | None:
        row = await self._tx.one("SELECT * FROM alert_group WHERE id = :id", {"id": group_id})
        return _group(row) if row else None

    async def of_org(self, org_id: int) -> Sequence[NotificationGroup]:
        """Return the groups ordered by receiver and key."""
        rows = await self._tx.all(
            "SELECT * FROM alert_group WHERE org_id = :org_id ORDER BY receiver, group_key",
            {"org_id": org_id},
        )
        return [_group(row) for row in rows]

    async def set_slot(self, group_id: int, slot: datetime) -> None:
        await self._tx.execute(
            "UPDATE alert_group SET slot = :slot WHERE id = :id",
            {"id": group_id, "slot": milliseconds(slot)},
        )

    async def undo_clock_jump(self, now: int) -> None:
        """Make groups due whose due time is too far ahead because the clock was set back."""
        await self._tx.execute(
            "UPDATE alert_group SET due_at = :now"
            " WHERE due_at > :now AND COALESCE(slot, created) > :now + :margin",
            {"now": now, "margin": _MARGIN_MS},
        )

    async def delete_empty(self, group_id: int) -> int:
        return await self._tx.execute(
            "DELETE FROM alert_group WHERE id = :id AND NOT EXISTS"
            " (SELECT 1 FROM alert_group_member WHERE group_id = :id)",
            {"id": group_id},
        )

    async def memberships(self, org_id: int, fingerprints: Sequence[str]) -> Sequence[GroupMember]:
        found: list[GroupMember] = []
        for names, params in listed_pages("fp", fingerprints):
            rows = await self._tx.all(
                "SELECT m.group_id, m.fingerprint, m.has_left, g.group_key, g.receiver"
                " FROM alert_group_member m JOIN alert_group g ON g.id = m.group_id"
                f" WHERE m.org_id = :org_id AND m.fingerprint IN ({names})",
                {"org_id": org_id, **params},
            )
            found.extend(
                GroupMember(
                    row["group_id"],
                    row["fingerprint"],
                    row["group_key"],
                    _destination(row),
                    bool(row["has_left"]),
                )
                for row in rows
            )
        return found

    async def join(self, org_id: int, members: Collection[tuple[int, str]]) -> None:
        """Add members, as pairs of group and fingerprint. A member that had left joins again."""
        await self._tx.many(
            "INSERT INTO alert_group_member (group_id, org_id, fingerprint, has_left)"
            " VALUES (:group_id, :org_id, :fingerprint, FALSE)"
            " ON CONFLICT (group_id, fingerprint) DO UPDATE SET has_left = FALSE",
            [
                {"group_id": group_id, "org_id": org_id, "fingerprint": fingerprint}
                for group_id, fingerprint in members
            ],
        )

    async def leave(self, members: Collection[tuple[int, str]]) -> None:
        await self._tx.many(
            "UPDATE alert_group_member SET has_left = TRUE"
            " WHERE group_id = :group_id AND fingerprint = :fingerprint",
            [
                {"group_id": group_id, "fingerprint": fingerprint}
                for group_id, fingerprint in members
            ],
        )

    async def members(self, group_id: int) -> dict[str, bool]:
        """Return by fingerprint whether the member has left."""
        rows = await self._tx.all(
            "SELECT fingerprint, has_left FROM alert_group_member WHERE group_id = :id",
            {"id": group_id},
        )
        return {row["fingerprint"]: bool(row["has_left"]) for row in rows}

    async def remove(self, group_id: int, fingerprints: Collection[str]) -> None:
        await self._tx.many(
            "DELETE FROM alert_group_member"
            " WHERE group_id = :group_id AND fingerprint = :fingerprint",
            [{"group_id": group_id, "fingerprint": each} for each in fingerprints],
        )

    async def states(self, group_id: int) -> dict[str, NotificationState]:
        """Return the states by uid of the integration."""
        rows = await self._tx.all(
            "SELECT * FROM alert_group_told WHERE group_id = :id", {"id": group_id}
        )
        return {
            row["integration_uid"]: NotificationState(
                Sent(frozenset(orjson.loads(row["firing"])), moment(row["told_at"])),
                row["sequence"],
            )
            for row in rows
        }

    async def known_as_firing(
        self, org_id: int, group_ids: Sequence[int]
    ) -> dict[str, frozenset[str]]:
        """Return the alerts that these groups sent as firing, by uid of the integration."""
        found: dict[str, frozenset[str]] = {}
        for names, params in listed_pages("id", group_ids):
            rows = await self._tx.all(
                "SELECT integration_uid, firing FROM alert_group_told"
                f" WHERE org_id = :org_id AND group_id IN ({names})",
                {"org_id": org_id, **params},
            )
            for row in rows:
                uid = row["integration_uid"]
                found[uid] = found.get(uid, frozenset()) | set(orjson.loads(row["firing"]))
        return found

    async def put_state(
        self, org_id: int, group_id: int, integration_uid: str, state: NotificationState
    ) -> None:
        await self._tx.execute(
            "INSERT INTO alert_group_told (group_id, org_id, integration_uid, firing, told_at,"
            " sequence) VALUES (:group_id, :org_id, :uid, :firing, :at, :sequence)"
            " ON CONFLICT (group_id, integration_uid) DO UPDATE SET firing = excluded.firing,"
            " told_at = excluded.told_at, sequence = excluded.sequence",
            {
                "group_id": group_id,
                "org_id": org_id,
                "uid": integration_uid,
                "firing": _text(sorted(state.sent.firing)),
                "at": milliseconds(state.sent.at),
                "sequence": state.sequence,
            },
        )

    async def delete_states(self, group_id: int, integration_uids: Collection[str]) -> None:
        await self._tx.many(
            "DELETE FROM alert_group_told WHERE group_id = :group_id AND integration_uid = :uid",
            [{"group_id": group_id, "uid": each} for each in integration_uids],
        )


def _group(row: Row) -> NotificationGroup:
    return NotificationGroup(
        id=row["id"],
        org_id=row["org_id"],
        key=row["group_key"],
        destination=_destination(row),
        labels=orjson.loads(row["labels"]),
        route=_route(row["route"]),
        created=moment(row["created"]),
        due=moment(row["due_at"]),
        slot=None if row["slot"] is None else moment(row["slot"]),
    )


def _destination(row: Row) -> Destination:
    return destination_of(row["group_key"], row["receiver"])


def _text(value: object) -> str:
    return orjson.dumps(value).decode()
