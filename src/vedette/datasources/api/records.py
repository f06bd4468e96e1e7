"""Reads and writes data sources by uid, by name, and by the deprecated id."""

from collections.abc import Sequence
from typing import cast

from vedette.access.guard import needs
from vedette.datasources.api.shapes import (
    DeletedSource,
    ListedSource,
    OpenedSource,
    SourceBody,
    SourceNumber,
    WrittenSource,
    draft_of,
    full,
    listed,
    without_address,
)
from vedette.datasources.errors import BadSource
from vedette.datasources.frontend import page_settings
from vedette.datasources.model import DELETE, READ, WRITE, Source
from vedette.datasources.service import DataSources
from vedette.plugins.registry import PluginRegistry
from vedette.web.call import Call
from vedette.web.routes import Route

_BASE = "/api/datasources"
_MOST_BYTES = 1024 * 1024


class RecordsApi:
    def __init__(self, service: DataSources, registry: PluginRegistry) -> None:
        self._service = service
        self._registry = registry

    def routes(self) -> list[Route]:
        by_id, by_uid, by_name = f"{_BASE}/:id", f"{_BASE}/uid/:uid", f"{_BASE}/name/:name"
        read, write, delete = needs(READ), needs(WRITE), needs(DELETE)
        found = [
            Route(
                "GET",
                _BASE,
                self.list,
                read,
                answer=Sequence[ListedSource],
                summary="List data sources by name.",
            ),
            Route(
                "POST",
                _BASE,
                self.create,
                write,
                body=SourceBody,
                answer=WrittenSource,
                max_body=_MOST_BYTES,
                summary="Create a data source.",
            ),
            Route(
                "GET",
                f"{_BASE}/id/:name",
                self.id_of_name,
                read,
                answer=SourceNumber,
                summary="Get the id of a data source by its name.",
            ),
        ]
        for path in (by_uid, by_name, by_id):
            found.append(
                Route(
                    "GET", path, self.open, read, answer=OpenedSource, summary="Get a data source."
                )
            )
            found.append(
                Route(
                    "DELETE",
                    path,
                    self.delete,
                    delete,
                    answer=DeletedSource,
                    summary="Delete a data source.",
                )
            )
        for path in (by_uid, by_id):
            found.append(
                Route(
                    "PUT",
                    path,
                    self.update,
                    write,
                    body=SourceBody,
                    answer=WrittenSource,
                    max_body=_MOST_BYTES,
                    summary="Replace a data source. Secrets that are not sent are kept.",
                )
            )
        return found

    async def list(self, call: Call) -> Sequence[ListedSource]:
        found = await self._service.visible(call.who)
        is_administered = await self._service.administered(call.who)
        shown = [each if is_administered(each) else self._reduced(each) for each in found]
        return [listed(each, self._registry) for each in shown]

    async def open(self, call: Call) -> OpenedSource:
        source = await named(self._service, call)
        if not (await self._service.administered(call.who))(source):
            return cast(OpenedSource, full(self._reduced(source)))
        shape = cast(OpenedSource, full(source))
        if source.is_provisioned:
            shape["provisionedFrom"] = await self._service.file_of(source) or ""
        return shape

    async def id_of_name(self, call: Call) -> SourceNumber:
        return {"id": (await self._service.by_name(call.who, call.params["name"])).id}

    async def create(self, call: Call) -> WrittenSource:
        source = await self._service.create(call.who, draft_of(call.body))
        return self._written(source, "Datasource added")

    async def update(self, call: Call) -> WrittenSource:
        body: SourceBody = call.body
        before = await named(self._service, call, WRITE)
        source, cleared = await self._service.update(
            call.who, before, draft_of(body), body.version or None
        )
        message = "Datasource updated"
        if cleared:
            message += f". Its server has changed. Enter these secrets again: {', '.join(cleared)}"
        return self._written(source, message)

    async def delete(self, call: Call) -> DeletedSource:
        source = await named(self._service, call, DELETE)
        await self._service.delete(call.who, source)
        return {"message": "Data source deleted", "id": source.id}

    def _reduced(self, source: Source) -> Source:
        return without_address(source, page_settings(source, self._registry))

    def _written(self, source: Source, message: str) -> WrittenSource:
        return {
            "datasource": full(source),
            "id": source.id,
            "message": message,
            "name": source.name,
        }


async def named(service: DataSources, call: Call, action: str = READ) -> Source:
    """Return the source in the path. Raises `BadSource`, `SourceNotFound` or `AccessDenied`."""
    params = call.params
    if "uid" in params:
        return await service.by_uid(call.who, params["uid"], action)
    if "name" in params:
        return await service.by_name(call.who, params["name"], action)
    number = params["id"]
    if not (number.isascii() and number.isdecimal() and len(number) <= 18):
        raise BadSource("id is invalid")
    return await service.by_id(call.who, int(number), action)
