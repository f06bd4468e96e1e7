"""The service's own numbers. Labels hold route templates and kinds, never what users type."""

import platform
from collections.abc import Mapping

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_HTTP = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_QUERY = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60)
_PANEL = (0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 8, 13, 30)
_METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"})
_LONGEST_PANEL = 600.0


class Metrics:
    """One registry for one process."""

    def __init__(self, *, version: str, commit: str, panels: frozenset[str] = frozenset()) -> None:
        """`panels` are the panel types that may become label values."""
        self.registry = registry = CollectorRegistry()
        self._panels = panels
        ProcessCollector(registry=registry)
        self._http = Histogram(
            "vedette_http_request_duration_seconds",
            "Time from a request's first byte to its answer's last.",
            ("method", "handler", "status_code", "status"),
            buckets=_HTTP,
            registry=registry,
        )
        self._query = Histogram(
            "vedette_query_duration_seconds",
            "Time a data source took for the queries of one request.",
            ("kind", "outcome"),
            buckets=_QUERY,
            registry=registry,
        )
        self._panel = Histogram(
            "vedette_panel_load_time_seconds",
            "Time from asking to drawing a panel, as browsers report it.",
            ("type",),
            buckets=_PANEL,
            registry=registry,
        )
        self._active_users = Gauge(
            "vedette_active_users_total",
            "Users who were here within the last half hour.",
            registry=registry,
        )
        self._restarts = Counter(
            "vedette_service_restarts_total",
            "Crashes of background services that were started again.",
            ("service",),
            registry=registry,
        )
        self._provisioning_errors = Gauge(
            "vedette_provisioning_errors",
            "Provisioning files that could not be applied.",
            ("kind",),
            registry=registry,
        )
        self._totals = Gauge(
            "vedette_stat_totals",
            "Stored things by kind.",
            ("kind",),
            registry=registry,
        )
        self._connections = Gauge(
            "vedette_database_connections",
            "Connections to the service's own database.",
            ("state",),
            registry=registry,
        )
        build = Gauge(
            "vedette_build_info",
            "Constant 1; its labels say what runs.",
            ("version", "revision", "python"),
            registry=registry,
        )
        build.labels(version, commit, platform.python_version()).set(1)

    def observe_http(self, method: str, route: str, status: int, seconds: float) -> None:
        known = method if method in _METHODS else "other"
        self._http.labels(known, route, str(status), str(status)).observe(seconds)

    def observe_query(self, kind: str, outcome: str, seconds: float) -> None:
        self._query.labels(kind, outcome).observe(seconds)

    def observe_panel(self, panel_type: str, seconds: float) -> None:
        if 0 <= seconds <= _LONGEST_PANEL:
            kind = panel_type if panel_type in self._panels else "other"
            self._panel.labels(kind).observe(seconds)

    def count_restart(self, service: str) -> None:
        self._restarts.labels(service).inc()

    def set_provisioning_errors(self, kind: str, count: int) -> None:
        self._provisioning_errors.labels(kind).set(count)

    def set_total(self, kind: str, count: int) -> None:
        self._totals.labels(kind).set(count)

    def set_active_users(self, count: int) -> None:
        self._active_users.set(count)

    def set_connections(self, statistics: Mapping[str, int]) -> None:
        for state, count in statistics.items():
            self._connections.labels(state).set(count)

    def set_environment(self, labels: Mapping[str, str]) -> None:
        """`[metrics.environment_info]` as labels of one constant gauge."""
        if labels:
            info = Gauge(
                "vedette_environment_info",
                "Constant 1; its labels are configured.",
                tuple(labels),
                registry=self.registry,
            )
            info.labels(*labels.values()).set(1)

    def exposition(self) -> bytes:
        """The Prometheus text format."""
        return generate_latest(self.registry)
