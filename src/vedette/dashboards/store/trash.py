"""Rows of `deleted_dashboard` and `deleted_dashboard_version`."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Sequence

from vedette.access.model import Visible
from vedette.dashboards.model import DeletedDashboard, Folder
from vedette.dashboards.store.filters import Filter, visible_content
from vedette.db.database import Row, Tx
from vedette.db.pages import listed_pages
from vedette.db.sql import like
from vedette.kernel.ids import is_uid

_COLUMNS = """
    e.id, e.org_id, e.uid, e.folder_uid, COALESCE(f.path, '') AS folder_path,
    COALESCE(f.title, e.folder_title) AS folder_title, e.title, e.version, e.deleted, e.deleted_by
"""
_FROM = """
    FROM deleted_dashboard AS e
    LEFT JOIN folder AS f ON f.org_id = e.org_id AND f.uid = e.folder_uid
"""
_VERSION = "version, parent_version, restored_from, created, created_by, message, body"
_OF_VERSION = ", ".join(f"v.{name}" for name in _VERSION.split(", "))
_OF_TREE = (
    "d.folder_uid IN (SELECT uid FROM folder WHERE org_id = :org_id AND path LIKE :below"
    " ESCAPE '\\')"
)
_ALL = 1_000_000_000


class TrashStore:
    def __init__(self, tx: Tx) -> None:
        self.tx = tx

    async def ids_below(self, folder: Folder) -> Sequence[int]:
        """Of the dashboards anywhere below a folder."""
        rows = await self.tx.all(
            f"SELECT d.id FROM dashboard AS d WHERE d.org_id = :org_id AND {_OF_TREE}",
            {"org_id": folder.org_id, "below": like(folder.path) + "%"},
        )
        return [row["id"] for row in rows]

    async def add(self, org_id: int, ids: Sequence[int], *, now: int, by: str) -> None:
        """Copy dashboards with their versions. The caller deletes them."""
        for names, params in listed_pages("id", ids):
            values = {"org_id": org_id, "now": now, "by": by, **params}
            await self.tx.execute(
                "INSERT INTO deleted_dashboard (dashboard_id, org_id, uid, folder_uid,"
                " folder_title, title, search_title, version, created, created_by, updated,"
                " updated_by, deleted, deleted_by, body)"
                " SELECT d.id, d.org_id, d.uid, d.folder_uid,"
                " COALESCE(f.title, ''), d.title, d.search_title, d.version, d.created,"
                " d.created_by, d.updated, d.updated_by, CAST(:now AS BIGINT), CAST(:by AS TEXT),"
                " d.body FROM dashboard AS d LEFT JOIN folder AS f ON f.org_id = d.org_id"
                f" AND f.uid = d.folder_uid WHERE d.org_id = :org_id AND d.id IN ({names})",
                values,
            )
            await self.tx.execute(
                f"INSERT INTO deleted_dashboard_version (deleted_id, org_id, {_VERSION})"
                f" SELECT e.id, e.org_id, {_OF_VERSION} FROM dashboard_version AS v"
                " JOIN deleted_dashboard AS e"
                " ON e.dashboard_id = v.dashboard_id AND e.deleted = :now"
                f" WHERE e.org_id = :org_id AND v.dashboard_id IN ({names})",
                {"org_id": org_id, "now": now, **params},
            )

    async def with_library_panels(
        self, org_id: int, ids: Sequence[int]
    ) -> Sequence[tuple[int, str]]:
        """Ids and bodies of those dashboards that are connected to library elements."""
        found: list[tuple[int, str]] = []
        for names, params in listed_pages("id", ids):
            rows = await self.tx.all(
                f"SELECT d.id, d.body FROM dashboard AS d WHERE d.org_id = :org_id"
                f" AND d.id IN ({names}) AND EXISTS (SELECT 1 FROM library_connection AS c"
                " WHERE c.dashboard_id = d.id)",
                {"org_id": org_id, **params},
            )
            found += [(row["id"], row["body"]) for row in rows]
        return found

    async def set_body(self, org_id: int, dashboard_id: int, now: int, body: str) -> None:
        """Of the dashboard with this id that was deleted now."""
        await self.tx.execute(
            "UPDATE deleted_dashboard SET body = :body WHERE org_id = :org_id"
            " AND dashboard_id = :id AND deleted = :now",
            {"org_id": org_id, "id": dashboard_id, "now": now, "body": body},
        )

    async def find(
        self, org_id: int, text: str, visible: Visible, limit: int, page: int
    ) -> tuple[Sequence[DeletedDashboard], int]:
        """A page of the visible ones, the last deleted first, and how many there are."""
        where = Filter({"org_id": org_id})
        visible_content(where, visible, "e")
        if text:
            where.params["text"] = f"%{like(text.lower())}%"
            where.add("e.search_title LIKE :text ESCAPE '\\'")
        total: int = await self.tx.value(
            f"SELECT COUNT(*) {_FROM} WHERE e.org_id = :org_id AND {where.sql}", where.params
        )
        rows = await self.tx.all(
            f"SELECT {_COLUMNS} {_FROM} WHERE e.org_id = :org_id AND {where.sql}"
            " ORDER BY e.deleted DESC, e.id DESC LIMIT :limit OFFSET :offset",
            {**where.params, "limit": limit, "offset": (page - 1) * limit},
        )
        return [_deleted(row) for row in rows], total

    async def newest(self, org_id: int, uid: str, id_: int = 0) -> DeletedDashboard | None:
        """The last deleted one with this uid, with its body; with `id_` the one of this id."""
        if not is_uid(uid):
            return None
        row = await self.tx.one(
            f"SELECT {_COLUMNS}, e.body {_FROM} WHERE e.org_id = :org_id AND e.uid = :uid"
            " AND (:id = 0 OR e.id = :id) ORDER BY e.deleted DESC, e.id DESC LIMIT 1",
            {"org_id": org_id, "uid": uid, "id": id_},
        )
        return None if row is None else _deleted(row, row["body"])

    async def put_back(self, entry: DeletedDashboard, folder_uid: str) -> None:
        """Make it a dashboard again, with its versions and a new id. Raises `UniqueViolation`."""
        values = {"org_id": entry.org_id, "id": entry.id}
        id_: int = await self.tx.value(
            "INSERT INTO dashboard (org_id, uid, folder_uid, title, search_title, tags,"
            " version, created, created_by, updated, updated_by, body) SELECT org_id, uid,"
            " CAST(:folder_uid AS TEXT), title, search_title, '[]', version, created, created_by,"
            " updated, updated_by, body FROM deleted_dashboard"
            " WHERE org_id = :org_id AND id = :id RETURNING id",
            {**values, "folder_uid": folder_uid},
        )
        await self.tx.execute(
            f"INSERT INTO dashboard_version (dashboard_id, org_id, {_VERSION})"
            f" SELECT CAST(:new AS BIGINT), org_id, {_VERSION} FROM deleted_dashboard_version"
            " WHERE org_id = :org_id AND deleted_id = :id ORDER BY version",
            {**values, "new": id_},
        )

    async def delete(self, org_id: int, id_: int) -> None:
        await self.tx.execute(
            "DELETE FROM deleted_dashboard WHERE org_id = :org_id AND id = :id",
            {"org_id": org_id, "id": id_},
        )

    async def keep_newest(self, org_id: int, most: int) -> None:
        """Delete all but the last deleted `most`."""
        await self.tx.execute(
            "DELETE FROM deleted_dashboard WHERE org_id = :org_id AND id IN (SELECT id"
            " FROM deleted_dashboard WHERE org_id = :org_id ORDER BY deleted DESC, id DESC"
            " LIMIT :all OFFSET :most)",
            {"org_id": org_id, "most": most, "all": _ALL},
        )

    async def delete_before(self, moment: int, limit: int) -> int:
        """Delete at most `limit` of all organizations; return how many there were."""
        return await self.tx.execute(
            "DELETE FROM deleted_dashboard WHERE id IN (SELECT id FROM deleted_dashboard"
            " WHERE deleted < :moment ORDER BY deleted LIMIT :limit)",
            {"moment": moment, "limit": limit},
        )


def _deleted(row: Row, body: str = "") -> DeletedDashboard:
    names = [name for name in DeletedDashboard.__struct_fields__ if name != "body"]
    return DeletedDashboard(**{name: row[name] for name in names}, body=body)
