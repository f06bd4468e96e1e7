"""Backup and restore in one format for both databases: gzipped JSON lines.

The first line names the format and the migrations the data was written under; then, for each
table, a line with its columns and one line a row. A backup of SQLite can be restored into
PostgreSQL and the other way round.
"""

import gzip
import os
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import orjson

from vedette.db.database import Database, Tx
from vedette.db.errors import RestoreRefused
from vedette.db.migrate import migrations, status
from vedette.kernel.clock import Clock

FORMAT = 1
_BATCH = 500
_TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    " ORDER BY name",
    "postgres": "SELECT table_name AS name FROM information_schema.tables"
    " WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY table_name",
}


async def backup(database: Database, target: Path, clock: Clock) -> int:
    """Writes every row and returns their number. The file appears only when it is whole. Raises
    `OSError` where it can not be written."""
    partial = target.with_name(target.name + ".partial")
    count = 0
    async with database.transaction() as tx:
        with gzip.open(partial, "wb", compresslevel=6) as file:
            partial.chmod(0o600)
            newest = migrations()[-1].number
            file.write(_line({"vedette_backup": FORMAT, "schema": newest, "at": clock.now_ms()}))
            for table in await _tables(tx):
                rows = await tx.all(f'SELECT * FROM "{table}"')  # noqa: S608
                columns = list(dict(rows[0]).keys()) if rows else []  # type: ignore[call-overload]
                file.write(_line({"table": table, "columns": columns}))
                for row in rows:
                    file.write(_line([row[column] for column in columns]))
                count += len(rows)
    with partial.open("rb") as written:
        os.fsync(written.fileno())
    partial.replace(target)
    return count


async def restore(database: Database, source: Path) -> int:
    """Fills an upgraded, still empty database and returns the number of rows.

    Raises `RestoreRefused` where the database holds data, or where the file is no whole backup, or
    was written under other migrations than this program knows; `OSError` where it can not be read.
    """
    if (await status(database)).pending:
        raise RestoreRefused("Run `vedette db upgrade` before a restore.")
    try:
        with gzip.open(source, "rb") as file:
            _check_header(orjson.loads(file.readline()))
            async with database.transaction() as tx:
                await _refuse_full(tx)
                await _defer_foreign_keys(tx)
                count = await _fill(tx, file)
                await _advance_identities(tx)
    except (gzip.BadGzipFile, zlib.error, EOFError, orjson.JSONDecodeError) as error:
        raise RestoreRefused(f"{source} is no backup, or not all of one.") from error
    return count


def _check_header(header: Any) -> None:
    if not isinstance(header, dict) or header.get("vedette_backup") != FORMAT:
        raise RestoreRefused("This file is no backup that this program can read.")
    if header["schema"] != migrations()[-1].number:
        raise RestoreRefused("This backup was written by another version of the database.")


async def _fill(tx: Tx, lines: Iterable[bytes]) -> int:
    count = 0
    table, columns, batch = "", list[str](), list[list[Any]]()
    for line in lines:
        entry = orjson.loads(line)
        if isinstance(entry, dict):
            await _insert(tx, table, columns, batch)
            table, columns, batch = entry["table"], entry["columns"], []
            continue
        batch.append(entry)
        count += 1
        if len(batch) == _BATCH:
            await _insert(tx, table, columns, batch)
            batch = []
    await _insert(tx, table, columns, batch)
    return count


async def _tables(tx: Tx) -> list[str]:
    rows = await tx.all(_TABLES[tx.dialect])
    return [row["name"] for row in rows if row["name"] != "schema_migration"]


async def _refuse_full(tx: Tx) -> None:
    for table in await _tables(tx):
        if await tx.value(f'SELECT 1 FROM "{table}" LIMIT 1'):  # noqa: S608
            raise RestoreRefused(f"The database is not empty: table {table} holds rows.")


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
    """Columns whose 0 and 1 of SQLite PostgreSQL wants as truth values."""
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
