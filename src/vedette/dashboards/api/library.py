"""`/api/library-elements`."""

from typing import Any, TypedDict

import msgspec

from vedette.access.guard import needs
from vedette.dashboards.api.numbers import numbers
from vedette.dashboards.api.shapes import moment
from vedette.dashboards.model import LibraryConnection, LibraryElement
from vedette.dashboards.service.library import (
    CREATE,
    EDIT,
    READ_ELEMENT,
    REMOVE,
    ElementDraft,
    LibraryElements,
)
from vedette.dashboards.service.library_draft import MAX_MODEL_BYTES
from vedette.dashboards.store.library import ElementQuery
from vedette.web import answer
from vedette.web.answer import ApiAnswer
from vedette.web.call import Call
from vedette.web.routes import Route

MAX_PAGE_SIZE = 500
_ENVELOPE_BYTES = 64 * 1024
_MOST_FILTERS = 500


class LibraryUser(TypedDict):
    id: int
    name: str
    avatarUrl: str


class LibraryElementMeta(TypedDict):
    """`connectedDashboards` is the number of dashboards that use the element."""

    folderName: str
    folderUid: str
    connectedDashboards: int
    created: str
    updated: str
    createdBy: LibraryUser
    updatedBy: LibraryUser


class LibraryElementAnswer(TypedDict):
    id: int
    orgId: int
    folderId: int
    folderUid: str
    uid: str
    name: str
    kind: int
    type: str
    description: str
    model: dict[str, Any]
    version: int
    meta: LibraryElementMeta


class OpenedLibraryElement(TypedDict):
    result: LibraryElementAnswer


class LibraryElementsOfName(TypedDict):
    result: list[LibraryElementAnswer]


class LibraryElementPage(TypedDict):
    totalCount: int
    elements: list[LibraryElementAnswer]
    page: int
    perPage: int


class LibraryElementList(TypedDict):
    result: LibraryElementPage


class LibraryConnectionAnswer(TypedDict):
    """`connectionId` and `connectionUid` are of the dashboard."""

    id: int
    kind: int
    elementId: int
    connectionId: int
    connectionUid: str
    created: str
    createdBy: LibraryUser


class LibraryConnectionList(TypedDict):
    result: list[LibraryConnectionAnswer]


class DeletedLibraryElement(TypedDict):
    id: int
    message: str


class LibraryListQuery(msgspec.Struct, rename="camel"):
    search_string: str = ""
    kind: int = 0
    sort_direction: str = ""
    type_filter: str = ""
    exclude_uid: str = ""
    folder_filter: str = ""
    folder_filter_uids: str = msgspec.field(default="", name="folderFilterUIDs")
    per_page: int = 100
    page: int = 1


class LibraryElementBody(msgspec.Struct, rename="camel"):
    name: str | None = None
    kind: int = 0
    model: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    uid: str | None = None
    folder_uid: str | None = None
    folder_id: int | None = None

    def draft(self, version: int = 0) -> ElementDraft:
        sent = self.model
        is_missing = isinstance(sent, msgspec.UnsetType) or bytes(sent) == b"null"
        return ElementDraft(
            self.name,
            self.kind,
            None if is_missing else bytes(sent),  # type: ignore[arg-type]
            self.uid,
            self.folder_uid,
            self.folder_id,
            version,
        )


class LibraryElementPatch(LibraryElementBody):
    version: int = 0


class LibraryApi:
    def __init__(self, library: LibraryElements) -> None:
        self.library = library

    def routes(self) -> list[Route]:
        base, largest = "/api/library-elements", MAX_MODEL_BYTES + _ENVELOPE_BYTES
        return [
            Route(
                "GET", base, self.find, needs(READ_ELEMENT), query=LibraryListQuery,
                answer=LibraryElementList, summary="List library elements by name.",
            ),
            Route(
                "POST", base, self.create, needs(CREATE), body=LibraryElementBody,
                answer=OpenedLibraryElement, max_body=largest,
                summary="Create a library element.",
            ),
            Route(
                "GET", f"{base}/:uid", self.get, needs(READ_ELEMENT), answer=OpenedLibraryElement,
                summary="Get a library element.",
            ),
            Route(
                "PATCH", f"{base}/:uid", self.change, needs(EDIT), body=LibraryElementPatch,
                answer=OpenedLibraryElement, max_body=largest,
                summary="Change a library element for all dashboards that use it.",
            ),
            Route(
                "DELETE", f"{base}/:uid", self.delete, needs(REMOVE),
                answer=DeletedLibraryElement,
                summary="Delete a library element that no dashboard uses.",
            ),
            Route(
                "GET", f"{base}/:uid/connections", self.connections, needs(READ_ELEMENT),
                answer=LibraryConnectionList,
                summary="List the dashboards that use a library element.",
            ),
            Route(
                "GET", f"{base}/name/:name", self.named, needs(READ_ELEMENT),
                answer=LibraryElementsOfName,
                summary="Get the library elements with a name, in all folders.",
            ),
        ]  # fmt: skip

    async def find(self, call: Call) -> ApiAnswer:
        query = _query(call.query)
        found, total = await self.library.find(call.who, query)
        page = {
            "totalCount": total,
            "elements": [_shape(element) for element in found],
            "page": query.page,
            "perPage": query.limit,
        }
        return answer.json({"result": page})

    async def create(self, call: Call) -> ApiAnswer:
        body: LibraryElementBody = call.body
        return _one(await self.library.create(call.who, body.draft()))

    async def get(self, call: Call) -> ApiAnswer:
        return _one(await self.library.get(call.who, call.params["uid"]))

    async def named(self, call: Call) -> ApiAnswer:
        found = await self.library.named(call.who, call.params["name"])
        return answer.json({"result": [_shape(element) for element in found]})

    async def change(self, call: Call) -> ApiAnswer:
        body: LibraryElementPatch = call.body
        draft = body.draft(body.version)
        return _one(await self.library.change(call.who, call.params["uid"], draft))

    async def delete(self, call: Call) -> DeletedLibraryElement:
        element = await self.library.delete(call.who, call.params["uid"])
        return {"id": element.id, "message": "Library element deleted"}

    async def connections(self, call: Call) -> LibraryConnectionList:
        found = await self.library.connections(call.who, call.params["uid"])
        return {"result": [_connection(each) for each in found]}


def _query(asked: LibraryListQuery) -> ElementQuery:
    folder_ids = folder_uids = None
    if asked.folder_filter_uids:
        folder_uids = _listed(asked.folder_filter_uids)
    elif asked.folder_filter:
        folder_ids = tuple(numbers(asked.folder_filter))
    return ElementQuery(
        text=asked.search_string[:200].replace("\0", ""),
        kind=min(max(asked.kind, 0), 100),
        types=_listed(asked.type_filter),
        excluded_uid=asked.exclude_uid[:100].replace("\0", ""),
        folder_uids=folder_uids,
        folder_ids=folder_ids,
        order="DESC" if asked.sort_direction == "alpha-desc" else "ASC",
        limit=min(asked.per_page if asked.per_page > 0 else 100, MAX_PAGE_SIZE),
        page=min(max(asked.page, 1), 1_000_000),
    )


def _listed(text: str) -> tuple[str, ...]:
    """The values of a filter, separated by commas."""
    values = (part.strip().replace("\0", "") for part in text.split(",", _MOST_FILTERS))
    return tuple(value for value in values if value)[:_MOST_FILTERS]


def _one(element: LibraryElement) -> ApiAnswer:
    return answer.json({"result": _shape(element)})


def _user(id_: int, login: str) -> LibraryUser:
    return {"id": id_, "name": login, "avatarUrl": ""}


def _shape(element: LibraryElement) -> dict[str, Any]:
    """A `LibraryElementAnswer` with the model's text as it is stored."""
    meta: LibraryElementMeta = {
        "folderName": element.folder_title if element.folder_uid else "General",
        "folderUid": element.folder_uid,
        "connectedDashboards": element.connections,
        "created": moment(element.created),
        "updated": moment(element.updated),
        "createdBy": _user(element.created_by_id, element.created_by),
        "updatedBy": _user(element.updated_by_id, element.updated_by),
    }
    return {
        "id": element.id,
        "orgId": element.org_id,
        "folderId": element.folder_id,
        "folderUid": element.folder_uid,
        "uid": element.uid,
        "name": element.name,
        "kind": element.kind,
        "type": element.type,
        "description": element.description,
        "model": msgspec.Raw(element.model.encode()),
        "version": element.version,
        "meta": meta,
    }


def _connection(connection: LibraryConnection) -> LibraryConnectionAnswer:
    return {
        "id": connection.id,
        "kind": 1,
        "elementId": connection.element_id,
        "connectionId": connection.dashboard_id,
        "connectionUid": connection.dashboard_uid,
        "created": moment(connection.created),
        "createdBy": _user(connection.created_by_id, connection.created_by),
    }
