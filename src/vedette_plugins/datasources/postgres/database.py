"""Reads from PostgreSQL: each query in a read-only transaction of its own."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import asyncpg

from vedette.sdk import Health, Host, PoolSize, ReadLimits, VedetteError
from vedette.sdk.sql.address import HostPort
from vedette.sdk.sql.errors import too_large
from vedette.sdk.sql.pool import SqlPool
from vedette.sdk.sql.result import SqlResult, gather
from vedette.sdk.sql.source import Lookup, SqlDatabase
from vedette.sdk.sql.tls import Certificates, tls_context
from vedette_plugins.datasources.postgres import catalogue
from vedette_plugins.datasources.postgres.failures import translated_postgres
from vedette_plugins.datasources.postgres.meter import Meter, metered
from vedette_plugins.datasources.postgres.types import KNOWN, head, read_plain

_CONNECT_SECONDS = 10.0
_CLOSE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Login:
    name: str
    """The name of the data source in messages, because readers may not see its URL."""
    address: HostPort
    user: str
    password: str = field(repr=False)
    database: str
    tls_mode: str
    certificates: Certificates


class PostgresDatabase(SqlDatabase):
    def __init__(self, login: Login, size: PoolSize, host: Host) -> None:
        self._login = login
        self._host = host
        self._limits = host.limits
        self._pool: SqlPool[Any] = SqlPool(size, host.clock, self._open, _close, _is_usable)
        self.lookups: Mapping[str, Lookup] = {
            "databases": lambda asked: self._list(catalogue.DATABASES),
            "schemas": lambda asked: self._list(catalogue.SCHEMAS),
            "tables": lambda asked: self._list(catalogue.TABLES, asked.get("schema")),
            "columns": lambda asked: self._columns(asked.get("table", "")),
        }

    async def read(self, sql: str, limits: ReadLimits | None = None) -> SqlResult:
        limits = self._limits.tightened(limits)
        async with self._transaction(limits) as connection:
            statement = await connection.prepare(sql)
            attributes = statement.get_attributes()
            kinds = [attribute.type.oid for attribute in attributes]
            if any(oid not in KNOWN for oid in kinds):
                statement = await connection.prepare(_as_texts(sql, kinds))
            heads = [head(each.name, each.type.oid) for each in attributes]
            cursor = await statement.cursor()
            return await gather(heads, limits, cursor.fetch)

    async def check(self) -> Health:
        try:
            (row,) = await self._rows(catalogue.ABOUT)
        except VedetteError as error:
            return Health(False, error.public)
        message = "Database Connection OK"
        detail = {"version": row["version"], "superuser": row["superuser"]}
        if row["superuser"]:
            message += ". Its user is a superuser: use a read-only user for this data source"
        return Health(True, message, detail)

    async def aclose(self) -> None:
        await self._pool.aclose()

    async def _open(self) -> Any:
        login = self._login
        address = login.address
        ip = await self._host.network.address(address.host, address.port)
        connection = await asyncpg.connect(
            host=ip,
            port=address.port,
            user=login.user,
            password=login.password,
            database=login.database,
            ssl=tls_context(login.tls_mode, address.host, login.certificates) or False,
            timeout=_CONNECT_SECONDS,
            statement_cache_size=0,
            connection_class=_Connection,
            server_settings={"application_name": "vedette"},
        )
        connection.is_settled = True
        connection.meter = metered(connection, self._limits.bytes)
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                await read_plain(connection)
        except BaseException:
            connection.terminate()
            raise
        return connection

    @asynccontextmanager
    async def _transaction(self, limits: ReadLimits) -> AsyncIterator[Any]:
        """Open a read-only transaction that always ends.

        Cancelling the caller cancels the query on the server through asyncpg, and the connection is
        not used again.
        """
        with translated_postgres(self._login.name, self._limits.seconds):
            async with self._pool.connection() as connection:
                connection.is_settled = False
                connection.meter.restart(limits.bytes)
                try:
                    async with asyncio.timeout(self._limits.seconds):
                        await connection.execute(self._start())
                        yield connection
                        await connection.execute("ROLLBACK")
                    connection.is_settled = True
                except asyncpg.PostgresError:
                    if connection.meter.is_over:
                        raise too_large(limits) from None
                    if not connection.is_closed():
                        await connection.execute("ROLLBACK", timeout=_CLOSE_SECONDS)
                        connection.is_settled = True
                    raise

    async def _rows(self, sql: str, *values: object) -> Sequence[Any]:
        async with self._transaction(self._limits) as connection:
            rows: Sequence[Any] = await connection.fetch(sql, *values)
            return rows

    async def _list(self, sql: str, *values: object) -> Sequence[str]:
        return [row[0] for row in await self._rows(sql, *values)]

    async def _columns(self, table: str) -> Sequence[Mapping[str, str]]:
        return [dict(row) for row in await self._rows(catalogue.COLUMNS, table)]

    def _start(self) -> str:
        milliseconds = round(self._limits.seconds * 1_000)
        return (
            "START TRANSACTION READ ONLY;"
            "SET LOCAL default_transaction_read_only = on;"
            "SET LOCAL standard_conforming_strings = on;"
            f"SET LOCAL statement_timeout = {milliseconds};"
            f"SET LOCAL lock_timeout = {milliseconds};"
            f"SET LOCAL idle_in_transaction_session_timeout = {milliseconds * 2}"
        )


class _Connection(asyncpg.Connection):  # type: ignore[misc]
    """`is_settled` is False while a transaction is open or its end is unknown."""

    __slots__ = ("is_settled", "meter")
    is_settled: bool
    meter: Meter


def _is_usable(connection: _Connection) -> bool:
    return connection.is_settled and not connection.is_closed()


async def _close(connection: _Connection) -> None:
    """Close the connection; a running query is cancelled on the server first."""
    try:
        await connection.close(timeout=_CLOSE_SECONDS)
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
        connection.terminate()


def _as_texts(sql: str, kinds: Sequence[int]) -> str:
    """Return a query for the same rows with columns of other types as text, as in psql."""
    names = [f"c{place}" for place in range(len(kinds))]
    shown = (
        name
        if oid in KNOWN
        else f"CASE WHEN {name} IS NOT DISTINCT FROM NULL THEN NULL ELSE format('%s', {name}) END"
        for name, oid in zip(names, kinds, strict=True)
    )
    return f"SELECT {', '.join(shown)} FROM (\n{sql}\n) AS q({', '.join(names)})"  # noqa: S608
