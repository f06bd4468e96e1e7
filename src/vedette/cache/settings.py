"""`[cache]` and the sections of the stores behind it."""

from datetime import timedelta

from vedette.kernel.secret import Secret
from vedette.settings import Section, setting

_ELSEWHERE = "caching.redis"


class CacheSettings(Section, name="cache", aliases=("caching",)):
    """Cache of query results. Disabled by default: a cached result can be as old as its TTL, and
    ranges that end now are aligned so that they match. Concurrent equal queries are always sent
    once."""

    enabled: bool = setting(False, "Cache query results.")
    backend: str = setting(
        "memory",
        "Where they are kept; memcached is not supported and means memory.",
        choices=("memory", "redis", "memcached", ""),
        inert_choices=("memcached",),
    )
    backend_config: Secret = setting(
        Secret(""),
        "Settings of the store as addr=...,pool_size=...,db=...,ssl=... and username=...,"
        "password=...; they win over [redis]. ssl is true, false or insecure.",
    )
    prefix: str = setting("vedette", "Start of every key in Redis.")
    ttl: timedelta = setting(
        timedelta(minutes=1),
        "TTL of a cached result. A source's jsonData.queryCachingTTL (milliseconds) "
        "and a panel's queryCachingTTL override it; 0 there disables caching.",
        bare_unit="s",
    )
    max_ttl: timedelta = setting(
        timedelta(0),
        "Longest time that a source or panel may choose; 0 for no limit.",
        bare_unit="s",
    )
    max_value_mb: int = setting(1, "Maximum size of a cached result.", unit="MiB", at_least=0)
    connection_timeout: timedelta = setting(
        timedelta(seconds=1), "Longest wait for a connection to Redis.", bare_unit="s"
    )
    read_timeout: timedelta = setting(
        timedelta(seconds=1), "Time-out for a response of Redis.", bare_unit="s"
    )
    write_timeout: timedelta = setting(
        timedelta(seconds=1), "The longer one of this and read_timeout counts.", bare_unit="s"
    )


class RedisSettings(Section, name="redis", aliases=("cache.redis",)):
    """The Redis that several instances share."""

    addr: str = setting("127.0.0.1:6379", "Address as host:port.", aliases=(f"{_ELSEWHERE}:addr",))
    pool_size: int = setting(
        100,
        "Connections at most.",
        unit="connections",
        at_least=1,
        aliases=(f"{_ELSEWHERE}:pool_size",),
    )
    db: int = setting(0, "Number of the database.", at_least=0, aliases=(f"{_ELSEWHERE}:db",))
    ssl: bool = setting(False, "Use TLS.", aliases=(f"{_ELSEWHERE}:ssl",))
    user: str = setting("", "User.", aliases=("username",))
    password: Secret = setting(Secret(""), "Password.", aliases=(f"{_ELSEWHERE}:password",))


class CachingMemorySettings(Section, name="caching.memory", aliases=("cache.memory",)):
    """The cache inside the process."""

    gc_interval: timedelta = setting(
        timedelta(minutes=1), "Interval for removing expired results.", bare_unit="s"
    )
    max_size_mb: int = setting(25, "Maximum size of the memory cache.", unit="MiB", at_least=1)


class CachingRedisSettings(Section, name="caching.redis"):
    """A Redis for the cache alone."""

    url: Secret = setting(
        Secret(""), "Address of Redis as redis://user:password@host:port/db; empty for [redis]."
    )
    cluster: tuple[str, ...] = setting((), "Addresses of a cluster.", acted_on=False)
    prefix: str = setting("", "Start of every key there; empty for [cache] prefix.")


class CachingMemcachedSettings(Section, name="caching.memcached", acted_on=False):
    """Memcached servers for the cache."""

    servers: tuple[str, ...] = setting((), "Their addresses.")


class RemoteCacheSettings(Section, name="remote_cache"):
    """Short-lived state of logins and renderings, which is kept in the database here."""

    type: str = setting(
        "database",
        "With redis, connstr is also the Redis of [cache] where [redis] says nothing.",
        choices=("database", "redis", "memcached"),
        inert_choices=("memcached",),
    )
    connstr: Secret = setting(
        Secret(""), "How to reach it, as addr=127.0.0.1:6379,pool_size=100,db=0,ssl=false."
    )
    prefix: str = setting("", "Start of every key.", acted_on=False)
    encryption: bool = setting(False, "Encrypt values.", acted_on=False)


SECTIONS: tuple[type[Section], ...] = (
    CacheSettings,
    RedisSettings,
    CachingMemorySettings,
    CachingRedisSettings,
    CachingMemcachedSettings,
    RemoteCacheSettings,
)
