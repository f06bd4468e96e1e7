"""The metrics at `/metrics`.

Labels come from closed sets only: route templates, plugin ids, known panel types. No path, name or
id from users becomes a label, so the number of series does not grow with use.
"""

import platform
from collections.abc import Collection, Mapping

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_REQUEST_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_QUERY_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_LONGEST_PANEL = 600.0


class Metrics:
    """All metrics. `panels` are the types that browsers can report; others count as `other`.

    Metrics that the operator disabled are counted but not published.
    """

    def __init__(
        self,
        *,
        version: str,
        commit: str = "",
        panels: Collection[str] = (),
        environment: Mapping[str, str] | None = None,
        publish_alerting: bool = True,
        publish_usage: bool = True,
    ) -> None:
        self.registry = registry = CollectorRegistry()
        self.alerting_registry = registry if publish_alerting else CollectorRegistry()
        self._panel_types = frozenset(panels)
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        self._requests = Histogram(
            "vedette_http_request_duration_seconds",
            "HTTP requests by route, method and status.",
            ("method", "handler", "status_code", "status"),
            buckets=_REQUEST_SECONDS,
            registry=registry,
        )
        self._request_series: dict[tuple[str, str, int], Histogram] = {}
        self._query_series: dict[tuple[str, str], Histogram] = {}
        self._source_series: dict[tuple[str, str], Histogram] = {}
        self._queries = Histogram(
            "vedette_query_duration_seconds",
            "Duration of queries by type of data source.",
            ("kind", "outcome"),
            buckets=_QUERY_SECONDS,
            registry=registry,
        )
        self._panels = Histogram(
            "vedette_panel_load_time_seconds",
            "Load times of panels reported by browsers.",
            ("type",),
            buckets=_QUERY_SECONDS,
            registry=registry,
        )
        self._active_users = Gauge(
            "vedette_active_users_total",
            "Users who were active in the last 30 minutes.",
            registry=registry if publish_usage else None,
        )
        self._source_requests = Histogram(
            "vedette_datasource_request_duration_seconds",
            "HTTP requests to data sources by type of data source and outcome.",
            ("kind", "outcome"),
            buckets=_QUERY_SECONDS,
            registry=registry,
        )
        self._cached = Counter(
            "vedette_query_cache_requests",
            "Queries by use of the cache: cached (hit), not cached (miss), not cacheable "
            "(bypass) or shared with a concurrent equal query (shared).",
            ("kind", "outcome"),
            registry=registry,
        )
        self._saved = Counter(
            "vedette_query_cache_saved_seconds",
            "Query time saved by cached and shared results.",
            ("kind",),
            registry=registry,
        )
        self._restarts = Counter(
            "vedette_service_restarts",
            "Restarts of background services after a failure.",
            ("service",),
            registry=registry,
        )
        self._provisioning_errors = Gauge(
            "vedette_provisioning_errors",
            "Provisioning files and entries that cannot be applied.",
            ("kind",),
            registry=registry,
        )
        self._stored = Gauge(
            "vedette_stat_totals", "Stored resources by kind.", ("kind",), registry=registry
        )
        _info(
            registry,
            "vedette_build_info",
            "Version of this build.",
            {"version": version, "commit": commit, "python": platform.python_version()},
        )
        if environment:
            _info(
                registry,
                "vedette_environment_info",
                "Labels from the section [metrics.environment_info].",
                environment,
            )
        self._connections = Gauge(
            "vedette_database_connections",
            "Connections of the database pool by state.",
            ("state",),
            registry=registry,
        )
        self._live = Gauge(
            "vedette_live_connections",
            "Browsers with a live connection.",
            registry=registry,
        )

    def observe_http(self, method: str, handler: str, status: int, seconds: float) -> None:
        key = (method if method in _METHODS else "other", handler, status)
        series = self._request_series.get(key)
        if series is None:
            code = str(status)
            series = self._request_series[key] = self._requests.labels(*key[:2], code, code)
        series.observe(seconds)

    def observe_query(self, kind: str, outcome: str, seconds: float) -> None:
        _of_kind(self._queries, self._query_series, kind, outcome).observe(seconds)

    def observe_panel(self, panel_type: str, seconds: float) -> None:
        """Record the time of a panel. Implausible times are ignored."""
        if 0 <= seconds <= _LONGEST_PANEL:
            known = panel_type if panel_type in self._panel_types else "other"
            self._panels.labels(known).observe(seconds)

    def observe_source(self, kind: str, outcome: str, seconds: float) -> None:
        _of_kind(self._source_requests, self._source_series, kind, outcome).observe(seconds)

    def observe_cache(self, kind: str, outcome: str, saved: float) -> None:
        self._cached.labels(kind, outcome).inc()
        if saved:
            self._saved.labels(kind).inc(saved)

    def count_restart(self, service: str) -> None:
        self._restarts.labels(service).inc()

    def set_provisioning_errors(self, kind: str, errors: int) -> None:
        self._provisioning_errors.labels(kind).set(errors)

    def set_totals(self, totals: Mapping[str, int]) -> None:
        for kind, count in totals.items():
            self._stored.labels(kind).set(count)

    def set_active_users(self, count: int) -> None:
        self._active_users.set(count)

    def set_connections(self, by_state: Mapping[str, int]) -> None:
        for state, count in by_state.items():
            self._connections.labels(state).set(count)

    def set_live_connections(self, count: int) -> None:
        self._live.set(count)

    def exposition(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self.registry)


def _of_kind(
    metric: Histogram, known: dict[tuple[str, str], Histogram], kind: str, outcome: str
) -> Histogram:
    """Return the child for both labels from a dictionary: looking it up in the library is slow."""
    series = known.get((kind, outcome))
    if series is None:
        series = known[kind, outcome] = metric.labels(kind, outcome)
    return series


def _info(
    registry: CollectorRegistry, name: str, help_text: str, labels: Mapping[str, str]
) -> None:
    names = tuple(_label(name) for name in labels)
    gauge = Gauge(name, help_text, names, registry=registry)
    gauge.labels(*labels.values()).set(1)


def _label(name: str) -> str:
    """Return the operator's word as a valid label name."""
    word = "".join(c if c.isascii() and c.isalnum() else "_" for c in name).lstrip("_") or "label"
    return f"_{word}" if word[0].isdigit() else word
