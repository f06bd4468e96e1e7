"""The `jsonData` of a Prometheus source."""

from typing import Annotated, Literal

import msgspec

from vedette.sdk import INERT


class ExemplarDestination(msgspec.Struct, rename="camel"):
    """The target of the trace id in an exemplar's label `name`: a trace source or a URL."""

    name: str
    datasource_uid: str = ""
    url: str = ""
    url_display_label: str = ""


class PrometheusSettings(msgspec.Struct, rename="camel"):
    """Settings with the keys of provisioning files. Durations are text such as `15s`.

    Keys that only the UI uses are declared as well, so that a wrong type is refused when the source
    is saved and not when a dashboard opens.
    """

    http_method: Literal["POST", "GET", "post", "get", ""] = "POST"
    time_interval: str = ""
    """The scrape interval: the minimum step, and the base of the rate interval."""
    query_timeout: str = ""
    """The `timeout` of each query."""
    custom_query_parameters: str = ""
    """Parameters of each query: `max_source_resolution=5m&dedup=true`."""
    manage_alerts: bool = True
    alertmanager_uid: str = ""
    prometheus_type: str = ""
    """Prometheus, Cortex, Mimir, Thanos or VictoriaMetrics."""
    prometheus_version: Annotated[str, INERT] = ""
    cache_level: Annotated[str, INERT] = ""
    incremental_querying: Annotated[bool, INERT] = False
    incremental_query_overlap_window: Annotated[str, INERT] = "10m"
    disable_recording_rules: Annotated[bool, INERT] = False
    disable_metrics_lookup: bool = False
    default_editor: Annotated[str, INERT] = ""
    exemplar_trace_id_destinations: list[ExemplarDestination] | None = None
