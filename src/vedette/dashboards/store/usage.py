"""Rows of `dashboard_source`: the data sources that dashboards query."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Mapping, Sequence

from vedette.access.model import Visible
from vedette.dashboards.model import SourceUser
from vedette.dashboards.store.filters import Filter, visible_dashboards
from vedette.db.database import Tx


class UsageStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def replace(self, org_id: int, dashboard_id: int, sources: Mapping[str, int]) -> None:
        key = {"org_id": org_id, "id": dashboard_id}
        await self._tx.execute(
            "DELETE FROM dashboard_source WHERE org_id = :org_id AND dashboard_id = :id", key
        )
        if sources:
            await self._tx.many(
                "INSERT INTO dashboard_source (org_id, dashboard_id, source, panels)"
                " VALUES (:org_id, :id, :source, :panels)",
                [{**key, "source": name, "panels": panels} for name, panels in sources.items()],
            )

    async def read_again(self, org_id: int, element_id: int) -> None:
        """The dashboards that use a library element are read again before the next answer."""
        users = (
            "(SELECT dashboard_id FROM library_connection"
            " WHERE org_id = :org_id AND element_id = :element_id)"
        )
        params = {"org_id": org_id, "element_id": element_id}
        await self._tx.execute(
            f"DELETE FROM dashboard_source WHERE org_id = :org_id AND dashboard_id IN {users}",
            params,
        )
        await self._tx.execute(
            "INSERT INTO dashboard_unread (dashboard_id, org_id)"
            " SELECT dashboard_id, org_id FROM library_connection"
            " WHERE org_id = :org_id AND element_id = :element_id ON CONFLICT DO NOTHING",
            params,
        )

    async def users(
        self, org_id: int, names: Sequence[str], visible: Visible, limit: int
    ) -> tuple[Sequence[SourceUser], int]:
        """Return dashboards that query a source with one of `names`, by title, and their total
        number."""
        where = Filter({"org_id": org_id})
        visible_dashboards(where, visible, "d")
        matching = (
            f"SELECT dashboard_id, SUM(panels) AS panels FROM dashboard_source"
            f" WHERE org_id = :org_id AND source IN ({where.values('source', names)})"
            " GROUP BY dashboard_id"
        )
        chosen = (
            f" FROM ({matching}) AS s JOIN dashboard AS d"
            f" ON d.id = s.dashboard_id AND d.org_id = :org_id"
        )
        count: int = await self._tx.value(
            f"SELECT COUNT(*){chosen} WHERE {where.sql}", where.params
        )
        rows = await self._tx.all(
            "SELECT d.uid, d.title, d.folder_uid, COALESCE(f.title, '') AS folder_title, s.panels"
            f"{chosen} LEFT JOIN folder AS f ON f.org_id = d.org_id AND f.uid = d.folder_uid"
            f" WHERE {where.sql} ORDER BY d.search_title, d.uid LIMIT :most",
            {**where.params, "most": limit},
        )
        found = [
            SourceUser(
                row["uid"],
                row["title"],
                row["folder_uid"],
                row["folder_title"],
                int(row["panels"]),
            )
            for row in rows
        ]
        return found, count

    async def unread(self, org_id: int, limit: int) -> Sequence[tuple[int, str]]:
        """Return ids and bodies of dashboards that are not in this table yet."""
        rows = await self._tx.all(
            "SELECT d.id, d.body FROM dashboard_unread AS u"
            " JOIN dashboard AS d ON d.id = u.dashboard_id AND d.org_id = u.org_id"
            " WHERE u.org_id = :org_id ORDER BY d.id LIMIT :most",
            {"org_id": org_id, "most": limit},
        )
        return [(row["id"], row["body"]) for row in rows]

    async def keep_read(self, org_id: int, read: Mapping[int, Mapping[str, int]]) -> None:
        """Store the sources of indexed dashboards by id, in two statements for all."""
        rows = [
            {"org_id": org_id, "id": id, "source": name, "panels": panels}
            for id, sources in read.items()
            for name, panels in sources.items()
        ]
        if rows:
            # A dashboard that was written since then already has the same rows.
            await self._tx.many(
                "INSERT INTO dashboard_source (org_id, dashboard_id, source, panels)"
                " VALUES (:org_id, :id, :source, :panels) ON CONFLICT DO NOTHING",
                rows,
            )
        await self._tx.execute(
            "DELETE FROM dashboard_unread WHERE org_id = :org_id AND dashboard_id <= :last",
            {"org_id": org_id, "last": max(read)},
        )
