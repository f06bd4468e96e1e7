"""A cache in Redis that several instances share.

Values are encrypted with a key that only the instances have: a value that someone else wrote, or
moved to another key, is a miss. While Redis is unavailable, every read is a miss; while it only
refuses writes, reads still work.
"""

import asyncio
import hmac
import logging
import ssl
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec

from vedette.kernel.clock import Clock
from vedette.kernel.secret import Secret
from vedette.telemetry.availability import Availability, Outage

if TYPE_CHECKING:
    from redis.asyncio import Redis

log = logging.getLogger("vedette.cache")
T = TypeVar("T")
_SEAL_BYTES = 32
_NO_PASSWORD = Secret("")
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 15.0


class RedisOptions(msgspec.Struct, frozen=True):
    host: str = "127.0.0.1"
    port: int = 6379
    db: int = 0
    pool_size: int = 100
    username: str = ""
    password: Secret = _NO_PASSWORD
    is_tls: bool = False
    is_verified: bool = True
    """False for TLS without verification of the certificate."""
    prefix: str = "vedette"
    connect_seconds: float = 1.0
    call_seconds: float = 1.0


class RedisCache:
    """`observe` is called whenever Redis becomes available (True) or unavailable (False)."""

    def __init__(
        self,
        options: RedisOptions,
        secret: bytes,
        clock: Clock,
        observe: Callable[[bool], None] = lambda available: None,
    ) -> None:
        self._options = options
        self._secret = secret
        self._clock = clock
        self._observe = observe
        self._redis: Redis | None = None
        self._availability = Availability(
            clock,
            log,
            "redis",
            f"Redis at {options.host}:{options.port}",
            "Queries continue without the cache.",
            quiet_seconds=0.0,
        )
        self._pause = 0.0
        """Seconds between two attempts during an outage; 0 while Redis is available."""
        self._next_try = 0.0
        observe(True)

    @property
    def outage(self) -> Outage | None:
        return self._availability.outage

    async def get(self, key: str) -> bytes | None:
        name = self._name(key)
        sealed = await self._guarded(lambda redis: redis.get(name), is_write=False)
        if not isinstance(sealed, bytes):
            return None
        seal, value = sealed[:_SEAL_BYTES], sealed[_SEAL_BYTES:]
        return value if hmac.compare_digest(seal, self._seal(key, value)) else None

    async def put(self, key: str, value: bytes, seconds: float) -> None:
        milliseconds = int(seconds * 1000)
        if milliseconds <= 0:
            return
        name, sealed = self._name(key), self._seal(key, value) + value
        await self._guarded(lambda redis: redis.set(name, sealed, px=milliseconds), is_write=True)

    def warm(self) -> None:
        import redis.asyncio  # noqa: F401

    async def aclose(self) -> None:
        redis, self._redis = self._redis, None
        if redis is not None:
            await redis.aclose()

    async def _guarded(
        self, call: "Callable[[Redis], Awaitable[T]]", *, is_write: bool
    ) -> T | None:
        """Return None if Redis is unavailable. During an outage, one caller at a time retries."""
        from redis.exceptions import RedisError

        was_away = self._availability.is_out and (is_write or self._availability.is_out_for_reads)
        if was_away:
            now = self._clock.monotonic()
            if now < self._next_try:
                return None
            self._next_try = now + self._pause
        try:
            async with asyncio.timeout(self._options.connect_seconds + self._options.call_seconds):
                answered = await call(self._connected())
        except (RedisError, OSError, TimeoutError) as error:
            if not _is_of_one_key(error):
                self._failed(error, was_away=was_away, is_write=is_write)
            return None
        if self._availability.is_out:
            self._availability.worked(is_write=is_write)
            if not self._availability.is_out:
                self._pause = 0.0
                self._observe(True)
        return answered

    def _failed(self, error: Exception, *, was_away: bool, is_write: bool) -> None:
        from redis.exceptions import ResponseError

        availability = self._availability
        is_known = availability.is_out if is_write else availability.is_out_for_reads
        if is_known and not was_away:  # The call was running when another one failed.
            return
        if not availability.is_out:
            self._observe(False)
        affects_reads = not (is_write and isinstance(error, ResponseError))
        availability.failed(_reason(error), affects_reads=affects_reads)
        self._pause = min(max(_FIRST_PAUSE, self._pause * 2), _LONGEST_PAUSE)
        self._next_try = self._clock.monotonic() + self._pause

    def _connected(self) -> "Redis":
        if self._redis is None:
            self._redis = _client(self._options)
        return self._redis

    def _name(self, key: str) -> str:
        return f"{self._options.prefix}:{key}"

    def _seal(self, key: str, value: bytes) -> bytes:
        mac = hmac.new(self._secret, key.encode() + b"\0", "sha256")
        mac.update(value)
        return mac.digest()


def _is_of_one_key(error: Exception) -> bool:
    """Return whether the error concerns one key, which another program uses for another type."""
    return str(error).startswith("WRONGTYPE")


def _reason(error: Exception) -> str:
    """Return a clause that names no address and no user."""
    from redis import exceptions as redis

    reasons: Sequence[tuple[type[Exception] | tuple[type[Exception], ...], str]] = (
        (
            (redis.AuthenticationError, redis.AuthorizationError, redis.NoPermissionError),
            "it does not accept the configured user or password",
        ),
        (redis.ReadOnlyError, "it is read-only"),
        (redis.OutOfMemoryError, "its memory is full"),
        (redis.BusyLoadingError, "it is starting"),
        (redis.MaxConnectionsError, "it has no free connections"),
        ((redis.TimeoutError, TimeoutError), "it did not respond in time"),
        (redis.ResponseError, "it refuses commands"),
    )
    return next((text for kinds, text in reasons if isinstance(error, kinds)), "it is unreachable")


def _client(options: RedisOptions) -> "Redis":
    from redis.asyncio import BlockingConnectionPool, Connection, Redis, SSLConnection
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    tls = (
        {
            "connection_class": SSLConnection,
            "ssl_cert_reqs": ssl.CERT_REQUIRED if options.is_verified else ssl.CERT_NONE,
            "ssl_check_hostname": options.is_verified,
        }
        if options.is_tls
        else {"connection_class": Connection}
    )
    pool = BlockingConnectionPool(
        max_connections=options.pool_size,
        timeout=options.connect_seconds,
        host=options.host,
        port=options.port,
        db=options.db,
        username=options.username or None,
        password=options.password.reveal() or None,
        socket_connect_timeout=options.connect_seconds,
        socket_timeout=options.call_seconds,
        # A connection that Redis closed in between is opened again once.
        retry=Retry(NoBackoff(), 1),
        **tls,
    )
    return Redis.from_pool(pool)
