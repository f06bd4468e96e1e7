"""Dashboards and folders, built from the configuration."""

import msgspec

from vedette.access.model import Permissions
from vedette.app.identity import Identity
from vedette.dashboards.api import routes as dashboard_routes
from vedette.dashboards.api.usage import NamesOfSource
from vedette.dashboards.service.dashboards import Dashboards
from vedette.dashboards.service.folders import Folders
from vedette.dashboards.service.home import Home
from vedette.dashboards.service.importing import DefaultSource, Importer
from vedette.dashboards.service.search import Search
from vedette.dashboards.service.usage import Usage
from vedette.dashboards.service.versions import Versions
from vedette.dashboards.service.writer import DashboardWriter
from vedette.dashboards.settings import DashboardsSettings
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.kernel.principal import Principal
from vedette.settings import Settings
from vedette.web.routes import Route


class Content(msgspec.Struct, frozen=True):
    writer: DashboardWriter
    folders: Folders
    usage: Usage
    routes: list[Route]


def build(
    database: Database,
    permissions: Permissions,
    clock: Clock,
    settings: Settings,
    identity: Identity,
    default_source: DefaultSource,
    names_of_source: NamesOfSource,
    sub_path: str,
) -> Content:
    section = settings[DashboardsSettings]
    writer = DashboardWriter(
        clock,
        versions_to_keep=section.versions_to_keep,
        min_refresh=section.min_refresh_interval,
    )
    dashboards = Dashboards(database, permissions, writer)

    async def preferred_home(who: Principal) -> str | None:
        preferences = await identity.profile.effective(who.org_id, who.id)
        return preferences["homeDashboardUID"] or None

    async def find_dashboard(who: Principal, uid: str, number: int) -> str:
        opened = await dashboards.open(who, uid or await dashboards.uid_of(who, number))
        return opened.dashboard.uid

    identity.profile.find_dashboard = find_dashboard
    folders = Folders(database, permissions, clock)
    usage = Usage(database, permissions)
    routes = dashboard_routes(
        dashboards,
        folders,
        Versions(dashboards),
        Search(database, permissions, clock),
        Importer(dashboards, default_source),
        Home(section.default_home_dashboard_path, preferred_home),
        usage,
        names_of_source,
        sub_path=sub_path,
    )
    return Content(writer, folders, usage, routes)
