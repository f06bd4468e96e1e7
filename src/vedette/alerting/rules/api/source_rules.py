"""Rules that a data source evaluates itself: their states, and the rule groups of its ruler."""

import asyncio
from contextlib import suppress
from typing import Any, Literal, TypedDict, cast

import msgspec

from vedette.access.guard import needs
from vedette.alerting.rules.group_yaml import read_group, read_namespaces, write_group
from vedette.datasources.api.calls import QUERY_RATE
from vedette.datasources.calls import SourceCalls
from vedette.datasources.model import Source
from vedette.datasources.service import DataSources
from vedette.sdk.ruler import NoSuchGroup, RulerCall
from vedette.web.answer import ApiAnswer, MessageAnswer, raw_json
from vedette.web.call import Call
from vedette.web.routes import Route

_READ, _WRITE = "alert.rules.external:read", "alert.rules.external:write"
_STATES = "/api/prometheus/:source/api/v1"
_RULES = "/api/ruler/:source/api/v1/rules"
_NAMESPACE = f"{_RULES}/:namespace"
_GROUP = f"{_NAMESPACE}/:group"
_MOST_BYTES = 2 * 1024 * 1024
_ACCEPTED = 202


SourceRule = TypedDict(
    "SourceRule",
    {
        "alert": str,
        "record": str,
        "expr": str,
        "for": str,
        "labels": dict[str, str],
        "annotations": dict[str, str],
    },
    total=False,
)
"""Either `alert` or `record`. Rulers have additional keys in rules and groups."""


class SourceGroup(TypedDict, total=False):
    name: str
    interval: str
    rules: list[SourceRule]


SourceGroups = dict[str, list[SourceGroup]]


class OfKind(msgspec.Struct):
    """`subtype` is the ruler of a Prometheus data source: mimir or cortex."""

    subtype: str = ""


class SourceRulesApi:
    def __init__(self, sources: DataSources, calls: SourceCalls) -> None:
        self._sources = sources
        self._calls = calls

    def routes(self) -> list[Route]:
        read, write = needs(_READ), needs(_WRITE)
        return [
            Route(
                "GET", f"{_STATES}/rules", self.rules, read, rate=QUERY_RATE,
                summary="Rules of a data source with their states.",
            ),
            Route(
                "GET", f"{_STATES}/alerts", self.alerts, read, rate=QUERY_RATE,
                summary="Alerts of a data source.",
            ),
            Route(
                "GET", _RULES, self.all, read, query=OfKind, answer=SourceGroups, rate=QUERY_RATE,
                status=_ACCEPTED, summary="Rule groups of a data source, by namespace.",
            ),
            Route(
                "GET", _NAMESPACE, self.namespace, read, query=OfKind, answer=SourceGroups,
                rate=QUERY_RATE, status=_ACCEPTED,
                summary="Rule groups of a namespace of a data source.",
            ),
            Route(
                "GET", _GROUP, self.group, read, query=OfKind, answer=SourceGroup, rate=QUERY_RATE,
                status=_ACCEPTED, summary="A rule group of a data source.",
            ),
            Route(
                "POST", _NAMESPACE, self.put, write, body=dict[str, Any], query=OfKind,
                answer=MessageAnswer, max_body=_MOST_BYTES, rate=QUERY_RATE, status=_ACCEPTED,
                summary="Create or replace a rule group of a data source.",
            ),
            Route(
                "DELETE", _NAMESPACE, self.delete_namespace, write, query=OfKind,
                answer=MessageAnswer, rate=QUERY_RATE, status=_ACCEPTED,
                summary="Delete the rule groups of a namespace of a data source.",
            ),
            Route(
                "DELETE", _GROUP, self.delete_group, write, query=OfKind, answer=MessageAnswer,
                rate=QUERY_RATE, status=_ACCEPTED, summary="Delete a rule group of a data source.",
            ),
        ]  # fmt: skip

    async def rules(self, call: Call) -> ApiAnswer:
        return await self._states(call, "rules")

    async def alerts(self, call: Call) -> ApiAnswer:
        return await self._states(call, "alerts")

    async def all(self, call: Call) -> SourceGroups:
        source = await self._source(call, _READ)
        body = b""
        with suppress(NoSuchGroup):  # Rulers return this status if they have no rules.
            body = await self._request(call, source)
        groups = await asyncio.to_thread(read_namespaces, body, source.name)
        return cast(SourceGroups, groups)

    async def namespace(self, call: Call) -> SourceGroups:
        source = await self._source(call, _READ)
        body = await self._request(call, source)
        groups = await asyncio.to_thread(read_namespaces, body, source.name)
        return cast(SourceGroups, groups)

    async def group(self, call: Call) -> SourceGroup:
        source = await self._source(call, _READ)
        body = await self._request(call, source)
        return cast(SourceGroup, await asyncio.to_thread(read_group, body, source.name))

    async def put(self, call: Call) -> MessageAnswer:
        source = await self._source(call, _WRITE)
        await self._request(call, source, await asyncio.to_thread(write_group, call.body))
        return {"message": "rule group updated successfully"}

    async def delete_namespace(self, call: Call) -> MessageAnswer:
        await self._request(call, await self._source(call, _WRITE))
        return {"message": "namespace rules deleted"}

    async def delete_group(self, call: Call) -> MessageAnswer:
        await self._request(call, await self._source(call, _WRITE))
        return {"message": "rule group deleted"}

    async def _source(self, call: Call, action: str) -> Source:
        return await self._sources.by_uid(call.who, call.params["source"], action)

    async def _request(self, call: Call, source: Source, body: bytes = b"") -> bytes:
        asked = RulerCall(
            method=cast(Literal["GET", "POST", "DELETE"], call.method),
            namespace=call.params.get("namespace", ""),
            group=call.params.get("group", ""),
            body=body,
            subtype=call.query.subtype,
        )
        return await self._calls.ruler(call.who, source, asked, call.headers)

    async def _states(self, call: Call, what: Literal["rules", "alerts"]) -> ApiAnswer:
        source = await self._source(call, _READ)
        query = call.scope["query_string"].decode("latin-1")
        return raw_json(await self._calls.rule_states(call.who, source, what, query, call.headers))
