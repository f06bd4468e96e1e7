"""`[cache]` and the sections of the stores behind it."""

from datetime import timedelta

from vedette.kernel.secret import Secret
from vedette.settings import Section, setting

_ELSEWHERE = "caching.redis"


class CacheSettings(Section, name="cache", aliases=("caching",)):
    """Configures the cache of query results. It is disabled by default: a cached result can be as
    old as its TTL, and ranges that end now are aligned so that they match. Concurrent equal queries
    are always sent only once."""

    enabled: bool = setting(False, "Cache query results.")
    backend: str = setting(
        "memory",
        "Storage of cached results. memcached is not supported and selects memory.",
        choices=("memory", "redis", "memcached", ""),
        inert_choices=("memcached",),
    )
    backend_config: Secret = setting(
        Secret(""),
        "Connection to the storage as addr=...,pool_size=...,db=...,ssl=... and "
        "username=...,password=.... Takes precedence over [redis]. ssl is true, false or "
        "insecure.",
    )
    prefix: str = setting("vedette", "Prefix of all keys in Redis.")
    ttl: timedelta = setting(
        timedelta(minutes=1),
        "TTL of cached results. jsonData.queryCachingTTL (milliseconds) of a data source and "
        "queryCachingTTL of a panel override it. There, 0 disables caching.",
        bare_unit="s",
    )
    max_ttl: timedelta = setting(
        timedelta(0),
        "Maximum TTL that a data source or a panel can set. 0 removes the limit.",
        bare_unit="s",
    )
    max_value_mb: int = setting(1, "Maximum size of a cached result.", unit="MiB", at_least=0)
    connection_timeout: timedelta = setting(
        timedelta(seconds=1), "Maximum wait for a connection to Redis.", bare_unit="s"
    )
    read_timeout: timedelta = setting(
        timedelta(seconds=1), "Time-out for responses of Redis.", bare_unit="s"
    )
    write_timeout: timedelta = setting(
        timedelta(seconds=1),
        "Time-out for writes to Redis. The longer of write_timeout and read_timeout "
        "applies to both.",
        bare_unit="s",
    )


class RedisSettings(Section, name="redis", aliases=("cache.redis",)):
    """Configures the Redis server that several instances share."""

    addr: str = setting(
        "127.0.0.1:6379", "Address of Redis as host:port.", aliases=(f"{_ELSEWHERE}:addr",)
    )
    pool_size: int = setting(
        100,
        "Maximum number of connections.",
        unit="connections",
        at_least=1,
        aliases=(f"{_ELSEWHERE}:pool_size",),
    )
    db: int = setting(0, "Number of the Redis database.", at_least=0, aliases=(f"{_ELSEWHERE}:db",))
    ssl: bool = setting(False, "Use TLS.", aliases=(f"{_ELSEWHERE}:ssl",))
    user: str = setting("", "User name for Redis.", aliases=("username",))
    password: Secret = setting(
        Secret(""), "Password for Redis.", aliases=(f"{_ELSEWHERE}:password",)
    )


class CachingMemorySettings(Section, name="caching.memory", aliases=("cache.memory",)):
    """Configures the cache in memory."""

    gc_interval: timedelta = setting(
        timedelta(minutes=1), "Interval between removals of expired results.", bare_unit="s"
    )
    max_size_mb: int = setting(25, "Maximum size of the memory cache.", unit="MiB", at_least=1)


class CachingRedisSettings(Section, name="caching.redis"):
    """Configures a Redis server that is used for the cache only."""

    url: Secret = setting(
        Secret(""),
        "Address of Redis as redis://user:password@host:port/db. Leave empty to use [redis].",
    )
    cluster: tuple[str, ...] = setting((), "Addresses of a Redis cluster.", acted_on=False)
    prefix: str = setting("", "Prefix of all keys. Leave empty to use [cache] prefix.")


class CachingMemcachedSettings(Section, name="caching.memcached", acted_on=False):
    """Configures memcached servers for the cache."""

    servers: tuple[str, ...] = setting((), "Addresses of the memcached servers.")


class RemoteCacheSettings(Section, name="remote_cache"):
    """Configures the storage of short-lived state. Vedette stores this state in the database."""

    type: str = setting(
        "database",
        "Type of the storage. With redis, connstr also configures the Redis of [cache] if "
        "[redis] has no settings.",
        choices=("database", "redis", "memcached"),
        inert_choices=("memcached",),
    )
    connstr: Secret = setting(
        Secret(""), "Connection to Redis, as addr=127.0.0.1:6379,pool_size=100,db=0,ssl=false."
    )
    prefix: str = setting("", "Prefix of all keys.", acted_on=False)
    encryption: bool = setting(False, "Encrypt stored values.", acted_on=False)


SECTIONS: tuple[type[Section], ...] = (
    CacheSettings,
    RedisSettings,
    CachingMemorySettings,
    CachingRedisSettings,
    CachingMemcachedSettings,
    RemoteCacheSettings,
)
