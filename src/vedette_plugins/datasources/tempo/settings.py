"""The `jsonData` of a Tempo source."""

from typing import Annotated, Any

import msgspec

from vedette.sdk import INERT

JsonObject = dict[str, Any]


class ServiceMap(msgspec.Struct, rename="camel"):
    """The metrics source that holds what Tempo's metrics generator counts."""

    datasource_uid: str | None = None


class NodeGraph(msgspec.Struct):
    enabled: bool | None = None


class TraceQuery(msgspec.Struct, rename="camel"):
    """Whether a trace is looked for in the time range of the query only, widened by the shifts."""

    time_shift_enabled: bool | None = None
    span_start_time_shift: str | None = None
    span_end_time_shift: str | None = None


class TempoSettings(msgspec.Struct, rename="camel"):
    """Keys of the same names as in provisioning files (specification 2.2).

    Those that only the browser acts on are kept as they are, so that a wrong type is refused.
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
