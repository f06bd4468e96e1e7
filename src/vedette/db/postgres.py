"""PostgreSQL through asyncpg, with the pool rules of the `[database]` section.

`max_idle_conn` and `conn_max_lifetime` are applied when a connection comes back: what is too many
or too old is closed then. Too many are those above `max_idle_conn` that were not needed at any one
moment of the last minute: to open one costs more than to keep it for a while.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any
from zlib import crc32

import asyncpg

from vedette.db.database import NO_PARAMS, Dialect, Params, Row, Tx
from vedette.db.errors import DatabaseUnavailable, UniqueViolation, ValueRefused
from vedette.db.settings import DatabaseSettings
from vedette.db.sql import numbered
from vedette.kernel.clock import Clock

_STATEMENT_SECONDS = 10.0
_CONNECT_SECONDS = 10.0
_UNDO_SECONDS = 1.0
_UNDO_OWN_SECONDS = 4.0
_UNBOUNDED = 100
_DEMAND_SECONDS = 60.0
_OUTAGES = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InsufficientResourcesError,
    asyncpg.InternalClientError,
    asyncpg.ObjectNotInPrerequisiteStateError,
    asyncpg.OperatorInterventionError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.TransactionRollbackError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
)


class _Connection(asyncpg.Connection):  # type: ignore[misc]
    __slots__ = ("opened_at",)
    opened_at: float

    def get_reset_query(self) -> str:
        """Nothing is left in a session to be undone; it would be one more round trip."""
        return ""


class PostgresDatabase:
    dialect: Dialect = "postgres"

    def __init__(self, pool: Any, settings: DatabaseSettings, clock: Clock) -> None:
        self._pool = pool
        self._settings = settings
        self._clock = clock
        self._demand = (0, clock.monotonic())
        """Most connections in use at once, and since when that is counted."""

    @classmethod
    async def open(cls, settings: DatabaseSettings, clock: Clock) -> "PostgresDatabase":
        """Raises `DatabaseUnavailable` where the server can not be reached or says no."""

        async def opened(connection: _Connection) -> None:
            connection.opened_at = clock.monotonic()

        with _translated(settings):
            pool = await asyncpg.create_pool(
                **connection_arguments(settings),
                min_size=1,
                max_size=settings.max_open_conn or _UNBOUNDED,
                max_inactive_connection_lifetime=0,
                connection_class=_Connection,
                init=opened,
            )
        return cls(pool, settings, clock)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Tx]:
        async with self._connection() as connection:
            tx = PostgresTx(connection, self._settings)
            inner = connection.transaction()
            try:
                await inner.start()
                yield tx
                await inner.commit()
            except BaseException as error:
                # Who breaks off by itself has a connection that works, and is worth waiting for.
                is_ours = not isinstance(error, DatabaseUnavailable | asyncio.CancelledError)
                await _undone(inner, connection, _UNDO_OWN_SECONDS if is_ours else _UNDO_SECONDS)
                raise
        for callback in tx.callbacks:
            callback()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Tx]:
        async with self._connection() as connection:
            yield PostgresTx(connection, self._settings)

    @asynccontextmanager
    async def statement(self) -> AsyncIterator[Tx]:
        async with self._connection() as connection:
            tx = PostgresTx(connection, self._settings)
            yield tx
        for callback in tx.callbacks:
            callback()

    def statistics(self) -> Mapping[str, int]:
        return {
            "open": self._pool.get_size(),
            "idle": self._pool.get_idle_size(),
            "max": self._pool.get_max_size(),
        }

    async def aclose(self) -> None:
        await self._pool.close()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        with _translated(self._settings):
            connection = await self._pool.acquire(timeout=_CONNECT_SECONDS)
            self._count_demand()
            try:
                yield connection
            finally:
                if self._is_surplus(connection):
                    await connection.close()
                await self._pool.release(connection, timeout=_UNDO_SECONDS)

    def _count_demand(self) -> None:
        most, since = self._demand
        in_use, now = self._pool.get_size() - self._pool.get_idle_size(), self._clock.monotonic()
        if in_use > most or now - since > _DEMAND_SECONDS:
            self._demand = (in_use, now)

    def _is_surplus(self, connection: _Connection) -> bool:
        opened_at: float | None = getattr(connection, "opened_at", None)
        if opened_at is None:  # It broke, and the pool has taken it back already.
            return False
        kept = max(self._settings.max_idle_conn, self._demand[0])
        if self._settings.max_idle_conn and self._pool.get_size() > kept:
            return True
        lifetime = self._settings.conn_max_lifetime
        return bool(lifetime) and self._clock.monotonic() - opened_at > lifetime


async def _undone(transaction: Any, connection: Any, seconds: float) -> None:
    """Rolls back; a connection that does not answer soon is given up, and the server undoes it."""
    try:
        async with asyncio.timeout(seconds):
            await transaction.rollback()
    except Exception:
        with suppress(*_OUTAGES):
            connection.terminate()


class PostgresTx:
    dialect: Dialect = "postgres"

    def __init__(self, connection: Any, settings: DatabaseSettings) -> None:
        self._connection = connection
        self._settings = settings
        self.callbacks: list[Callable[[], None]] = []

    async def execute(self, sql: str, params: Params = NO_PARAMS) -> int:
        text, values = _positional(sql, params)
        with _translated(self._settings):
            status: str = await self._connection.execute(text, *values)
        count = status.rpartition(" ")[2]
        return int(count) if count.isdigit() else 0

    async def one(self, sql: str, params: Params = NO_PARAMS) -> Row | None:
        text, values = _positional(sql, params)
        with _translated(self._settings):
            row: Row | None = await self._connection.fetchrow(text, *values)
        return row

    async def all(self, sql: str, params: Params = NO_PARAMS) -> Sequence[Row]:
        text, values = _positional(sql, params)
        with _translated(self._settings):
            rows: Sequence[Row] = await self._connection.fetch(text, *values)
        return rows

    async def value(self, sql: str, params: Params = NO_PARAMS) -> Any:
        text, values = _positional(sql, params)
        with _translated(self._settings):
            return await self._connection.fetchval(text, *values)

    async def many(self, sql: str, rows: Sequence[Params]) -> None:
        if not rows:
            return
        text, names = numbered(sql)
        with _translated(self._settings):
            await self._connection.executemany(
                text, [[row[name] for name in names] for row in rows]
            )

    async def lock(self, name: str) -> None:
        await self.execute("SELECT pg_advisory_xact_lock(:key)", {"key": crc32(name.encode())})

    def after_commit(self, callback: Callable[[], None]) -> None:
        self.callbacks.append(callback)


def connection_arguments(settings: DatabaseSettings) -> dict[str, Any]:
    """What asyncpg needs to reach the configured server."""
    host, _, port = (
        settings.host.rpartition(":") if ":" in settings.host else (settings.host, "", "")
    )
    common: dict[str, Any] = {
        "ssl": tls_context(settings),
        "timeout": _CONNECT_SECONDS,
        "command_timeout": _STATEMENT_SECONDS,
        "server_settings": {"application_name": "vedette"},
    }
    if settings.url:
        return {"dsn": settings.url.reveal(), **common}
    return {
        "host": host.strip("[]"),
        "port": int(port or 5432),
        "database": settings.name,
        "user": settings.user,
        "password": settings.password.reveal() or None,
        **common,
    }


def tls_context(settings: DatabaseSettings) -> ssl.SSLContext | bool:
    """`disable`, `require`, `verify-ca` and `verify-full` as libpq tells them apart."""
    mode = settings.ssl_mode
    if mode in ("", "disable"):
        return False
    context = ssl.create_default_context(cafile=settings.ca_cert_path or None)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = mode == "verify-full"
    if mode == "require":
        context.verify_mode = ssl.CERT_NONE
    if settings.client_cert_path:
        context.load_cert_chain(settings.client_cert_path, settings.client_key_path or None)
    return context


def _positional(sql: str, params: Params) -> tuple[str, list[object]]:
    text, names = numbered(sql)
    return text, [params[name] for name in names]


class _translated:
    """Turns the driver's errors into ours."""

    def __init__(self, settings: DatabaseSettings) -> None:
        self._settings = settings

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, asyncpg.UniqueViolationError):
            raise UniqueViolation("This name or uid is taken.") from error
        if isinstance(error, asyncpg.DataError):
            raise ValueRefused from error
        if isinstance(error, _OUTAGES) and not isinstance(error, DatabaseUnavailable):
            where = "the configured url" if self._settings.url else self._settings.host
            raise DatabaseUnavailable(
                f"The database at {where} can not be used: {type(error).__name__}."
            ) from error
