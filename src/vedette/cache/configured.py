"""Opens the configured cache; several sections can configure Redis."""

from collections.abc import Callable
from datetime import timedelta
from urllib.parse import unquote, urlsplit

from msgspec.structs import replace

from vedette.cache.memory import MemoryCache
from vedette.cache.model import Cache
from vedette.cache.redis import RedisCache, RedisOptions
from vedette.cache.settings import (
    CacheSettings,
    CachingMemorySettings,
    CachingRedisSettings,
    RedisSettings,
    RemoteCacheSettings,
)
from vedette.kernel.clock import Clock
from vedette.kernel.secret import Secret
from vedette.settings import Settings, SettingsError

_TRUE, _FALSE = frozenset({"true", "1", "yes", "on"}), frozenset({"false", "0", "no", "off", ""})
_MEBIBYTE = 1024 * 1024


def open_cache(
    settings: Settings, secret: bytes, clock: Clock, observe: Callable[[bool], None]
) -> Cache:
    """Return the cache that `[cache] backend` selects. Raises `SettingsError`."""
    cache = settings[CacheSettings]
    if cache.backend == "redis":
        return RedisCache(redis_options(settings), secret, clock, observe)
    memory = settings[CachingMemorySettings]
    return MemoryCache(clock, memory.max_size_mb * _MEBIBYTE, memory.gc_interval.total_seconds())


def check(settings: Settings) -> None:
    """Raise `SettingsError` for settings that `open_cache` refuses, without opening anything."""
    cache = settings[CacheSettings]
    if cache.enabled and cache.backend == "redis":
        redis_options(settings)


def redis_options(settings: Settings) -> RedisOptions:
    """Return the options of Redis, from the first section that is set.

    The order is `[cache] backend_config`, `[caching.redis] url`, `[redis]`, `[remote_cache]
    connstr`. Raises `SettingsError`.
    """
    cache, own = settings[CacheSettings], settings[CachingRedisSettings]
    options = _from_section(settings[RedisSettings])
    remote = settings[RemoteCacheSettings]
    is_named = settings.origin("redis", "addr").kind != "default"
    if remote.type == "redis" and remote.connstr and not is_named:
        options = from_pairs(options, remote.connstr.reveal(), "[remote_cache] connstr")
    if own.url:
        options = from_url(options, own.url.reveal())
    if cache.backend_config:
        options = from_pairs(options, cache.backend_config.reveal(), "[cache] backend_config")
    return replace(
        options,
        prefix=own.prefix or cache.prefix,
        connect_seconds=_seconds(cache.connection_timeout),
        call_seconds=_seconds(max(cache.read_timeout, cache.write_timeout)),
    )


def from_pairs(options: RedisOptions, text: str, place: str) -> RedisOptions:
    """Parse `addr=host:port,pool_size=...,db=...,ssl=...,username=...,password=...`."""
    for place_in_text, pair in enumerate(filter(None, map(str.strip, text.split(","))), start=1):
        name, _, value = (part.strip() for part in pair.partition("="))
        if name == "addr":
            host, port = _address(value, place)
            options = replace(options, host=host, port=port)
        elif name in ("pool_size", "db"):
            number = _number(value, name, place, at_least=1 if name == "pool_size" else 0)
            options = (
                replace(options, db=number) if name == "db" else replace(options, pool_size=number)
            )
        elif name == "ssl":
            options = _with_tls(options, value.lower(), place)
        elif name in ("username", "user"):
            options = replace(options, username=value)
        elif name == "password":
            options = replace(options, password=Secret(value))
        else:
            raise SettingsError(
                # The text is not shown: it may be part of a password with a comma.
                f"{place}: part {place_in_text} must be one of addr, pool_size, db, ssl, "
                "username and password. Set a password with a comma in [redis] password."
            )
    return options


def from_url(options: RedisOptions, url: str) -> RedisOptions:
    place = "[caching.redis] url"
    parts = urlsplit(url)
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if parts.scheme not in ("redis", "rediss") or not host:
        raise SettingsError(f"{place}: expected redis://user:password@host:port/db.")
    db = parts.path.strip("/")
    return replace(
        options,
        host=host,
        port=port or 6379,
        db=_number(db, "db", place, at_least=0) if db else options.db,
        username=unquote(parts.username or ""),
        password=Secret(unquote(parts.password or "")),
        is_tls=parts.scheme == "rediss",
    )


def _from_section(section: RedisSettings) -> RedisOptions:
    host, port = _address(section.addr, "[redis] addr")
    return RedisOptions(
        host=host,
        port=port,
        db=section.db,
        pool_size=section.pool_size,
        username=section.user,
        password=section.password,
        is_tls=section.ssl,
    )


def _address(text: str, place: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon:
        host, port = text, "6379"
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        raise SettingsError(f"{place}: {text[:80]!r}: expected host:port.")
    return host, int(port)


def _number(text: str, name: str, place: str, *, at_least: int) -> int:
    if not text.isdecimal() or int(text) < at_least:
        raise SettingsError(f"{place}: {name}: expected a whole number of at least {at_least}.")
    return int(text)


def _with_tls(options: RedisOptions, value: str, place: str) -> RedisOptions:
    if value not in _TRUE | _FALSE | {"insecure"}:
        raise SettingsError(f"{place}: ssl: expected true, false or insecure.")
    return replace(options, is_tls=value not in _FALSE, is_verified=value != "insecure")


def _seconds(value: timedelta) -> float:
    return max(0.01, value.total_seconds())
