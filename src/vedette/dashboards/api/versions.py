"""The history of dashboards, by uid and by the deprecated id."""

from typing import Any, Literal, NotRequired, TypedDict

import msgspec

from vedette.access.guard import needs
from vedette.dashboards.api.numbers import whole
from vedette.dashboards.api.shapes import (
    Addresses,
    ListedVersion,
    SavedDashboard,
    listed_version,
    saved_dashboard,
)
from vedette.dashboards.diff import ChangeKind, as_html, as_summary
from vedette.dashboards.errors import DashboardNotFound, VersionNotFound
from vedette.dashboards.model import READ, WRITE
from vedette.dashboards.service.versions import DashboardVersions, Side
from vedette.web import answer
from vedette.web.answer import ApiAnswer
from vedette.web.call import Call
from vedette.web.routes import Route


class VersionListQuery(msgspec.Struct):
    limit: int = 0
    start: int = 0


class RestoreBody(msgspec.Struct):
    version: int


class DiffSide(msgspec.Struct, rename="camel"):
    dashboard_id: int = 0
    dashboard_uid: str = ""
    version: int = 0
    unsaved_dashboard: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET

    def as_side(self) -> Side:
        sent = self.unsaved_dashboard
        unsaved = None if sent is msgspec.UNSET else bytes(sent)
        return Side(self.dashboard_uid, self.dashboard_id, self.version, unsaved)


class DiffBody(msgspec.Struct, rename="camel"):
    base: DiffSide
    new: DiffSide
    diff_type: Literal["json", "basic", "structured"] = "json"


class OpenedVersion(ListedVersion):
    data: dict[str, Any]


class DashboardChange(TypedDict):
    """`old` is missing where a value was added, `new` where it was removed. For `move` both are
    positions in the list, or the paths of a panel that changed its row."""

    path: str
    kind: ChangeKind
    old: NotRequired[Any]
    new: NotRequired[Any]


class DashboardChanges(TypedDict):
    changes: list[DashboardChange]


class DashboardVersionsApi:
    def __init__(self, versions: DashboardVersions, to: Addresses) -> None:
        self.versions = versions
        self.to = to

    def routes(self) -> list[Route]:
        routes = []
        for base in ("/api/dashboards/uid/:uid", "/api/dashboards/id/:id"):
            old = " (deprecated: by id)" if base.endswith(":id") else ""
            routes += [
                Route(
                    "GET", f"{base}/versions", self.newest, needs(READ), query=VersionListQuery,
                    answer=list[ListedVersion],
                    summary=f"List the versions of a dashboard, newest first{old}.",
                ),
                Route(
                    "GET", f"{base}/versions/:version", self.get, needs(READ), answer=OpenedVersion,
                    summary=f"Get a version with its model{old}.",
                ),
                Route(
                    "POST", f"{base}/restore", self.restore, needs(WRITE), body=RestoreBody,
                    answer=SavedDashboard,
                    summary=f"Restore an old version as the newest one{old}.",
                ),
            ]  # fmt: skip
        largest = 2 * self.versions.dashboards.max_bytes + 64 * 1024
        routes += [
            Route(
                "POST", "/api/dashboards/calculate-diff", self.difference, needs(READ),
                body=DiffBody, answer=DashboardChanges, max_body=largest,
                summary="Compare two versions, or a version with an unsaved model.",
            ),
        ]  # fmt: skip
        return routes

    async def _uid(self, call: Call) -> str:
        if "uid" in call.params:
            return call.params["uid"]
        id = whole(call.params["id"], DashboardNotFound)
        return await self.versions.dashboards.uid_of(call.who, id)

    async def newest(self, call: Call) -> list[ListedVersion]:
        query: VersionListQuery = call.query
        uid = await self._uid(call)
        listed = await self.versions.newest(
            call.who, uid, max(query.limit, 0), min(max(query.start, 0), 10_000_000)
        )
        return [listed_version(version) for version in listed]

    async def get(self, call: Call) -> ApiAnswer:
        number = whole(call.params["version"], VersionNotFound)
        version = await self.versions.get(call.who, await self._uid(call), number)
        shape = listed_version(version)
        return answer.json({**shape, "data": msgspec.Raw(version.body.encode())})

    async def restore(self, call: Call) -> SavedDashboard:
        dashboard = await self.versions.restore(call.who, await self._uid(call), call.body.version)
        return saved_dashboard(dashboard, self.to)

    async def difference(self, call: Call) -> DashboardChanges | ApiAnswer:
        body: DiffBody = call.body
        differences = await self.versions.difference(
            call.who, body.base.as_side(), body.new.as_side()
        )
        if body.diff_type == "structured":
            changes: list[DashboardChange] = []
            for difference in differences:
                change: DashboardChange = {"path": difference.path, "kind": difference.kind}
                if difference.kind != "add":
                    change["old"] = difference.old
                if difference.kind != "remove":
                    change["new"] = difference.new
                changes.append(change)
            return {"changes": changes}
        html = as_html(differences) if body.diff_type == "json" else as_summary(differences)
        return answer.text(html, content_type="text/html; charset=utf-8")
