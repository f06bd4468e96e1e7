"""Rows of `query_history` and `saved_query`."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Sequence

import orjson

from vedette.db.database import Row, Tx
from vedette.db.sql import like
from vedette.explore.model import PastQuery, Queries, QueryHistorySearch, SavedDraft, SavedQuery

_MOST_SAVED = 10_000


class QueryHistoryStore:
    """Rows of one account in one organization; no method touches those of others."""

    def __init__(self, tx: Tx, org_id: int, account_id: int) -> None:
        self._tx = tx
        self._own = {"org_id": org_id, "account_id": account_id}

    async def insert(self, query: PastQuery) -> None:
        await self._tx.execute(
            "INSERT INTO query_history (org_id, account_id, uid, datasource_uid, created,"
            " is_starred, comment, queries) VALUES (:org_id, :account_id, :uid, :datasource_uid,"
            " :created, :is_starred, :comment, :queries)",
            {
                **self._own,
                "uid": query.uid,
                "datasource_uid": query.datasource_uid,
                "created": query.created,
                "is_starred": query.is_starred,
                "comment": query.comment,
                "queries": _text(query.queries),
            },
        )

    async def delete_unstarred_beyond(self, most: int) -> None:
        """Delete all but the newest `most` queries without a star."""
        await self._tx.execute(
            "DELETE FROM query_history WHERE org_id = :org_id AND account_id = :account_id"
            " AND NOT is_starred AND created <= (SELECT created FROM query_history"
            " WHERE org_id = :org_id AND account_id = :account_id AND NOT is_starred"
            " ORDER BY created DESC LIMIT 1 OFFSET :most)",
            {**self._own, "most": most},
        )

    async def by_uid(self, uid: str) -> PastQuery | None:
        row = await self._tx.one(
            "SELECT * FROM query_history"
            " WHERE org_id = :org_id AND account_id = :account_id AND uid = :uid",
            {**self._own, "uid": uid},
        )
        return _past(row) if row else None

    async def search(self, wanted: QueryHistorySearch) -> tuple[int, Sequence[PastQuery]]:
        """Return the number of results, and those of the page."""
        tests, params = _tests(wanted)
        where = f"WHERE org_id = :org_id AND account_id = :account_id{tests}"
        total = await self._tx.value(
            f"SELECT COUNT(*) FROM query_history {where}", {**self._own, **params}
        )
        direction = "ASC" if wanted.order == "time-asc" else "DESC"
        rows = await self._tx.all(
            f"SELECT * FROM query_history {where}"
            f" ORDER BY created {direction}, id {direction} LIMIT :most OFFSET :start",
            {
                **self._own,
                **params,
                "most": wanted.limit,
                "start": (wanted.page - 1) * wanted.limit,
            },
        )
        return total, [_past(row) for row in rows]

    async def set_star(self, uid: str, is_starred: bool) -> None:
        await self._tx.execute(
            "UPDATE query_history SET is_starred = :is_starred"
            " WHERE org_id = :org_id AND account_id = :account_id AND uid = :uid",
            {**self._own, "uid": uid, "is_starred": is_starred},
        )

    async def set_comment(self, uid: str, comment: str) -> None:
        await self._tx.execute(
            "UPDATE query_history SET comment = :comment"
            " WHERE org_id = :org_id AND account_id = :account_id AND uid = :uid",
            {**self._own, "uid": uid, "comment": comment},
        )

    async def delete(self, uid: str) -> int | None:
        """Delete a query and return its id, or None if there was none."""
        number: int | None = await self._tx.value(
            "DELETE FROM query_history"
            " WHERE org_id = :org_id AND account_id = :account_id AND uid = :uid RETURNING id",
            {**self._own, "uid": uid},
        )
        return number


async def delete_unstarred_before(tx: Tx, moment: int) -> int:
    """Delete old queries without a star of all accounts; return their number."""
    return await tx.execute(
        "DELETE FROM query_history WHERE NOT is_starred AND created < :moment",
        {"moment": moment},
    )


class SavedStore:
    def __init__(self, tx: Tx, org_id: int) -> None:
        self._tx = tx
        self._org_id = org_id

    async def all(self) -> Sequence[SavedQuery]:
        rows = await self._tx.all(
            "SELECT * FROM saved_query WHERE org_id = :org_id ORDER BY title LIMIT :most",
            {"org_id": self._org_id, "most": _MOST_SAVED},
        )
        return [_saved(row) for row in rows]

    async def by_uid(self, uid: str) -> SavedQuery | None:
        row = await self._tx.one(
            "SELECT * FROM saved_query WHERE org_id = :org_id AND uid = :uid",
            {"org_id": self._org_id, "uid": uid},
        )
        return _saved(row) if row else None

    async def insert(self, saved: SavedQuery) -> None:
        """Insert a saved query. Raises `UniqueViolation`."""
        await self._tx.execute(
            "INSERT INTO saved_query (org_id, uid, title, description, datasource_uid, queries,"
            " version, created, created_by, updated, updated_by) VALUES (:org_id, :uid, :title,"
            " :description, :datasource_uid, :queries, :version, :created, :created_by, :updated,"
            " :updated_by)",
            self._params(saved),
        )

    async def update(self, saved: SavedQuery) -> None:
        """Update a saved query. Raises `UniqueViolation`."""
        await self._tx.execute(
            "UPDATE saved_query SET title = :title, description = :description,"
            " datasource_uid = :datasource_uid, queries = :queries, version = :version,"
            " updated = :updated, updated_by = :updated_by"
            " WHERE org_id = :org_id AND uid = :uid",
            self._params(saved),
        )

    async def delete(self, uid: str) -> int:
        return await self._tx.execute(
            "DELETE FROM saved_query WHERE org_id = :org_id AND uid = :uid",
            {"org_id": self._org_id, "uid": uid},
        )

    def _params(self, saved: SavedQuery) -> dict[str, object]:
        draft = saved.draft
        return {
            "org_id": self._org_id,
            "uid": saved.uid,
            "title": draft.title,
            "description": draft.description,
            "datasource_uid": draft.datasource_uid,
            "queries": _text(draft.queries),
            "version": saved.version,
            "created": saved.created,
            "created_by": saved.created_by,
            "updated": saved.updated,
            "updated_by": saved.updated_by,
        }


def _tests(wanted: QueryHistorySearch) -> tuple[str, dict[str, object]]:
    tests: list[str] = []
    params: dict[str, object] = {}
    if wanted.text:
        text = wanted.text.lower()
        # In JSON, quotes and backslashes are escaped by a backslash.
        in_json = text.replace("\\", "\\\\").replace('"', '\\"')
        tests.append(
            "(LOWER(queries) LIKE :in_json ESCAPE '\\' OR LOWER(comment) LIKE :text ESCAPE '\\')"
        )
        params |= {"text": f"%{like(text)}%", "in_json": f"%{like(in_json)}%"}
    if wanted.datasource_uids:
        names = [f"uid{place}" for place in range(len(wanted.datasource_uids))]
        tests.append(f"datasource_uid IN ({', '.join(f':{name}' for name in names)})")
        params |= dict(zip(names, wanted.datasource_uids, strict=True))
    if wanted.only_starred:
        tests.append("is_starred")
    if wanted.since is not None:
        tests.append("created >= :since")
        params["since"] = wanted.since
    if wanted.until is not None:
        tests.append("created <= :until")
        params["until"] = wanted.until
    return "".join(f" AND {test}" for test in tests), params


def _text(queries: Queries) -> str:
    return orjson.dumps(list(queries)).decode()


def _past(row: Row) -> PastQuery:
    return PastQuery(
        uid=row["uid"],
        account_id=row["account_id"],
        datasource_uid=row["datasource_uid"],
        created=row["created"],
        is_starred=bool(row["is_starred"]),
        comment=row["comment"],
        queries=orjson.loads(row["queries"]),
    )


def _saved(row: Row) -> SavedQuery:
    return SavedQuery(
        uid=row["uid"],
        draft=SavedDraft(
            title=row["title"],
            description=row["description"],
            datasource_uid=row["datasource_uid"],
            queries=orjson.loads(row["queries"]),
        ),
        version=row["version"],
        created=row["created"],
        created_by=row["created_by"],
        updated=row["updated"],
        updated_by=row["updated_by"],
    )
