"""PostgreSQL through asyncpg.

A few connections are for what can not wait and is short: what requests read, and leases. Work in
the background, whose transactions take many round trips, has the others. Where the database is far
away, that counts.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any
from zlib import crc32

import asyncpg

from vedette.db.connector import Connector, connection_arguments
from vedette.db.database import NO_PARAMS, Dialect, Params, Row, Tx
from vedette.db.pool import UNDO_SECONDS, Pool
from vedette.db.postgres_errors import needs_new_connection, translated
from vedette.db.settings import DatabaseSettings
from vedette.db.sql import numbered
from vedette.kernel.clock import Clock
from vedette.kernel.context import request_id
from vedette.telemetry.availability import Availability

_UNBOUNDED = 100
_PROMPT = 4
_WRITING = ("INSERT", "UPDATE", "DELETE")


class PostgresDatabase:
    dialect: Dialect = "postgres"

    def __init__(self, availability: Availability, pool: Pool, prompt: Pool) -> None:
        """Both are one where `max_open_conn` is too small to be shared out."""
        self.availability = availability
        self._pool = pool
        self._prompt = prompt

    @classmethod
    async def open(
        cls, settings: DatabaseSettings, clock: Clock, availability: Availability
    ) -> "PostgresDatabase":
        """Raises `DatabaseUnavailable` where the server can not be reached or says no."""
        most = settings.max_open_conn or _UNBOUNDED
        share = min(_PROMPT, most // 3)
        arguments = {
            **connection_arguments(settings),
            "connect": Connector(settings, clock).connect,
        }
        with translated(None, where="the configured url" if settings.url else settings.host):
            pool = await Pool.open(arguments, settings, clock, least=1, most=most - share)
            if not share:
                return cls(availability, pool, pool)
            try:
                prompt = await Pool.open(arguments, settings, clock, least=share, most=share)
            except BaseException:
                await pool.aclose()
                raise
        return cls(availability, pool, prompt)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Tx]:
        async with self._connection(self._pool) as connection:
            tx = PostgresTx(connection, self.availability)
            inner = connection.transaction()
            try:
                with translated(self.availability):
                    await inner.start()
                yield tx
                with translated(self.availability):
                    await inner.commit()
            except BaseException:
                await _undone(inner, connection)
                raise
        for callback in tx.callbacks:
            callback()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Tx]:
        async with self._connection(self._nearest()) as connection:
            yield PostgresTx(connection, self.availability)

    @asynccontextmanager
    async def statement(self, *, is_urgent: bool = False) -> AsyncIterator[Tx]:
        async with self._connection(self._nearest(is_urgent=is_urgent)) as connection:
            tx = PostgresTx(connection, self.availability)
            yield tx
        for callback in tx.callbacks:
            callback()

    def statistics(self) -> Mapping[str, int]:
        pools = {self._pool, self._prompt}
        return {
            "open": sum(pool.size for pool in pools),
            "idle": sum(pool.idle for pool in pools),
            "max": sum(pool.most for pool in pools),
        }

    async def aclose(self) -> None:
        for pool in {self._pool, self._prompt}:
            await pool.aclose()

    def _nearest(self, *, is_urgent: bool = False) -> Pool:
        """For what holds its connection no longer than its statements take: requests and what is
        urgent have a share that nothing else fills, and overflow into the rest while that has
        room."""
        is_prompt = is_urgent or bool(request_id.get())
        if not is_prompt or (self._prompt.is_full and not self._pool.is_full):
            return self._pool
        return self._prompt

    @asynccontextmanager
    async def _connection(self, pool: Pool) -> AsyncIterator[Any]:
        """What the block itself raises stays as it is."""
        lent = pool.connection()
        with translated(self.availability):
            connection = await lent.__aenter__()
        try:
            yield connection
        except BaseException as error:
            if needs_new_connection(error.__cause__):
                connection.terminate()
            with translated(self.availability):
                await lent.__aexit__(type(error), error, error.__traceback__)
            raise
        with translated(self.availability):
            await lent.__aexit__(None, None, None)


async def _undone(transaction: Any, connection: Any) -> None:
    """Rolls back; a connection that does not answer soon is given up, and the server undoes it."""
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
        return translated(self._availability, is_write=sql.lstrip().startswith(_WRITING))


def _positional(sql: str, params: Params) -> tuple[str, list[object]]:
    text, names = numbered(sql)
    return text, [params[name] for name in names]
