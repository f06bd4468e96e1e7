"""`/api/datasources/uid/:uid/usage`: the dashboards and alert rules that query a data source."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, TypedDict

import msgspec

from vedette.access.guard import needs
from vedette.dashboards.api.shapes import Addresses
from vedette.dashboards.model import UsingRule
from vedette.dashboards.service.usage import Usage
from vedette.kernel.principal import Principal
from vedette.kernel.slugs import slugify
from vedette.web.call import Call
from vedette.web.routes import Route

NamesOfSource = Callable[[Principal, str], Awaitable[tuple[str, ...]]]
"""Returns the uid and name of a source by its uid. Raises if the caller cannot see such a
source."""


class UsageQuery(msgspec.Struct):
    limit: Annotated[int, msgspec.Meta(ge=1, le=5_000)] = 100


class UsingDashboard(TypedDict):
    uid: str
    title: str
    url: str
    folderUid: str
    folderTitle: str
    panels: int


class SourceUsage(TypedDict):
    """The users of a data source. `totalCount` counts all dashboards, including those beyond the
    limit."""

    dashboards: list[UsingDashboard]
    totalCount: int
    alertRules: Sequence[UsingRule]


class UsageApi:
    def __init__(self, usage: Usage, names: NamesOfSource, to: Addresses) -> None:
        self._usage = usage
        self._names = names
        self._to = to

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET",
                "/api/datasources/uid/:uid/usage",
                self.of_source,
                needs("datasources:read"),
                answer=SourceUsage,
                query=UsageQuery,
                summary="List the dashboards and alert rules that query a data source.",
            )
        ]

    async def of_source(self, call: Call) -> SourceUsage:
        names = await self._names(call.who, call.params["uid"])
        found, total = await self._usage.of(call.who, names, call.query.limit)
        dashboards: list[UsingDashboard] = [
            {
                "uid": one.uid,
                "title": one.title,
                "url": self._to.dashboard(one.uid, slugify(one.title)),
                "folderUid": one.folder_uid,
                "folderTitle": one.folder_title,
                "panels": one.panels,
            }
            for one in found
        ]
        rules = await self._usage.rules(call.who, names[0]) if self._usage.rules else ()
        return {"dashboards": dashboards, "totalCount": total, "alertRules": rules}
