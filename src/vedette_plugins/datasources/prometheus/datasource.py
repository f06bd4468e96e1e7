"""The Prometheus data source."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal

import msgspec

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
    ResourceAnswer,
    Sharing,
    VedetteError,
)
from vedette.sdk.limits import series_notice
from vedette.sdk.ruler import RulerCall, RulerResource
from vedette_plugins.datasources.prometheus import frames
from vedette_plugins.datasources.prometheus.client import PrometheusApi
from vedette_plugins.datasources.prometheus.exemplars import exemplar_frame, read_exemplars, thin
from vedette_plugins.datasources.prometheus.health import check_health
from vedette_plugins.datasources.prometheus.heatmap import cells_frame, heatmap_frames
from vedette_plugins.datasources.prometheus.model import Target, read_target
from vedette_plugins.datasources.prometheus.plan import Plan, make_plan
from vedette_plugins.datasources.prometheus.resources import PROXY_ROUTES, read_resource
from vedette_plugins.datasources.prometheus.rulers import ruler_paths
from vedette_plugins.datasources.prometheus.series import Matrix
from vedette_plugins.datasources.prometheus.settings import PrometheusSettings
from vedette_plugins.datasources.prometheus.table import table_frame

_LONG = 1_000
"""The length in characters from which parsing an expression is slow."""
_MANY_SERIES = 1_000


class Prometheus:
    def __init__(
        self,
        api: PrometheusApi,
        rules: RulerResource,
        settings: PrometheusSettings,
        log: logging.Logger,
        most_series: int,
    ) -> None:
        self._api = api
        self._rules = rules
        self._settings = settings
        self._log = log
        self._most_series = most_series
        self._planning = asyncio.Lock()

    async def query(self, queries: Sequence[Query], caller: Caller) -> Sequence[Answer]:
        tables = sum(query.model.get("format") == "table" for query in queries)
        calls = [self._answer(query, caller, several_tables=tables > 1) for query in queries]
        return [await calls[0]] if len(calls) == 1 else await asyncio.gather(*calls)

    async def _answer(self, query: Query, caller: Caller, *, several_tables: bool) -> Answer:
        try:
            target = read_target(query)
            plan = await self._plan(query, target)
            shape = _Shape(query.ref_id, target, plan, caller, several_tables, self._most_series)
            return Answer(query.ref_id, await self._frames(shape, caller))
        except VedetteError as error:
            return Answer(query.ref_id, error=error)

    async def _plan(self, query: Query, target: Target) -> Plan:
        """Return the request. Long expressions are parsed in a thread, one at a time."""
        if not target.adhoc_filters or len(target.expr) < _LONG:
            return make_plan(query, target, self._settings.time_interval)
        async with self._planning:
            return await asyncio.to_thread(make_plan, query, target, self._settings.time_interval)

    async def _frames(self, shape: "_Shape", caller: Caller) -> tuple[Frame, ...]:
        target = shape.target
        calls = []
        if target.wants_range:
            calls.append(self._range(shape, caller))
        if target.wants_instant:
            calls.append(self._instant(shape, caller))
        if target.exemplar and not caller.from_alert:
            calls.append(self._exemplars(shape, caller))
        if len(calls) == 1:
            return await calls[0]
        parts = await asyncio.gather(*calls, return_exceptions=True)
        found: list[Frame] = []
        for part in parts:
            if isinstance(part, BaseException):
                raise part
            found += part
        return tuple(found)

    async def _range(self, shape: "_Shape", caller: Caller) -> tuple[Frame, ...]:
        plan = shape.plan
        matrix = await self._api.query_range(plan.expr, plan.grid, caller)
        about = frames.meta("timeseries-multi", "matrix", plan.executed)
        return await shape.built(matrix, about, plan.grid.step_ms)

    async def _instant(self, shape: "_Shape", caller: Caller) -> tuple[Frame, ...]:
        plan = shape.plan
        reply = await self._api.query(plan.expr, plan.time_ms, caller)
        kind = "timeseries-multi" if reply.result_type == "matrix" else "numeric-multi"
        about = frames.meta(kind, reply.result_type, f"Expr: {plan.expr}")
        if reply.text is not None:
            return (frames.text_frame(reply, about, shape.ref_id),)
        return await shape.built(reply.matrix, about, None)

    async def _exemplars(self, shape: "_Shape", caller: Caller) -> tuple[Frame, ...]:
        """Return exemplars. If they fail, the series are shown with a notice."""
        plan = shape.plan
        about = frames.meta("table", "exemplar", plan.executed)
        try:
            points = read_exemplars(await self._api.exemplars(plan.expr, plan.grid, caller))
        except (VedetteError, msgspec.ValidationError, ValueError) as error:
            self._log.info("The query for exemplars failed: %s", error)
            notice = {"severity": "info", "text": f"No exemplars: {error}"}
            return frames.with_notices([frames.empty_frame(about, shape.ref_id)], [notice])
        if not points:
            return ()
        kept = thin(points, plan.grid.step_ms)
        destinations = self._settings.exemplar_trace_id_destinations or ()
        return (exemplar_frame(kept, about, destinations, shape.ref_id),)

    async def check(self) -> Health:
        return await check_health(self._api, Caller(org_id=0), self._settings.prometheus_type)

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
        paths = await ruler_paths(self._api, self._settings, call.subtype, caller)
        return await self._rules.ask(paths, call, caller)

    async def rule_states(
        self, what: Literal["rules", "alerts"], query: str, caller: Caller
    ) -> bytes:
        return await self._rules.states(f"/api/v1/{what}", query, caller)

    async def aclose(self) -> None:
        """Do nothing: the client belongs to the host."""


class _Shape:
    """The format of one target's result."""

    def __init__(
        self,
        ref_id: str,
        target: Target,
        plan: Plan,
        caller: Caller,
        several_tables: bool,
        most_series: int,
    ) -> None:
        self.ref_id = ref_id
        self.target = target
        self.plan = plan
        # Alert rules and expressions need plain series, in any format of the panel.
        is_plain = caller.from_alert or caller.for_expressions
        self._format = "time_series" if is_plain else target.format or "time_series"
        self._most_series = most_series
        self._value_name = f"Value #{ref_id}" if several_tables else "Value"

    async def built(self, matrix: Matrix, about: Json, step_ms: int | None) -> tuple[Frame, ...]:
        """Return the frames, created in a thread if there are many."""
        if self._format == "time_series" and len(matrix.series) <= _MANY_SERIES:
            return self.frames(matrix, about, step_ms)
        return await asyncio.to_thread(self.frames, matrix, about, step_ms)

    def frames(self, matrix: Matrix, about: Json, step_ms: int | None) -> tuple[Frame, ...]:
        """Return the frames. `step_ms` is None for an instant query."""
        built: list[Frame] = []
        interval = step_ms or self.plan.grid.step_ms
        if matrix.series:
            built += self._series_frames(matrix, about, step_ms)
        for each in matrix.histograms:
            built.append(cells_frame(each, about, ref_id=self.ref_id, step_ms=interval))
        if not built:
            built.append(frames.empty_frame(about, self.ref_id))
        notices = frames.notices(matrix)
        if self._format == "time_series" and len(matrix.series) > self._most_series:
            notices.append(series_notice(len(matrix.series), self._most_series))
        return frames.with_notices(built, notices)

    def _series_frames(self, matrix: Matrix, about: Json, step_ms: int | None) -> list[Frame]:
        series = matrix.series
        if self._format == "table":
            name = self._value_name
            return [table_frame(series, about, ref_id=self.ref_id, value_name=name)]
        if self._format == "heatmap":
            interval = step_ms or self.plan.grid.step_ms
            return heatmap_frames(series, about, ref_id=self.ref_id, step_ms=interval)
        return frames.series_frames(
            series[: self._most_series],
            about,
            ref_id=self.ref_id,
            expr=self.plan.expr,
            legend=self.target.legend_format,
            step_ms=step_ms,
            kind=FrameKind.SERIES if step_ms else FrameKind.NUMBERS,
        )


async def open_prometheus(connection: Connection[PrometheusSettings], host: Host) -> DataSource:
    api = PrometheusApi(
        host.http, connection.settings, partial(host.clock.sleep, 0), connection.name
    )
    rules = RulerResource(host.http, connection.name)
    return Prometheus(api, rules, connection.settings, host.log, host.limits.series)


def _sharing(query: Query) -> Sharing:
    """Return the sharing. In a result with several tables, the value columns are named by query."""
    return Sharing.TOGETHER if query.model.get("format") == "table" else Sharing.ALONE


PLUGIN = DataSourcePlugin(
    settings=PrometheusSettings,
    open=open_prometheus,
    proxy_routes=PROXY_ROUTES,
    sharing=_sharing,
)
