"""HTTP interface of dashboards and folders."""

from vedette.dashboards.api.dashboards import DashboardsApi
from vedette.dashboards.api.folders import FoldersApi
from vedette.dashboards.api.library import LibraryApi
from vedette.dashboards.api.permissions import PermissionsApi
from vedette.dashboards.api.search import SearchApi
from vedette.dashboards.api.shapes import Addresses
from vedette.dashboards.api.trash import TrashApi
from vedette.dashboards.api.usage import NamesOfSource, UsageApi
from vedette.dashboards.api.validation import ValidationApi
from vedette.dashboards.api.versions import DashboardVersionsApi
from vedette.dashboards.service.dashboards import Dashboards
from vedette.dashboards.service.folders import Folders
from vedette.dashboards.service.home import Home
from vedette.dashboards.service.importing import Importer
from vedette.dashboards.service.library import LibraryElements
from vedette.dashboards.service.search import DashboardSearch
from vedette.dashboards.service.trash import DashboardTrash
from vedette.dashboards.service.usage import Usage
from vedette.dashboards.service.versions import DashboardVersions
from vedette.web.routes import Route


def routes(
    dashboards: Dashboards,
    folders: Folders,
    versions: DashboardVersions,
    search: DashboardSearch,
    importer: Importer,
    home: Home,
    usage: Usage,
    library: LibraryElements,
    trash: DashboardTrash,
    names_of_source: NamesOfSource,
    *,
    sub_path: str = "",
) -> list[Route]:
    to = Addresses(sub_path)
    return [
        *DashboardsApi(dashboards, importer, home, to).routes(),
        *ValidationApi(dashboards).routes(),
        *FoldersApi(folders, to).routes(),
        *PermissionsApi(dashboards, folders, to).routes(),
        *DashboardVersionsApi(versions, to).routes(),
        *SearchApi(search, dashboards, to).routes(),
        *LibraryApi(library).routes(),
        *TrashApi(trash, to).routes(),
        *UsageApi(usage, names_of_source, to).routes(),
    ]
