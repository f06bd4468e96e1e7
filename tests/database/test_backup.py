"""A backup goes where its owner says, and a file that is none restores nothing."""

import gzip
import os
import random
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from tests.fixtures.postgres import PostgresServer

from vedette.db.backup import backup, restore
from vedette.db.database import Database
from vedette.db.errors import BackupFailed, DatabaseDamaged, RestoreRefused
from vedette.db.migrate import migrations, upgrade
from vedette.db.open import open_database
from vedette.db.settings import DatabaseSettings
from vedette.db.sqlite import connect
from vedette.kernel.clock import SystemClock
from vedette.kernel.secret import Secret

CLOCK = SystemClock()
SCHEMA = migrations()[-1].number
HEADER = {"vedette_backup": 1, "schema": SCHEMA, "at": 1}
ORG = {"table": "org", "columns": ["id", "name", "created", "updated"]}


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def empty(
    request: pytest.FixtureRequest, tmp_path: Path, postgres_server: PostgresServer
) -> AsyncIterator[Database]:
    settings = DatabaseSettings(path="empty.db")
    if request.param == "postgres":
        settings = DatabaseSettings(type="postgres", url=Secret(postgres_server.create_database()))
    database = await open_database(settings, tmp_path, CLOCK)
    await upgrade(database, CLOCK)
    yield database
    await database.aclose()


@pytest.mark.parametrize("link", ["saved.gz", "saved.gz.partial"])
async def test_a_backup_is_never_written_through_a_symbolic_link(
    empty: Database, tmp_path: Path, link: str
) -> None:
    """T16: Whoever can make links next to a backup does not choose what it overwrites."""
    precious = tmp_path / "precious"
    precious.write_text("stays")
    (tmp_path / link).symlink_to(precious)
    if link == "saved.gz":
        with pytest.raises(BackupFailed, match="symbolic link"):
            await backup(empty, tmp_path / "saved.gz", CLOCK)
    else:
        await backup(empty, tmp_path / "saved.gz", CLOCK)
        assert (tmp_path / "saved.gz").stat().st_mode & 0o777 == 0o600
    assert precious.read_text() == "stays"
    assert not (tmp_path / "saved.gz.partial").exists()


def packed(*lines: Any) -> bytes:
    return gzip.compress(b"\n".join(orjson.dumps(line) for line in lines) + b"\n")


CRAFTED = {
    "nothing": b"",
    "text": b"not a complete backup",
    "a SQLite file": b"SQLite format 3\0" + bytes(4000),
    "a zip archive": b"PK\3\4" + bytes(100),
    "an empty archive": gzip.compress(b""),
    "broken bytes": gzip.compress(b"\xff\xfe\n"),
    "a cut archive": packed(HEADER, ORG, [1, "a", 1, 1])[:-12],
    "other JSON": packed([1]),
    "no schema": packed({"vedette_backup": 1}),
    "a newer schema": packed({**HEADER, "schema": SCHEMA + 1}),
    "a schema that is no number": packed({**HEADER, "schema": {"a": 1}}),
    "a row without a table": packed(HEADER, [1, 2]),
    "an unknown table": packed(HEADER, {"table": "nobody", "columns": ["id"]}, [1]),
    "the migrations": packed(HEADER, {"table": "schema_migration", "columns": ["number"]}, [9]),
    "the master table": packed(HEADER, {"table": "sqlite_master", "columns": ["sql"]}, ["x"]),
    "a table that is a statement": packed(
        HEADER, {"table": 'org" DEFAULT VALUES; DROP TABLE "org', "columns": ["id"]}, [1]
    ),
    "a column that is a statement": packed(
        HEADER, {"table": "org", "columns": ['id") VALUES (1); DROP TABLE org; --']}, [1]
    ),
    "no columns": packed(HEADER, {"table": "org"}, [1]),
    "columns that are numbers": packed(HEADER, {"table": "org", "columns": [1]}, [1]),
    "a table that is a list": packed(HEADER, {"table": ["org"], "columns": ["id"]}, [1]),
    "a short row": packed(HEADER, ORG, [1, "a"]),
    "a long row": packed(HEADER, ORG, [1, "a", 1, 1, 1]),
    "a row that is a text": packed(HEADER, ORG, "row"),
    "a value that is a list": packed(HEADER, ORG, [1, ["a"], 1, 1]),
    "a text for a number": packed(HEADER, ORG, ["one", "a", 1, 1]),
    "a missing value": packed(HEADER, ORG, [1, None, 1, 1]),
    "a large number": packed(HEADER, ORG, [2**63, "a", 1, 1]),
    "the same row twice": packed(HEADER, ORG, [1, "a", 1, 1], [1, "b", 1, 1]),
    "a row of nobody": packed(HEADER, {"table": "team", "columns": ["id", "org_id"]}, [1, 99]),
    "deep nesting": gzip.compress(orjson.dumps(HEADER) + b"\n" + b"[" * 100_000 + b"\n"),
}


async def test_a_file_that_is_no_backup_is_one_sentence_and_restores_nothing(
    empty: Database, tmp_path: Path
) -> None:
    """T16: A crafted file ends in a sentence, runs no statement of its own and leaves no row."""
    file = tmp_path / "crafted.gz"
    for name, data in CRAFTED.items():
        file.write_bytes(data)
        with pytest.raises(RestoreRefused) as refused:
            await restore(empty, file)
        assert refused.value.public.endswith("."), name
        assert "\n" not in refused.value.public, name
        async with empty.reading() as tx:
            assert await tx.value("SELECT count(*) FROM org") == 0, name


async def test_a_line_without_end_is_refused_before_it_fills_the_memory(
    empty: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vedette.db.backup._LONGEST_LINE", 1_000_000)
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(orjson.dumps(HEADER) + b"\n" + bytes(10**7)))
    with pytest.raises(RestoreRefused, match="longer than 1000000 bytes"):
        await restore(empty, tmp_path / "bomb.gz")


async def test_what_is_no_file_is_not_read(empty: Database, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(RestoreRefused, match="is not a file"):
            await restore(empty, path)
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    with pytest.raises(RestoreRefused, match="is a symbolic link"):
        await restore(empty, tmp_path / "link")


async def test_damaged_pages_are_one_sentence_wherever_they_are_met(tmp_path: Path) -> None:
    """Each way to read a broken file says that it is broken, and what to do."""
    database = await open_database(DatabaseSettings(path="whole.db"), tmp_path, CLOCK)
    await upgrade(database, CLOCK)
    async with database.transaction() as tx:
        for number in range(300):
            await tx.execute(
                "INSERT INTO org (name, created, updated) VALUES (:name, 1, 1)",
                {"name": f"{number} {'x' * 500}"},
            )
    await database.aclose()
    whole = (tmp_path / "whole.db").read_bytes()
    dice = random.Random(5)
    damaged = 0
    for number in range(30):
        data = bytearray(whole)
        for _ in range(len(data) // 4096 // 2):
            page = dice.randrange(1, len(data) // 4096) * 4096
            data[page : page + 200] = dice.randbytes(200)
        if number % 5 == 0:
            del data[dice.randrange(4096, len(data)) :]
        (tmp_path / "broken.db").write_bytes(data)
        try:
            broken = await open_database(DatabaseSettings(path="broken.db"), tmp_path, CLOCK)
            try:
                await upgrade(broken, CLOCK)
                await backup(broken, tmp_path / "saved.gz", CLOCK)
                async with broken.reading() as tx:
                    await tx.all("SELECT * FROM org")
            finally:
                await broken.aclose()
        except DatabaseDamaged as error:
            damaged += 1
            assert "restore a backup" in error.public
        assert not (tmp_path / "saved.gz.partial").exists()
        for file in tmp_path.glob("broken.db*"):
            file.unlink()
    assert damaged > 20


async def test_a_file_that_is_no_database_says_so(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database " * 1000)
    with pytest.raises(DatabaseDamaged):
        await open_database(DatabaseSettings(path="text.db"), tmp_path, CLOCK)


@pytest.mark.parametrize("read_only", [True, False])
def test_the_file_is_not_mapped_into_memory(tmp_path: Path, read_only: bool) -> None:
    """R-53: The memory of the process does not follow the size of the database."""
    path = tmp_path / "large.db"
    connection: sqlite3.Connection = connect(path)
    connection.execute("CREATE TABLE t (x BLOB)")
    connection.executemany("INSERT INTO t VALUES (?)", [(bytes(100_000),)] * 100)
    connection.close()
    reader = connect(path, read_only=read_only)
    assert reader.execute("SELECT sum(length(x)) FROM t").fetchone()[0] == 10_000_000
    assert not [
        line
        for line in Path("/proc/self/maps").read_text().splitlines()
        if line.endswith(str(path))
    ]
    reader.close()
