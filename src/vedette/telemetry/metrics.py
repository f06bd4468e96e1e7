"""The numbers at `/metrics`.

Labels come from closed sets only: route templates, plugin ids, known panel types. No path, name or
id that a user chose becomes a label, so the number of series does not grow with use.
"""

import platform
from collections.abc import Callable, Collection, Iterator, Mapping

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_REQUEST_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_QUERY_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_LONGEST_PANEL = 600.0


class Metrics:
    """`panel_types` are those that browsers may report; others count as `other`."""

    def __init__(
        self,
        *,
        version: str,
        commit: str = "",
        environment: Mapping[str, str] | None = None,
        panel_types: Collection[str] = (),
    ) -> None:
        self.registry = registry = CollectorRegistry()
        self._panel_types = frozenset(panel_types)
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        self._requests = Histogram(
            "vedette_http_request_duration_seconds",
            "HTTP requests by route, method and status.",
            ("method", "handler", "status_code", "status"),
            buckets=_REQUEST_SECONDS,
            registry=registry,
        )
        self._queries = Histogram(
            "vedette_query_duration_seconds",
            "Calls of data sources for queries, by kind of source.",
            ("kind", "outcome"),
            buckets=_QUERY_SECONDS,
            registry=registry,
        )
        self._panels = Histogram(
            "vedette_panel_load_time_seconds",
            "Time until a panel was drawn, as browsers report it.",
            ("type",),
            buckets=_QUERY_SECONDS,
            registry=registry,
        )
        self.active_users = Gauge(
            "vedette_active_users_total", "Users who were active lately.", registry=registry
        )
        self._source_requests = Histogram(
            "vedette_datasource_request_duration_seconds",
            "HTTP requests to data sources, by kind of source and outcome.",
            ("kind", "outcome"),
            buckets=_QUERY_SECONDS,
            registry=registry,
        )
        self._restarts = Counter(
            "vedette_service_restarts",
            "Restarts of background services after a crash.",
            ("service",),
            registry=registry,
        )
        self._provisioning_errors = Gauge(
            "vedette_provisioning_errors",
            "Files and entries that can not be applied.",
            ("kind",),
            registry=registry,
        )
        self._stored = Gauge(
            "vedette_stat_totals", "Stored things by kind.", ("kind",), registry=registry
        )
        _info(
            registry,
            "vedette_build_info",
            "This build.",
            {"version": version, "commit": commit, "python": platform.python_version()},
        )
        if environment:
            _info(registry, "vedette_environment_info", "The operator's labels.", environment)

    def request_done(self, method: str, handler: str, status: int, seconds: float) -> None:
        code = str(status)
        known = method if method in _METHODS else "other"
        self._requests.labels(known, handler, code, code).observe(seconds)

    def query_done(self, kind: str, outcome: str, seconds: float) -> None:
        self._queries.labels(kind, outcome).observe(seconds)

    def panel_loaded(self, panel_type: str, seconds: float) -> None:
        """Times that no browser can mean are left out."""
        if 0 <= seconds <= _LONGEST_PANEL:
            known = panel_type if panel_type in self._panel_types else "other"
            self._panels.labels(known).observe(seconds)

    def source_request_done(self, kind: str, outcome: str, seconds: float) -> None:
        self._source_requests.labels(kind, outcome).observe(seconds)

    def service_restarted(self, service: str) -> None:
        self._restarts.labels(service).inc()

    def provisioning_applied(self, kind: str, errors: int) -> None:
        self._provisioning_errors.labels(kind).set(errors)

    def set_totals(self, totals: Mapping[str, int]) -> None:
        for kind, count in totals.items():
            self._stored.labels(kind).set(count)

    def watch_database(self, statistics: Callable[[], Mapping[str, int]]) -> None:
        """Connections by state, asked for at each scrape."""
        self.registry.register(_DatabaseConnections(statistics))

    def exposition(self) -> bytes:
        """Everything, in Prometheus's text format."""
        return generate_latest(self.registry)


class _DatabaseConnections(Collector):
    def __init__(self, statistics: Callable[[], Mapping[str, int]]) -> None:
        self._statistics = statistics

    def collect(self) -> Iterator[GaugeMetricFamily]:
        family = GaugeMetricFamily(
            "vedette_database_connections", "Connections of the pool.", labels=["state"]
        )
        for state, count in self._statistics().items():
            family.add_metric([state], count)
        yield family


def _info(
    registry: CollectorRegistry, name: str, help_text: str, labels: Mapping[str, str]
) -> None:
    names = tuple(_label(name) for name in labels)
    gauge = Gauge(name, help_text, names, registry=registry)
    gauge.labels(*labels.values()).set(1)


def _label(name: str) -> str:
    """An operator's word as a label name."""
    word = "".join(c if c.isascii() and c.isalnum() else "_" for c in name).lstrip("_") or "label"
    return f"_{word}" if word[0].isdigit() else word
