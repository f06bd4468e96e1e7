"""Health says when an instance has applied its files."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from zlib import crc32

import asyncpg
import pytest
from tests.fixtures.app import Client, start

from vedette.db.settings import DatabaseSettings

_SOURCE = (
    "apiVersion: 1\ndatasources:\n  - {name: Given, type: prometheus, url: http://localhost:9}\n"
)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    made = tmp_path / "provisioning" / "datasources"
    made.mkdir(parents=True)
    (made / "given.yaml").write_text(_SOURCE)
    return made


async def test_health_waits_for_the_files_of_an_instance_and_pages_do_not(
    database_settings: DatabaseSettings, tmp_path: Path, directory: Path
) -> None:
    """R-60: Whoever waits for a healthy answer finds the data source; files that are broken are
    named and waited for no longer."""
    (directory / "broken.yaml").write_text("datasources: [")
    async with AsyncExitStack() as stack:
        app = await start(stack, database_settings, tmp_path)
        client = Client(app)
        reply = await client.get("/api/health")
        assert (reply.status, reply.json()["state"]) == (503, "starting: provisioning")
        assert (await client.get("/healthz")).status == 200
        assert (await client.get("/api/login/ping")).status == 401
        [files] = [service for service in app.services if service.name == "provisioning"]
        running = asyncio.create_task(files.run())
        try:
            async with asyncio.timeout(20):
                while (reply := await client.get("/api/health")).status == 503:
                    await asyncio.sleep(0.01)
            assert "state" not in reply.json()
            async with app.database.reading() as tx:
                assert await tx.value("SELECT name FROM data_source") == "Given"
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def test_an_instance_that_waits_for_the_files_of_another_one_is_not_healthy(
    database_settings: DatabaseSettings, tmp_path: Path, directory: Path
) -> None:
    """R-60, R-72: The lock of provisioning is held by another instance."""
    if not database_settings.url:
        pytest.skip("One instance has the file.")
    other = await asyncpg.connect(database_settings.url.reveal())
    async with AsyncExitStack() as stack:
        stack.push_async_callback(other.close)
        app = await start(stack, database_settings, tmp_path, "cfg:database.max_open_conn=4")
        client = Client(app)
        key = crc32(b"provisioning:datasources")
        await other.execute("SELECT pg_advisory_lock($1)", key)
        [files] = [service for service in app.services if service.name == "provisioning"]
        running = asyncio.create_task(files.run())
        try:
            for _ in range(10):
                await asyncio.sleep(0.05)
                reply = await client.get("/api/health")
                assert (reply.status, reply.json()["database"]) == (503, "ok")
                assert reply.json()["state"] == "starting: provisioning"
            await other.execute("SELECT pg_advisory_unlock($1)", key)
            async with asyncio.timeout(20):
                while (await client.get("/api/health")).status != 200:
                    await asyncio.sleep(0.05)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
