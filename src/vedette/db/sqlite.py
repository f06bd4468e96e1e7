"""The SQLite implementation: WAL mode, readers on the event loop, and one writer thread.

A read by key takes about 12 microseconds. A commit waits for the disk (`synchronous=FULL`), so that
acknowledged writes survive a power failure. Only the writer thread writes, so the process never
locks itself out.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from vedette.db.database import NO_PARAMS, Dialect, Params, Row, Tx
from vedette.db.sqlite_errors import translated_sqlite
from vedette.kernel.secret import Secret
from vedette.telemetry.availability import Availability

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=5000",
    "PRAGMA cache_size=-4096",  # 4 MB, the size of the log; the system caches the rest.
    "PRAGMA mmap_size=0",  # Mapped pages would count as memory, per connection.
    "PRAGMA temp_store=MEMORY",  # Large sorts also work on a full disk.
)
_ROWS_ON_LOOP = 500
_READERS_PATIENCE = "PRAGMA busy_timeout=200"
"""Readers run on the event loop, which is blocked while they wait."""
T = TypeVar("T")


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.row_factory = sqlite3.Row
    for pragma in _PRAGMAS:
        connection.execute(pragma)
    if read_only:
        connection.execute("PRAGMA query_only=ON")
        connection.execute(_READERS_PATIENCE)
    connection.create_function("LOWER", 1, _lower, deterministic=True)
    return connection


def _lower(text: str | None) -> str | None:
    """Return the lower case of every script, like PostgreSQL; SQLite's own function knows only
    ASCII."""
    return None if text is None else text.lower()


class SqliteDatabase:
    dialect: Dialect = "sqlite"
    _long_reads: "LongReads | None" = None

    def __init__(self, path: Path, availability: Availability) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        self.availability = availability
        self._path = path
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._lock = asyncio.Lock()
        self._writer = connect(path)
        self._reader = connect(path, read_only=True)
        self._reader.execute("SELECT name FROM sqlite_master LIMIT 1")  # Reads the schema.
        self._long_reads = LongReads(path)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Tx]:
        async with self._lock:
            tx = WritingTx(self._writer, self._in_writer, self.availability)
            before = self._writer.total_changes
            try:
                await self._in_writer(self._begin)
                yield tx
                await self._in_writer(self._writer.commit)
            except BaseException:
                with translated_sqlite(self.availability):
                    await _finish(self._thread.submit(self._writer.rollback))
                raise
            if self.availability.is_out:
                self.availability.worked(is_write=self._writer.total_changes > before)
        for callback in tx.callbacks:
            callback()

    @asynccontextmanager
    async def reading(self, *, is_urgent: bool = False) -> AsyncIterator[Tx]:
        yield ReadingTx(self._reader, self.availability, self._long_reads)

    def statement(self, *, is_urgent: bool = False) -> AbstractAsyncContextManager[Tx]:
        return self.transaction()

    def statistics(self) -> Mapping[str, int]:
        return {"open": 2, "idle": 1 if self._lock.locked() else 2, "max": 2}

    def share_with(self, instances: int) -> None:
        """Do nothing: one instance has the file."""

    def use_password(self, password: Secret) -> None:
        """Do nothing: a file has no password."""

    async def aclose(self) -> None:
        async with self._lock:
            await self._in_writer(self._writer.close)
        self._reader.close()
        if self._long_reads is not None:
            await self._long_reads.aclose()
        self._thread.shutdown()

    def _begin(self) -> None:
        if self._writer.in_transaction:  # The rollback failed.
            self._writer.rollback()
        self._writer.execute("BEGIN IMMEDIATE")

    async def _in_writer(self, work: Callable[[], T]) -> T:
        with translated_sqlite(self.availability, is_write=True):
            return await asyncio.wrap_future(self._thread.submit(work))


class ReadingTx:
    dialect: Dialect = "sqlite"

    def __init__(
        self,
        connection: sqlite3.Connection,
        availability: Availability,
        long_reads: "LongReads | None" = None,
    ) -> None:
        self._connection = connection
        self._availability = availability
        self._long_reads = long_reads

    async def execute(self, sql: str, params: Params = NO_PARAMS) -> int:
        with translated_sqlite(self._availability):
            return self._connection.execute(sql, dict(params)).rowcount

    async def one(self, sql: str, params: Params = NO_PARAMS) -> Row | None:
        with translated_sqlite(self._availability):
            row: Row | None = self._connection.execute(sql, dict(params)).fetchone()
            return row

    async def all(self, sql: str, params: Params = NO_PARAMS) -> Sequence[Row]:
        with translated_sqlite(self._availability):
            cursor = self._connection.execute(sql, dict(params))
            if self._long_reads is None:
                return cursor.fetchall()
            rows: Sequence[Row] = cursor.fetchmany(_ROWS_ON_LOOP)
            cursor.close()
            if len(rows) < _ROWS_ON_LOOP:
                return rows
            return await self._long_reads.all(sql, params)

    async def value(self, sql: str, params: Params = NO_PARAMS) -> Any:
        row = await self.one(sql, params)
        return None if row is None else row[0]  # type: ignore[index]

    async def many(self, sql: str, rows: Sequence[Params]) -> None:
        with translated_sqlite(self._availability):
            self._connection.executemany(sql, [dict(row) for row in rows])

    async def lock(self, name: str) -> None:
        """Do nothing: a transaction is the only writer."""

    def after_commit(self, callback: Callable[[], None]) -> None:
        raise RuntimeError("A reading block cannot commit changes.")


class LongReads:
    """Reads many rows in a thread, so that other requests go on, and on a connection of its own:
    on that of the loop, an unfinished statement would hide later commits from other readers."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-reader")
        self._connection: sqlite3.Connection | None = None

    async def all(self, sql: str, params: Params) -> Sequence[Row]:
        def read() -> Sequence[Row]:
            if self._connection is None:
                self._connection = connect(self._path, read_only=True)
            return self._connection.execute(sql, dict(params)).fetchall()

        return await asyncio.wrap_future(self._thread.submit(read))

    async def aclose(self) -> None:
        await asyncio.wrap_future(self._thread.submit(self._close))
        self._thread.shutdown()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()


class WritingTx(ReadingTx):
    def __init__(
        self,
        connection: sqlite3.Connection,
        in_writer: Callable[[Callable[[], Any]], Awaitable[Any]],
        availability: Availability,
    ) -> None:
        super().__init__(connection, availability)
        self._in_writer = in_writer
        self.callbacks: list[Callable[[], None]] = []

    async def execute(self, sql: str, params: Params = NO_PARAMS) -> int:
        count: int = await self._in_writer(
            lambda: self._connection.execute(sql, dict(params)).rowcount
        )
        return count

    async def one(self, sql: str, params: Params = NO_PARAMS) -> Row | None:
        rows = await self.all(sql, params)
        return rows[0] if rows else None

    async def all(self, sql: str, params: Params = NO_PARAMS) -> Sequence[Row]:
        rows: Sequence[Row] = await self._in_writer(
            lambda: self._connection.execute(sql, dict(params)).fetchall()
        )
        return rows

    async def many(self, sql: str, rows: Sequence[Params]) -> None:
        copies = [dict(row) for row in rows]
        await self._in_writer(lambda: self._connection.executemany(sql, copies))

    def after_commit(self, callback: Callable[[], None]) -> None:
        self.callbacks.append(callback)


async def _finish(work: "Any") -> None:
    """Wait for `work`, even if the waiting task is cancelled meanwhile."""
    future = asyncio.wrap_future(work)
    while not future.done():
        try:
            await asyncio.shield(future)
        except asyncio.CancelledError:
            continue
    future.result()
