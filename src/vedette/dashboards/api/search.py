"""`/api/search`, tags and stars."""

from collections.abc import Sequence
from typing import TypedDict

import msgspec

from vedette.access.guard import needs
from vedette.dashboards.api.numbers import whole
from vedette.dashboards.api.shapes import Addresses, FoundItem, TagCount, found
from vedette.dashboards.errors import DashboardNotFound
from vedette.dashboards.model import READ
from vedette.dashboards.service.dashboards import Dashboards
from vedette.dashboards.service.search import DashboardSearch
from vedette.dashboards.store.search import SearchQuery
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import RateLimit, Route


class Sorting(TypedDict):
    name: str
    displayName: str
    description: str
    meta: str


class Sortings(TypedDict):
    sortOptions: list[Sorting]


_RATE = RateLimit("search", burst_seconds=12)
_SORTINGS: list[Sorting] = [
    {
        "name": "alpha-asc",
        "displayName": "Alphabetically (A–Z)",
        "description": "Sort results in an alphabetically ascending order",
        "meta": "",
    },
    {
        "name": "alpha-desc",
        "displayName": "Alphabetically (Z–A)",
        "description": "Sort results in an alphabetically descending order",
        "meta": "",
    },
    {
        "name": "updated-desc",
        "displayName": "Last modified (newest first)",
        "description": "Sort results by the time of their last change, newest first",
        "meta": "",
    },
    {
        "name": "updated-asc",
        "displayName": "Last modified (oldest first)",
        "description": "Sort results by the time of their last change, oldest first",
        "meta": "",
    },
]


class SearchParams(msgspec.Struct):
    query: str = ""
    tag: list[str] = []
    type: str = ""
    dashboard_ids: list[int] | None = msgspec.field(default=None, name="dashboardIds")
    dashboard_uids: list[str] | None = msgspec.field(default=None, name="dashboardUIDs")
    dashboard_uid: list[str] | None = msgspec.field(default=None, name="dashboardUID")
    folder_ids: list[int] | None = msgspec.field(default=None, name="folderIds")
    folder_uids: list[str] | None = msgspec.field(default=None, name="folderUIDs")
    starred: bool = False
    limit: int = 0
    page: int = 1
    sort: str = ""
    permission: str = ""

    def as_query(self) -> SearchQuery:
        return SearchQuery(
            words=tuple(_clean(self.query.lower()).split()),
            tags=tuple(_clean(tag) for tag in self.tag),
            folders=self.type != "dash-db",
            dashboards=self.type not in ("dash-folder", "dash-folder-alerting"),
            folder_uids=_either(self.folder_uids),
            folder_ids=None if self.folder_ids is None else tuple(self.folder_ids),
            uids=_either(self.dashboard_uids, self.dashboard_uid),
            ids=None if self.dashboard_ids is None else tuple(self.dashboard_ids),
            by_update=self.sort in ("updated-asc", "updated-desc"),
            descending=self.sort in ("alpha-desc", "updated-desc"),
            limit=self.limit or 1000,
            page=self.page or 1,
        )


def _either(*lists: list[str] | None) -> tuple[str, ...] | None:
    given = [values for values in lists if values is not None]
    return tuple(_clean(value) for values in given for value in values) if given else None


def _clean(text: str) -> str:
    """Replace NUL, which PostgreSQL does not accept in text and no title contains."""
    return text.replace("\0", "\ufffd")


class SearchApi:
    def __init__(self, search: DashboardSearch, dashboards: Dashboards, to: Addresses) -> None:
        self.search = search
        self.dashboards = dashboards
        self.to = to

    def routes(self) -> list[Route]:
        star, old = "/api/user/stars/dashboard/uid/:uid", "/api/user/stars/dashboard/:id"
        return [
            Route(
                "GET", "/api/search", self.find, needs(READ), query=SearchParams,
                answer=list[FoundItem],
                summary="Search folders and dashboards.", rate=_RATE,
            ),
            Route(
                "GET", "/api/search/sorting", self.sortings, needs(READ), answer=Sortings,
                summary="List the sort orders of a search.",
            ),
            Route(
                "GET", "/api/dashboards/tags", self.tags, needs(READ), answer=list[TagCount],
                summary="List tags with their number of dashboards.",
            ),
            Route(
                "GET", "/api/user/stars", self.stars, needs(READ), answer=Sequence[str],
                summary="List the uids of the dashboards that the caller starred.",
            ),
            Route(
                "POST", star, self.star, needs(READ), answer=MessageAnswer,
                summary="Star a dashboard.",
            ),
            Route(
                "DELETE", star, self.unstar, needs(READ), answer=MessageAnswer,
                summary="Remove the star from a dashboard.",
            ),
            Route(
                "POST", old, self.star, needs(READ), answer=MessageAnswer,
                summary="Star a dashboard by its id (deprecated).",
            ),
            Route(
                "DELETE", old, self.unstar, needs(READ), answer=MessageAnswer,
                summary="Remove the star from a dashboard by its id (deprecated).",
            ),
        ]  # fmt: skip

    async def find(self, call: Call) -> list[FoundItem]:
        query: SearchParams = call.query
        hits, stars = await self.search.find(
            call.who,
            query.as_query(),
            starred=query.starred,
            editable=query.permission == "Edit",
        )
        return [found(hit, stars, self.to) for hit in hits]

    async def sortings(self, call: Call) -> Sortings:
        return {"sortOptions": _SORTINGS}

    async def tags(self, call: Call) -> list[TagCount]:
        return [{"term": term, "count": count} for term, count in await self.search.tags(call.who)]

    async def stars(self, call: Call) -> Sequence[str]:
        return await self.search.stars(call.who)

    async def star(self, call: Call) -> MessageAnswer:
        await self.search.star(call.who, await self._uid(call))
        return {"message": "Dashboard starred!"}

    async def unstar(self, call: Call) -> MessageAnswer:
        await self.search.unstar(call.who, await self._uid(call))
        return {"message": "Dashboard unstarred"}

    async def _uid(self, call: Call) -> str:
        if "uid" in call.params:
            return call.params["uid"]
        return await self.dashboards.uid_of(call.who, whole(call.params["id"], DashboardNotFound))
