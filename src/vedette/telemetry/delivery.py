"""The numbers of what is told to people, at `/metrics`."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800)
_P = "vedette_alerting_"


class DeliveryMetrics:
    """`integration` is always the type of a receiver, such as `webhook`."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._sent = Counter(
            f"{_P}notifications", "Attempts to send a message.", ("integration",), registry=registry
        )
        self._failed = Counter(
            f"{_P}notifications_failed",
            "Attempts that failed, by reason.",
            ("integration", "reason"),
            registry=registry,
        )
        self._latency = Histogram(
            f"{_P}notification_latency_seconds",
            "How long attempts take.",
            ("integration",),
            buckets=_SECONDS,
            registry=registry,
        )
        self._delay = Histogram(
            f"{_P}notification_delay_seconds",
            "From the decision to tell something to the answer of the receiver.",
            ("integration",),
            buckets=_SECONDS,
            registry=registry,
        )
        self._given_up = Counter(
            f"{_P}notifications_given_up",
            "Messages that are not tried again: refused for good, or too old.",
            ("integration", "reason"),
            registry=registry,
        )
        self._unconfirmed = Counter(
            f"{_P}sent_unconfirmed",
            "Attempts whose answer nobody recorded: their messages may arrive twice.",
            registry=registry,
        )
        self._depth = Gauge(f"{_P}outbox_depth", "Messages that wait.", registry=registry)
        self._oldest = Gauge(
            f"{_P}outbox_oldest_age_seconds", "Age of the oldest of them.", registry=registry
        )
        self._in_flight = Gauge(
            f"{_P}deliveries_in_flight", "Messages this instance is sending.", registry=registry
        )
        self._routed = Counter(f"{_P}alerts_routed", "Alerts led to groups.", registry=registry)
        self._flushes = Counter(f"{_P}group_flushes", "Looks at groups.", registry=registry)
        self._flush_failures = Counter(
            f"{_P}group_flush_failures", "Looks at groups that failed.", registry=registry
        )

        self._unreadable = Gauge(
            f"{_P}unreadable_configurations",
            "Policies, timings, silences and inhibitions that are stored in a form that cannot be"
            " read: others hold for them.",
            registry=registry,
        )

    def count_unreadable(self, count: Callable[[], int]) -> None:
        self._unreadable.set_function(count)

    def attempted(self, integration: str, seconds: float, failure: str) -> None:
        """`failure` is empty where the message was accepted."""
        self._sent.labels(integration).inc()
        self._latency.labels(integration).observe(seconds)
        if failure:
            self._failed.labels(integration, failure).inc()

    def delivered(self, integration: str, delay_seconds: float) -> None:
        self._delay.labels(integration).observe(max(delay_seconds, 0.0))

    def gave_up(self, integration: str, reason: str) -> None:
        self._given_up.labels(integration, reason).inc()

    def unconfirmed(self, count: int) -> None:
        self._unconfirmed.inc(count)

    def set_outbox(self, depth: int, oldest_seconds: float) -> None:
        self._depth.set(depth)
        self._oldest.set(max(oldest_seconds, 0.0))

    def set_in_flight(self, count: int) -> None:
        self._in_flight.set(count)

    def routed(self, count: int) -> None:
        self._routed.inc(count)

    def flushed(self, count: int) -> None:
        self._flushes.inc(count)

    def flush_failed(self) -> None:
        self._flush_failures.inc()
