"""Every spelling of the cache's settings leads to the same Redis."""

import pytest

from vedette.app import caching
from vedette.cache import settings as sections
from vedette.cache.configured import open_cache, redis_options
from vedette.cache.memory import MemoryCache
from vedette.cache.redis import RedisCache
from vedette.kernel.secret import Secret
from vedette.sdk.testing import StoppedClock
from vedette.settings import SettingsError, load
from vedette.telemetry.metrics import Metrics


def configured(*words):
    return load(sections.SECTIONS, overrides=words)


def opened(*words):
    return open_cache(configured(*words), b"secret", StoppedClock(), lambda available: None)


def built(*words):
    metrics = Metrics(version="1")
    cache = caching.build(configured(*words), Secret("secret"), StoppedClock(), metrics)
    return cache, metrics.exposition().decode()


def test_nothing_is_cached_or_measured_unless_it_is_enabled():
    cache, exposition = built()
    assert cache is None
    assert "vedette_query_cache_available" not in exposition
    cache, exposition = built("cache.enabled=true")
    assert cache is not None
    assert "vedette_query_cache_available 1.0" in exposition
    assert "vedette_query_cache_entries 0.0" in exposition


def test_the_backend_selects_the_cache():
    assert isinstance(opened("cache.enabled=true"), MemoryCache)
    assert isinstance(opened("caching.enabled=true", "caching.backend=redis"), RedisCache)


def test_a_backend_that_we_do_not_have_is_memory_and_a_warning():
    words = ("cache.enabled=true", "cache.backend=memcached")
    assert isinstance(opened(*words), MemoryCache)
    (warning,) = configured(*words).warnings
    assert "[cache] backend: memcached is accepted, but has no effect in this version" in warning


SPELLINGS = [
    ["cache.backend_config=addr=redis.local:6380,pool_size=7,db=3,ssl=true"],
    ["redis.addr=redis.local:6380", "redis.pool_size=7", "redis.db=3", "redis.ssl=true"],
    [
        "cache.redis.addr=redis.local:6380",
        "cache.redis.pool_size=7",
        "cache.redis.db=3",
        "cache.redis.ssl=true",
    ],
    [
        "caching.redis.addr=redis.local:6380",
        "caching.redis.pool_size=7",
        "caching.redis.db=3",
        "caching.redis.ssl=true",
    ],
    ["caching.redis.url=rediss://redis.local:6380/3", "redis.pool_size=7"],
    [
        "remote_cache.type=redis",
        "remote_cache.connstr=addr=redis.local:6380,pool_size=7,db=3,ssl=true",
    ],
]


@pytest.mark.parametrize("words", SPELLINGS)
def test_all_spellings_name_the_same_redis(words):
    options = redis_options(configured(*words))
    assert (options.host, options.port, options.pool_size, options.db, options.is_tls) == (
        "redis.local",
        6380,
        7,
        3,
        True,
    )


def test_defaults_are_a_redis_on_this_machine_and_a_hundred_connections():
    options = redis_options(configured())
    assert (options.host, options.port, options.pool_size, options.is_tls) == (
        "127.0.0.1",
        6379,
        100,
        False,
    )


def test_what_says_cache_wins_over_what_says_redis():
    options = redis_options(
        configured(
            "redis.addr=shared:1",
            "redis.password=one",
            "remote_cache.type=redis",
            "remote_cache.connstr=addr=sessions:3",
            "cache.backend_config=addr=own:2, ssl=insecure, password=two",
        )
    )
    assert (options.host, options.port, options.password.reveal()) == ("own", 2, "two")
    assert options.is_tls
    assert not options.is_verified


@pytest.mark.parametrize(
    ("word", "complaint"),
    [
        ("cache.backend_config=addr=nowhere:x", "expected host:port"),
        ("cache.backend_config=adr=a:1", "part 1 must be one of addr, pool_size"),
        ("cache.backend_config=addr=a:1,password=o,pen", "part 3 must be one of addr"),
        ("cache.backend_config=db=-1", "db: expected a whole number"),
        ("cache.backend_config=pool_size=0", "pool_size: expected a whole number of at least 1"),
        ("cache.backend_config=ssl=maybe", "expected true, false or insecure"),
        ("caching.redis.url=http://a", "expected redis://"),
    ],
)
def test_a_mistake_is_named_at_the_start(word, complaint):
    with pytest.raises(SettingsError, match=complaint):
        redis_options(configured(word))
