"""The search of folders and dashboards, and their stars."""

from collections.abc import Sequence

from msgspec.structs import replace

from vedette.access.model import Permissions
from vedette.dashboards.errors import BadSearch, DashboardNotFound
from vedette.dashboards.model import GENERAL, KIND, READ, ROOT, WRITE
from vedette.dashboards.store.dashboards import DashboardStore
from vedette.dashboards.store.search import Hit, SearchQuery, SearchStore
from vedette.dashboards.store.stars import StarStore
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.kernel.errors import Forbidden, Unauthorized
from vedette.kernel.principal import Principal

MAX_LIMIT = 5000
MAX_PAGE = 10_000_000
MAX_WORDS, MAX_VALUES = 20, 1000


class DashboardSearch:
    def __init__(self, database: Database, permissions: Permissions, clock: Clock) -> None:
        self.database = database
        self.permissions = permissions
        self.clock = clock

    async def find(
        self, who: Principal, query: SearchQuery, *, starred: bool = False, editable: bool = False
    ) -> tuple[Sequence[Hit], frozenset[str]]:
        """Return a page of results, folders first, and the uids of the caller's stars.

        `starred` selects starred dashboards, `editable` those that the caller can change. Raises
        `BadSearch` beyond the limits.
        """
        _check(query)
        if starred:
            query = replace(query, starred_by=who.id if who.kind == "user" else 0)
        if query.folder_uids is not None:
            uids = tuple(ROOT if uid == GENERAL else uid for uid in query.folder_uids)
            query = replace(query, folder_uids=uids)
        visible = await self.permissions.visible(who, WRITE if editable else READ, KIND)
        async with self.database.reading() as tx:
            hits = await SearchStore(tx).search(who.org_id, visible, query)
            stars = await StarStore(tx).uids(who.org_id, who.id) if who.kind == "user" else ()
        return hits, frozenset(stars)

    async def tags(self, who: Principal) -> Sequence[tuple[str, int]]:
        visible = await self.permissions.visible(who, READ, KIND)
        async with self.database.reading() as tx:
            return await SearchStore(tx).tags(who.org_id, visible)

    async def stars(self, who: Principal) -> Sequence[str]:
        """Return the starred uids; none for tokens. Raises `Unauthorized` for an anonymous
        visitor."""
        _refuse_visitor(who)
        async with self.database.reading() as tx:
            return await StarStore(tx).uids(who.org_id, who.id) if who.kind == "user" else ()

    async def star(self, who: Principal, uid: str) -> None:
        await self._set_star(who, uid, on=True)

    async def unstar(self, who: Principal, uid: str) -> None:
        await self._set_star(who, uid, on=False)

    async def _set_star(self, who: Principal, uid: str, *, on: bool) -> None:
        _refuse_visitor(who)
        if who.kind != "user":
            raise Forbidden("Only a signed-in user can star dashboards.")
        async with self.database.transaction() as tx:
            dashboard = await DashboardStore(tx).by_uid(who.org_id, uid)
            if dashboard is None:
                raise DashboardNotFound
            await self.permissions.require(who, READ, dashboard.scope)
            store = StarStore(tx)
            if on:
                await store.add(who.org_id, who.id, dashboard.id, self.clock.now_ms())
            else:
                await store.remove(who.org_id, who.id, dashboard.id)


def _refuse_visitor(who: Principal) -> None:
    if who.kind == "anonymous":
        raise Unauthorized("Sign in to star dashboards.")


def _check(query: SearchQuery) -> None:
    if query.limit < 1 or query.page < 1:
        raise BadSearch("limit and page must be at least 1.")
    if query.limit > MAX_LIMIT:
        raise BadSearch(
            f"Limit is above maximum allowed ({MAX_LIMIT}), use page parameter to access hits"
            " beyond limit"
        )
    if query.page > MAX_PAGE:
        raise BadSearch(f"The last page is {MAX_PAGE}.")
    lists = (query.folder_uids, query.folder_ids, query.uids, query.ids, query.tags)
    if len(query.words) > MAX_WORDS or any(len(values or ()) > MAX_VALUES for values in lists):
        raise BadSearch(
            f"A search can have at most {MAX_WORDS} words and {MAX_VALUES} values of each kind."
        )
