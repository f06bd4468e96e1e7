"""`/api/folders`."""

import msgspec

from vedette.access.guard import needs
from vedette.access.model import Scope
from vedette.dashboards.api.numbers import whole
from vedette.dashboards.api.shapes import (
    Addresses,
    FolderAnswer,
    FolderCounts,
    ListedFolder,
    general_folder,
    listed_folder,
    opened_folder,
)
from vedette.dashboards.errors import FolderNotFound
from vedette.dashboards.model import DELETE, GENERAL, KIND, READ, WRITE
from vedette.dashboards.service.folders import Folders
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import Route

MAX_LIMIT = 5000


class FolderListQuery(msgspec.Struct, rename="camel"):
    limit: int = 1000
    page: int = 1
    parent_uid: str = ""
    permission: str = ""


class CreateBody(msgspec.Struct, rename="camel"):
    title: str = ""
    uid: str | None = None
    parent_uid: str | None = None


class RenameBody(msgspec.Struct, rename="camel"):
    title: str = ""
    version: int = 0
    overwrite: bool = False


class MoveBody(msgspec.Struct, rename="camel"):
    parent_uid: str | None = None


class DeleteQuery(msgspec.Struct, rename="camel"):
    force_delete_rules: bool = False


class FoldersApi:
    def __init__(self, folders: Folders, to: Addresses) -> None:
        self.folders = folders
        self.to = to

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET", "/api/folders", self.children, needs(READ), query=FolderListQuery,
                answer=list[ListedFolder],
                summary="List folders of the root or of the folder parentUid.",
            ),
            Route(
                "POST", "/api/folders", self.create, needs(WRITE), body=CreateBody,
                answer=FolderAnswer,
                summary="Create a folder.",
            ),
            Route(
                "GET", "/api/folders/:uid", self.open, needs(READ), answer=FolderAnswer,
                summary="A folder.",
            ),
            Route(
                "PUT", "/api/folders/:uid", self.rename, needs(WRITE), body=RenameBody,
                answer=FolderAnswer,
                summary="Rename a folder.",
            ),
            Route(
                "DELETE", "/api/folders/:uid", self.delete, needs(DELETE), query=DeleteQuery,
                answer=MessageAnswer,
                summary="Delete a folder and its content. Alert rules are only deleted with "
"forceDeleteRules.",
            ),
            Route(
                "POST", "/api/folders/:uid/move", self.move, needs(WRITE), body=MoveBody,
                answer=FolderAnswer,
                summary="Move a folder into another folder or to the root.",
            ),
            Route(
                "GET", "/api/folders/:uid/counts", self.counts, needs(READ), answer=FolderCounts,
                summary="Count the content of a folder.",
            ),
            Route(
                "GET", "/api/folders/id/:id", self.open_by_id, needs(READ), answer=FolderAnswer,
                summary="Get a folder by its id (deprecated).",
            ),
        ]  # fmt: skip

    async def children(self, call: Call) -> list[ListedFolder]:
        query: FolderListQuery = call.query
        limit, page = min(max(query.limit, 1), MAX_LIMIT), min(max(query.page, 1), 10_000_000)
        found = await self.folders.children(
            call.who, query.parent_uid, limit, page, editable=query.permission == "Edit"
        )
        return [listed_folder(folder) for folder in found]

    async def create(self, call: Call) -> FolderAnswer:
        body: CreateBody = call.body
        opened = await self.folders.create(
            call.who, body.title, body.uid or "", body.parent_uid or ""
        )
        return opened_folder(opened, self.to)

    async def open(self, call: Call) -> FolderAnswer:
        if call.params["uid"] == GENERAL:
            return await self._general(call)
        return opened_folder(await self.folders.open(call.who, call.params["uid"]), self.to)

    async def open_by_id(self, call: Call) -> FolderAnswer:
        id = whole(call.params["id"], FolderNotFound)
        if id == 0:
            return await self._general(call)
        uid = await self.folders.uid_of(call.who, id)
        return opened_folder(await self.folders.open(call.who, uid), self.to)

    async def _general(self, call: Call) -> FolderAnswer:
        verdict = await self.folders.permissions.can(call.who, WRITE, Scope(KIND, GENERAL))
        return general_folder(can_save=verdict.allowed)

    async def rename(self, call: Call) -> FolderAnswer:
        body: RenameBody = call.body
        opened = await self.folders.rename(
            call.who, call.params["uid"], body.title, body.version, overwrite=body.overwrite
        )
        return opened_folder(opened, self.to)

    async def move(self, call: Call) -> FolderAnswer:
        body: MoveBody = call.body
        opened = await self.folders.move(call.who, call.params["uid"], body.parent_uid or "")
        return opened_folder(opened, self.to)

    async def counts(self, call: Call) -> FolderCounts:
        counts = await self.folders.counts(call.who, call.params["uid"])
        return {
            "folder": counts.folders,
            "dashboard": counts.dashboards,
            "librarypanel": counts.library_elements,
            "alertrule": counts.alert_rules,
        }

    async def delete(self, call: Call) -> MessageAnswer:
        with_rules: bool = call.query.force_delete_rules
        await self.folders.delete(call.who, call.params["uid"], with_rules=with_rules)
        return {"message": "Folder deleted"}
