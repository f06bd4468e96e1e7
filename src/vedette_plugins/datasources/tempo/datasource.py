"""The Tempo data source."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from vedette.sdk import (
    Answer,
    Caller,
    Connection,
    DataSource,
    DataSourcePlugin,
    Frame,
    Health,
    Host,
    Json,
    LinkedQuery,
    Query,
    TimeRange,
    VedetteError,
    check_series,
    format_duration,
    parse_duration,
)
from vedette_plugins.datasources.tempo import series, service_map
from vedette_plugins.datasources.tempo.client import Params, TempoApi, not_found, span_params
from vedette_plugins.datasources.tempo.errors import NoMetricsSource, NotTempo
from vedette_plugins.datasources.tempo.health import check_health
from vedette_plugins.datasources.tempo.model import Ask, Target, read_target
from vedette_plugins.datasources.tempo.node_graph import node_frames
from vedette_plugins.datasources.tempo.resources import PROXY_ROUTES, read_resource
from vedette_plugins.datasources.tempo.search import search_frame
from vedette_plugins.datasources.tempo.settings import TempoSettings
from vedette_plugins.datasources.tempo.spans import MOST_SPANS, Spans, read_spans
from vedette_plugins.datasources.tempo.trace_frame import trace_frame

_NO_GROUPS = (
    "The search is not aggregated, because Tempo removed that API. Use TraceQL metrics, such "
    "as { } | rate() by (resource.service.name)."
)
_DEFAULT_SHIFT = timedelta(minutes=30)
_LARGE = 1024 * 1024
"""The size in bytes from which a search result is decoded in a thread."""


class Tempo:
    def __init__(self, api: TempoApi, connection: Connection[TempoSettings], host: Host) -> None:
        self._api = api
        self._uid = connection.uid
        self._settings = connection.settings
        self._pause = partial(host.clock.sleep, 0)
        self._most_spans = min(MOST_SPANS, host.limits.rows)

    async def query(self, queries: Sequence[Query], caller: Caller) -> Sequence[Answer]:
        return await asyncio.gather(*(self._answer(query, caller) for query in queries))

    async def _answer(self, query: Query, caller: Caller) -> Answer:
        try:
            return Answer(query.ref_id, await self._frames(query, read_target(query), caller))
        except VedetteError as error:
            return Answer(query.ref_id, error=error)

    async def _frames(self, query: Query, target: Target, caller: Caller) -> tuple[Frame, ...]:
        match target.ask:
            case Ask.TRACE:
                return await self._trace(query, target, caller)
            case Ask.METRICS:
                return await self._metrics(query, target, caller)
            case Ask.SEARCH:
                return await self._search(query, target, caller)
            case Ask.SERVICE_MAP:
                raise NoMetricsSource("The service map is queried from the metrics data source.")
            case Ask.NOTHING:
                return ()

    async def _trace(self, query: Query, target: Target, caller: Caller) -> tuple[Frame, ...]:
        within = self._shifted(query.range)
        body = await self._api.trace(target.trace_id, within, caller)
        spans = await read_spans(body, self._pause, self._most_spans)
        if not len(spans):
            raise not_found(target.trace_id, within)
        # Building the columns of a large trace is slow, so it runs in a thread.
        return await asyncio.to_thread(self._trace_frames, spans, query.ref_id)

    def _trace_frames(self, spans: Spans, ref_id: str) -> tuple[Frame, ...]:
        frame = trace_frame(spans, ref_id)
        return (frame, *node_frames(spans, ref_id)) if self._settings.draws_nodes else (frame,)

    def _shifted(self, span: TimeRange) -> TimeRange | None:
        """Return the range with its shifts; None if traces are searched at all times, the
        default."""
        shifts = self._settings.trace_query
        if shifts is None or not shifts.time_shift_enabled:
            return None
        before = _shift(shifts.span_start_time_shift)
        return TimeRange(span.start - before, span.end + _shift(shifts.span_end_time_shift))

    async def _search(self, query: Query, target: Target, caller: Caller) -> tuple[Frame, ...]:
        text = target.traceql
        params: Params = [
            ("q", text),
            ("limit", str(target.most_traces)),
            ("spss", str(target.spans_per_set)),
            *span_params(query.range),
        ]
        table = target.table
        body = await self._api.read("/api/search", params, caller)
        try:
            read = partial(search_frame, body, table, query.ref_id, text)
            frame = read() if len(body) < _LARGE else await asyncio.to_thread(read)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise NotTempo(f"The response of /api/search is not from Tempo: {error}.") from error
        if any(each.tag for each in target.group_by or ()):
            notice = {"severity": "warning", "text": _NO_GROUPS}
            frame = replace(frame, notices=(*frame.notices, notice))
        return (frame,)

    async def _metrics(self, query: Query, target: Target, caller: Caller) -> tuple[Frame, ...]:
        step = series.step_of(query, target.step)
        text = target.traceql
        params: Params = [("q", text), *span_params(query.range)]
        if target.metrics_query_type == "instant":
            reply = await self._api.decoded("/api/metrics/query", params, caller, series.decoder)
            check_series(len(reply.series or ()), caller.limits)
            end = query.range.end_ms
            return tuple(series.instant_frames(reply, end, query.ref_id, text))
        params.append(("step", format_duration(step)))
        reply = await self._api.decoded("/api/metrics/query_range", params, caller, series.decoder)
        check_series(len(reply.series or ()), caller.limits)
        executed = f"{text}\nStep: {format_duration(step)}"
        return tuple(series.range_frames(reply, step, query.ref_id, executed))

    def linked(self, query: Query) -> Sequence[LinkedQuery]:
        if query.model.get("queryType") != "serviceMap":
            return ()
        uid = self._settings.metrics_uid
        if uid == self._uid:
            raise NoMetricsSource(
                "The metrics data source of the service map is this data source itself."
            )
        return service_map.linked_queries(query, read_target(query), uid)

    def combine(self, query: Query, answers: Mapping[str, Answer]) -> Answer:
        return service_map.combined(query, answers)

    async def check(self) -> Health:
        return await check_health(self._api, Caller(org_id=0))

    async def resource(
        self,
        method: str,
        path: str,
        params: Mapping[str, Sequence[str]],
        body: bytes,
        caller: Caller,
    ) -> Json | Sequence[Any]:
        return await read_resource(self._api, path, params, caller)

    async def aclose(self) -> None:
        """Do nothing: the client belongs to the host."""


def _shift(text: str | None) -> timedelta:
    """Return the shift as a duration; the sign in older settings is ignored."""
    text = (text or "").strip().lstrip("-+")
    return parse_duration(text) if text else _DEFAULT_SHIFT


async def open_tempo(connection: Connection[TempoSettings], host: Host) -> DataSource:
    return Tempo(TempoApi(host.http), connection, host)


PLUGIN = DataSourcePlugin(settings=TempoSettings, open=open_tempo, proxy_routes=PROXY_ROUTES)
