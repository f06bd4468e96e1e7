"""Which errors of SQLite are outages, and which are defects of ours."""

import logging
import sqlite3
from pathlib import Path

import pytest

from vedette.db.errors import DatabaseUnavailable
from vedette.db.sqlite import SqliteDatabase
from vedette.db.sqlite_errors import translated_sqlite
from vedette.kernel.clock import SystemClock
from vedette.telemetry.availability import Availability


@pytest.fixture
def availability() -> Availability:
    log = logging.getLogger("vedette.db")
    return Availability(SystemClock(), log, "database", "The database", "Work waits.")


def error_of(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("made up")
    error.sqlite_errorcode = getattr(sqlite3, name)
    return error


@pytest.mark.parametrize(
    "name",
    [
        "SQLITE_BUSY",
        "SQLITE_BUSY_SNAPSHOT",
        "SQLITE_READONLY_DBMOVED",
        "SQLITE_IOERR_FSYNC",
        "SQLITE_CORRUPT",
        "SQLITE_NOTADB",
        "SQLITE_FULL",
        "SQLITE_CANTOPEN",
        "SQLITE_PROTOCOL",
        "SQLITE_NOMEM",
    ],
)
def test_what_the_machine_does_to_the_file_is_an_outage(
    availability: Availability, name: str
) -> None:
    sentence = r"The database (cannot be used: .*|file is damaged .*)\."
    with pytest.raises(DatabaseUnavailable, match=sentence), translated_sqlite(availability):
        raise error_of(name)
    assert availability.outage is not None


@pytest.mark.parametrize("name", ["SQLITE_ERROR", "SQLITE_MISUSE", "SQLITE_CONSTRAINT"])
def test_a_wrong_statement_is_a_defect(availability: Availability, name: str) -> None:
    with pytest.raises(sqlite3.OperationalError), translated_sqlite(availability):
        raise error_of(name)
    assert availability.outage is None


async def test_a_file_that_another_process_locks_is_waited_for(
    availability: Availability, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R-20: Work fails while the file is locked, and goes on afterwards by itself."""
    monkeypatch.setattr("vedette.db.sqlite._PRAGMAS", ("PRAGMA journal_mode=WAL",))
    database = SqliteDatabase(tmp_path / "own.db", availability)
    async with database.transaction() as tx:
        await tx.execute("CREATE TABLE words (word TEXT)")
    database._writer.execute("PRAGMA busy_timeout=50")
    other = sqlite3.connect(tmp_path / "own.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(DatabaseUnavailable, match="another process has locked its file"):
        async with database.transaction() as tx:
            await tx.execute("INSERT INTO words VALUES ('lost')")
    assert availability.outage is not None
    other.execute("ROLLBACK")
    other.close()
    async with database.transaction() as tx:
        await tx.execute("INSERT INTO words VALUES ('kept')")
    async with database.reading() as tx:
        assert [row["word"] for row in await tx.all("SELECT word FROM words")] == ["kept"]
    await database.aclose()
