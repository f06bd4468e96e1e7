"""PostgreSQL through asyncpg."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any
from zlib import crc32

import asyncpg

from vedette.db.database import NO_PARAMS, Dialect, Params, Row, Tx
from vedette.db.errors import (
    DatabaseReadOnly,
    DatabaseUnavailable,
    UniqueViolation,
    ValueRefused,
)
from vedette.db.pool import UNDO_SECONDS, Pool
from vedette.db.postgres_address import connection_arguments
from vedette.db.reasons import reason, start_problem
from vedette.db.settings import DatabaseSettings
from vedette.db.slots import Purpose
from vedette.db.sql import numbered
from vedette.kernel.clock import Clock
from vedette.kernel.context import request_id

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


class PostgresDatabase:
    dialect: Dialect = "postgres"

    def __init__(self, settings: DatabaseSettings, pool: Pool) -> None:
        self._settings = settings
        self._pool = pool

    @classmethod
    async def open(cls, settings: DatabaseSettings, clock: Clock) -> "PostgresDatabase":
        """Raises `DatabaseUnavailable` where the server cannot be reached or says no, and
        `SettingsError` where settings make no sense."""
        arguments = connection_arguments(settings)
        try:
            return cls(settings, await Pool.open(arguments, settings, clock))
        except _OUTAGES as error:
            raise DatabaseUnavailable(start_problem(error, settings)) from error

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Tx]:
        purpose = Purpose.REQUEST_WRITE if request_id.get() else Purpose.BACKGROUND
        async with self._connection(purpose) as connection:
            tx = PostgresTx(connection, self._settings)
            inner = connection.transaction()
            try:
                await inner.start()
                yield tx
                await inner.commit()
            except BaseException:
                await _undone(inner, connection)
                raise
        for callback in tx.callbacks:
            callback()

    @asynccontextmanager
    async def reading(self, *, is_urgent: bool = False) -> AsyncIterator[Tx]:
        async with self._connection(_purpose(is_urgent=is_urgent)) as connection:
            yield PostgresTx(connection, self._settings)

    @asynccontextmanager
    async def statement(self, *, is_urgent: bool = False) -> AsyncIterator[Tx]:
        async with self._connection(_purpose(is_urgent=is_urgent)) as connection:
            tx = PostgresTx(connection, self._settings)
            yield tx
        for callback in tx.callbacks:
            callback()

    def statistics(self) -> Mapping[str, int]:
        return {"open": self._pool.size, "idle": self._pool.idle, "max": self._pool.most}

    def share_with(self, instances: int) -> None:
        self._pool.share_with(instances)

    async def aclose(self) -> None:
        await self._pool.aclose()

    @asynccontextmanager
    async def _connection(self, purpose: Purpose) -> AsyncIterator[Any]:
        with _translated(self._settings):
            async with self._pool.connection(purpose) as connection:
                yield connection


def _purpose(*, is_urgent: bool) -> Purpose:
    """Of what holds its connection no longer than its statements take."""
    if is_urgent:
        return Purpose.URGENT
    return Purpose.REQUEST_READ if request_id.get() else Purpose.BACKGROUND


async def _undone(transaction: Any, connection: Any) -> None:
    """Rolls back; a connection that does not answer soon is given up, and the server undoes it."""
    try:
        async with asyncio.timeout(UNDO_SECONDS):
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
        if isinstance(error, asyncpg.DiskFullError):
            raise DatabaseReadOnly("the disk is full") from error
        if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
            raise DatabaseReadOnly("the server is read-only") from error
        if isinstance(error, _OUTAGES) and not isinstance(error, DatabaseUnavailable):
            where = "the configured url" if self._settings.url else self._settings.host
            raise DatabaseUnavailable(
                f"The database at {where} can not be used: {reason(error)}."
            ) from error
