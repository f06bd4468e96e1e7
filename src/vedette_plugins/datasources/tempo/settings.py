"""The `jsonData` of a Tempo source."""

from typing import Annotated, Any

import msgspec

from vedette.sdk import INERT

JsonObject = dict[str, Any]


class ServiceMap(msgspec.Struct, rename="camel"):
    """The metrics source with the metrics of Tempo's metrics generator."""

    datasource_uid: str | None = None


class NodeGraph(msgspec.Struct):
    enabled: bool | None = None


class TraceQuery(msgspec.Struct, rename="camel"):
    """Whether a trace is only searched in the time range of the query, extended by the shifts."""

    time_shift_enabled: bool | None = None
    span_start_time_shift: str | None = None
    span_end_time_shift: str | None = None


class TempoSettings(msgspec.Struct, rename="camel"):
    """Settings with the keys of provisioning files.

    Keys that only the UI uses are declared as well, so that a wrong type is refused.
    """

    service_map: ServiceMap | None = None
    node_graph: NodeGraph | None = None
    trace_query: TraceQuery | None = None
    search: JsonObject | None = None
    traces_to_logs: JsonObject | None = None
    traces_to_logs_v2: JsonObject | None = msgspec.field(default=None, name="tracesToLogsV2")
    traces_to_metrics: JsonObject | None = None
    traces_to_profiles: Annotated[JsonObject | None, INERT] = None
    loki_search: Annotated[JsonObject | None, INERT] = None
    span_bar: Annotated[JsonObject | None, INERT] = None
    streaming_enabled: Annotated[JsonObject | None, INERT] = None

    @property
    def metrics_uid(self) -> str:
        return (self.service_map.datasource_uid or "") if self.service_map else ""

    @property
    def draws_nodes(self) -> bool:
        return bool(self.node_graph and self.node_graph.enabled)
