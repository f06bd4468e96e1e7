"""The numbers of pictures in messages, at `/metrics`."""

from typing import Literal, TypeAlias

from prometheus_client import CollectorRegistry, Counter

Fate: TypeAlias = Literal["drawn", "reused", "nothing", "late", "timeout", "failed"]
"""`nothing` is a rule whose queries answer no series, `late` a message that could not wait."""


class PictureMetrics:
    def __init__(self, registry: CollectorRegistry) -> None:
        self._pictures = Counter(
            "vedette_alerting_pictures",
            "Screenshots for notifications by result.",
            ("fate",),
            registry=registry,
        )

    def count(self, fate: Fate) -> None:
        self._pictures.labels(fate).inc()
