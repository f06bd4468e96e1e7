"""Reading files by DuckDB: one engine a source, one cursor and thread a query."""

import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from vedette.sdk import FieldType, Health, Host, VedetteError
from vedette.sdk.sql.errors import QueryFailed, QueryTimeout
from vedette.sdk.sql.files import resolved_directories
from vedette.sdk.sql.result import Head, Result, gather_now
from vedette.sdk.sql.source import Database, Lookup
from vedette.sdk.sql.threads import Threads
from vedette_plugins.datasources.duckdb.engine import check_kind, open_engine
from vedette_plugins.datasources.duckdb.types import head, shown

if TYPE_CHECKING:
    import duckdb

_PLAIN = ("describe", "summarize", "show")
_ENDINGS = (".parquet", ".csv", ".csv.gz", ".json", ".ndjson", ".jsonl", ".json.gz")
_MOST_FILES, _MOST_SEEN = 1_000, 20_000
_LONGEST = 1_000


class DuckdbDatabase(Database):
    def __init__(self, host: Host) -> None:
        self._host = host
        self._limits = host.limits
        self._engine: duckdb.DuckDBPyConnection | None = None
        self._opening = Lock()
        self._threads = Threads("duckdb-source")
        self.lookups: Mapping[str, Lookup] = {
            "databases": self._nothing,
            "schemas": self._nothing,
            "tables": self._files,
            "columns": self._columns,
        }

    async def read(self, sql: str) -> Result:
        job = _Job(self, sql)
        try:
            return await self._threads.run(job.run, job.stop, self._limits.seconds)
        except TimeoutError as error:
            raise QueryTimeout(
                f"The query was not done within {self._limits.seconds:g} s."
            ) from error

    async def check(self) -> Health:
        try:
            found = await self.read("SELECT version() AS version")
            files = await self._files({})
        except VedetteError as error:
            return Health(False, error.public)
        detail = {"version": found.columns[0].values[0], "files": len(files)}
        return Health(True, f"Database Connection OK ({len(files)} files to read)", detail)

    async def aclose(self) -> None:
        await self._threads.aclose()
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def cursor(self) -> "duckdb.DuckDBPyConnection":
        """For one query, in its thread. Raises `FileRefused` where no directory is open."""
        with self._opening:
            if self._engine is None:
                self._engine = open_engine(resolved_directories(self._host.directories))
            return self._engine.cursor()

    def gathered(self, cursor: "duckdb.DuckDBPyConnection", sql: str) -> Result:
        check_kind(sql)
        if sql.lstrip("( \n\t").lower().startswith(_PLAIN):
            cursor.execute(sql)
            heads = [Head(each[0], FieldType.STRING, _texts) for each in cursor.description or ()]
        else:
            described = cursor.execute(f"DESCRIBE {sql}").fetchall()
            columns = [(str(row[0]), str(row[1])) for row in described]
            cursor.execute(_readable(sql, [kind for _, kind in columns]))
            heads = [head(name, kind) for name, kind in columns]
        return gather_now(heads, self._limits, cursor.fetchmany)

    async def _files(self, asked: Mapping[str, str]) -> Sequence[str]:
        """Files that may be read, quoted as a query names them."""
        directories = resolved_directories(self._host.directories)
        return await self._threads.run(
            lambda: sorted(islice(_listed(directories), _MOST_FILES)),
            lambda: None,
            self._limits.seconds,
        )

    async def _columns(self, asked: Mapping[str, str]) -> Sequence[Mapping[str, str]]:
        table = asked.get("table", "").strip("'").replace("'", "''")
        found = await self.read(f"DESCRIBE SELECT * FROM '{table}'")  # noqa: S608
        names, kinds = found.columns[0].values, found.columns[1].values
        return [{"name": name, "type": kind} for name, kind in zip(names, kinds, strict=True)]

    async def _nothing(self, asked: Mapping[str, str]) -> Sequence[str]:
        return []


class _Job:
    """One query; `stop` may be called from another thread, before or while it runs."""

    def __init__(self, database: DuckdbDatabase, sql: str) -> None:
        self._database = database
        self._sql = sql
        self._cursor: duckdb.DuckDBPyConnection | None = None

    def stop(self) -> None:
        if self._cursor is not None:
            self._cursor.interrupt()

    def run(self) -> Result:
        import duckdb

        self._cursor = self._database.cursor()
        try:
            return self._database.gathered(self._cursor, self._sql)
        except duckdb.InterruptException as error:
            raise QueryFailed("The query was stopped.") from error
        except duckdb.Error as error:
            raise QueryFailed(f"DuckDB says: {_first_line(error)}.") from error
        finally:
            cursor, self._cursor = self._cursor, None
            cursor.close()


def _readable(sql: str, kinds: Sequence[str]) -> str:
    names = [f"c{place}" for place in range(len(kinds))]
    asked = (f"{shown(name, kind)} AS {name}" for name, kind in zip(names, kinds, strict=True))
    return f"SELECT {', '.join(asked)} FROM (\n{sql}\n) AS q({', '.join(names)})"  # noqa: S608


def _listed(directories: Sequence[Path]) -> Iterator[str]:
    seen = 0
    for directory in directories:
        for folder, _, names in os.walk(directory):
            for name in names:
                seen += 1
                if seen > _MOST_SEEN:
                    return
                if name.lower().endswith(_ENDINGS):
                    yield "'" + str(Path(folder) / name).replace("'", "''") + "'"


def _texts(cells: Any) -> list[str | None]:
    return [None if cell is None else str(cell) for cell in cells]


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n\n")[0].replace("\n", " ")[:_LONGEST].rstrip(".")
