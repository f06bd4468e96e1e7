"""The PostgreSQL implementation of the database, through asyncpg."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any
from zlib import crc32

import asyncpg

from vedette.db.connector import Connector
from vedette.db.database import NO_PARAMS, Dialect, Params, Row, Tx
from vedette.db.errors import DatabaseMisconfigured, DatabaseUnavailable
from vedette.db.pool import UNDO_SECONDS, DatabasePool
from vedette.db.postgres_address import connection_arguments
from vedette.db.postgres_errors import failure_of, needs_new_connection, translated_postgres
from vedette.db.settings import DatabaseSettings
from vedette.db.slots import Purpose
from vedette.db.sql import numbered
from vedette.db.start_problem import start_problem
from vedette.kernel.clock import Clock
from vedette.kernel.context import request_id
from vedette.kernel.secret import Secret
from vedette.kernel.translated import translated
from vedette.telemetry.availability import Availability

_WRITING = ("INSERT", "UPDATE", "DELETE")


class PostgresDatabase:
    dialect: Dialect = "postgres"

    def __init__(
        self, availability: Availability, pool: DatabasePool, connector: Connector
    ) -> None:
        self.availability = availability
        self._pool = pool
        self._connector = connector

    @classmethod
    async def open(
        cls, settings: DatabaseSettings, clock: Clock, availability: Availability
    ) -> "PostgresDatabase":
        """Connect to the server.

        Raises `DatabaseMisconfigured` if the server rejects the configuration,
        `DatabaseUnavailable` if it cannot be reached, and `SettingsError` for invalid settings.
        """
        connector = Connector(settings, clock)
        arguments = {**connection_arguments(settings), "connect": connector.connect}
        try:
            pool = await DatabasePool.open(arguments, settings, clock)
            return cls(availability, pool, connector)
        except Exception as error:
            failure = failure_of(error)
            if failure is None:
                raise
            kind = DatabaseMisconfigured if failure.is_of_configuration else DatabaseUnavailable
            raise kind(start_problem(error, failure, settings)) from error

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Tx]:
        purpose = Purpose.REQUEST_WRITE if request_id.get() else Purpose.BACKGROUND
        async with self._connection(purpose) as connection:
            tx = PostgresTx(connection, self.availability)
            inner = connection.transaction()
            try:
                with translated_postgres(self.availability):
                    await inner.start()
                yield tx
                with translated_postgres(self.availability):
                    await inner.commit()
            except BaseException:
                await _undone(inner, connection)
                raise
        for callback in tx.callbacks:
            callback()

    @asynccontextmanager
    async def reading(self, *, is_urgent: bool = False) -> AsyncIterator[Tx]:
        async with self._connection(_purpose(is_urgent=is_urgent)) as connection:
            yield PostgresTx(connection, self.availability)

    @asynccontextmanager
    async def statement(self, *, is_urgent: bool = False) -> AsyncIterator[Tx]:
        async with self._connection(_purpose(is_urgent=is_urgent)) as connection:
            tx = PostgresTx(connection, self.availability)
            yield tx
        for callback in tx.callbacks:
            callback()

    def statistics(self) -> Mapping[str, int]:
        return {"open": self._pool.size, "idle": self._pool.idle, "max": self._pool.most}

    def share_with(self, instances: int) -> None:
        self._pool.share_with(instances)

    def use_password(self, password: Secret) -> None:
        self._connector.use_password(password)

    async def aclose(self) -> None:
        await self._pool.aclose()

    @asynccontextmanager
    async def _connection(self, purpose: Purpose) -> AsyncIterator[Any]:
        """Borrow a connection. Errors of the pool are translated, errors of the block are not."""
        borrowed = self._pool.connection(purpose)
        with translated_postgres(self.availability):
            connection = await borrowed.__aenter__()
        try:
            yield connection
        except BaseException as error:
            if needs_new_connection(error.__cause__):
                connection.terminate()
            with translated_postgres(self.availability):
                await borrowed.__aexit__(type(error), error, error.__traceback__)
            raise
        with translated_postgres(self.availability):
            await borrowed.__aexit__(None, None, None)


def _purpose(*, is_urgent: bool) -> Purpose:
    """Return the purpose of a connection that is held only while its statements run."""
    if is_urgent:
        return Purpose.URGENT
    return Purpose.REQUEST_READ if request_id.get() else Purpose.BACKGROUND


async def _undone(transaction: Any, connection: Any) -> None:
    """Roll back. A connection that does not respond in time is closed, so that the server rolls
    back."""
    try:
        async with asyncio.timeout(UNDO_SECONDS):
            await transaction.rollback()
    except Exception:
        with suppress(asyncpg.InterfaceError, OSError):
            connection.terminate()


class PostgresTx:
    dialect: Dialect = "postgres"

    def __init__(self, connection: Any, availability: Availability) -> None:
        self._connection = connection
        self._availability = availability
        self.callbacks: list[Callable[[], None]] = []

    async def execute(self, sql: str, params: Params = NO_PARAMS) -> int:
        text, values = _positional(sql, params)
        with self._noted(sql):
            status: str = await self._connection.execute(text, *values)
        count = status.rpartition(" ")[2]
        return int(count) if count.isdigit() else 0

    async def one(self, sql: str, params: Params = NO_PARAMS) -> Row | None:
        text, values = _positional(sql, params)
        with self._noted(sql):
            row: Row | None = await self._connection.fetchrow(text, *values)
        return row

    async def all(self, sql: str, params: Params = NO_PARAMS) -> Sequence[Row]:
        text, values = _positional(sql, params)
        with self._noted(sql):
            rows: Sequence[Row] = await self._connection.fetch(text, *values)
        return rows

    async def value(self, sql: str, params: Params = NO_PARAMS) -> Any:
        text, values = _positional(sql, params)
        with self._noted(sql):
            return await self._connection.fetchval(text, *values)

    async def many(self, sql: str, rows: Sequence[Params]) -> None:
        if not rows:
            return
        text, names = numbered(sql)
        with self._noted(sql):
            await self._connection.executemany(
                text, [[row[name] for name in names] for row in rows]
            )

    async def lock(self, name: str) -> None:
        await self.execute("SELECT pg_advisory_xact_lock(:key)", {"key": crc32(name.encode())})

    def after_commit(self, callback: Callable[[], None]) -> None:
        self.callbacks.append(callback)

    def _noted(self, sql: str) -> translated:
        return translated_postgres(self._availability, is_write=sql.lstrip().startswith(_WRITING))


def _positional(sql: str, params: Params) -> tuple[str, list[object]]:
    text, names = numbered(sql)
    return text, [params[name] for name in names]
