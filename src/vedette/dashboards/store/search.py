"""One list over folders and dashboards.

Words are looked for in `search_title` alone, which the covering index `dashboard_search` serves
without reading any row; only the rows of the answered page are read.
"""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vedette.access.model import Visible
from vedette.dashboards.store.filters import Filter, like, visible_dashboards, visible_folders
from vedette.db.database import Row, Tx

_ROWS = """
    SELECT page.kind, page.id, COALESCE(f.uid, d.uid) AS uid, COALESCE(f.title, d.title) AS title,
        p.id AS folder_id, p.uid AS folder_uid, p.title AS folder_title
    FROM page
    LEFT JOIN folder AS f ON page.kind = 0 AND f.org_id = :org_id AND f.id = page.id
    LEFT JOIN dashboard AS d ON page.kind = 1 AND d.org_id = :org_id AND d.id = page.id
    LEFT JOIN folder AS p ON p.org_id = :org_id AND p.uid = COALESCE(f.parent_uid, d.folder_uid)
"""
_TAGS = """
    SELECT t.dashboard_id, t.term FROM dashboard_tag AS t
    WHERE t.org_id = :org_id AND t.dashboard_id IN (SELECT id FROM page WHERE kind = 1)
    ORDER BY t.term
"""


@dataclass(frozen=True, slots=True)
class SearchQuery:
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
    uids: tuple[str, ...] | None = None
    ids: tuple[int, ...] | None = None
    starred_by: int | None = None
    descending: bool = False
    limit: int = 1000
    page: int = 1


@dataclass(frozen=True, slots=True)
class Hit:
    is_folder: bool
    id: int
    uid: str
    title: str
    folder_id: int
    folder_uid: str
    folder_title: str
    tags: tuple[str, ...] = ()


class SearchStore:
    def __init__(self, tx: Tx) -> None:
        self.tx = tx

    async def search(self, org_id: int, visible: Visible, asked: SearchQuery) -> Sequence[Hit]:
        where = Filter({"org_id": org_id})
        parts = []
        if asked.folders and not asked.tags and asked.starred_by is None:
            parts.append(_folders(where, visible, asked))
        if asked.dashboards:
            parts.append(_dashboards(where, visible, asked))
        if not parts:
            return ()
        direction = "DESC" if asked.descending else "ASC"
        params = {**where.params, "limit": asked.limit, "offset": (asked.page - 1) * asked.limit}
        page = (
            f"WITH page AS (SELECT kind, id, search_title FROM ({' UNION ALL '.join(parts)}) AS u"
            f" ORDER BY kind, search_title {direction}, id LIMIT :limit OFFSET :offset)"
        )
        tags: dict[int, list[str]] = {}
        for row in await self.tx.all(f"{page} {_TAGS}", params):
            tags.setdefault(row["dashboard_id"], []).append(row["term"])
        rows = await self.tx.all(
            f"{page} {_ROWS} ORDER BY page.kind, page.search_title {direction}, page.id", params
        )
        return [_hit(row, tags) for row in rows]

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


def _folders(where: Filter, visible: Visible, asked: SearchQuery) -> str:
    part = Filter(where.params)
    visible_folders(part, visible, "f")
    _words(part, "f", asked.words)
    if asked.folder_uids is not None:
        part.add(f"f.parent_uid IN ({part.values('parent', asked.folder_uids)})")
    if asked.folder_ids is not None:
        part.add(_in_folder_ids(part, "f.parent_uid", asked.folder_ids))
    if asked.uids is not None:
        part.add(f"f.uid IN ({part.values('uid', asked.uids)})")
    if asked.ids is not None:
        part.add("FALSE")
    return (
        "SELECT 0 AS kind, f.id, f.search_title FROM folder AS f"
        f" WHERE f.org_id = :org_id AND {part.sql}"
    )


def _dashboards(where: Filter, visible: Visible, asked: SearchQuery) -> str:
    part = Filter(where.params)
    visible_dashboards(part, visible, "d")
    _words(part, "d", asked.words)
    if asked.folder_uids is not None:
        part.add(f"d.folder_uid IN ({part.values('folder', asked.folder_uids)})")
    if asked.folder_ids is not None:
        part.add(_in_folder_ids(part, "d.folder_uid", asked.folder_ids))
    if asked.uids is not None:
        part.add(f"d.uid IN ({part.values('uid', asked.uids)})")
    if asked.ids is not None:
        part.add(f"d.id IN ({part.values('id', asked.ids)})")
    for index, tag in enumerate(asked.tags):
        part.params[f"tag_{index}"] = tag
        part.add(
            "d.id IN (SELECT dashboard_id FROM dashboard_tag"
            f" WHERE org_id = :org_id AND term = :tag_{index})"
        )
    if asked.starred_by is not None:
        part.params["starred_by"] = asked.starred_by
        part.add(
            "d.id IN (SELECT dashboard_id FROM dashboard_star"
            " WHERE org_id = :org_id AND account_id = :starred_by)"
        )
    return (
        "SELECT 1 AS kind, d.id, d.search_title FROM dashboard AS d"
        f" WHERE d.org_id = :org_id AND {part.sql}"
    )


def _words(part: Filter, alias: str, words: Sequence[str]) -> None:
    for index, word in enumerate(words):
        part.params[f"word_{index}"] = f"%{like(word)}%"
        part.add(f"{alias}.search_title LIKE :word_{index} ESCAPE '\\'")


def _in_folder_ids(part: Filter, column: str, ids: Sequence[int]) -> str:
    """0 is the root."""
    names = part.values("folder_id", [id for id in ids if id != 0])
    found = f"{column} IN (SELECT uid FROM folder WHERE org_id = :org_id AND id IN ({names}))"
    return f"{found} OR {column} = ''" if 0 in ids else found


def _hit(row: Row, tags: Mapping[int, Sequence[str]]) -> Hit:
    is_folder = row["kind"] == 0
    return Hit(
        is_folder=is_folder,
        id=row["id"],
        uid=row["uid"],
        title=row["title"],
        folder_id=row["folder_id"] or 0,
        folder_uid=row["folder_uid"] or "",
        folder_title=row["folder_title"] or "",
        tags=() if is_folder else tuple(tags.get(row["id"], ())),
    )
