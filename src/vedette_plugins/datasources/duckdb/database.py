"""Reads files with DuckDB, with a process and its own memory for each query."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from vedette.sdk import Health, Host, ReadLimits, VedetteError
from vedette.sdk.sql.errors import NotAllowed, QueryFailed, QueryTimeout
from vedette.sdk.sql.files import resolved_directories
from vedette.sdk.sql.result import Column, SqlResult
from vedette.sdk.sql.source import Lookup, SqlDatabase
from vedette.sdk.sql.threads import Threads
from vedette_plugins.datasources.duckdb.engine import MEMORY_MB
from vedette_plugins.datasources.duckdb.types import head
from vedette_plugins.datasources.duckdb.wire import Ask, Cells, Reply, encoder, reply_decoder

_COMMAND = [sys.executable, "-I", "-m", "vedette_plugins.datasources.duckdb.worker"]
_ENVIRONMENT = {"LC_ALL": "C.UTF-8"}
_CELL_COST = 6
"""The memory of this process per byte of a result, as Python objects and as a reply."""
_MB = 1024 * 1024
_ENDINGS = (".parquet", ".csv", ".csv.gz", ".json", ".ndjson", ".jsonl", ".json.gz")
_MOST_FILES, _MOST_SEEN = 1_000, 20_000


class DuckdbDatabase(SqlDatabase):
    def __init__(self, host: Host) -> None:
        self._host = host
        self._limits = host.limits
        self._threads = Threads("duckdb-source", most=2)
        self.lookups: Mapping[str, Lookup] = {
            "databases": self._nothing,
            "schemas": self._nothing,
            "tables": self._files,
            "columns": self._columns,
        }

    async def read(self, sql: str, limits: ReadLimits | None = None) -> SqlResult:
        job = _Job(sql, self._host, self._limits.tightened(limits))
        try:
            return await self._threads.run(job.run, job.stop, self._limits.seconds)
        except TimeoutError as error:
            raise QueryTimeout(
                f"The query did not complete within {self._limits.seconds:g} s."
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

    async def _files(self, asked: Mapping[str, str]) -> Sequence[str]:
        """Return the files that may be read, quoted for a query."""
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
    """One query; `stop` can be called from another thread, before or during the query."""

    def __init__(self, sql: str, host: Host, limits: ReadLimits) -> None:
        self._sql = sql
        self._limits = limits
        self._host = host
        self._process: subprocess.Popen[bytes] | None = None

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()

    def run(self) -> SqlResult:
        limits = self._limits
        directories = [str(each) for each in resolved_directories(self._host.directories)]
        memory = (MEMORY_MB * 2) + limits.bytes * _CELL_COST // _MB
        ask = Ask(self._sql, directories, limits.rows, limits.bytes, limits.seconds, memory)
        reply = self._answered(encoder.encode(ask))
        if reply.error:
            raise (
                NotAllowed(reply.error)
                if reply.is_refused
                else QueryFailed(f"DuckDB returned an error: {reply.error}.")
            )
        return SqlResult([_column(each) for each in reply.columns], tuple(reply.notices))

    def _answered(self, ask: bytes) -> Reply:
        process = subprocess.Popen(  # noqa: S603 - the command is fixed, without user input
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_ENVIRONMENT,
            cwd="/",
        )
        with process:
            self._process = process
            output, _ = process.communicate(ask)
        try:
            return reply_decoder.decode(output)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise QueryFailed(
                f"The process of the query ended ({process.returncode}). It may have exceeded "
                "the memory limit of a query."
            ) from error


def _column(each: Cells) -> Column:
    about = head(each.name, each.kind)
    return Column(each.name, about.type, about.convert(each.cells), about.frame_type)


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
