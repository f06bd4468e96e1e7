"""A disk that is really full: what each database says of it, and what alerting makes of that."""

import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
from tests.database.alerting.delivering import (
    CLOCK,
    ONE_GROUP,
    Inbox,
    Server,
    add_integration,
    end,
    fire,
    make_org,
    set_policy,
)
from tests.database.alerting.read_only import Stored
from tests.fixtures.disk import Disk
from tests.fixtures.postgres import PostgresServer

from vedette.db.database import Database
from vedette.db.errors import DatabaseReadOnly
from vedette.db.migrate import upgrade
from vedette.db.open import open_database
from vedette.db.settings import DatabaseSettings
from vedette.kernel.secret import Secret


@pytest.fixture
def disk() -> Iterator[Disk]:
    root = Path(tempfile.mkdtemp(prefix="vedette-disk-"))
    root.chmod(0o755)
    made = Disk(root / "full", mebibytes=32)
    try:
        if not made.is_mounted:
            pytest.skip("A small file system cannot be mounted here.")
        yield made
    finally:
        made.close()
        shutil.rmtree(root, ignore_errors=True)


@asynccontextmanager
async def _on(
    disk: Disk, kind: str, request: pytest.FixtureRequest
) -> AsyncIterator[tuple[Database, DatabaseSettings]]:
    """A migrated database whose tables are on the disk."""
    settings, name = DatabaseSettings(), f"full_{os.getpid()}"
    connection = None
    if kind == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres_server")
        place = disk.path / "tablespace"
        place.mkdir()
        if os.geteuid() == 0:
            shutil.chown(place, "postgres")
        connection = await asyncpg.connect(server.url("postgres"))
        await connection.execute(f"CREATE TABLESPACE {name} LOCATION '{place}'")
        await connection.execute(f"CREATE DATABASE {name} TABLESPACE {name}")
        settings = DatabaseSettings(type="postgres", url=Secret(server.url(name)))
    database = await open_database(settings, disk.path, CLOCK)
    try:
        await upgrade(database, CLOCK)
        yield database, settings
    finally:
        await database.aclose()
        if connection is not None:
            await connection.execute(f"DROP DATABASE {name}")
            await connection.execute(f"DROP TABLESPACE {name}")
            await connection.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_alerting_continues_on_a_full_disk_of_either_database(
    disk: Disk, kind: str, request: pytest.FixtureRequest
) -> None:
    """R-24: The error names the full disk, reads go on, and nothing sent is lost or repeated."""
    async with _on(disk, kind, request) as (database, settings):
        org = await make_org(database)
        await add_integration(database, org, "ops", "hook")
        await set_policy(database, org, ONE_GROUP)
        stored, inbox = Stored(database, settings, CLOCK), Inbox()
        server = Server(stored.working, inbox)
        await fire(stored.working, org, "a")
        await server.all()
        disk.fill()
        with pytest.raises(DatabaseReadOnly, match="its disk is full"):
            await _write_much(stored.working)
        assert len(await server.rows("SELECT 1 FROM alert")) == 1
        await stored.working.enter_memory()
        await fire(stored.working, org, "b")
        await server.all()
        await end(stored.working, org, "a")
        await server.all()
        disk.free()
        await stored.working.return_to_database()
        assert not stored.working.is_in_memory
        await server.all()
        assert [(each.firing, each.resolved) for each in inbox.arrived] == [
            (["a"], []),
            (["a", "b"], []),
            (["b"], ["a"]),
        ]
        rows = await server.rows("SELECT delivery_key FROM alert_delivery ORDER BY sequence")
        assert [row["delivery_key"] for row in rows] == [each.key for each in inbox.arrived]


async def _write_much(database: Database) -> None:
    """Free pages of the files take some rows yet."""
    async with database.transaction() as tx:
        for number in range(400):
            await tx.execute(
                "INSERT INTO org (name, created, updated) VALUES (:name, 1, 1)",
                {"name": f"{number} {'x' * 2_000}"},
            )
