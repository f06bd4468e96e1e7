"""One list over folders and dashboards.

Words are looked for in `search_title`, which stands in the index `dashboard_search` in the order of
the answer: only rows that are answered are read.
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
    """None means: not asked. An empty tuple matches nothing."""

    words: tuple[str, ...] = ()
    """In lower case; each must be part of the title."""
    tags: tuple[str, ...] = ()
    """All of them."""
    folders: bool = True
    dashboards: bool = True
    folder_uids: tuple[str, ...] | None = None
    """'' is the root."""
    folder_ids: tuple[int, ...] | None = None
    """0 is the root."""
    uids: tuple[str, ...] | None = None
    ids: tuple[int, ...] | None = None
    starred_by: int | None = None
    by_update: bool = False
    """By the time of the last change instead of the title."""
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

    async def search(self, org_id: int, visible: Visible, asked: SearchQuery) -> Sequence[Hit]:
        """One page: all folders in order, then all dashboards in order."""
        start = (asked.page - 1) * asked.limit
        hits, folders = list[Hit](), 0
        if asked.folders and not asked.tags and asked.starred_by is None and asked.ids is None:
            where = _folder_filter(org_id, visible, asked)
            hits = await self._folders(where, asked, start)
            folders = start + len(hits) if hits else await self._count_folders(where, start)
        if asked.dashboards and len(hits) < asked.limit:
            where = _dashboard_filter(org_id, visible, asked)
            offset, limit = max(0, start - folders), asked.limit - len(hits)
            hits += await self._dashboards(where, asked, offset, limit)
        return hits

    async def _folders(self, where: Filter, asked: SearchQuery, start: int) -> list[Hit]:
        rows = await self.tx.all(
            "SELECT f.id, f.uid, f.title, f.updated, '[]' AS tags, p.id AS folder_id,"
            " p.uid AS folder_uid, p.title AS folder_title FROM folder AS f"
            " LEFT JOIN folder AS p ON p.org_id = f.org_id AND p.uid = f.parent_uid"
            f" WHERE f.org_id = :org_id AND {where.sql} {_order('f', asked)}",
            {**where.params, "limit": asked.limit, "offset": start},
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
        self, where: Filter, asked: SearchQuery, offset: int, limit: int
    ) -> list[Hit]:
        rows = await self.tx.all(
            "SELECT d.id, d.uid, d.title, d.updated, d.tags, f.id AS folder_id,"
            " f.uid AS folder_uid, f.title AS folder_title FROM dashboard AS d"
            " LEFT JOIN folder AS f ON f.org_id = d.org_id AND f.uid = d.folder_uid"
            f" WHERE d.org_id = :org_id AND {where.sql} {_order('d', asked)}",
            {**where.params, "limit": limit, "offset": offset},
        )
        return [_hit(row, is_folder=False) for row in rows]

    async def tags(self, org_id: int, visible: Visible) -> Sequence[tuple[str, int]]:
        """Every tag with the number of dashboards that carry it, by name."""
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
        """How many different ones there are in all organizations together."""
        count: int = await self.tx.value("SELECT COUNT(DISTINCT term) FROM dashboard_tag")
        return count


def _folder_filter(org_id: int, visible: Visible, asked: SearchQuery) -> Filter:
    where = Filter({"org_id": org_id})
    visible_folders(where, visible, "f")
    _words(where, "f", asked.words)
    _in_folders(where, "f.parent_uid", asked)
    if asked.uids is not None:
        where.add(f"f.uid IN ({where.values('uid', asked.uids)})")
    return where


def _dashboard_filter(org_id: int, visible: Visible, asked: SearchQuery) -> Filter:
    where = Filter({"org_id": org_id})
    visible_dashboards(where, visible, "d")
    _words(where, "d", asked.words)
    _in_folders(where, "d.folder_uid", asked)
    if asked.uids is not None:
        where.add(f"d.uid IN ({where.values('uid', asked.uids)})")
    if asked.ids is not None:
        where.add(f"d.id IN ({where.values('id', asked.ids)})")
    for index, tag in enumerate(asked.tags):
        where.params[f"tag_{index}"] = tag
        where.add(
            "d.id IN (SELECT dashboard_id FROM dashboard_tag"
            f" WHERE org_id = :org_id AND term = :tag_{index})"
        )
    if asked.starred_by is not None:
        where.params["starred_by"] = asked.starred_by
        where.add(
            "d.id IN (SELECT dashboard_id FROM dashboard_star"
            " WHERE org_id = :org_id AND account_id = :starred_by)"
        )
    return where


def _words(where: Filter, alias: str, words: Sequence[str]) -> None:
    for index, word in enumerate(words):
        where.params[f"word_{index}"] = f"%{like(word)}%"
        where.add(f"{alias}.search_title LIKE :word_{index} ESCAPE '\\'")


def _in_folders(where: Filter, column: str, asked: SearchQuery) -> None:
    if asked.folder_uids is not None:
        where.add(f"{column} IN ({where.values('folder', asked.folder_uids)})")
    if asked.folder_ids is not None:
        names = where.values("folder_id", [id for id in asked.folder_ids if id != 0])
        inside = f"{column} IN (SELECT uid FROM folder WHERE org_id = :org_id AND id IN ({names}))"
        where.add(f"{inside} OR {column} = ''" if 0 in asked.folder_ids else inside)


def _order(alias: str, asked: SearchQuery) -> str:
    """Return the order of an index, so that the first page does not sort the rest."""
    direction = "DESC" if asked.descending else "ASC"
    first = "updated" if asked.by_update else "search_title"
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
