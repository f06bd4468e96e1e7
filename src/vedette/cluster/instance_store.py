"""Rows of `cluster_instance`: one for each running instance. Times are milliseconds."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Mapping

from vedette.db.database import Tx
from vedette.db.sql import now_sql


class ClusterInstanceStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def beat(self, name: str, started: int, offset: int, own_ms: int) -> int:
        """Write the row of an instance; return the database's time.

        `own_ms` is the time of this instance's clock, which is the database's on SQLite.
        """
        now: int = await self._tx.value(
            "INSERT INTO cluster_instance (name, seen, started, clock_offset)"
            f" VALUES (:name, {now_sql(self._tx.dialect)}, :started, :offset)"
            " ON CONFLICT (name) DO UPDATE"
            " SET seen = excluded.seen, clock_offset = excluded.clock_offset RETURNING seen",
            {"name": name, "now": own_ms, "started": started, "offset": offset},
        )
        return now

    async def seen(self) -> Mapping[str, int]:
        """Return the last heartbeat of each instance by name."""
        rows = await self._tx.all("SELECT name, seen FROM cluster_instance")
        return {row["name"]: row["seen"] for row in rows}

    async def forget_before(self, old: int) -> None:
        await self._tx.execute("DELETE FROM cluster_instance WHERE seen < :old", {"old": old})

    async def leave(self, name: str) -> None:
        await self._tx.execute("DELETE FROM cluster_instance WHERE name = :name", {"name": name})
