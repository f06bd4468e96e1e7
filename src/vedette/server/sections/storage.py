"""Caches and the stores behind them."""

from datetime import timedelta

from vedette.kernel.secret import Secret
from vedette.settings import Section, setting


class CacheSettings(Section, name="cache", aliases=("caching",), acted_on=False):
    """Answers of data sources, kept for a while."""

    enabled: bool = setting(False, "Keep them.")
    backend: str = setting(
        "memory", "Where they are kept.", choices=("memory", "redis", "memcached", "")
    )
    backend_config: str = setting(
        "", "Settings of the store as addr=...,pool_size=...,db=...,ssl=...; they win over [redis]."
    )
    prefix: str = setting("vedette", "Start of every key.")
    ttl: timedelta = setting(timedelta(minutes=1), "How long an answer is kept.", bare_unit="s")
    max_ttl: timedelta = setting(
        timedelta(0), "Longest time that a source may choose; 0 for no limit.", bare_unit="s"
    )
    max_value_mb: int = setting(1, "Largest answer that is kept.", unit="MiB", at_least=0)
    connection_timeout: timedelta = setting(
        timedelta(seconds=5), "Longest wait for a connection.", bare_unit="s"
    )
    read_timeout: timedelta = setting(timedelta(seconds=5), "Longest read.", bare_unit="s")
    write_timeout: timedelta = setting(timedelta(seconds=5), "Longest write.", bare_unit="s")


class RedisSettings(Section, name="redis", aliases=("cache.redis",), acted_on=False):
    """The Redis that several instances share."""

    addr: str = setting("127.0.0.1:6379", "Address as host:port.")
    pool_size: int = setting(100, "Connections at most.", unit="connections", at_least=1)
    db: int = setting(0, "Number of the database.", at_least=0)
    ssl: bool = setting(False, "Use TLS.")
    user: str = setting("", "User.")
    password: Secret = setting(Secret(""), "Password.")


class CachingMemorySettings(Section, name="caching.memory", acted_on=False):
    """The cache inside the process."""

    gc_interval: timedelta = setting(
        timedelta(minutes=1), "How often old answers are dropped.", bare_unit="s"
    )
    max_size_mb: int = setting(25, "Its size at most.", unit="MiB", at_least=1)


class CachingRedisSettings(Section, name="caching.redis", acted_on=False):
    """A Redis for the cache alone."""

    url: Secret = setting(Secret(""), "Its address; empty for [redis].")
    cluster: tuple[str, ...] = setting((), "Addresses of a cluster.")
    prefix: str = setting("vedette", "Start of every key.")


class CachingMemcachedSettings(Section, name="caching.memcached", acted_on=False):
    """Memcached servers for the cache."""

    servers: tuple[str, ...] = setting((), "Their addresses.")


class RemoteCacheSettings(Section, name="remote_cache", acted_on=False):
    """Short-lived state of logins and renderings that instances share."""

    type: str = setting("database", "Where it is kept.", choices=("database", "redis", "memcached"))
    connstr: Secret = setting(
        Secret(""), "How to reach it, as addr=127.0.0.1:6379,pool_size=100,db=0,ssl=false."
    )
    prefix: str = setting("", "Start of every key.")
    encryption: bool = setting(False, "Encrypt values.")


SECTIONS: tuple[type[Section], ...] = (
    CacheSettings,
    RedisSettings,
    CachingMemorySettings,
    CachingRedisSettings,
    CachingMemcachedSettings,
    RemoteCacheSettings,
)
