"""The Loki data source."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from functools import partial
from typing import Literal

from vedette.sdk import (
    Answer,
    Caller,
    Connection,
    DataSource,
    DataSourcePlugin,
    Frame,
    FrameKind,
    Health,
    Host,
    Json,
    Query,
    ReadLimits,
    ResourceAnswer,
    VedetteError,
    decoded,
)
from vedette.sdk.ruler import RulerCall, RulerResource
from vedette_plugins.datasources.loki.client import LokiApi
from vedette_plugins.datasources.loki.errors import NotLoki
from vedette_plugins.datasources.loki.health import check_health
from vedette_plugins.datasources.loki.labels import IndexedLabels
from vedette_plugins.datasources.loki.lines import lines_frame
from vedette_plugins.datasources.loki.model import BadQuery, Target, read_target
from vedette_plugins.datasources.loki.numbers import number_frames
from vedette_plugins.datasources.loki.plan import Plan, make_plan
from vedette_plugins.datasources.loki.reply import Reply, Sample, decode_reply
from vedette_plugins.datasources.loki.resources import PROXY_ROUTES, read_resource
from vedette_plugins.datasources.loki.rulers import RULER_PATHS, check_rule_names
from vedette_plugins.datasources.loki.settings import LokiSettings
from vedette_plugins.datasources.loki.stats import shown_stats
from vedette_plugins.datasources.loki.tail import tail

_LONG = 1_000
"""The length in characters from which parsing an expression is slow."""
_LOGS_TYPE: Json = {
    "typeVersion": [0, 0],
    "preferredVisualisationType": "logs",
}


class Loki:
    def __init__(self, name: str, settings: LokiSettings, host: Host) -> None:
        self._http = host.http
        self._rules = RulerResource(host.http, name)
        self._api = LokiApi(host.http)
        self._indexed = IndexedLabels(self._api, host.clock)
        self._lines = settings.lines
        self._most_lines = host.limits.rows
        self._planning = asyncio.Lock()

    async def query(self, queries: Sequence[Query], caller: Caller) -> Sequence[Answer]:
        calls = [self._answer(query, caller) for query in queries]
        return [await calls[0]] if len(calls) == 1 else await asyncio.gather(*calls)

    async def stream(self, query: Query, caller: Caller) -> AsyncIterator[Frame]:
        """Stream lines as they arrive. Raises `BadQuery` for a query with numeric results."""
        target = read_target(query)
        if not target.is_log_query:
            raise BadQuery(
                f"Query {query.ref_id} returns numbers. Only log lines can be followed live."
            )
        plan = await self._plan(query, target, caller)
        about = _lines_meta(plan, [])
        async for frame in tail(self._http, self._api, plan, caller, about, query.ref_id):
            yield frame

    async def check(self) -> Health:
        return await check_health(self._api, Caller(org_id=0))

    async def resource(
        self,
        method: str,
        path: str,
        params: Mapping[str, Sequence[str]],
        body: bytes,
        caller: Caller,
    ) -> ResourceAnswer:
        return await read_resource(self._api, path, params, body, caller)

    async def ruler(self, call: RulerCall, caller: Caller) -> bytes:
        """Call the ruler. Also raises `BadRuleName`."""
        check_rule_names(call)
        return await self._rules.ask(RULER_PATHS, call, caller)

    async def rule_states(
        self, what: Literal["rules", "alerts"], query: str, caller: Caller
    ) -> bytes:
        return await self._rules.states(f"/prometheus/api/v1/{what}", query, caller)

    async def aclose(self) -> None:
        """Do nothing: the client belongs to the host."""

    async def _answer(self, query: Query, caller: Caller) -> Answer:
        try:
            target = read_target(query)
            plan = await self._plan(query, target, caller)
            return Answer(query.ref_id, await self._frames(query, target, plan, caller))
        except VedetteError as error:
            return Answer(query.ref_id, error=error)

    async def _plan(self, query: Query, target: Target, caller: Caller) -> Plan:
        indexed: Collection[str] = ()
        plan = await self._filtered(query, target, indexed)
        if target.adhoc_filters:
            indexed = await self._indexed.names(plan.start_ns, plan.end_ns, caller)
            plan = await self._filtered(query, target, indexed)
        if plan.limit > self._most_lines:
            raise BadQuery(
                f"Query {query.ref_id} requests {plan.limit:,} lines. The limit is "
                f"{self._most_lines:,} ([dataproxy] row_limit)."
            )
        return plan

    async def _filtered(self, query: Query, target: Target, indexed: Collection[str]) -> Plan:
        """Add filters. Long expressions are parsed in a thread, one at a time."""
        if not target.adhoc_filters or len(target.expr) < _LONG:
            return make_plan(query, target, self._lines, indexed)
        async with self._planning:
            return await asyncio.to_thread(make_plan, query, target, self._lines, indexed)

    async def _frames(
        self, query: Query, target: Target, plan: Plan, caller: Caller
    ) -> tuple[Frame, ...]:
        purpose = target.supporting_query_type
        if target.is_instant:
            body = await self._api.query(plan.expr, plan.end_ns, caller, purpose)
        else:
            body = await self._api.query_range(plan, caller, purpose)
        read = partial(_read, target=target, plan=plan, ref_id=query.ref_id, limits=caller.limits)
        return await decoded(body, read)


def _read(
    body: bytes, target: Target, plan: Plan, ref_id: str, limits: ReadLimits | None
) -> tuple[Frame, ...]:
    reply = decode_reply(body, limits)
    try:
        frames = _shaped(reply, target, plan, ref_id)
    except ValueError as error:
        raise NotLoki("Loki returned a time or a value that is not a number.") from error
    return _noticed(frames, reply.warnings)


def _shaped(reply: Reply, target: Target, plan: Plan, ref_id: str) -> list[Frame]:
    stats = shown_stats(reply.stats)
    if reply.result_type == "streams":
        if target.is_instant:
            raise BadQuery(f"Query {ref_id} requests log lines at a single time. Select Range.")
        return [
            lines_frame(
                reply.streams,
                _lines_meta(plan, stats),
                ref_id=ref_id,
                is_forward=plan.direction == "forward",
                is_categorized=reply.is_categorized,
            )
        ]
    is_range = reply.result_type == "matrix"
    if not reply.has_time:
        for each in reply.series:
            each.value = each.value and Sample(plan.end_ns / 1e9, each.value.number)
    about: Json = {
        "type": "timeseries-multi" if is_range else "numeric-multi",
        "typeVersion": [0, 1],
        "custom": {"resultType": reply.result_type},
        "stats": stats,
        "executedQueryString": plan.executed,
    }
    frames = number_frames(
        reply.series,
        about,
        ref_id=ref_id,
        expr=plan.expr,
        legend=target.legend_format,
        step_ms=round(plan.step.total_seconds() * 1000) if is_range else None,
    )
    return frames or [Frame(FrameKind.TABLE, (), ref_id=ref_id, meta=about)]


def _lines_meta(plan: Plan, stats: Sequence[Json]) -> Json:
    return {
        **_LOGS_TYPE,
        "custom": {"frameType": "LabeledTimeValues", "limit": plan.limit},
        "stats": stats,
        "executedQueryString": plan.executed,
    }


def _noticed(frames: Sequence[Frame], warnings: Sequence[str]) -> tuple[Frame, ...]:
    """Return the frames with Loki's warnings as notices of the first one."""
    if not warnings:
        return tuple(frames)
    first = frames[0]
    notices = tuple({"severity": "warning", "text": text} for text in warnings)
    noticed = Frame(first.kind, first.fields, first.ref_id, first.name, notices, first.meta)
    return (noticed, *frames[1:])


async def open_loki(connection: Connection[LokiSettings], host: Host) -> DataSource:
    return Loki(connection.name, connection.settings, host)


PLUGIN = DataSourcePlugin(settings=LokiSettings, open=open_loki, proxy_routes=PROXY_ROUTES)
