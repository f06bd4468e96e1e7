"""The metric of images in notifications."""

from typing import Literal, TypeAlias

from prometheus_client import CollectorRegistry, Counter

Fate: TypeAlias = Literal["drawn", "reused", "nothing", "late", "timeout", "failed"]
"""`nothing` is a rule whose queries return no series, `late` a notification that could not wait."""


class ImageMetrics:
    def __init__(self, registry: CollectorRegistry) -> None:
        self._images = Counter(
            "vedette_alerting_pictures",
            "Screenshots for notifications by result.",
            ("fate",),
            registry=registry,
        )

    def count(self, fate: Fate) -> None:
        self._images.labels(fate).inc()
