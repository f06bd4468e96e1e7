"""Reads from MySQL and MariaDB: each query in a read-only transaction of its own."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from pymysql.err import MySQLError

from vedette.sdk import Health, Host, PoolSize, ReadLimits, VedetteError
from vedette.sdk.sql.address import HostPort
from vedette.sdk.sql.errors import NoConnection
from vedette.sdk.sql.pool import SqlPool
from vedette.sdk.sql.result import Row, SqlResult, gather
from vedette.sdk.sql.source import Lookup, SqlDatabase
from vedette.sdk.sql.tls import Certificates, tls_context
from vedette_plugins.datasources.mysql import catalogue
from vedette_plugins.datasources.mysql.failures import translated_mysql
from vedette_plugins.datasources.mysql.link import CONNECT_SECONDS, Link
from vedette_plugins.datasources.mysql.types import head

_CLOSE_SECONDS = 5.0
_MOST_AT_ONCE = 2_000
_POWERS = ("ALL PRIVILEGES", "SUPER", "FILE")


@dataclass(frozen=True, slots=True)
class Login:
    name: str
    """The name of the data source in messages, because readers may not see its URL."""
    address: HostPort
    user: str
    password: str = field(repr=False)
    database: str
    tls_mode: str
    tls_name: str
    certificates: Certificates
    may_show_password: bool
    timezone: str


class MysqlDatabase(SqlDatabase):
    def __init__(self, login: Login, size: PoolSize, host: Host) -> None:
        self._login = login
        self._host = host
        self._limits = host.limits
        self._pool: SqlPool[Link] = SqlPool(size, host.clock, self._open, self._close, _is_usable)
        self.lookups: Mapping[str, Lookup] = {
            "databases": lambda asked: self._list(catalogue.DATABASES),
            "schemas": lambda asked: self._list(catalogue.DATABASES),
            "tables": lambda asked: self._list(catalogue.TABLES, asked.get("schema")),
            "columns": lambda asked: self._columns(asked.get("schema"), asked.get("table", "")),
        }

    async def read(self, sql: str, limits: ReadLimits | None = None) -> SqlResult:
        limits = self._limits.tightened(limits)
        async with self._transaction(limits) as (link, cursor):
            # Without arguments the driver sends the text unchanged, so a % needs no escape.
            await cursor.execute(sql)
            if not cursor.description:
                return SqlResult([])
            heads = [head(each[0], each[1]) for each in cursor.description]
            rows = link.rows(cursor)

            async def fetch(count: int) -> Sequence[Row]:
                await self._host.clock.sleep(0)  # Received rows are returned without waiting.
                return await rows.fetch(min(count, _MOST_AT_ONCE))

            result = await gather(heads, limits, fetch)
            link.is_abandoned = result.is_cut  # The remaining rows are discarded.
            return result

    async def check(self) -> Health:
        try:
            ((version,),) = await self._rows(catalogue.ABOUT)
            grants = [str(row[0]) for row in await self._rows(catalogue.GRANTS)]
        except VedetteError as error:
            return Health(False, error.public)
        message = "Database Connection OK"
        powerful = any(map(_is_power, grants))
        if powerful:
            message += ". Its user is a superuser: use a read-only user for this data source"
        return Health(True, message, {"version": version, "superuser": powerful})

    async def aclose(self) -> None:
        await self._pool.aclose()

    @asynccontextmanager
    async def _transaction(self, limits: ReadLimits) -> AsyncIterator[tuple[Link, Any]]:
        """Open a read-only transaction. A cancelled query is killed on the server."""
        with translated_mysql(self._login.name, self._login.database, limits):
            async with self._pool.connection() as link:
                link.is_settled = False
                link.restart(limits.bytes)
                async with asyncio.timeout(self._limits.seconds):
                    try:
                        await link.query("START TRANSACTION READ ONLY")
                        cursor = await link.cursor()
                        yield link, cursor
                    except MySQLError:
                        if not link.closed:
                            await link.query("ROLLBACK")
                            link.is_settled = True
                        raise
                    if not link.is_abandoned:
                        await link.query("ROLLBACK")
                        link.is_settled = True

    async def _open(self) -> Link:
        """Connect. Raises `NoConnection` also if the server accepts the connection and does not
        respond."""
        link: Link | None = None
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                link = await self._connect()
                await self._prepare(link)
        except BaseException as error:
            if link is not None:
                link.close()
            if isinstance(error, TimeoutError):
                raise NoConnection(
                    f"The data source {self._login.name!r} did not complete the login within "
                    f"{CONNECT_SECONDS:g} s."
                ) from error
            raise
        return link

    async def _prepare(self, link: Link) -> None:
        # MySQL and MariaDB have different names for the time limit of a statement.
        if "mariadb" in str(link.server_version).lower():
            await link.query(f"SET SESSION max_statement_time = {self._limits.seconds:.3f}")
        else:
            await link.query(f"SET SESSION max_execution_time = {self._limits.seconds * 1000:.0f}")
        waits = max(1, round(self._limits.seconds))
        await link.query(
            "SET SESSION sql_mode = REPLACE(@@sql_mode, 'NO_BACKSLASH_ESCAPES', ''),"
            f" lock_wait_timeout = {waits}, innodb_lock_wait_timeout = {waits}"
        )
        await link.query("SET SESSION TRANSACTION READ ONLY")
        if self._login.timezone:
            await link.query(f"SET SESSION time_zone = '{self._login.timezone}'")

    async def _connect(self) -> Link:
        login = self._login
        ip = await self._host.network.address(login.address.host, login.address.port)
        link = Link(
            ip,
            login.address.port,
            login.user,
            login.password,
            login.database,
            tls_context(login.tls_mode, login.tls_name, login.certificates),
            self._limits.bytes,
            may_show_password=login.may_show_password,
        )
        await link.open()
        return link

    async def _close(self, link: Link) -> None:
        """Close the connection; a running query is killed first."""
        with suppress(MySQLError, OSError, TimeoutError, VedetteError):
            async with asyncio.timeout(_CLOSE_SECONDS):
                if link.is_settled:
                    await link.ensure_closed()
                else:
                    await self._kill(link.thread_id())
        link.close()

    async def _kill(self, thread: int) -> None:
        killer = await self._connect()
        try:
            await killer.query(f"KILL {thread:d}")
        finally:
            killer.close()

    async def _rows(self, sql: str, *values: object) -> Sequence[Row]:
        async with self._transaction(self._limits) as (_, cursor):
            await cursor.execute(sql, values or None)
            rows: Sequence[Row] = await cursor.fetchall()
            return rows

    async def _list(self, sql: str, *values: object) -> Sequence[str]:
        return [row[0] for row in await self._rows(sql, *values)]

    async def _columns(self, schema: str | None, table: str) -> Sequence[Mapping[str, str]]:
        rows = await self._rows(catalogue.COLUMNS, schema, table)
        return [{"name": row[0], "type": row[1]} for row in rows]


def _is_power(grant: str) -> bool:
    """Return whether a line of SHOW GRANTS has more privileges than a data source needs."""
    privileges, _, scope = grant.partition(" ON ")
    return scope.startswith("*.*") and any(power in privileges for power in _POWERS)


def _is_usable(link: Link) -> bool:
    return link.is_settled and not link.closed
