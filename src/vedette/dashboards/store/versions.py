"""Rows of `dashboard_version`."""

from collections.abc import Sequence

from vedette.dashboards.model import Version
from vedette.db.database import Row, Tx

_COLUMNS = """
    v.id, v.dashboard_id, d.uid, v.version, v.parent_version, v.restored_from, v.created,
    v.created_by, v.message
"""
_FROM = """
    FROM dashboard_version AS v JOIN dashboard AS d ON d.id = v.dashboard_id
    WHERE v.org_id = :org_id AND d.org_id = :org_id AND v.dashboard_id = :dashboard_id
"""


class DashboardVersionStore:
    def __init__(self, tx: Tx) -> None:
        self.tx = tx

    async def newest(
        self, org_id: int, dashboard_id: int, limit: int, start: int
    ) -> Sequence[Version]:
        rows = await self.tx.all(
            f"SELECT {_COLUMNS} {_FROM} ORDER BY v.version DESC LIMIT :limit OFFSET :start",
            {"org_id": org_id, "dashboard_id": dashboard_id, "limit": limit, "start": start},
        )
        return [_version(row) for row in rows]

    async def get(self, org_id: int, dashboard_id: int, version: int) -> Version | None:
        row = await self.tx.one(
            f"SELECT {_COLUMNS}, v.body {_FROM} AND v.version = :version",
            {"org_id": org_id, "dashboard_id": dashboard_id, "version": version},
        )
        return None if row is None else _version(row, row["body"])

    async def add(self, org_id: int, version: Version) -> None:
        await self.tx.execute(
            "INSERT INTO dashboard_version (org_id, dashboard_id, version, parent_version,"
            " restored_from, created, created_by, message, body) VALUES (:org_id, :dashboard_id,"
            " :version, :parent_version, :restored_from, :created, :created_by, :message, :body)",
            {
                "org_id": org_id,
                "dashboard_id": version.dashboard_id,
                "version": version.version,
                "parent_version": version.parent_version,
                "restored_from": version.restored_from,
                "created": version.created,
                "created_by": version.created_by,
                "message": version.message,
                "body": version.body,
            },
        )

    async def prune(self, org_id: int, dashboard_id: int, keep: int) -> None:
        """Delete all but the newest `keep` versions."""
        await self.tx.execute(
            "DELETE FROM dashboard_version WHERE org_id = :org_id"
            " AND dashboard_id = :dashboard_id AND version <= (SELECT version"
            " FROM dashboard_version WHERE org_id = :org_id AND dashboard_id = :dashboard_id"
            " ORDER BY version DESC LIMIT 1 OFFSET :keep)",
            {"org_id": org_id, "dashboard_id": dashboard_id, "keep": keep},
        )


def _version(row: Row, body: str = "") -> Version:
    return Version(
        id=row["id"],
        dashboard_id=row["dashboard_id"],
        uid=row["uid"],
        version=row["version"],
        parent_version=row["parent_version"],
        restored_from=row["restored_from"],
        created=row["created"],
        created_by=row["created_by"],
        message=row["message"],
        body=body,
    )
