"""The test-data source: picks the scenario that a query names."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import msgspec
import numpy as np

from vedette.sdk import (
    Answer,
    Caller,
    Clock,
    Connection,
    DataSource,
    DataSourcePlugin,
    Frame,
    Health,
    Host,
    Json,
    NotFound,
    Query,
    Sharing,
    VedetteError,
)
from vedette_plugins.datasources.testdata import (
    choices,
    csv_text,
    events,
    faults,
    graphs,
    heatmaps,
    logs,
    tables,
    traces,
    walks,
    waves,
)
from vedette_plugins.datasources.testdata.model import BadScenario, Scenario, read_scenario

_SCENARIOS: Mapping[str, tuple[str, Callable[[Query, Scenario], list[Frame]]]] = {
    "random_walk": ("Random Walk", walks.random_walk),
    "random_walk_with_error": ("Random Walk (with error)", walks.random_walk),
    "random_walk_table": ("Random Walk Table", walks.random_walk_table),
    "predictable_pulse": ("Predictable Pulse", waves.predictable_pulse),
    "predictable_csv_wave": ("Predictable CSV Wave", waves.predictable_csv_wave),
    "csv_content": ("CSV Content", csv_text.csv_content),
    "csv_file": ("CSV File", csv_text.csv_file),
    "csv_metric_values": ("CSV Metric Values", waves.csv_metric_values),
    "manual_entry": ("Manual Entry", waves.manual_entry),
    "logs": ("Logs", logs.logs),
    "node_graph": ("Node Graph", graphs.node_graph),
    "trace": ("Trace", traces.trace),
    "flame_graph": ("Flame Graph", graphs.flame_graph),
    "no_data_points": ("No Data Points", faults.no_data_points),
    "datapoints_outside_range": ("Datapoints Outside Range", waves.outside_range),
    "server_error_500": ("Conditional Error", faults.server_error),
    "error_with_source": ("Error with source", faults.error_with_source),
    "Fails intermittently": ("Fails now and then", faults.flakey),
    "raw_frame": ("Raw Frames", tables.raw_frame),
    "table_static": ("Table Static", tables.table_static),
    "grafana_api": ("Table Static", tables.table_static),
    "annotations": ("Annotations", events.annotations),
    "usa": ("USA generated data", tables.usa),
    "exponential_heatmap_bucket_data": ("Exponential heatmap", heatmaps.exponential_buckets),
    "linear_heatmap_bucket_data": ("Linear heatmap", heatmaps.linear_buckets),
    "streaming_client": ("Streaming Client", walks.stream_window),
    "live": ("Live", walks.stream_window),
    "simulation": ("Simulation", walks.sine),
    "variables-query": ("Variable values", choices.variables_query),
}
_SLOW = "slow_query"
_STREAMED = frozenset({"streaming_client", "live"})
_NEVER_THE_SAME = frozenset({"flakey", "live", "streaming_client"})
_WITH_ERROR = "random_walk_with_error"


class NoSettings(msgspec.Struct):
    """There is nothing to set."""


class NoSuchResource(NotFound):
    code = "testdata.no_such_resource"


class MadeUpData:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    async def query(self, queries: Sequence[Query], caller: Caller) -> Sequence[Answer]:
        return await asyncio.gather(*map(self._answer, queries))

    async def _answer(self, query: Query) -> Answer:
        try:
            scenario = read_scenario(query)
            if scenario.scenario_id == _SLOW:
                frames = await faults.slow_query(query, scenario, self._clock)
            else:
                frames = await asyncio.to_thread(_make(scenario.scenario_id), query, scenario)
            error = faults.made_up() if scenario.scenario_id == _WITH_ERROR else None
            return Answer(query.ref_id, tuple(frames), error)
        except VedetteError as error:
            return Answer(query.ref_id, error=error)

    async def stream(self, query: Query, caller: Caller) -> AsyncIterator[Frame]:
        """One row at a time, every `speed` milliseconds, for as long as it is read.

        Raises `BadScenario` for a scenario that does not go on.
        """
        scenario = read_scenario(query)
        if scenario.scenario_id not in _STREAMED:
            names = ", ".join(sorted(_STREAMED))
            raise BadScenario(f"Only these scenarios support live streaming: {names}.")
        step = max(10, round(scenario.stream.speed))
        moment = self._clock.now_ms() // step * step
        while True:
            if scenario.stream.type == "logs":
                yield logs.stream_frame(query, scenario, moment)
            else:
                yield walks.stream_frame(query, scenario, np.array([moment], dtype=np.int64))
            moment += step
            pause = timedelta(milliseconds=max(0, moment - self._clock.now_ms()))
            await self._clock.sleep(pause.total_seconds())

    async def resource(
        self,
        method: str,
        path: str,
        params: Mapping[str, Sequence[str]],
        body: bytes,
        caller: Caller,
    ) -> Json | Sequence[Any]:
        if path.strip("/") != "scenarios":
            raise NoSuchResource("TestData only lists its scenarios.")
        names = {key: name for key, (name, _) in _SCENARIOS.items()} | {_SLOW: "Slow Query"}
        return [{"id": key, "name": names[key]} for key in sorted(names)]

    async def check(self) -> Health:
        return Health(ok=True, message="Data source is working")

    async def aclose(self) -> None:
        """Nothing is open."""


def _make(scenario_id: str) -> Callable[[Query, Scenario], list[Frame]]:
    found = _SCENARIOS.get(scenario_id)
    if found is None:
        raise BadScenario(f"TestData has no scenario {scenario_id[:60]!r}.")
    return found[1]


async def open_testdata(connection: Connection[NoSettings], host: Host) -> DataSource:
    return MadeUpData(host.clock)


def _sharing(query: Query) -> Sharing:
    differs = query.model.get("scenarioId") in _NEVER_THE_SAME
    return Sharing.NEVER if differs else Sharing.ALONE


PLUGIN = DataSourcePlugin(settings=NoSettings, open=open_testdata, sharing=_sharing)
