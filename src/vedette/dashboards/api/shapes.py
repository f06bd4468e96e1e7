"""Dashboards, folders and hits as clients of Grafana 10.4 know them."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from vedette.dashboards.model import Dashboard, Folder, Version
from vedette.dashboards.service.dashboards import Opened
from vedette.dashboards.service.folders import OpenedFolder
from vedette.dashboards.store.search import Hit
from vedette.kernel.slugs import slugify


class Addresses:
    """Paths of pages, below the sub path that the server is served from."""

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
    """The model's text is put in as it is stored."""
    meta = msgspec.json.encode(_meta(opened, to))
    return b'{"meta":' + meta + b',"dashboard":' + opened.dashboard.body.encode() + b"}"


def _meta(opened: Opened, to: Addresses) -> dict[str, Any]:
    dashboard, slug = opened.dashboard, opened.dashboard.slug
    origin = dashboard.provenance
    annotations = {
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
        "canStar": True,
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
        "provisionedExternalId": origin.path if origin else "",
        "annotationsPermissions": {"dashboard": annotations, "organization": annotations},
        "publicDashboardEnabled": False,
    }


def saved_dashboard(dashboard: Dashboard, to: Addresses) -> dict[str, Any]:
    return {
        "id": dashboard.id,
        "uid": dashboard.uid,
        "url": to.dashboard(dashboard.uid, dashboard.slug),
        "status": "success",
        "version": dashboard.version,
        "slug": dashboard.slug,
        "folderUid": dashboard.folder_uid,
    }


def listed_version(version: Version) -> dict[str, Any]:
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


def listed_folder(folder: Folder) -> dict[str, Any]:
    shape: dict[str, Any] = {"id": folder.id, "uid": folder.uid, "title": folder.title}
    if folder.parent_uid:
        shape["parentUid"] = folder.parent_uid
    return shape


def opened_folder(opened: OpenedFolder, to: Addresses) -> dict[str, Any]:
    folder = opened.folder
    shape: dict[str, Any] = {
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


def general_folder(to: Addresses, *, can_save: bool) -> dict[str, Any]:
    """The root, which clients ask for as a folder."""
    return {
        "id": 0,
        "uid": "general",
        "title": "General",
        "url": f"{to.sub_path}/dashboards",
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


def found(hit: Hit, stars: frozenset[str], to: Addresses) -> dict[str, Any]:
    slug = slugify(hit.title)
    shape: dict[str, Any] = {
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
    }
    if hit.folder_uid:
        shape |= {
            "folderId": hit.folder_id,
            "folderUid": hit.folder_uid,
            "folderTitle": hit.folder_title,
            "folderUrl": to.folder(hit.folder_uid, hit.folder_title),
        }
    return shape
