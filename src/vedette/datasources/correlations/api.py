"""Correlations in the format of Grafana 10.4, below the source where they start."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

import msgspec

from vedette.access.guard import needs
from vedette.datasources.correlations.model import Correlation, CorrelationDraft
from vedette.datasources.correlations.service import Correlations
from vedette.datasources.model import READ, WRITE
from vedette.datasources.service import DataSources
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import Route

_BASE = "/api/datasources/uid/:uid/correlations"
_MOST_A_PAGE = 1_000


class TransformationBody(TypedDict, total=False):
    type: Any
    field: Any
    expression: Any
    mapValue: Any


class ConfigBody(TypedDict, total=False):
    """The config of a correlation, whose content `model` checks."""

    type: Any
    field: Any
    target: Any
    transformations: list[TransformationBody]


class NewCorrelation(msgspec.Struct):
    target_uid: str = msgspec.field(default="", name="targetUID")
    label: str = ""
    description: str = ""
    config: ConfigBody = msgspec.field(default_factory=ConfigBody)


class CorrelationChanges(msgspec.Struct):
    """Changes of a correlation. Omitted fields stay; `config` is merged by key."""

    label: str | None = None
    description: str | None = None
    config: ConfigBody | None = None
    target_uid: str | None = msgspec.field(default=None, name="targetUID")


class PageOf(msgspec.Struct):
    page: int = 1
    limit: int = 100
    source_uid: list[str] = msgspec.field(default_factory=list, name="sourceUID")


class CorrelationAnswer(TypedDict):
    uid: str
    orgId: int
    sourceUID: str
    targetUID: str
    label: str
    description: str
    type: str
    config: Mapping[str, Any]
    provisioned: bool


class FoundCorrelations(TypedDict):
    correlations: list[CorrelationAnswer]
    page: int
    limit: int
    totalCount: int


class WrittenCorrelation(TypedDict):
    message: str
    result: CorrelationAnswer


class CorrelationsApi:
    def __init__(self, sources: DataSources, correlations: Correlations) -> None:
        self._sources = sources
        self._correlations = correlations

    def routes(self) -> list[Route]:
        read, write = needs(READ), needs(WRITE)
        one = f"{_BASE}/:correlationUid"
        return [
            Route(
                "GET",
                "/api/datasources/correlations",
                self.list,
                read,
                answer=FoundCorrelations,
                query=PageOf,
                summary="List the correlations of all data sources.",
            ),
            Route(
                "GET",
                _BASE,
                self.of_source,
                read,
                answer=Sequence[CorrelationAnswer],
                summary="List the correlations of a data source.",
            ),
            Route(
                "POST",
                _BASE,
                self.create,
                write,
                answer=WrittenCorrelation,
                body=NewCorrelation,
                summary="Create a correlation from a data source.",
            ),
            Route("GET", one, self.open, read, answer=CorrelationAnswer, summary="A correlation."),
            Route(
                "PATCH",
                one,
                self.change,
                write,
                answer=WrittenCorrelation,
                body=CorrelationChanges,
                summary="Update a correlation.",
            ),
            Route(
                "DELETE",
                one,
                self.delete,
                write,
                answer=MessageAnswer,
                summary="Delete a correlation.",
            ),
        ]

    async def list(self, call: Call) -> FoundCorrelations:
        wanted: PageOf = call.query
        found = await self._correlations.visible(call.who)
        if wanted.source_uid:
            found = [each for each in found if each.source_uid in wanted.source_uid]
        limit = min(max(1, wanted.limit), _MOST_A_PAGE)
        start = (max(1, wanted.page) - 1) * limit
        return {
            "correlations": [_shape(each) for each in found[start : start + limit]],
            "page": max(1, wanted.page),
            "limit": limit,
            "totalCount": len(found),
        }

    async def of_source(self, call: Call) -> Sequence[CorrelationAnswer]:
        source = await self._sources.by_uid(call.who, call.params["uid"])
        return [_shape(each) for each in await self._correlations.of_source(call.who, source)]

    async def open(self, call: Call) -> CorrelationAnswer:
        source = await self._sources.by_uid(call.who, call.params["uid"])
        return _shape(
            await self._correlations.by_uid(call.who, source, call.params["correlationUid"])
        )

    async def create(self, call: Call) -> WrittenCorrelation:
        sent: NewCorrelation = call.body
        source = await self._sources.by_uid(call.who, call.params["uid"], WRITE)
        await self._sources.by_uid(call.who, sent.target_uid)
        draft = CorrelationDraft(sent.target_uid, sent.label, sent.description, sent.config)
        made = await self._correlations.create(call.who, source, draft)
        return {"message": "Correlation created", "result": _shape(made)}

    async def change(self, call: Call) -> WrittenCorrelation:
        sent: CorrelationChanges = call.body
        uid = call.params["correlationUid"]
        source = await self._sources.by_uid(call.who, call.params["uid"], WRITE)
        before = (await self._correlations.by_uid(call.who, source, uid)).draft
        if sent.target_uid is not None:
            await self._sources.by_uid(call.who, sent.target_uid)
        draft = CorrelationDraft(
            before.target_uid if sent.target_uid is None else sent.target_uid,
            before.label if sent.label is None else sent.label,
            before.description if sent.description is None else sent.description,
            {**before.config, **(sent.config or {})},
        )
        changed = await self._correlations.update(call.who, source, uid, draft)
        return {"message": "Correlation updated", "result": _shape(changed)}

    async def delete(self, call: Call) -> MessageAnswer:
        source = await self._sources.by_uid(call.who, call.params["uid"], WRITE)
        await self._correlations.delete(call.who, source, call.params["correlationUid"])
        return {"message": "Correlation deleted"}


def _shape(correlation: Correlation) -> CorrelationAnswer:
    draft = correlation.draft
    return {
        "uid": correlation.uid,
        "orgId": correlation.org_id,
        "sourceUID": correlation.source_uid,
        "targetUID": draft.target_uid,
        "label": draft.label,
        "description": draft.description,
        "type": "query",
        "config": draft.config,
        "provisioned": correlation.is_provisioned,
    }
