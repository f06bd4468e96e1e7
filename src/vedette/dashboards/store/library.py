"""Rows of `library_element`."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from vedette.access.model import Visible
from vedette.dashboards.library_panels import MAX_FILLED_BYTES, Filling
from vedette.dashboards.model import GENERAL, ROOT, LibraryElement
from vedette.dashboards.store.filters import Filter, visible_content
from vedette.db.database import Row, Tx
from vedette.db.pages import listed_pages
from vedette.db.sql import like
from vedette.kernel.ids import is_uid

_COLUMNS = """
    e.id, e.org_id, e.uid, e.folder_uid, COALESCE(f.path, '') AS folder_path,
    COALESCE(f.id, 0) AS folder_id, COALESCE(f.title, '') AS folder_title, e.name, e.kind, e.type,
    e.description, e.model, e.version, e.created, e.created_by, e.created_by_id, e.updated,
    e.updated_by, e.updated_by_id,
    (SELECT COUNT(*) FROM library_connection AS c WHERE c.element_id = e.id) AS connections
"""
_FROM = """
    FROM library_element AS e
    LEFT JOIN folder AS f ON f.org_id = e.org_id AND f.uid = e.folder_uid
"""


class ElementQuery(msgspec.Struct, frozen=True):
    """A page of elements. Empty filters and None admit all."""

    text: str = ""
    kind: int = 0
    types: tuple[str, ...] = ()
    excluded_uid: str = ""
    folder_uids: tuple[str, ...] | None = None
    folder_ids: tuple[int, ...] | None = None
    order: Literal["ASC", "DESC"] = "ASC"
    limit: int = 100
    page: int = 1


class LibraryElementStore:
    def __init__(self, tx: Tx) -> None:
        self.tx = tx

    async def by_uid(self, org_id: int, uid: str) -> LibraryElement | None:
        if not is_uid(uid):
            return None
        row = await self.tx.one(
            f"SELECT {_COLUMNS} {_FROM} WHERE e.org_id = :org_id AND e.uid = :uid",
            {"org_id": org_id, "uid": uid},
        )
        return None if row is None else _element(row)

    async def by_name(self, org_id: int, name: str, visible: Visible) -> Sequence[LibraryElement]:
        """In all folders that are visible."""
        where = Filter({"org_id": org_id, "name": name})
        visible_content(where, visible, "e")
        rows = await self.tx.all(
            f"SELECT {_COLUMNS} {_FROM} WHERE e.org_id = :org_id AND e.name = :name AND {where.sql}"
            " ORDER BY e.id LIMIT 500",
            where.params,
        )
        return [_element(row) for row in rows]

    async def is_taken(self, org_id: int, folder_uid: str, kind: int, name: str) -> bool:
        """Whether the folder has an element of this kind and name."""
        found = await self.tx.value(
            "SELECT 1 FROM library_element WHERE org_id = :org_id AND folder_uid = :folder_uid"
            " AND kind = :kind AND name = :name",
            {"org_id": org_id, "folder_uid": folder_uid, "kind": kind, "name": name},
        )
        return found is not None

    async def find(
        self, org_id: int, query: ElementQuery, visible: Visible
    ) -> tuple[Sequence[LibraryElement], int]:
        """A page of the visible elements, by name, and how many there are."""
        where = Filter({"org_id": org_id})
        visible_content(where, visible, "e")
        _filter(where, query)
        total: int = await self.tx.value(
            f"SELECT COUNT(*) {_FROM} WHERE e.org_id = :org_id AND {where.sql}", where.params
        )
        rows = await self.tx.all(
            f"SELECT {_COLUMNS} {_FROM} WHERE e.org_id = :org_id AND {where.sql}"
            f" ORDER BY e.search_name {query.order}, e.id {query.order}"
            " LIMIT :limit OFFSET :offset",
            {
                **where.params,
                "limit": query.limit,
                "offset": (query.page - 1) * query.limit,
            },
        )
        return [_element(row) for row in rows], total

    async def count(self, org_id: int) -> int:
        number: int = await self.tx.value(
            "SELECT COUNT(*) FROM library_element WHERE org_id = :org_id", {"org_id": org_id}
        )
        return number

    async def ids_of(self, org_id: int, uids: Collection[str]) -> dict[str, int]:
        """Ids by uid, of those that exist."""
        found: dict[str, int] = {}
        for names, params in listed_pages("uid", sorted(uids)):
            rows = await self.tx.all(
                f"SELECT uid, id FROM library_element WHERE org_id = :org_id AND uid IN ({names})",
                {"org_id": org_id, **params},
            )
            found |= {row["uid"]: row["id"] for row in rows}
        return found

    async def fillings(
        self, org_id: int, uids: Collection[str], visible: Visible
    ) -> dict[str, Filling]:
        """By uid, of the elements that exist and are visible, up to `MAX_FILLED_BYTES`."""
        found: dict[str, Filling] = {}
        for names, params in listed_pages("uid", await self._fitting(org_id, uids)):
            where = Filter({"org_id": org_id, **params})
            visible_content(where, visible, "e")
            rows = await self.tx.all(
                "SELECT e.uid, e.name, e.version, e.model FROM library_element AS e"
                f" WHERE e.org_id = :org_id AND e.uid IN ({names}) AND {where.sql}",
                where.params,
            )
            for row in rows:
                found[row["uid"]] = Filling(row["name"], row["version"], row["model"])
        return found

    async def _fitting(self, org_id: int, uids: Collection[str]) -> Sequence[str]:
        """Those whose models together are small enough for one dashboard."""
        fitting: list[str] = []
        room = MAX_FILLED_BYTES
        for names, params in listed_pages("uid", sorted(uids)):
            rows = await self.tx.all(
                "SELECT uid, LENGTH(model) AS size FROM library_element"
                f" WHERE org_id = :org_id AND uid IN ({names}) ORDER BY uid",
                {"org_id": org_id, **params},
            )
            for row in rows:
                if row["size"] <= room:
                    room -= row["size"]
                    fitting.append(row["uid"])
        return fitting

    async def insert(self, element: LibraryElement) -> int:
        """Raises `UniqueViolation` for a uid or name that is taken."""
        id_: int = await self.tx.value(
            "INSERT INTO library_element (org_id, uid, folder_uid, name, search_name, kind, type,"
            " description, model, version, created, created_by, created_by_id, updated,"
            " updated_by, updated_by_id) VALUES (:org_id, :uid, :folder_uid, :name, :search_name,"
            " :kind, :type, :description, :model, :version, :created, :created_by, :created_by_id,"
            " :updated, :updated_by, :updated_by_id) RETURNING id",
            {
                **_written(element),
                "kind": element.kind,
                "created": element.created,
                "created_by": element.created_by,
                "created_by_id": element.created_by_id,
            },
        )
        return id_

    async def write(self, element: LibraryElement) -> None:
        """Everything but kind and creation. Raises `UniqueViolation`."""
        await self.tx.execute(
            "UPDATE library_element SET uid = :uid, folder_uid = :folder_uid, name = :name,"
            " search_name = :search_name, type = :type, description = :description,"
            " model = :model, version = :version, updated = :updated, updated_by = :updated_by,"
            " updated_by_id = :updated_by_id WHERE org_id = :org_id AND id = :id",
            {**_written(element), "id": element.id},
        )

    async def delete(self, org_id: int, id_: int) -> None:
        await self.tx.execute(
            "DELETE FROM library_element WHERE org_id = :org_id AND id = :id",
            {"org_id": org_id, "id": id_},
        )


def _filter(where: Filter, query: ElementQuery) -> None:
    if query.text:
        where.params["text"] = f"%{like(query.text.lower())}%"
        where.add(
            "e.search_name LIKE :text ESCAPE '\\' OR LOWER(e.description) LIKE :text ESCAPE '\\'"
        )
    if query.kind:
        where.params["kind"] = query.kind
        where.add("e.kind = :kind")
    if query.types:
        where.add(f"e.type IN ({where.values('type', query.types)})")
    if query.excluded_uid:
        where.params["excluded"] = query.excluded_uid
        where.add("e.uid <> :excluded")
    if query.folder_uids is not None:
        uids = [ROOT if uid == GENERAL else uid for uid in query.folder_uids]
        where.add(f"e.folder_uid IN ({where.values('folder', uids)})")
    if query.folder_ids is not None:
        where.add(f"COALESCE(f.id, 0) IN ({where.values('folder_id', query.folder_ids)})")


def _written(element: LibraryElement) -> dict[str, object]:
    return {
        "org_id": element.org_id,
        "uid": element.uid,
        "folder_uid": element.folder_uid,
        "name": element.name,
        "search_name": element.name.lower(),
        "type": element.type,
        "description": element.description,
        "model": element.model,
        "version": element.version,
        "updated": element.updated,
        "updated_by": element.updated_by,
        "updated_by_id": element.updated_by_id,
    }


def _element(row: Row) -> LibraryElement:
    return LibraryElement(**{name: row[name] for name in LibraryElement.__struct_fields__})
