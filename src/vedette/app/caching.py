"""The query cache, built from the configuration."""

import hmac

from vedette.cache.configured import open_cache
from vedette.cache.memory import MemoryCache
from vedette.cache.settings import CacheSettings
from vedette.kernel.clock import Clock
from vedette.kernel.secret import Secret
from vedette.querying.caching import CachingRules, ResultCache
from vedette.settings import Settings
from vedette.telemetry.cache import CacheAvailability, publish_memory_cache
from vedette.telemetry.metrics import Metrics


def build(
    settings: Settings, secret_key: Secret, clock: Clock, metrics: Metrics
) -> ResultCache | None:
    """Return None if `[cache] enabled` is false. Raises `SettingsError`."""
    secret = hmac.digest(secret_key.reveal().encode(), b"vedette query cache v1", "sha256")
    section = settings[CacheSettings]
    if not section.enabled:
        return None
    availability = CacheAvailability(metrics.registry)
    cache = open_cache(settings, secret, clock, availability.set)
    if isinstance(cache, MemoryCache):
        publish_memory_cache(metrics.registry, cache)
    rules = CachingRules(
        seconds=section.ttl.total_seconds(),
        longest=section.max_ttl.total_seconds(),
        most_bytes=section.max_value_mb * 1024 * 1024,
    )
    return ResultCache(cache, secret, rules)
