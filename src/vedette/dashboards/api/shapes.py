"""Response types of dashboards, folders and search results, in the format of Grafana 10.4."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Literal, NotRequired, TypedDict

import msgspec

from vedette.dashboards.model import Dashboard, Folder, Version
from vedette.dashboards.service.dashboards import Opened
from vedette.dashboards.service.folders import OpenedFolder
from vedette.dashboards.store.search import Hit
from vedette.kernel.slugs import slugify


class Permitted(TypedDict):
    canAdd: bool
    canEdit: bool
    canDelete: bool


class DashboardMeta(TypedDict):
    type: str
    canSave: bool
    canEdit: bool
    canAdmin: bool
    canStar: bool
    canDelete: bool
    slug: str
    url: str
    expires: str
    created: str
    updated: str
    createdBy: str
    updatedBy: str
    version: int
    hasAcl: bool
    isFolder: bool
    isStarred: bool
    folderId: int
    folderUid: str
    folderTitle: str
    folderUrl: str
    provisioned: bool
    provisionedExternalId: str
    annotationsPermissions: dict[str, Permitted]
    publicDashboardEnabled: bool


class OpenedDashboard(TypedDict):
    meta: DashboardMeta
    dashboard: dict[str, Any]


class SavedDashboard(TypedDict):
    id: int
    uid: str
    url: str
    status: str
    version: int
    slug: str
    folderUid: str


class ImportedDashboard(TypedDict):
    uid: str
    pluginId: str
    title: str
    imported: bool
    importedUri: str
    importedUrl: str
    slug: str
    dashboardId: int
    folderId: int
    folderUid: str
    importedRevision: int
    revision: int
    description: str
    path: str
    removed: bool


class Deleted(TypedDict):
    id: int
    title: str
    message: str


class ListedVersion(TypedDict):
    id: int
    dashboardId: int
    uid: str
    parentVersion: int
    restoredFrom: int
    version: int
    created: str
    createdBy: str
    message: str


class ListedFolder(TypedDict):
    id: int
    uid: str
    title: str
    parentUid: NotRequired[str]


class FolderAbove(ListedFolder):
    url: str


class FolderAnswer(ListedFolder):
    """`orgId` is missing at the root; `parents` are root first."""

    orgId: NotRequired[int]
    url: str
    hasAcl: bool
    canSave: bool
    canEdit: bool
    canAdmin: bool
    canDelete: bool
    createdBy: str
    created: str
    updatedBy: str
    updated: str
    version: int
    provisioned: bool
    parents: NotRequired[list[FolderAbove]]


class FolderCounts(TypedDict):
    folder: int
    dashboard: int
    librarypanel: int
    alertrule: int


class TagCount(TypedDict):
    term: str
    count: int


class FoundItem(TypedDict):
    """A folder or a dashboard; the keys of its folder are missing at the root.

    `updated` is the time of the last change, as in `meta` of a dashboard.
    """

    id: int
    uid: str
    title: str
    uri: str
    url: str
    slug: str
    type: Literal["dash-db", "dash-folder"]
    tags: Sequence[str]
    isStarred: bool
    sortMeta: int
    updated: str
    folderId: NotRequired[int]
    folderUid: NotRequired[str]
    folderTitle: NotRequired[str]
    folderUrl: NotRequired[str]


class Addresses:
    """Paths of pages, below the sub path of the server."""

    def __init__(self, sub_path: str = "") -> None:
        self.sub_path = sub_path.rstrip("/")

    def dashboard(self, uid: str, slug: str) -> str:
        return f"{self.sub_path}/d/{uid}/{slug}"

    def folder(self, uid: str, title: str) -> str:
        return f"{self.sub_path}/dashboards/f/{uid}/{slugify(title)}"


def moment(ms: int) -> str:
    return datetime.fromtimestamp(ms // 1000, UTC).isoformat()[:19] + "Z"


def person(login: str) -> str:
    return login or "Anonymous"


def opened_dashboard(opened: Opened, to: Addresses) -> bytes:
    """Return the response for a dashboard. The text of its model is inserted as it is stored."""
    meta = msgspec.json.encode(_meta(opened, to))
    return b'{"meta":' + meta + b',"dashboard":' + opened.dashboard.body.encode() + b"}"


def _meta(opened: Opened, to: Addresses) -> DashboardMeta:
    dashboard, slug = opened.dashboard, opened.dashboard.slug
    origin = dashboard.provenance
    annotations: Permitted = {
        "canAdd": opened.can_save,
        "canEdit": opened.can_save,
        "canDelete": opened.can_save,
    }
    in_folder = bool(dashboard.folder_uid)
    return {
        "type": "db",
        "canSave": opened.can_save,
        "canEdit": opened.can_save,
        "canAdmin": opened.can_delete,
        "canStar": opened.can_star,
        "canDelete": opened.can_delete,
        "slug": slug,
        "url": to.dashboard(dashboard.uid, slug),
        "expires": "0001-01-01T00:00:00Z",
        "created": moment(dashboard.created),
        "updated": moment(dashboard.updated),
        "createdBy": person(dashboard.created_by),
        "updatedBy": person(dashboard.updated_by),
        "version": dashboard.version,
        "hasAcl": False,
        "isFolder": False,
        "isStarred": opened.starred,
        "folderId": dashboard.folder_id,
        "folderUid": dashboard.folder_uid,
        "folderTitle": dashboard.folder_title if in_folder else "General",
        "folderUrl": to.folder(dashboard.folder_uid, dashboard.folder_title) if in_folder else "",
        "provisioned": origin is not None and not origin.editable,
        "provisionedExternalId": origin.path if origin and not origin.editable else "",
        "annotationsPermissions": {"dashboard": annotations, "organization": annotations},
        "publicDashboardEnabled": False,
    }


def saved_dashboard(dashboard: Dashboard, to: Addresses) -> SavedDashboard:
    return {
        "id": dashboard.id,
        "uid": dashboard.uid,
        "url": to.dashboard(dashboard.uid, dashboard.slug),
        "status": "success",
        "version": dashboard.version,
        "slug": dashboard.slug,
        "folderUid": dashboard.folder_uid,
    }


def listed_version(version: Version) -> ListedVersion:
    return {
        "id": version.id,
        "dashboardId": version.dashboard_id,
        "uid": version.uid,
        "parentVersion": version.parent_version,
        "restoredFrom": version.restored_from,
        "version": version.version,
        "created": moment(version.created),
        "createdBy": person(version.created_by),
        "message": version.message,
    }


def listed_folder(folder: Folder) -> ListedFolder:
    shape: ListedFolder = {"id": folder.id, "uid": folder.uid, "title": folder.title}
    if folder.parent_uid:
        shape["parentUid"] = folder.parent_uid
    return shape


def opened_folder(opened: OpenedFolder, to: Addresses) -> FolderAnswer:
    folder = opened.folder
    shape: FolderAnswer = {
        "id": folder.id,
        "uid": folder.uid,
        "orgId": folder.org_id,
        "title": folder.title,
        "url": to.folder(folder.uid, folder.title),
        "hasAcl": False,
        "canSave": opened.can_save and not folder.provisioned_by,
        "canEdit": opened.can_save,
        "canAdmin": opened.can_delete,
        "canDelete": opened.can_delete and not folder.provisioned_by,
        "createdBy": person(folder.created_by),
        "created": moment(folder.created),
        "updatedBy": person(folder.updated_by),
        "updated": moment(folder.updated),
        "version": folder.version,
        "provisioned": folder.provisioned_by is not None,
    }
    if folder.parent_uid:
        shape["parentUid"] = folder.parent_uid
        shape["parents"] = [
            {**listed_folder(parent), "url": to.folder(parent.uid, parent.title)}
            for parent in opened.parents
        ]
    return shape


def general_folder(*, can_save: bool) -> FolderAnswer:
    """Return the root as a folder, for clients that request it."""
    return {
        "id": 0,
        "uid": "general",
        "title": "Root",
        "url": "",
        "hasAcl": False,
        "canSave": can_save,
        "canEdit": can_save,
        "canAdmin": False,
        "canDelete": False,
        "createdBy": "Anonymous",
        "created": "0001-01-01T00:00:00Z",
        "updatedBy": "Anonymous",
        "updated": "0001-01-01T00:00:00Z",
        "version": 0,
        "provisioned": False,
    }


def found(hit: Hit, stars: frozenset[str], to: Addresses) -> FoundItem:
    slug = slugify(hit.title)
    shape: FoundItem = {
        "id": hit.id,
        "uid": hit.uid,
        "title": hit.title,
        "uri": f"db/{slug}",
        "url": to.folder(hit.uid, hit.title) if hit.is_folder else to.dashboard(hit.uid, slug),
        "slug": "",
        "type": "dash-folder" if hit.is_folder else "dash-db",
        "tags": hit.tags,
        "isStarred": not hit.is_folder and hit.uid in stars,
        "sortMeta": 0,
        "updated": moment(hit.updated),
    }
    if hit.folder_uid:
        shape |= {
            "folderId": hit.folder_id,
            "folderUid": hit.folder_uid,
            "folderTitle": hit.folder_title,
            "folderUrl": to.folder(hit.folder_uid, hit.folder_title),
        }
    return shape
