"""Rows of `library_connection`: which dashboards use a library element."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Iterable, Sequence

from vedette.access.model import Visible
from vedette.dashboards.model import Folder, LibraryConnection
from vedette.dashboards.store.filters import Filter, visible_dashboards
from vedette.db.database import Tx
from vedette.db.pages import listed_pages
from vedette.db.sql import like

_MOST = 5_000


class LibraryConnectionStore:
    def __init__(self, tx: Tx) -> None:
        self.tx = tx

    async def of_element(
        self, org_id: int, element_id: int, visible: Visible
    ) -> Sequence[LibraryConnection]:
        """Those to dashboards that are visible."""
        where = Filter({"org_id": org_id, "element_id": element_id, "most": _MOST})
        visible_dashboards(where, visible, "d")
        rows = await self.tx.all(
            "SELECT c.id, c.element_id, c.dashboard_id, d.uid AS dashboard_uid, c.created,"
            " c.created_by, c.created_by_id FROM library_connection AS c"
            " JOIN dashboard AS d ON d.id = c.dashboard_id AND d.org_id = c.org_id"
            f" WHERE c.org_id = :org_id AND c.element_id = :element_id AND {where.sql}"
            " ORDER BY c.id LIMIT :most",
            where.params,
        )
        return [
            LibraryConnection(**{name: row[name] for name in LibraryConnection.__struct_fields__})
            for row in rows
        ]

    async def of_dashboard(self, org_id: int, dashboard_id: int) -> frozenset[int]:
        """Ids of the elements that the dashboard uses."""
        rows = await self.tx.all(
            "SELECT element_id FROM library_connection"
            " WHERE org_id = :org_id AND dashboard_id = :id",
            {"org_id": org_id, "id": dashboard_id},
        )
        return frozenset(row["element_id"] for row in rows)

    async def replace(
        self,
        org_id: int,
        dashboard_id: int,
        elements: Iterable[int],
        *,
        now: int,
        by: str,
        by_id: int,
    ) -> None:
        """The dashboard uses exactly these elements from now on."""
        wanted, had = frozenset(elements), await self.of_dashboard(org_id, dashboard_id)
        key = {"org_id": org_id, "dashboard_id": dashboard_id}
        for names, params in listed_pages("element", sorted(had - wanted)):
            await self.tx.execute(
                "DELETE FROM library_connection WHERE org_id = :org_id"
                f" AND dashboard_id = :dashboard_id AND element_id IN ({names})",
                {**key, **params},
            )
        if new := sorted(wanted - had):
            await self.tx.many(
                "INSERT INTO library_connection (org_id, element_id, dashboard_id, created,"
                " created_by, created_by_id) VALUES (:org_id, :element_id, :dashboard_id, :now,"
                " :by, :by_id)",
                [{**key, "element_id": id_, "now": now, "by": by, "by_id": by_id} for id_ in new],
            )

    async def used_from_outside(self, folder: Folder) -> bool:
        """Whether dashboards outside of the folder's tree use elements inside of it."""
        below = "(SELECT uid FROM folder WHERE org_id = :org_id AND path LIKE :below ESCAPE '\\')"
        found = await self.tx.value(
            "SELECT 1 FROM library_connection AS c"
            " JOIN library_element AS e ON e.id = c.element_id"
            " JOIN dashboard AS d ON d.id = c.dashboard_id"
            f" WHERE e.org_id = :org_id AND e.folder_uid IN {below}"
            f" AND d.folder_uid NOT IN {below} LIMIT 1",
            {"org_id": folder.org_id, "below": like(folder.path) + "%"},
        )
        return found is not None

    async def count_in_folder(self, folder: Folder) -> int:
        """Number of elements anywhere below."""
        number: int = await self.tx.value(
            "SELECT COUNT(*) FROM library_element AS e"
            " JOIN folder AS f ON f.org_id = e.org_id AND f.uid = e.folder_uid"
            " WHERE e.org_id = :org_id AND f.path LIKE :below ESCAPE '\\'",
            {"org_id": folder.org_id, "below": like(folder.path) + "%"},
        )
        return number
