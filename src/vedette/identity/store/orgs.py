"""Organizations."""

from collections.abc import Sequence

from vedette.db.database import Tx
from vedette.db.sql import like


class OrgStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def name(self, org_id: int) -> str | None:
        name: str | None = await self._tx.value(
            "SELECT name FROM org WHERE id = :id", {"id": org_id}
        )
        return name

    async def all(self) -> Sequence[tuple[int, str]]:
        rows = await self._tx.all("SELECT id, name FROM org ORDER BY id")
        return [(row["id"], row["name"]) for row in rows]

    async def by_name(self, name: str) -> int | None:
        org_id: int | None = await self._tx.value(
            "SELECT id FROM org WHERE name = :name", {"name": name}
        )
        return org_id

    async def search(
        self, name: str, text: str, *, limit: int, offset: int
    ) -> Sequence[tuple[int, str]]:
        """Return organizations with exactly this name and with this text in their name. Empty texts
        are ignored."""
        rows = await self._tx.all(
            "SELECT id, name FROM org WHERE (:name = '' OR name = :name)"
            " AND LOWER(name) LIKE LOWER(:text) ESCAPE '\\'"
            " ORDER BY id LIMIT :limit OFFSET :offset",
            {"name": name, "text": f"%{like(text)}%", "limit": limit, "offset": offset},
        )
        return [(row["id"], row["name"]) for row in rows]

    async def create(self, name: str, now: int) -> int:
        org_id: int = await self._tx.value(
            "INSERT INTO org (name, created, updated) VALUES (:name, :now, :now) RETURNING id",
            {"name": name, "now": now},
        )
        return org_id

    async def rename(self, org_id: int, name: str, now: int) -> None:
        await self._tx.execute(
            "UPDATE org SET name = :name, updated = :now WHERE id = :id",
            {"id": org_id, "name": name, "now": now},
        )
