"""The metrics of alerting.

Metrics that Grafana 10.4 has too have its names, with the prefix of this product.
"""

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_P = "vedette_alerting_"


class EvaluationMetrics:
    """Metrics of the rules that this instance evaluates."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._expected = Counter(
            f"{_P}rule_evaluations_expected",
            "Scheduled evaluations of rules: completed, in progress or missed.",
            registry=registry,
        )
        self._evaluations = Counter(
            f"{_P}rule_evaluations", "Completed evaluations of rules.", registry=registry
        )
        self._failures = Counter(
            f"{_P}rule_evaluation_failures",
            "Failed evaluations by reason.",
            ("reason",),
            registry=registry,
        )
        self._duration = Histogram(
            f"{_P}rule_evaluation_duration_seconds",
            "Duration of evaluations, from the query to the new states.",
            buckets=_SECONDS,
            registry=registry,
        )
        self._missed = Counter(
            f"{_P}rule_evaluations_missed",
            "Scheduled evaluations that were missed.",
            registry=registry,
        )
        self._dropped = Counter(
            f"{_P}rule_evaluations_dropped",
            "Evaluations whose result was discarded: the rule was changed or taken over, or "
            "the database was unavailable.",
            ("reason",),
            registry=registry,
        )
        self._lateness = Histogram(
            f"{_P}scheduler_lateness_seconds",
            "Delay of evaluations after their scheduled time.",
            buckets=_SECONDS,
            registry=registry,
        )
        self._behind = Gauge(
            f"{_P}scheduler_behind_seconds",
            "Delay of the longest overdue rule.",
            registry=registry,
        )
        self._rules = Gauge(
            f"{_P}schedule_alert_rules",
            "Rules of all instances, and rules that this instance evaluated last.",
            ("share",),
            registry=registry,
        )
        self._alerts = Gauge(
            f"{_P}alerts", "Alert instances by state.", ("state",), registry=registry
        )
        self._leases = Gauge(
            f"{_P}leases_held", "Evaluations in progress in this instance.", registry=registry
        )
        self._lost = Counter(
            f"{_P}lease_lost", "Evaluations that another instance took over.", registry=registry
        )
        self._offset = Gauge(
            "vedette_cluster_clock_offset_seconds",
            "Offset of this instance's clock to the clock of the database.",
            registry=registry,
        )
        self._instances = Gauge(
            "vedette_cluster_instances", "Live instances that share the work.", registry=registry
        )

    def evaluated(self, seconds: float, failure_reason: str) -> None:
        self._evaluations.inc()
        self._duration.observe(seconds)
        if failure_reason:
            self._failures.labels(failure_reason).inc()

    def missed(self, count: int) -> None:
        self._expected.inc(count)
        self._missed.inc(count)

    def dropped(self, reason: str) -> None:
        """Count a dropped evaluation; the reason is `lease`, `edited` or `database`."""
        self._dropped.labels(reason).inc()
        if reason == "lease":
            self._lost.inc()

    def began(self, late_seconds: float) -> None:
        """Count the start of an evaluation. `evaluated` or `dropped` follows, unless the instance
        stops."""
        self._expected.inc()
        self._lateness.observe(max(late_seconds, 0.0))

    def set_behind(self, seconds: float) -> None:
        self._behind.set(max(seconds, 0.0))

    def set_rules(self, every: int, mine: int) -> None:
        self._rules.labels("all").set(every)
        self._rules.labels("own").set(mine)

    def set_states(self, by_state: Mapping[str, int]) -> None:
        """Set the number of alert instances by state, including the states with none."""
        for state, count in by_state.items():
            self._alerts.labels(state).set(count)

    def set_held(self, count: int) -> None:
        self._leases.set(count)

    def set_clock_offset(self, seconds: float) -> None:
        self._offset.set(seconds)

    def set_instances(self, count: int) -> None:
        self._instances.set(count)


class MemoryMetrics:
    """Metrics of alerting that runs in memory because the database cannot be written."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._in_memory = Gauge(
            f"{_P}runs_from_memory",
            "1 if alerting runs from memory because the database cannot be written.",
            registry=registry,
        )
        self._lost = Counter(
            f"{_P}memory_records_lost",
            "Records of the state history and the notification history that did not fit into "
            "memory.",
            registry=registry,
        )

    def set_in_memory(self, *, is_on: bool) -> None:
        self._in_memory.set(is_on)

    def count_lost(self, records: int) -> None:
        self._lost.inc(records)
