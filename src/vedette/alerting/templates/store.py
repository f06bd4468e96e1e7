"""Rows of `message_template`."""

from collections.abc import Sequence

import msgspec

from vedette.db.database import Row, Tx


class TemplateGroup(msgspec.Struct, frozen=True):
    """A named text that can define several templates. `updated` is in ms since the epoch."""

    name: str
    body: str
    provenance: str
    version: int
    updated: int


_SELECT = "SELECT name, body, provenance, version, updated FROM message_template"


class TemplateStore:
    def __init__(self, tx: Tx) -> None:
        self.tx = tx

    async def all(self, org_id: int) -> Sequence[TemplateGroup]:
        """Return the groups by name."""
        rows = await self.tx.all(f"{_SELECT} WHERE org_id = :org ORDER BY name", {"org": org_id})
        return [_group(row) for row in rows]

    async def get(self, org_id: int, name: str) -> TemplateGroup | None:
        row = await self.tx.one(
            f"{_SELECT} WHERE org_id = :org AND name = :name", {"org": org_id, "name": name}
        )
        return _group(row) if row else None

    async def put(self, org_id: int, group: TemplateGroup) -> None:
        await self.tx.execute(
            "INSERT INTO message_template (org_id, name, body, provenance, version, updated)"
            " VALUES (:org, :name, :body, :provenance, :version, :updated)"
            " ON CONFLICT (org_id, name) DO UPDATE SET body = :body, provenance = :provenance,"
            " version = :version, updated = :updated",
            {"org": org_id, **msgspec.structs.asdict(group)},
        )

    async def delete(self, org_id: int, name: str) -> bool:
        """Return whether the group existed."""
        return (
            await self.tx.execute(
                "DELETE FROM message_template WHERE org_id = :org AND name = :name",
                {"org": org_id, "name": name},
            )
            > 0
        )


def _group(row: Row) -> TemplateGroup:
    return TemplateGroup(
        name=row["name"],
        body=row["body"],
        provenance=row["provenance"],
        version=row["version"],
        updated=row["updated"],
    )
