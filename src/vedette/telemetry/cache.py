"""Metrics of the query cache, which exist only if the cache is enabled."""

from typing import Protocol

from prometheus_client import CollectorRegistry, Gauge


class MeasuredCache(Protocol):
    """A cache in memory. `size` is in bytes."""

    size: int

    def __len__(self) -> int: ...


class CacheAvailability:
    """Whether the storage of cached results is reachable. It is until `set` reports otherwise."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._gauge = Gauge(
            "vedette_query_cache_available",
            "Whether the storage of cached results is reachable.",
            registry=registry,
        )
        self._gauge.set(1)

    def set(self, is_available: bool) -> None:
        self._gauge.set(is_available)


def publish_memory_cache(registry: CollectorRegistry, cache: MeasuredCache) -> None:
    """Register gauges for the number and the size of the results that the cache holds."""
    entries = Gauge(
        "vedette_query_cache_entries",
        "Number of cached results in the memory of this process.",
        registry=registry,
    )
    entries.set_function(lambda: len(cache))
    size = Gauge(
        "vedette_query_cache_bytes",
        "Size of the cached results in the memory of this process in bytes.",
        registry=registry,
    )
    size.set_function(lambda: cache.size)
