"""The metrics of notifications."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800)
_P = "vedette_alerting_"


class DeliveryMetrics:
    """`integration` is always the type of a receiver, such as `webhook`."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._sent = Counter(
            f"{_P}notifications",
            "Attempts to send a notification.",
            ("integration",),
            registry=registry,
        )
        self._failed = Counter(
            f"{_P}notifications_failed",
            "Failed attempts by reason.",
            ("integration", "reason"),
            registry=registry,
        )
        self._latency = Histogram(
            f"{_P}notification_latency_seconds",
            "Duration of attempts.",
            ("integration",),
            buckets=_SECONDS,
            registry=registry,
        )
        self._delay = Histogram(
            f"{_P}notification_delay_seconds",
            "Time from the decision to notify to the response of the receiver.",
            ("integration",),
            buckets=_SECONDS,
            registry=registry,
        )
        self._given_up = Counter(
            f"{_P}notifications_given_up",
            "Notifications that are not retried: refused permanently or too old.",
            ("integration", "reason"),
            registry=registry,
        )
        self._unconfirmed = Counter(
            f"{_P}sent_unconfirmed",
            "Attempts whose result was not recorded: their notifications may be sent twice.",
            registry=registry,
        )
        self._depth = Gauge(f"{_P}outbox_depth", "Notifications in the outbox.", registry=registry)
        self._oldest = Gauge(
            f"{_P}outbox_oldest_age_seconds",
            "Age of the oldest notification in the outbox.",
            registry=registry,
        )
        self._in_flight = Gauge(
            f"{_P}deliveries_in_flight",
            "Notifications that this instance is sending.",
            registry=registry,
        )
        self._routed = Counter(f"{_P}alerts_routed", "Alerts routed to groups.", registry=registry)
        self._flushes = Counter(f"{_P}group_flushes", "Flushes of alert groups.", registry=registry)
        self._flush_failures = Counter(
            f"{_P}group_flush_failures", "Failed flushes of alert groups.", registry=registry
        )

        self._unreadable = Gauge(
            f"{_P}unreadable_configurations",
            "Stored policies, mute timings, silences and inhibition rules that cannot be "
            "read and are replaced by safe values.",
            registry=registry,
        )

    def count_unreadable(self, count: Callable[[], int]) -> None:
        self._unreadable.set_function(count)

    def attempted(self, integration: str, seconds: float, failure: str) -> None:
        """Count an attempt. `failure` is empty if the notification was accepted."""
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
