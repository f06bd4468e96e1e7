"""The metrics of alerts that other servers send."""

from prometheus_client import CollectorRegistry, Counter

_P = "vedette_alerting_"


class IntakeMetrics:
    def __init__(self, registry: CollectorRegistry) -> None:
        self._received = Counter(
            f"{_P}alerts_received",
            "Alerts received through the API.",
            ("status",),
            registry=registry,
        )
        self._invalid = Counter(
            f"{_P}alerts_invalid",
            "Alerts received through the API that were refused.",
            registry=registry,
        )

    def received(self, firing: int, resolved: int, invalid: int) -> None:
        self._received.labels("firing").inc(firing)
        self._received.labels("resolved").inc(resolved)
        self._invalid.inc(invalid)
