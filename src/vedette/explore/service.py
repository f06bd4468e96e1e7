"""The use cases of the query history, which is private, and of saved queries, which are shared."""

from collections.abc import Sequence

from msgspec.structs import replace

from vedette.access.model import Permissions, Principal
from vedette.db.database import Database
from vedette.db.errors import UniqueViolation
from vedette.explore.errors import BadQueries, QueryNotFound, SavedMeanwhile, TitleTaken
from vedette.explore.model import (
    PastQuery,
    Queries,
    QueryHistorySearch,
    SavedDraft,
    SavedQuery,
    check_queries,
)
from vedette.explore.store import QueryHistoryStore, SavedStore, delete_unstarred_before
from vedette.kernel.clock import Clock
from vedette.kernel.ids import new_uid

READ, WRITE = "datasources:explore", "dashboards:write"
_KEPT_MS = 14 * 86_400_000
MOST_KEPT = 2_000
"""The maximum per user, without starred queries."""
_LONGEST_COMMENT = 2_000
_LONGEST_TITLE = 200


class QueryHistory:
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def add(self, who: Principal, datasource_uid: str, queries: Queries) -> PastQuery:
        """Add queries to the history. Raises `BadQueries`."""
        check_queries(queries)
        now = self._clock.now_ms()
        query = PastQuery(new_uid(), who.id, datasource_uid, now, False, "", queries)
        async with self._database.transaction() as tx:
            store = QueryHistoryStore(tx, who.org_id, who.id)
            await store.insert(query)
            await store.delete_unstarred_beyond(MOST_KEPT)
        return query

    async def search(
        self, who: Principal, wanted: QueryHistorySearch
    ) -> tuple[int, Sequence[PastQuery]]:
        async with self._database.reading() as tx:
            return await QueryHistoryStore(tx, who.org_id, who.id).search(wanted)

    async def star(self, who: Principal, uid: str, is_starred: bool) -> PastQuery:
        """Set or remove the star. Raises `QueryNotFound`; so do the next two methods."""
        async with self._database.transaction() as tx:
            store = QueryHistoryStore(tx, who.org_id, who.id)
            await store.set_star(uid, is_starred)
            return _found(await store.by_uid(uid))

    async def comment(self, who: Principal, uid: str, text: str) -> PastQuery:
        """Set the comment. Raises `BadQueries` if it is too long."""
        if len(text) > _LONGEST_COMMENT:
            raise BadQueries(f"A comment can have at most {_LONGEST_COMMENT} characters.")
        async with self._database.transaction() as tx:
            store = QueryHistoryStore(tx, who.org_id, who.id)
            await store.set_comment(uid, text)
            return _found(await store.by_uid(uid))

    async def delete(self, who: Principal, uid: str) -> int:
        """Delete a query and return its id."""
        async with self._database.transaction() as tx:
            number = await QueryHistoryStore(tx, who.org_id, who.id).delete(uid)
        if number is None:
            raise QueryNotFound
        return number

    async def delete_old(self) -> None:
        """Delete queries without a star after 14 days."""
        async with self._database.transaction() as tx:
            await delete_unstarred_before(tx, self._clock.now_ms() - _KEPT_MS)


class SavedQueries:
    def __init__(self, database: Database, permissions: Permissions, clock: Clock) -> None:
        self._database = database
        self._permissions = permissions
        self._clock = clock

    async def all(self, who: Principal) -> Sequence[SavedQuery]:
        """Return the saved queries by title."""
        await self._permissions.require(who, READ)
        async with self._database.reading() as tx:
            return await SavedStore(tx, who.org_id).all()

    async def create(self, who: Principal, draft: SavedDraft) -> SavedQuery:
        """Create a saved query. Raises `BadQueries` or `TitleTaken`."""
        await self._permissions.require(who, WRITE)
        _check(draft)
        now = self._clock.now_ms()
        saved = SavedQuery(new_uid(), draft, 1, now, who.login, now, who.login)
        try:
            async with self._database.transaction() as tx:
                await SavedStore(tx, who.org_id).insert(saved)
        except UniqueViolation as error:
            raise TitleTaken from error
        return saved

    async def update(
        self, who: Principal, uid: str, draft: SavedDraft, expected_version: int | None
    ) -> SavedQuery:
        """Update a saved query. Raises `QueryNotFound`, `SavedMeanwhile` and the errors of
        `create`."""
        await self._permissions.require(who, WRITE)
        _check(draft)
        try:
            async with self._database.transaction() as tx:
                store = SavedStore(tx, who.org_id)
                before = await store.by_uid(uid)
                if before is None:
                    raise QueryNotFound
                if expected_version is not None and expected_version != before.version:
                    raise SavedMeanwhile
                saved = replace(
                    before,
                    draft=draft,
                    version=before.version + 1,
                    updated=self._clock.now_ms(),
                    updated_by=who.login,
                )
                await store.update(saved)
        except UniqueViolation as error:
            raise TitleTaken from error
        return saved

    async def delete(self, who: Principal, uid: str) -> None:
        """Delete a saved query. Raises `QueryNotFound`."""
        await self._permissions.require(who, WRITE)
        async with self._database.transaction() as tx:
            if not await SavedStore(tx, who.org_id).delete(uid):
                raise QueryNotFound


def _found(query: PastQuery | None) -> PastQuery:
    if query is None:
        raise QueryNotFound
    return query


def _check(draft: SavedDraft) -> None:
    check_queries(draft.queries)
    if not 0 < len(draft.title.strip()) <= _LONGEST_TITLE:
        raise BadQueries(f"A saved query needs a title of 1 to {_LONGEST_TITLE} characters.")
