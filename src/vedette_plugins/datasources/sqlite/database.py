"""Reads a SQLite file: each query on a connection and in a thread of its own."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Any

from vedette.sdk import FieldType, Health, Host, ReadLimits, VedetteError
from vedette.sdk.sql.errors import NoConnection, QueryFailed, QueryTimeout
from vedette.sdk.sql.files import allowed_file
from vedette.sdk.sql.result import Column, Head, Row, SqlResult, gather_now
from vedette.sdk.sql.source import Lookup, SqlDatabase
from vedette.sdk.sql.threads import Threads
from vedette_plugins.datasources.sqlite.guard import forbid_all_but_reading, open_file

_STEPS = 5_000
_BATCH_BYTES = 4 * 1024 * 1024
TABLES = """
SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%'
  ESCAPE '\\' ORDER BY name LIMIT 5000
"""
COLUMNS = "SELECT name, type FROM pragma_table_info(?)"


class SqliteDatabase(SqlDatabase):
    def __init__(self, path: str, host: Host) -> None:
        self._path = path
        self._host = host
        self._limits = host.limits
        self._threads = Threads("sqlite-source")
        self.lookups: Mapping[str, Lookup] = {
            "databases": self._nothing,
            "schemas": self._nothing,
            "tables": self._tables,
            "columns": self._columns,
        }

    async def read(self, sql: str, limits: ReadLimits | None = None) -> SqlResult:
        return await self._run(sql, limits=limits)

    async def check(self) -> Health:
        try:
            found = await self.read(
                "SELECT count(*) AS tables, sqlite_version() FROM sqlite_master"
            )
        except VedetteError as error:
            return Health(False, error.public)
        return Health(True, "Database Connection OK", {"version": found.columns[1].values[0]})

    async def aclose(self) -> None:
        await self._threads.aclose()

    async def _run(
        self, sql: str, *values: str, is_ours: bool = False, limits: ReadLimits | None = None
    ) -> SqlResult:
        tight = self._limits.tightened(limits)
        job = _Job(self._path, self._host, sql, values, tight, is_ours=is_ours)
        try:
            return await self._threads.run(job.run, job.stop, self._limits.seconds)
        except TimeoutError as error:
            raise QueryTimeout(
                f"The query did not complete within {self._limits.seconds:g} s."
            ) from error

    async def _tables(self, asked: Mapping[str, str]) -> Sequence[str]:
        return (await self._run(TABLES)).columns[0].values

    async def _columns(self, asked: Mapping[str, str]) -> Sequence[Mapping[str, str]]:
        found = await self._run(COLUMNS, asked.get("table", ""), is_ours=True)
        rows = zip(*(column.values for column in found.columns), strict=True)
        return [{"name": name, "type": kind} for name, kind in rows]

    async def _nothing(self, asked: Mapping[str, str]) -> Sequence[str]:
        return []


class _Job:
    """One query; `stop` can be called from another thread, before or during the query."""

    def __init__(
        self,
        path: str,
        host: Host,
        sql: str,
        values: Sequence[str],
        limits: ReadLimits,
        *,
        is_ours: bool,
    ) -> None:
        self._limits = limits
        self._path = path
        self._host = host
        self._sql = sql
        self._values = values
        self._is_ours = is_ours
        self._is_stopped = False

    def stop(self) -> None:
        self._is_stopped = True

    def run(self) -> SqlResult:
        file = allowed_file(self._path, self._host.directories)
        try:
            with closing(open_file(file)) as connection:
                if not self._is_ours:
                    forbid_all_but_reading(connection)
                connection.set_progress_handler(lambda: self._is_stopped, _STEPS)
                cursor = connection.execute(self._sql, self._values)
                heads = [Head(name, FieldType.STRING) for name, *_ in cursor.description or ()]
                result = gather_now(heads, self._limits, partial(_fetch, cursor))
        except sqlite3.OperationalError as error:
            if "unable to open" in str(error):
                raise NoConnection(f"{file.name} cannot be opened.") from error
            raise QueryFailed(f"SQLite returned an error: {error}.") from error
        except sqlite3.Error as error:
            if "not authorized" in str(error) or "prohibited" in str(error):
                raise QueryFailed(f"SQLite can only read: {error}.") from error
            raise QueryFailed(f"SQLite returned an error: {error}.") from error
        result.columns = [_typed(column) for column in result.columns]
        return result


def _fetch(cursor: sqlite3.Cursor, count: int) -> Sequence[Row]:
    """Fetch fewer than `count` rows if their texts are long: one value may be as large as a
    batch."""
    rows: list[Row] = []
    size = 0
    for row in cursor:
        rows.append(row)
        size += sum(len(value) for value in row if isinstance(value, str | bytes))
        if len(rows) >= count or size >= _BATCH_BYTES:
            break
    return rows


def _typed(column: Column) -> Column:
    """Return the type of all values of a column: SQLite has types of values, not of columns."""
    kinds = {type(value) for value in column.values if value is not None}
    if kinds <= {int, float}:
        whole = "int64" if kinds == {int} else None
        return Column(column.name, FieldType.NUMBER, column.values, whole)
    values = [None if value is None else _text(value) for value in column.values]
    return Column(column.name, FieldType.STRING, values)


def _text(value: Any) -> str:
    """Return text; bytes that are not UTF-8 become hexadecimal digits."""
    if not isinstance(value, bytes):
        return str(value)
    try:
        return value.decode()
    except UnicodeDecodeError:
        return f"0x{value.hex().upper()}"
