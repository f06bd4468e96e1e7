"""Rows of `dashboard` with their tags."""

from collections.abc import Sequence

import orjson

from vedette.access.model import Visible
from vedette.dashboards.model import Dashboard, Provenance
from vedette.dashboards.store.filters import Filter, visible_dashboards
from vedette.db.database import Row, Tx
from vedette.kernel.ids import is_uid, new_uid

_COLUMNS = """
    d.id, d.org_id, d.uid, d.folder_uid, COALESCE(f.path, '') AS folder_path,
    COALESCE(f.id, 0) AS folder_id, COALESCE(f.title, '') AS folder_title, d.title, d.version,
    d.created, d.created_by, d.updated, d.updated_by, d.provisioned_by, d.provisioned_path,
    d.provisioned_checksum, d.provisioned_editable, d.provisioned_kept, d.body
"""
_FROM = """
    FROM dashboard AS d
    LEFT JOIN folder AS f ON f.org_id = d.org_id AND f.uid = d.folder_uid
"""


class DashboardStore:
    def __init__(self, tx: Tx) -> None:
        self.tx = tx

    async def by_uid(self, org_id: int, uid: str) -> Dashboard | None:
        if not is_uid(uid):
            return None
        row = await self.tx.one(
            f"SELECT {_COLUMNS} {_FROM} WHERE d.org_id = :org_id AND d.uid = :uid",
            {"org_id": org_id, "uid": uid},
        )
        return None if row is None else _dashboard(row)

    async def by_id(self, org_id: int, id: int) -> Dashboard | None:
        row = await self.tx.one(
            f"SELECT {_COLUMNS} {_FROM} WHERE d.org_id = :org_id AND d.id = :id",
            {"org_id": org_id, "id": id},
        )
        return None if row is None else _dashboard(row)

    async def by_title(self, org_id: int, folder_uid: str, title: str) -> Dashboard | None:
        row = await self.tx.one(
            f"SELECT {_COLUMNS} {_FROM} WHERE d.org_id = :org_id AND d.folder_uid = :folder_uid"
            " AND d.title = :title",
            {"org_id": org_id, "folder_uid": folder_uid, "title": title},
        )
        return None if row is None else _dashboard(row)

    async def by_file(self, org_id: int, provider: str, path: str) -> Dashboard | None:
        row = await self.tx.one(
            f"SELECT {_COLUMNS} {_FROM} WHERE d.org_id = :org_id"
            " AND d.provisioned_by = :provider AND d.provisioned_path = :path",
            {"org_id": org_id, "provider": provider, "path": path},
        )
        return None if row is None else _dashboard(row)

    async def uid_of(self, org_id: int, id: int) -> str | None:
        uid: str | None = await self.tx.value(
            "SELECT uid FROM dashboard WHERE org_id = :org_id AND id = :id",
            {"org_id": org_id, "id": id},
        )
        return uid

    async def uids_of(self, org_id: int, visible: Visible, ids: Sequence[int]) -> dict[int, str]:
        """Return the uids by id, without dashboards that are not visible."""
        where = Filter({"org_id": org_id})
        visible_dashboards(where, visible, "d")
        where.add(f"d.id IN ({where.values('id', ids)})")
        rows = await self.tx.all(
            f"SELECT d.id, d.uid {_FROM} WHERE d.org_id = :org_id AND {where.sql}", where.params
        )
        return {row["id"]: row["uid"] for row in rows}

    async def insert(self, dashboard: Dashboard) -> int:
        """Insert the row and return its id. The body contains the id, so `write` stores it."""
        id: int = await self.tx.value(
            "INSERT INTO dashboard (org_id, uid, folder_uid, title, search_title, tags, version,"
            " created, created_by, updated, updated_by, body) VALUES (:org_id, :uid, :folder_uid,"
            " :title, :search_title, '[]', :version, :created, :created_by, :updated, :updated_by,"
            " '') RETURNING id",
            {
                "org_id": dashboard.org_id,
                "uid": dashboard.uid,
                "folder_uid": dashboard.folder_uid,
                "title": dashboard.title,
                "search_title": dashboard.title.lower(),
                "version": dashboard.version,
                "created": dashboard.created,
                "created_by": dashboard.created_by,
                "updated": dashboard.updated,
                "updated_by": dashboard.updated_by,
            },
        )
        return id

    async def write(self, dashboard: Dashboard, tags: Sequence[str]) -> None:
        """Write every column except id, organization and creation, by the id of the dashboard."""
        origin = dashboard.provenance
        await self.tx.execute(
            "UPDATE dashboard SET uid = :uid, folder_uid = :folder_uid, title = :title,"
            " search_title = :search_title, tags = :tags, version = :version, updated = :updated,"
            " updated_by = :updated_by, provisioned_by = :provisioned_by,"
            " provisioned_path = :provisioned_path, provisioned_checksum = :provisioned_checksum,"
            " provisioned_editable = :provisioned_editable,"
            " provisioned_kept = :provisioned_kept, body = :body"
            " WHERE org_id = :org_id AND id = :id",
            {
                "org_id": dashboard.org_id,
                "id": dashboard.id,
                "uid": dashboard.uid,
                "folder_uid": dashboard.folder_uid,
                "title": dashboard.title,
                "search_title": dashboard.title.lower(),
                "version": dashboard.version,
                "updated": dashboard.updated,
                "updated_by": dashboard.updated_by,
                "tags": orjson.dumps(tags).decode(),
                "body": dashboard.body,
                **_provenance_columns(origin),
            },
        )
        key = {"org_id": dashboard.org_id, "id": dashboard.id}
        if dashboard.version > 1:
            await self.tx.execute(
                "DELETE FROM dashboard_tag WHERE org_id = :org_id AND dashboard_id = :id", key
            )
        if tags:
            await self.tx.many(
                "INSERT INTO dashboard_tag (org_id, dashboard_id, term)"
                " VALUES (:org_id, :id, :term)",
                [{**key, "term": term} for term in tags],
            )

    async def mark(self, org_id: int, id: int, origin: Provenance | None) -> None:
        """Record the origin of the dashboard, or that no file owns it any more."""
        await self.tx.execute(
            "UPDATE dashboard SET provisioned_by = :provisioned_by,"
            " provisioned_path = :provisioned_path, provisioned_checksum = :provisioned_checksum,"
            " provisioned_editable = :provisioned_editable, provisioned_kept = :provisioned_kept"
            " WHERE org_id = :org_id AND id = :id",
            {"org_id": org_id, "id": id, **_provenance_columns(origin)},
        )

    async def vacate_title(self, org_id: int, id: int) -> None:
        """Free the title for another dashboard; the caller writes this one before it commits."""
        await self.tx.execute(
            "UPDATE dashboard SET title = :title WHERE org_id = :org_id AND id = :id",
            {"org_id": org_id, "id": id, "title": f"{id} {new_uid()}"},
        )

    async def provisioned(self) -> Sequence[Dashboard]:
        """Return all provisioned dashboards of every organization, without their bodies."""
        columns = _COLUMNS.replace("d.body", "'' AS body")
        rows = await self.tx.all(
            f"SELECT {columns} {_FROM} WHERE d.provisioned_by IS NOT NULL ORDER BY d.org_id, d.id"
        )
        return [_dashboard(row) for row in rows]

    async def delete(self, org_id: int, id: int) -> None:
        """Delete the dashboard with its tags, versions and stars."""
        await self.tx.execute(
            "DELETE FROM dashboard WHERE org_id = :org_id AND id = :id",
            {"org_id": org_id, "id": id},
        )


def _provenance_columns(origin: Provenance | None) -> dict[str, object]:
    return {
        "provisioned_by": origin.provider if origin else None,
        "provisioned_path": origin.path if origin else None,
        "provisioned_checksum": origin.checksum if origin else None,
        "provisioned_editable": origin.editable if origin else False,
        "provisioned_kept": origin.is_kept if origin else False,
    }


def _dashboard(row: Row) -> Dashboard:
    origin = None
    if row["provisioned_by"] is not None:
        origin = Provenance(
            provider=row["provisioned_by"],
            path=row["provisioned_path"],
            checksum=row["provisioned_checksum"],
            editable=bool(row["provisioned_editable"]),
            is_kept=bool(row["provisioned_kept"]),
        )
    return Dashboard(
        id=row["id"],
        org_id=row["org_id"],
        uid=row["uid"],
        folder_uid=row["folder_uid"],
        folder_path=row["folder_path"],
        title=row["title"],
        version=row["version"],
        created=row["created"],
        created_by=row["created_by"],
        updated=row["updated"],
        updated_by=row["updated_by"],
        provenance=origin,
        body=row["body"],
        folder_id=row["folder_id"],
        folder_title=row["folder_title"],
    )
