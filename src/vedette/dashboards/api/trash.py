"""The trash of dashboards: `/api/dashboards/trash` and `/api/dashboards/uid/:uid/trash`."""

from typing import TypedDict

import msgspec

from vedette.access.guard import needs
from vedette.dashboards.api.shapes import (
    Addresses,
    Deleted,
    SavedDashboard,
    moment,
    person,
    saved_dashboard,
)
from vedette.dashboards.model import DELETE, WRITE, DeletedDashboard
from vedette.dashboards.service.trash import DashboardTrash
from vedette.web.call import Call
from vedette.web.routes import Route

MAX_PAGE_SIZE = 500


class TrashedDashboard(TypedDict):
    """`expires` is when it is deleted for good. `isFolderGone` says that restoring it needs a
    folder."""

    id: int
    uid: str
    title: str
    folderUid: str
    folderTitle: str
    isFolderGone: bool
    version: int
    deleted: str
    deletedBy: str
    expires: str


class TrashPage(TypedDict):
    totalCount: int
    dashboards: list[TrashedDashboard]
    page: int
    limit: int


class RestoredDashboard(SavedDashboard):
    title: str
    message: str


class TrashQuery(msgspec.Struct):
    query: str = ""
    limit: int = 100
    page: int = 1


class TrashEntryQuery(msgspec.Struct):
    id: int = 0


class RestoreFromTrashBody(msgspec.Struct, rename="camel"):
    """`id` selects one of several deleted dashboards with the uid."""

    folder_uid: str | None = None
    id: int | None = None


class TrashApi:
    def __init__(self, trash: DashboardTrash, to: Addresses) -> None:
        self.trash = trash
        self.to = to

    def routes(self) -> list[Route]:
        one = "/api/dashboards/uid/:uid/trash"
        return [
            Route(
                "GET", "/api/dashboards/trash", self.find, needs(WRITE), query=TrashQuery,
                answer=TrashPage, summary="List deleted dashboards that can be restored.",
            ),
            Route(
                "PATCH", one, self.restore, needs(WRITE), body=RestoreFromTrashBody,
                answer=RestoredDashboard,
                summary="Restore a deleted dashboard with its versions.",
            ),
            Route(
                "DELETE", one, self.delete, needs(DELETE), query=TrashEntryQuery, answer=Deleted,
                summary="Delete a deleted dashboard for good.",
            ),
        ]  # fmt: skip

    async def find(self, call: Call) -> TrashPage:
        asked: TrashQuery = call.query
        limit = min(asked.limit if asked.limit > 0 else 100, MAX_PAGE_SIZE)
        page = min(max(asked.page, 1), 1_000_000)
        text = asked.query[:200].replace("\0", "")
        found, total = await self.trash.find(call.who, text, limit, page)
        return {
            "totalCount": total,
            "dashboards": [self._listed(entry) for entry in found],
            "page": page,
            "limit": limit,
        }

    async def restore(self, call: Call) -> RestoredDashboard:
        body: RestoreFromTrashBody = call.body
        restored = await self.trash.restore(
            call.who, call.params["uid"], body.folder_uid, body.id or 0
        )
        return {
            **saved_dashboard(restored, self.to),
            "title": restored.title,
            "message": f"Dashboard {restored.title} restored",
        }

    async def delete(self, call: Call) -> Deleted:
        entry = await self.trash.delete(call.who, call.params["uid"], call.query.id)
        return {
            "title": entry.title,
            "message": f"Dashboard {entry.title} deleted",
            "id": entry.id,
        }

    def _listed(self, entry: DeletedDashboard) -> TrashedDashboard:
        return {
            "id": entry.id,
            "uid": entry.uid,
            "title": entry.title,
            "folderUid": entry.folder_uid,
            "folderTitle": entry.folder_title if entry.folder_uid else "General",
            "isFolderGone": entry.is_folder_gone,
            "version": entry.version,
            "deleted": moment(entry.deleted),
            "deletedBy": person(entry.deleted_by),
            "expires": moment(entry.deleted + self.trash.limits.retention_ms),
        }
