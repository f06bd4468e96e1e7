"""Backup and restore in one format for both databases: gzipped JSON lines.

The first line names the format and the migrations that the schema had. Each table follows as a line
with its columns and one line per row. A backup of SQLite can be restored into PostgreSQL and vice
versa.
"""

import gzip
import os
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from typing import Any, BinaryIO

import orjson

from vedette.db.database import Database, Tx
from vedette.db.errors import BackupFailed, DatabaseUnavailable, RestoreRefused
from vedette.db.migrate import migrations, status
from vedette.kernel.clock import Clock

FORMAT = 1
_BATCH = 500
_LONGEST_LINE = 256 * 1024 * 1024
_TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    " ORDER BY name",
    "postgres": "SELECT table_name AS name FROM information_schema.tables"
    " WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY table_name",
}

_COLUMNS = {
    "sqlite": "SELECT name FROM pragma_table_info(:table)",
    "postgres": "SELECT column_name AS name FROM information_schema.columns"
    " WHERE table_schema = current_schema() AND table_name = :table",
}


async def backup(database: Database, target: Path, clock: Clock) -> int:
    """Write all rows to `target` and return their number.

    The file appears only when it is complete. Raises `BackupFailed` if it cannot be written or if
    `target` is a symbolic link, which the backup would replace.
    """
    partial = target.with_name(target.name + ".partial")
    if target.is_symlink() or target.is_dir():
        what = "symbolic link" if target.is_symlink() else "directory"
        raise BackupFailed(f"{target} is a {what}. Specify a regular file for the backup.")
    try:
        partial.unlink(missing_ok=True)
        with _created(partial) as raw:
            with gzip.GzipFile("", "wb", 6, raw) as file:
                count = await _write(database, file, clock)
            raw.flush()
            os.fsync(raw.fileno())
        partial.replace(target)
    except OSError as error:
        raise BackupFailed(f"{target} cannot be written: {error.strerror or error}.") from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
    return count


def _created(path: Path) -> BinaryIO:
    """Return a new file that only its owner can read. Symbolic links are not followed."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    return os.fdopen(os.open(path, flags, 0o600), "wb")


async def _write(database: Database, file: gzip.GzipFile, clock: Clock) -> int:
    count = 0
    newest = migrations()[-1].number
    async with database.transaction() as tx:
        file.write(_line({"vedette_backup": FORMAT, "schema": newest, "at": clock.now_ms()}))
        for table in await _tables(tx):
            rows = await tx.all(f'SELECT * FROM "{table}"')  # noqa: S608
            columns = list(dict(rows[0]).keys()) if rows else []  # type: ignore[call-overload]
            file.write(_line({"table": table, "columns": columns}))
            for row in rows:
                file.write(_line([row[column] for column in columns]))
            count += len(rows)
    return count


async def restore(database: Database, source: Path) -> int:
    """Load a backup into a migrated, empty database and return the number of rows.

    Raises `RestoreRefused` if the database holds data, or if the file is incomplete, does not fit
    the tables or needs migrations that this program does not have, and `OSError` if it cannot be
    opened.
    """
    if (await status(database)).pending:
        raise RestoreRefused("Run `vedette db upgrade` before a restore.")
    with _opened(source) as raw:
        try:
            with gzip.GzipFile("", "rb", fileobj=raw) as file:
                lines = _lines(file)
                _check_header(next(lines, None))
                async with database.transaction() as tx:
                    await _refuse_full(tx)
                    await _defer_foreign_keys(tx)
                    count = await _fill(tx, lines)
                    await _advance_identities(tx)
        except (OSError, zlib.error, EOFError, orjson.JSONDecodeError) as error:
            raise RestoreRefused(f"{source} is not a complete backup.") from error
        except (RestoreRefused, DatabaseUnavailable):
            raise
        except Exception as error:
            # Raised by the drivers and by the reader: an invalid value or a missing key.
            raise RestoreRefused(
                f"{source} does not match the tables of this version. Nothing was restored."
            ) from error
    return count


def _opened(source: Path) -> BinaryIO:
    """Open a regular file. Reading a pipe or a device could block or never end."""
    if source.is_symlink():
        raise RestoreRefused(f"{source} is a symbolic link. Specify the file itself.")
    descriptor = os.open(source, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    if not S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise RestoreRefused(f"{source} is not a regular file.")
    return os.fdopen(descriptor, "rb")


def _lines(file: gzip.GzipFile) -> Iterator[Any]:
    while line := file.readline(_LONGEST_LINE):
        if len(line) == _LONGEST_LINE:
            raise RestoreRefused(f"A line of the backup is longer than {_LONGEST_LINE} bytes.")
        yield orjson.loads(line)


def _check_header(header: Any) -> None:
    if not isinstance(header, dict) or header.get("vedette_backup") != FORMAT:
        raise RestoreRefused("This version cannot read the backup.")
    ours, theirs = migrations()[-1].number, header.get("schema")
    if theirs != ours:
        raise RestoreRefused(
            f"The backup is from migration {str(theirs)[:20]} of the database, but this "
            f"version has migration {ours}. Restore it with the version of Vedette that "
            "created it."
        )


async def _fill(tx: Tx, entries: Iterator[Any]) -> int:
    count = 0
    tables = await _tables(tx)
    table, columns, batch = "", list[str](), list[list[Any]]()
    for entry in entries:
        if isinstance(entry, dict):
            await _insert(tx, table, columns, batch)
            table, columns = await _target(tx, entry, tables)
            batch = []
            continue
        if not columns or not isinstance(entry, list) or len(entry) != len(columns):
            raise RestoreRefused(f"Row {count + 1} of the backup does not match its table.")
        batch.append(entry)
        count += 1
        if len(batch) == _BATCH:
            await _insert(tx, table, columns, batch)
            batch = []
    await _insert(tx, table, columns, batch)
    return count


async def _target(tx: Tx, entry: dict[str, Any], tables: Sequence[str]) -> tuple[str, list[str]]:
    """Return the table and columns of the following rows.

    Names become part of statements, so only tables and columns that the database has are accepted.
    """
    table, columns = entry.get("table"), entry.get("columns")
    if table not in tables or not isinstance(columns, list):
        raise RestoreRefused(f"The backup contains an unknown table: {str(table)[:60]}.")
    known = await _columns(tx, str(table))
    if not all(isinstance(column, str) and column in known for column in columns):
        raise RestoreRefused(f"The backup contains an unknown column in table {table}.")
    return str(table), columns


async def _columns(tx: Tx, table: str) -> set[str]:
    rows = await tx.all(_COLUMNS[tx.dialect], {"table": table})
    return {row["name"] for row in rows}


async def _tables(tx: Tx) -> list[str]:
    rows = await tx.all(_TABLES[tx.dialect])
    return [row["name"] for row in rows if row["name"] != "schema_migration"]


async def _refuse_full(tx: Tx) -> None:
    for table in await _tables(tx):
        if await tx.value(f'SELECT 1 FROM "{table}" LIMIT 1'):  # noqa: S608
            raise RestoreRefused(f"The database is not empty: table {table} contains rows.")


async def _defer_foreign_keys(tx: Tx) -> None:
    if tx.dialect == "sqlite":
        await tx.execute("PRAGMA defer_foreign_keys=ON")
    else:
        await tx.execute("SET CONSTRAINTS ALL DEFERRED")


async def _insert(tx: Tx, table: str, columns: list[str], rows: list[list[Any]]) -> None:
    if not rows:
        return
    names = ", ".join(f'"{column}"' for column in columns)
    marks = ", ".join(f":c{index}" for index in range(len(columns)))
    booleans = await _booleans(tx, table)
    await tx.many(
        f'INSERT INTO "{table}" ({names}) VALUES ({marks})',  # noqa: S608
        [
            {
                f"c{index}": bool(value) if columns[index] in booleans else value
                for index, value in enumerate(row)
            }
            for row in rows
        ],
    )


async def _booleans(tx: Tx, table: str) -> frozenset[str]:
    """Return the columns whose 0 and 1 in SQLite are BOOLEAN in PostgreSQL."""
    if tx.dialect != "postgres":
        return frozenset()
    rows = await tx.all(
        "SELECT column_name FROM information_schema.columns WHERE table_name = :table"
        " AND table_schema = current_schema() AND data_type = 'boolean'",
        {"table": table},
    )
    return frozenset(row["column_name"] for row in rows)


async def _advance_identities(tx: Tx) -> None:
    if tx.dialect != "postgres":
        return
    for table in await _tables(tx):
        sequence = await tx.value(
            "SELECT pg_get_serial_sequence(:table, 'id') FROM information_schema.columns"
            " WHERE table_name = :table AND column_name = 'id'"
            " AND table_schema = current_schema()",
            {"table": table},
        )
        if sequence:
            await tx.execute(
                f"SELECT setval('{sequence}', (SELECT COALESCE(MAX(id), 1) FROM \"{table}\"))"  # noqa: S608
            )


def _line(value: Any) -> bytes:
    return orjson.dumps(value) + b"\n"
