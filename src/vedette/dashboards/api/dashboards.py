"""`/api/dashboards`: save, open, delete, import, home."""

from contextlib import suppress
from typing import Any, NotRequired, TypedDict

import msgspec

from vedette.access.evaluator import AccessDenied
from vedette.access.guard import needs
from vedette.dashboards.api.numbers import numbers
from vedette.dashboards.api.shapes import (
    Addresses,
    Deleted,
    ImportedDashboard,
    OpenedDashboard,
    SavedDashboard,
    moment,
    opened_dashboard,
    saved_dashboard,
)
from vedette.dashboards.errors import DashboardNotFound, NothingToImport
from vedette.dashboards.model import DELETE, READ, WRITE
from vedette.dashboards.service.dashboards import Dashboards, Save
from vedette.dashboards.service.home import Home
from vedette.dashboards.service.importing import Importer
from vedette.web import answer
from vedette.web.answer import ApiAnswer
from vedette.web.call import Call
from vedette.web.routes import RateLimit, Route

_ENVELOPE_BYTES = 64 * 1024
_IMPORT_RATE = RateLimit("dashboard_imports", burst_seconds=40)


class SaveTarget(msgspec.Struct, rename="camel", kw_only=True):
    """The model to save and the place to save it in."""

    folder_uid: str | None = None
    folder_id: int | None = None
    message: str | None = None
    overwrite: bool | None = None

    def save_of(self, model: msgspec.Raw) -> Save:
        return Save(
            body=bytes(model),
            folder_uid=self.folder_uid,
            folder_id=self.folder_id,
            message=self.message or "",
            overwrite=bool(self.overwrite),
        )


class SaveBody(SaveTarget, kw_only=True):
    dashboard: msgspec.Raw


class ImportInput(msgspec.Struct, rename="camel"):
    name: str
    value: str = ""
    type: str = ""
    plugin_id: str | None = None


class ImportBody(SaveTarget, kw_only=True):
    dashboard: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    inputs: list[ImportInput] | None = None


class HomeMeta(TypedDict):
    isHome: bool
    canSave: bool
    canEdit: bool
    canAdmin: bool
    canStar: bool
    canDelete: bool
    slug: str
    url: str
    folderTitle: str
    created: str
    updated: str


class HomeDashboard(TypedDict):
    """The home dashboard, or in `redirectUri` the path of the one that the caller chose."""

    meta: NotRequired[HomeMeta]
    dashboard: NotRequired[dict[str, Any]]
    redirectUri: NotRequired[str]


class DashboardsApi:
    def __init__(
        self, dashboards: Dashboards, importer: Importer, home: Home, to: Addresses
    ) -> None:
        self.dashboards = dashboards
        self.importer = importer
        self.home = home
        self.to = to

    def routes(self) -> list[Route]:
        largest = self.dashboards.max_bytes + _ENVELOPE_BYTES
        return [
            Route(
                "POST", "/api/dashboards/db", self.save, needs(WRITE), body=SaveBody,
                answer=SavedDashboard, summary="Create, update or move a dashboard.",
                max_body=largest,
            ),
            Route(
                "POST", "/api/dashboards/import", self.run_import, needs(WRITE), body=ImportBody,
                summary="Import a dashboard that was exported for sharing.", max_body=largest,
                rate=_IMPORT_RATE, answer=ImportedDashboard,
            ),
            Route(
                "GET", "/api/dashboards/home", self.show_home, needs(READ),
                answer=HomeDashboard,
                summary="Get the home dashboard.",
            ),
            Route(
                "GET", "/api/dashboards/uid/:uid", self.open, needs(READ), answer=OpenedDashboard,
                summary="Get a dashboard with the caller's permissions on it.",
            ),
            Route(
                "DELETE", "/api/dashboards/uid/:uid", self.delete, needs(DELETE), answer=Deleted,
                summary="Delete a dashboard and its versions.",
            ),
            Route(
                "GET", "/api/dashboards/ids/:ids", self.uids_of, needs(READ), answer=list[str],
                summary="Get the uids of dashboards by their ids, separated by commas.",
            ),
        ]  # fmt: skip

    async def save(self, call: Call) -> SavedDashboard:
        body: SaveBody = call.body
        saved = await self.dashboards.save(call.who, body.save_of(body.dashboard))
        return saved_dashboard(saved, self.to)

    async def run_import(self, call: Call) -> ImportedDashboard:
        body: ImportBody = call.body
        if body.dashboard is msgspec.UNSET or bytes(body.dashboard) == b"null":
            raise NothingToImport
        values = {given.name: given.value for given in body.inputs or ()}
        dashboard = await self.importer.run(call.who, body.save_of(body.dashboard), values)
        url = self.to.dashboard(dashboard.uid, dashboard.slug)
        return {
            "uid": dashboard.uid,
            "pluginId": "",
            "title": dashboard.title,
            "imported": True,
            "importedUri": f"db/{dashboard.slug}",
            "importedUrl": url,
            "slug": dashboard.slug,
            "dashboardId": dashboard.id,
            "folderId": dashboard.folder_id,
            "folderUid": dashboard.folder_uid,
            "importedRevision": dashboard.version,
            "revision": dashboard.version,
            "description": "",
            "path": "",
            "removed": False,
        }

    async def open(self, call: Call) -> ApiAnswer:
        opened = await self.dashboards.open(call.who, call.params["uid"])
        return answer.raw_json(opened_dashboard(opened, self.to))

    async def uids_of(self, call: Call) -> list[str]:
        return await self.dashboards.uids_of(call.who, numbers(call.params["ids"]))

    async def delete(self, call: Call) -> Deleted:
        dashboard = await self.dashboards.delete(call.who, call.params["uid"])
        return {
            "title": dashboard.title,
            "message": f"Dashboard {dashboard.title} deleted",
            "id": dashboard.id,
        }

    async def show_home(self, call: Call) -> ApiAnswer:
        uid = await self.home.preferred(call.who)
        if uid:
            with suppress(DashboardNotFound, AccessDenied):
                chosen = (await self.dashboards.open(call.who, uid)).dashboard
                return answer.json({"redirectUri": self.to.dashboard(uid, chosen.slug)})
        meta: HomeMeta = {
            "isHome": True,
            "canSave": False,
            "canEdit": False,
            "canAdmin": False,
            "canStar": False,
            "canDelete": False,
            "slug": "",
            "url": "",
            "folderTitle": "General",
            "created": moment(0),
            "updated": moment(0),
        }
        model = await self.home.model()
        return answer.raw_json(
            b'{"meta":' + msgspec.json.encode(meta) + b',"dashboard":' + model.encode() + b"}"
        )
