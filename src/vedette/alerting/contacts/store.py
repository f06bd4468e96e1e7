"""Rows of `contact_point` and `contact_integration`."""

from collections.abc import Sequence

import orjson

from vedette.alerting.contacts.model import DEFAULT_POINT, Integration
from vedette.db.database import Row, Tx

_SELECT = """
    SELECT i.id, i.org_id, i.uid, p.name, i.type, i.settings, i.secure_settings,
        i.disable_resolve_message, i.provenance, i.position, i.version, i.created, i.updated
    FROM contact_integration i JOIN contact_point p ON p.id = i.contact_point_id
"""
_ORDER = "ORDER BY p.name, i.position, i.id"


class ContactStore:
    def __init__(self, tx: Tx) -> None:
        self.tx = tx

    async def of_org(self, org_id: int) -> Sequence[Integration]:
        """Return integrations by name of the contact point, in their order."""
        rows = await self.tx.all(f"{_SELECT} WHERE i.org_id = :org {_ORDER}", {"org": org_id})
        return [_integration(row) for row in rows]

    async def every(self) -> Sequence[Integration]:
        """Return the integrations of all organizations."""
        rows = await self.tx.all(f"{_SELECT} ORDER BY i.org_id, i.id")
        return [_integration(row) for row in rows]

    async def of_point(self, org_id: int, name: str) -> Sequence[Integration]:
        rows = await self.tx.all(
            f"{_SELECT} WHERE i.org_id = :org AND p.name = :name {_ORDER}",
            {"org": org_id, "name": name},
        )
        return [_integration(row) for row in rows]

    async def by_uid(self, org_id: int, uid: str) -> Integration | None:
        row = await self.tx.one(
            f"{_SELECT} WHERE i.org_id = :org AND i.uid = :uid", {"org": org_id, "uid": uid}
        )
        return _integration(row) if row else None

    async def version(self, org_id: int, uid: str) -> int | None:
        found: int | None = await self.tx.value(
            "SELECT version FROM contact_integration WHERE org_id = :org AND uid = :uid",
            {"org": org_id, "uid": uid},
        )
        return found

    async def has_points(self, org_id: int) -> bool:
        found = await self.tx.value(
            "SELECT 1 FROM contact_point WHERE org_id = :org LIMIT 1", {"org": org_id}
        )
        return found is not None

    async def names(self, org_id: int) -> frozenset[str]:
        """Return the names of all contact points, including a default one that is not created
        yet."""
        rows = await self.tx.all(
            "SELECT name FROM contact_point WHERE org_id = :org", {"org": org_id}
        )
        return frozenset(row["name"] for row in rows) or frozenset({DEFAULT_POINT})

    async def empty(self, org_id: int) -> Sequence[str]:
        """Return the names of contact points without integrations, which notify no one."""
        rows = await self.tx.all(
            "SELECT p.name FROM contact_point p WHERE p.org_id = :org AND NOT EXISTS"
            " (SELECT 1 FROM contact_integration i WHERE i.contact_point_id = p.id)"
            " ORDER BY p.name",
            {"org": org_id},
        )
        return [row["name"] for row in rows]

    async def point_id(self, org_id: int, name: str) -> int | None:
        found: int | None = await self.tx.value(
            "SELECT id FROM contact_point WHERE org_id = :org AND name = :name",
            {"org": org_id, "name": name},
        )
        return found

    async def add_point(self, org_id: int, name: str, now: int) -> int:
        """Return the new id. Raises `UniqueViolation`."""
        new_id: int = await self.tx.value(
            "INSERT INTO contact_point (org_id, name, created, updated)"
            " VALUES (:org, :name, :now, :now) RETURNING id",
            {"org": org_id, "name": name, "now": now},
        )
        return new_id

    async def rename_point(self, org_id: int, name: str, new_name: str, now: int) -> None:
        """Raises `UniqueViolation`."""
        await self.tx.execute(
            "UPDATE contact_point SET name = :new_name, updated = :now"
            " WHERE org_id = :org AND name = :name",
            {"org": org_id, "name": name, "new_name": new_name, "now": now},
        )

    async def delete_point(self, org_id: int, name: str) -> None:
        await self.tx.execute(
            "DELETE FROM contact_point WHERE org_id = :org AND name = :name",
            {"org": org_id, "name": name},
        )

    async def add(self, integration: Integration, point_id: int) -> None:
        """Raises `UniqueViolation`."""
        await self.tx.execute(
            "INSERT INTO contact_integration (org_id, uid, contact_point_id, position, type,"
            " settings, secure_settings, disable_resolve_message, provenance, version, created,"
            " updated) VALUES (:org, :uid, :point, :position, :type, :settings, :sealed,"
            " :disable_resolve, :provenance, :version, :created, :updated)",
            {**_params(integration), "point": point_id, "created": integration.created},
        )

    async def update(self, integration: Integration, point_id: int) -> None:
        await self.tx.execute(
            "UPDATE contact_integration SET contact_point_id = :point, position = :position,"
            " type = :type, settings = :settings, secure_settings = :sealed,"
            " disable_resolve_message = :disable_resolve, provenance = :provenance,"
            " version = :version, updated = :updated WHERE org_id = :org AND uid = :uid",
            {**_params(integration), "point": point_id},
        )

    async def update_settings(self, integration: Integration) -> None:
        """Store settings and secrets, unless the integration was changed since it was read.

        The version does not change, as the integration behaves the same.
        """
        await self.tx.execute(
            "UPDATE contact_integration SET settings = :settings, secure_settings = :sealed"
            " WHERE org_id = :org AND uid = :uid AND version = :version",
            _params(integration),
        )

    async def delete(self, org_id: int, uid: str) -> None:
        await self.tx.execute(
            "DELETE FROM contact_integration WHERE org_id = :org AND uid = :uid",
            {"org": org_id, "uid": uid},
        )


def _params(integration: Integration) -> dict[str, object]:
    return {
        "org": integration.org_id,
        "uid": integration.uid,
        "position": integration.position,
        "type": integration.type,
        "settings": orjson.dumps(integration.settings).decode(),
        "sealed": orjson.dumps(integration.sealed).decode(),
        "disable_resolve": integration.disable_resolve,
        "provenance": integration.provenance,
        "version": integration.version,
        "updated": integration.updated,
    }


def _integration(row: Row) -> Integration:
    return Integration(
        id=row["id"],
        org_id=row["org_id"],
        uid=row["uid"],
        name=row["name"],
        type=row["type"],
        settings=orjson.loads(row["settings"]),
        sealed=orjson.loads(row["secure_settings"]),
        disable_resolve=bool(row["disable_resolve_message"]),
        provenance=row["provenance"],
        position=row["position"],
        version=row["version"],
        created=row["created"],
        updated=row["updated"],
    )
