"""Dashboards and folders, built from the configuration."""

import msgspec

from vedette.app.foundation import Foundation
from vedette.dashboards.api import routes as dashboard_routes
from vedette.dashboards.service.dashboards import Dashboards
from vedette.dashboards.service.folders import FolderRules, Folders
from vedette.dashboards.service.home import Home
from vedette.dashboards.service.importing import Importer
from vedette.dashboards.service.library import LibraryElements
from vedette.dashboards.service.live import DashboardFeeds
from vedette.dashboards.service.search import DashboardSearch
from vedette.dashboards.service.trash import DashboardTrash, Trash, TrashLimits
from vedette.dashboards.service.usage import RulesOfSource, Usage
from vedette.dashboards.service.validation import ModelValidation
from vedette.dashboards.service.versions import DashboardVersions
from vedette.dashboards.service.writer import DashboardWriter
from vedette.dashboards.settings import DashboardsSettings
from vedette.datasources.service import DataSources
from vedette.identity.service.profile import Profile
from vedette.kernel.principal import Principal
from vedette.plugins.loading import panel_types
from vedette.web.routes import Route


class DashboardServices(msgspec.Struct, frozen=True):
    folders: Folders
    trash: DashboardTrash
    routes: list[Route]


def build_service(base: Foundation) -> Dashboards:
    section = base.settings[DashboardsSettings]
    writer = DashboardWriter(
        base.clock,
        versions_to_keep=section.versions_to_keep,
        min_refresh=section.min_refresh_interval,
    )
    validation = ModelValidation(panel_types())
    trash = Trash(TrashLimits(section.trash_retention, section.trash_max_dashboards), base.clock)
    return Dashboards(base.database, base.permissions, writer, validation=validation, trash=trash)


def build_feeds(base: Foundation, dashboards: Dashboards) -> DashboardFeeds:
    wakeups = dashboards.writer.wakeups
    return DashboardFeeds(base.database, base.permissions, base.clock, wakeups)


def build(
    base: Foundation,
    dashboards: Dashboards,
    profile: Profile,
    sources: DataSources,
    rules_in_folders: FolderRules,
    rules_of_source: RulesOfSource,
    sub_path: str,
) -> DashboardServices:
    async def preferred_home(who: Principal) -> str | None:
        preferences = await profile.effective(who.org_id, who.id)
        return preferences["homeDashboardUID"] or None

    database, permissions = base.database, base.permissions
    assert dashboards.trash is not None
    folders = Folders(database, permissions, base.clock, rules_in_folders, dashboards.trash)
    trash = DashboardTrash(database, permissions, dashboards.writer, dashboards.trash)
    home_path = base.settings[DashboardsSettings].default_home_dashboard_path
    routes = dashboard_routes(
        dashboards,
        folders,
        DashboardVersions(dashboards),
        DashboardSearch(database, permissions, base.clock),
        Importer(dashboards, sources.default_of_kind),
        Home(home_path, preferred_home),
        Usage(database, permissions, rules_of_source),
        LibraryElements(database, permissions, base.clock),
        trash,
        sources.names,
        sub_path=sub_path,
    )
    return DashboardServices(folders, trash, routes)
