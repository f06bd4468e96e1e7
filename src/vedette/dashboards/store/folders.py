"""Rows of `folder`. The `path` names all ancestors, so that one LIKE selects a subtree."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Sequence

from vedette.access.model import Visible
from vedette.dashboards.model import Folder, uids_of
from vedette.dashboards.store.filters import Filter, visible_folders
from vedette.db.database import Row, Tx
from vedette.db.sql import like
from vedette.kernel.ids import is_uid, new_uid

_COLUMNS = """
    f.id, f.org_id, f.uid, f.parent_uid, f.path, f.title, f.version, f.created, f.created_by,
    f.updated, f.updated_by, f.provisioned_by
"""


class FolderStore:
    def __init__(self, tx: Tx) -> None:
        self.tx = tx

    async def by_uid(self, org_id: int, uid: str) -> Folder | None:
        if not is_uid(uid):
            return None
        row = await self.tx.one(
            f"SELECT {_COLUMNS} FROM folder AS f WHERE f.org_id = :org_id AND f.uid = :uid",
            {"org_id": org_id, "uid": uid},
        )
        return None if row is None else _folder(row)

    async def by_id(self, org_id: int, id: int) -> Folder | None:
        row = await self.tx.one(
            f"SELECT {_COLUMNS} FROM folder AS f WHERE f.org_id = :org_id AND f.id = :id",
            {"org_id": org_id, "id": id},
        )
        return None if row is None else _folder(row)

    async def by_title(self, org_id: int, parent_uid: str, title: str) -> Folder | None:
        row = await self.tx.one(
            f"SELECT {_COLUMNS} FROM folder AS f WHERE f.org_id = :org_id"
            " AND f.parent_uid = :parent_uid AND f.title = :title",
            {"org_id": org_id, "parent_uid": parent_uid, "title": title},
        )
        return None if row is None else _folder(row)

    async def ancestors(self, folder: Folder) -> Sequence[Folder]:
        """Return the ancestors from the root down."""
        above = uids_of(folder.path)[:-1]
        if not above:
            return ()
        where = Filter({"org_id": folder.org_id})
        where.add(f"f.uid IN ({where.values('uid', above)})")
        rows = await self.tx.all(
            f"SELECT {_COLUMNS} FROM folder AS f WHERE f.org_id = :org_id AND {where.sql}",
            where.params,
        )
        found = {row["uid"]: _folder(row) for row in rows}
        return [found[uid] for uid in above if uid in found]

    async def children(
        self, org_id: int, parent_uid: str, visible: Visible, limit: int, page: int
    ) -> Sequence[Folder]:
        where = Filter({"org_id": org_id, "parent": parent_uid})
        visible_folders(where, visible, "f")
        rows = await self.tx.all(
            f"SELECT {_COLUMNS} FROM folder AS f WHERE f.org_id = :org_id"
            f" AND f.parent_uid = :parent AND {where.sql}"
            " ORDER BY f.search_title, f.id LIMIT :limit OFFSET :offset",
            {**where.params, "limit": limit, "offset": (page - 1) * limit},
        )
        return [_folder(row) for row in rows]

    async def tree(self, folder: Folder) -> Sequence[Folder]:
        """Return the folder and all below it."""
        rows = await self.tx.all(
            f"SELECT {_COLUMNS} FROM folder AS f WHERE f.org_id = :org_id"
            " AND f.path LIKE :below ESCAPE '\\'",
            {"org_id": folder.org_id, "below": like(folder.path) + "%"},
        )
        return [_folder(row) for row in rows]

    async def insert(self, folder: Folder) -> int:
        id: int = await self.tx.value(
            "INSERT INTO folder (org_id, uid, parent_uid, path, title, search_title, version,"
            " created, created_by, updated, updated_by, provisioned_by) VALUES (:org_id, :uid,"
            " :parent_uid, :path, :title, :search_title, :version, :created, :created_by,"
            " :updated, :updated_by, :provisioned_by) RETURNING id",
            {
                "created": folder.created,
                "created_by": folder.created_by,
                **_written(folder),
            },
        )
        return id

    async def write(self, folder: Folder) -> None:
        """Write every column except uid and creation."""
        await self.tx.execute(
            "UPDATE folder SET parent_uid = :parent_uid, path = :path, title = :title,"
            " search_title = :search_title, version = :version, updated = :updated,"
            " updated_by = :updated_by, provisioned_by = :provisioned_by"
            " WHERE org_id = :org_id AND uid = :uid",
            _written(folder),
        )

    async def vacate_title(self, folder: Folder) -> None:
        """Free the title for another folder; the caller writes this one before it commits."""
        await self.tx.execute(
            "UPDATE folder SET title = :title WHERE org_id = :org_id AND uid = :uid",
            {"org_id": folder.org_id, "uid": folder.uid, "title": f"{folder.id} {new_uid()}"},
        )

    async def move_tree(self, org_id: int, old_path: str, new_path: str) -> None:
        """Rewrite the paths below a folder whose path changed."""
        await self.tx.execute(
            "UPDATE folder SET path = :new_path || SUBSTR(path, CAST(:length AS INTEGER))"
            " WHERE org_id = :org_id AND path LIKE :below ESCAPE '\\' AND path <> :old_path",
            {
                "org_id": org_id,
                "old_path": old_path,
                "new_path": new_path,
                "length": len(old_path) + 1,
                "below": like(old_path) + "%",
            },
        )

    async def counts(self, folder: Folder) -> tuple[int, int, int]:
        """Count folders, dashboards and provisioned dashboards anywhere below."""
        params = {"org_id": folder.org_id, "below": like(folder.path) + "%"}
        folders: int = await self.tx.value(
            "SELECT COUNT(*) FROM folder WHERE org_id = :org_id AND path LIKE :below ESCAPE '\\'",
            params,
        )
        row = await self.tx.one(
            "SELECT COUNT(*) AS dashboards, COUNT(d.provisioned_by) AS provisioned"
            " FROM dashboard AS d JOIN folder AS f ON f.org_id = d.org_id AND f.uid = d.folder_uid"
            " WHERE d.org_id = :org_id AND f.path LIKE :below ESCAPE '\\'",
            params,
        )
        assert row is not None
        return folders - 1, row["dashboards"], row["provisioned"]

    async def delete_tree(self, folder: Folder) -> None:
        """The folder, all folders, dashboards and library elements below it."""
        params = {"org_id": folder.org_id, "below": like(folder.path) + "%"}
        await self.tx.execute(
            "DELETE FROM dashboard WHERE org_id = :org_id AND folder_uid IN (SELECT uid FROM folder"
            " WHERE org_id = :org_id AND path LIKE :below ESCAPE '\\')",
            params,
        )
        await self.tx.execute(
            "DELETE FROM library_element WHERE org_id = :org_id AND folder_uid IN (SELECT uid"
            " FROM folder WHERE org_id = :org_id AND path LIKE :below ESCAPE '\\')",
            params,
        )
        await self.tx.execute(
            "DELETE FROM folder WHERE org_id = :org_id AND path LIKE :below ESCAPE '\\'", params
        )

    async def delete_if_empty(self, org_id: int, uid: str) -> bool:
        deleted = await self.tx.execute(
            "DELETE FROM folder WHERE org_id = :org_id AND uid = :uid"
            " AND NOT EXISTS (SELECT 1 FROM folder AS c WHERE c.org_id = :org_id"
            " AND c.parent_uid = :uid)"
            " AND NOT EXISTS (SELECT 1 FROM dashboard AS d WHERE d.org_id = :org_id"
            " AND d.folder_uid = :uid)"
            " AND NOT EXISTS (SELECT 1 FROM library_element AS e WHERE e.org_id = :org_id"
            " AND e.folder_uid = :uid)"
            " AND NOT EXISTS (SELECT 1 FROM alert_rule AS r WHERE r.org_id = :org_id"
            " AND r.folder_uid = :uid)",
            {"org_id": org_id, "uid": uid},
        )
        return deleted > 0


def _written(folder: Folder) -> dict[str, object]:
    return {
        "org_id": folder.org_id,
        "uid": folder.uid,
        "parent_uid": folder.parent_uid,
        "path": folder.path,
        "title": folder.title,
        "search_title": folder.title.lower(),
        "version": folder.version,
        "updated": folder.updated,
        "updated_by": folder.updated_by,
        "provisioned_by": folder.provisioned_by,
    }


def _folder(row: Row) -> Folder:
    return Folder(
        id=row["id"],
        org_id=row["org_id"],
        uid=row["uid"],
        parent_uid=row["parent_uid"],
        path=row["path"],
        title=row["title"],
        version=row["version"],
        created=row["created"],
        created_by=row["created_by"],
        updated=row["updated"],
        updated_by=row["updated_by"],
        provisioned_by=row["provisioned_by"],
    )
