"""Permissions of folders and dashboards, in the format of Grafana 10.4.

Rights follow from roles only: viewers open everything, editors change it. Folders and dashboards
below the root inherit their rights, so only those at the root have rows of their own.
"""

from typing import TypedDict

import msgspec

from vedette.access.guard import needs
from vedette.dashboards.api.numbers import whole
from vedette.dashboards.api.shapes import Addresses, moment
from vedette.dashboards.errors import BadPermissions, DashboardNotFound
from vedette.dashboards.model import WRITE
from vedette.dashboards.service.dashboards import Dashboards
from vedette.dashboards.service.folders import Folders
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import Route

_VIEW, _EDIT = 1, 2
_OF_ROOT = {"Viewer": _VIEW, "Editor": _EDIT}
_NAMES = {_VIEW: "View", _EDIT: "Edit"}


class PermissionBody(msgspec.Struct, rename="camel"):
    role: str = ""
    user_id: int = 0
    team_id: int = 0
    permission: int = 0


class PermissionsBody(msgspec.Struct):
    items: list[PermissionBody] = []


class PermittedObject(TypedDict):
    """The fields of a row that describe its folder or dashboard."""

    uid: str
    title: str
    slug: str
    isFolder: bool
    url: str
    created: str
    updated: str


class ObjectId(TypedDict, total=False):
    """The folder or dashboard of a row."""

    folderId: int
    folderUid: str
    dashboardId: int


class Grantee(TypedDict):
    """Always empty: rights follow from roles."""

    userId: int
    userLogin: str
    userEmail: str
    userAvatarUrl: str
    teamId: int
    teamEmail: str
    teamAvatarUrl: str
    team: str


class PermissionRow(ObjectId, Grantee, PermittedObject):
    role: str
    permission: int
    permissionName: str
    inherited: bool


class PermissionsApi:
    def __init__(self, dashboards: Dashboards, folders: Folders, to: Addresses) -> None:
        self.dashboards = dashboards
        self.folders = folders
        self.to = to

    def routes(self) -> list[Route]:
        found = []
        for base, read, write in (
            ("/api/folders/:uid", self.of_folder, self.set_folder),
            ("/api/dashboards/uid/:uid", self.of_dashboard, self.set_dashboard),
            ("/api/dashboards/id/:id", self.of_dashboard, self.set_dashboard),
        ):
            found += [
                Route(
                    "GET", f"{base}/permissions", read, needs(WRITE), answer=list[PermissionRow],
                    summary="List the permissions of the object itself, without inherited ones.",
                ),
                Route(
                    "POST", f"{base}/permissions", write, needs(WRITE), body=PermissionsBody,
                    answer=MessageAnswer,
                    summary="Set permissions. Only those of the roles are accepted.",
                ),
            ]  # fmt: skip
        return found

    async def of_folder(self, call: Call) -> list[PermissionRow]:
        folder = (await self.folders.open(call.who, call.params["uid"])).folder
        place: PermittedObject = {
            "uid": folder.uid,
            "title": folder.title,
            "slug": folder.slug,
            "isFolder": True,
            "url": self.to.folder(folder.uid, folder.title),
            "created": moment(folder.created),
            "updated": moment(folder.updated),
        }
        of: ObjectId = {"folderId": folder.id, "folderUid": folder.uid}
        return _rows(place, of, is_below=bool(folder.parent_uid))

    async def of_dashboard(self, call: Call) -> list[PermissionRow]:
        uid = call.params.get("uid") or await self.dashboards.uid_of(
            call.who, whole(call.params["id"], DashboardNotFound)
        )
        dashboard = (await self.dashboards.open(call.who, uid)).dashboard
        place: PermittedObject = {
            "uid": dashboard.uid,
            "title": dashboard.title,
            "slug": dashboard.slug,
            "isFolder": False,
            "url": self.to.dashboard(dashboard.uid, dashboard.slug),
            "created": moment(dashboard.created),
            "updated": moment(dashboard.updated),
        }
        return _rows(place, {"dashboardId": dashboard.id}, is_below=bool(dashboard.folder_uid))

    async def set_folder(self, call: Call) -> MessageAnswer:
        _check(call.body, await self.of_folder(call))
        return {"message": "Folder permissions updated"}

    async def set_dashboard(self, call: Call) -> MessageAnswer:
        _check(call.body, await self.of_dashboard(call))
        return {"message": "Dashboard permissions updated"}


def _rows(place: PermittedObject, of: ObjectId, *, is_below: bool) -> list[PermissionRow]:
    no_grantee: Grantee = {
        "userId": 0,
        "userLogin": "",
        "userEmail": "",
        "userAvatarUrl": "",
        "teamId": 0,
        "teamEmail": "",
        "teamAvatarUrl": "",
        "team": "",
    }
    roles = {} if is_below else _OF_ROOT
    return [
        {
            **of,
            **no_grantee,
            **place,
            "role": role,
            "permission": level,
            "permissionName": _NAMES[level],
            "inherited": False,
        }
        for role, level in roles.items()
    ]


def _check(sent: PermissionsBody, rows: list[PermissionRow]) -> None:
    """Raise `BadPermissions` unless the rows equal the existing ones, so that no change is lost
    silently."""
    named = {(each.role, each.permission) for each in sent.items}
    is_of_roles = not any(each.user_id or each.team_id for each in sent.items)
    if not is_of_roles or named != {(row["role"], row["permission"]) for row in rows}:
        raise BadPermissions(
            "Permissions of single folders and dashboards cannot be set: viewers can open "
            "all of them, and editors can change them. Send the list that GET returns."
        )
