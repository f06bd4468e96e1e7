"""The search over folders and dashboards.

Words are matched with `search_title`, which the index `dashboard_search` holds in the order of the
results: only returned rows are read.
"""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Sequence

import msgspec
import orjson

from vedette.access.model import Visible
from vedette.dashboards.store.filters import Filter, visible_dashboards, visible_folders
from vedette.db.database import Row, Tx
from vedette.db.sql import like


class SearchQuery(msgspec.Struct, frozen=True):
    """Search parameters. None means no restriction; an empty tuple matches nothing."""

    words: tuple[str, ...] = ()
    """Lower-case words, all of which the title must contain."""
    tags: tuple[str, ...] = ()
    """Tags, all of which are required."""
    folders: bool = True
    dashboards: bool = True
    folder_uids: tuple[str, ...] | None = None
    """An empty string is the root."""
    folder_ids: tuple[int, ...] | None = None
    """0 is the root."""
    uids: tuple[str, ...] | None = None
    ids: tuple[int, ...] | None = None
    starred_by: int | None = None
    by_update: bool = False
    """Sort by the time of the last change instead of the title."""
    descending: bool = False
    limit: int = 1000
    page: int = 1


class Hit(msgspec.Struct, frozen=True):
    is_folder: bool
    id: int
    uid: str
    title: str
    folder_id: int
    folder_uid: str
    folder_title: str
    tags: tuple[str, ...] = ()
    updated: int = 0
    """Milliseconds since the epoch."""


class SearchStore:
    def __init__(self, tx: Tx) -> None:
        self.tx = tx

    async def search(self, org_id: int, visible: Visible, query: SearchQuery) -> Sequence[Hit]:
        """Return one page: folders in order, then dashboards in order."""
        start = (query.page - 1) * query.limit
        hits, folders = list[Hit](), 0
        if query.folders and not query.tags and query.starred_by is None and query.ids is None:
            where = _folder_filter(org_id, visible, query)
            hits = await self._folders(where, query, start)
            folders = start + len(hits) if hits else await self._count_folders(where, start)
        if query.dashboards and len(hits) < query.limit:
            where = _dashboard_filter(org_id, visible, query)
            offset, limit = max(0, start - folders), query.limit - len(hits)
            hits += await self._dashboards(where, query, offset, limit)
        return hits

    async def _folders(self, where: Filter, query: SearchQuery, start: int) -> list[Hit]:
        rows = await self.tx.all(
            "SELECT f.id, f.uid, f.title, f.updated, '[]' AS tags, p.id AS folder_id,"
            " p.uid AS folder_uid, p.title AS folder_title FROM folder AS f"
            " LEFT JOIN folder AS p ON p.org_id = f.org_id AND p.uid = f.parent_uid"
            f" WHERE f.org_id = :org_id AND {where.sql} {_order('f', query)}",
            {**where.params, "limit": query.limit, "offset": start},
        )
        return [_hit(row, is_folder=True) for row in rows]

    async def _count_folders(self, where: Filter, start: int) -> int:
        if start == 0:
            return 0
        count: int = await self.tx.value(
            f"SELECT COUNT(*) FROM folder AS f WHERE f.org_id = :org_id AND {where.sql}",
            where.params,
        )
        return count

    async def _dashboards(
        self, where: Filter, query: SearchQuery, offset: int, limit: int
    ) -> list[Hit]:
        rows = await self.tx.all(
            "SELECT d.id, d.uid, d.title, d.updated, d.tags, f.id AS folder_id,"
            " f.uid AS folder_uid, f.title AS folder_title FROM dashboard AS d"
            " LEFT JOIN folder AS f ON f.org_id = d.org_id AND f.uid = d.folder_uid"
            f" WHERE d.org_id = :org_id AND {where.sql} {_order('d', query)}",
            {**where.params, "limit": limit, "offset": offset},
        )
        return [_hit(row, is_folder=False) for row in rows]

    async def tags(self, org_id: int, visible: Visible) -> Sequence[tuple[str, int]]:
        """Return every tag by name, with its number of dashboards."""
        where = Filter({"org_id": org_id})
        visible_dashboards(where, visible, "d")
        rows = await self.tx.all(
            "SELECT t.term, COUNT(*) AS number FROM dashboard_tag AS t"
            " JOIN dashboard AS d ON d.id = t.dashboard_id"
            f" WHERE t.org_id = :org_id AND d.org_id = :org_id AND {where.sql}"
            " GROUP BY t.term ORDER BY t.term",
            where.params,
        )
        return [(row["term"], row["number"]) for row in rows]

    async def count_tags(self) -> int:
        """Return the number of distinct tags of all organizations."""
        count: int = await self.tx.value("SELECT COUNT(DISTINCT term) FROM dashboard_tag")
        return count


def _folder_filter(org_id: int, visible: Visible, query: SearchQuery) -> Filter:
    where = Filter({"org_id": org_id})
    visible_folders(where, visible, "f")
    _words(where, "f", query.words)
    _in_folders(where, "f.parent_uid", query)
    if query.uids is not None:
        where.add(f"f.uid IN ({where.values('uid', query.uids)})")
    return where


def _dashboard_filter(org_id: int, visible: Visible, query: SearchQuery) -> Filter:
    where = Filter({"org_id": org_id})
    visible_dashboards(where, visible, "d")
    _words(where, "d", query.words)
    _in_folders(where, "d.folder_uid", query)
    if query.uids is not None:
        where.add(f"d.uid IN ({where.values('uid', query.uids)})")
    if query.ids is not None:
        where.add(f"d.id IN ({where.values('id', query.ids)})")
    for index, tag in enumerate(query.tags):
        where.params[f"tag_{index}"] = tag
        where.add(
            "d.id IN (SELECT dashboard_id FROM dashboard_tag"
            f" WHERE org_id = :org_id AND term = :tag_{index})"
        )
    if query.starred_by is not None:
        where.params["starred_by"] = query.starred_by
        where.add(
            "d.id IN (SELECT dashboard_id FROM dashboard_star"
            " WHERE org_id = :org_id AND account_id = :starred_by)"
        )
    return where


def _words(where: Filter, alias: str, words: Sequence[str]) -> None:
    for index, word in enumerate(words):
        where.params[f"word_{index}"] = f"%{like(word)}%"
        where.add(f"{alias}.search_title LIKE :word_{index} ESCAPE '\\'")


def _in_folders(where: Filter, column: str, query: SearchQuery) -> None:
    if query.folder_uids is not None:
        where.add(f"{column} IN ({where.values('folder', query.folder_uids)})")
    if query.folder_ids is not None:
        names = where.values("folder_id", [id for id in query.folder_ids if id != 0])
        inside = f"{column} IN (SELECT uid FROM folder WHERE org_id = :org_id AND id IN ({names}))"
        where.add(f"{inside} OR {column} = ''" if 0 in query.folder_ids else inside)


def _order(alias: str, query: SearchQuery) -> str:
    """Return the order of an index, so that the first page does not sort all rows."""
    direction = "DESC" if query.descending else "ASC"
    first = "updated" if query.by_update else "search_title"
    columns = f"{alias}.{first} {direction}, {alias}.uid {direction}"
    return f"ORDER BY {columns} LIMIT :limit OFFSET :offset"


def _hit(row: Row, *, is_folder: bool) -> Hit:
    return Hit(
        is_folder=is_folder,
        id=row["id"],
        uid=row["uid"],
        title=row["title"],
        folder_id=row["folder_id"] or 0,
        folder_uid=row["folder_uid"] or "",
        folder_title=row["folder_title"] or "",
        tags=tuple(orjson.loads(row["tags"])),
        updated=row["updated"],
    )
