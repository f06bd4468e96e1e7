"""A start waits for a database that is not up yet, and says at once what waiting cannot mend."""

import asyncio
import logging
from pathlib import Path

import pytest
from tests.fixtures.postgres import PostgresServer, free_port

from vedette.db.errors import DatabaseMisconfigured, DatabaseUnavailable
from vedette.db.settings import DatabaseSettings
from vedette.db.start import open_upgraded
from vedette.kernel.clock import SystemClock
from vedette.kernel.secret import Secret


class CountingClock(SystemClock):
    """Time passes by sleeping, which takes no time."""

    seconds = 0.0

    def monotonic(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.seconds += seconds
        await asyncio.sleep(0)


def settings(url: str) -> DatabaseSettings:
    return DatabaseSettings(type="postgres", url=Secret(url))


async def test_a_database_that_comes_up_later_is_waited_for(
    postgres_server: PostgresServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """R-21: Server and database may start in any order."""
    caplog.set_level(logging.INFO, "vedette.db")
    url = postgres_server.create_database()
    port = free_port()

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", postgres_server.port)
        await asyncio.gather(copied(reader, back), copied(there, writer))

    async def copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            writer.write(data)
        writer.close()

    elsewhere = url.replace(str(postgres_server.port), str(port))
    opening = asyncio.create_task(open_upgraded(settings(elsewhere), tmp_path, SystemClock()))
    await asyncio.sleep(0.6)
    assert not opening.done()
    listening = await asyncio.start_server(forward, "127.0.0.1", port)
    async with asyncio.timeout(30):
        database, ran = await opening
    assert ran
    async with database.reading() as tx:
        assert await tx.value("SELECT 1") == 1
    await database.aclose()
    listening.close()
    lines = [record.getMessage() for record in caplog.records]
    [line] = [line for line in lines if "Waiting for it" in line]
    assert "it refuses connections" in line
    assert line.endswith("Waiting for it for at most 60 s.")


async def test_a_database_that_never_comes_up_ends_the_start_in_time(tmp_path: Path) -> None:
    clock, port = CountingClock(), free_port()
    wanted = settings(f"postgres://vedette:secret@127.0.0.1:{port}/vedette")
    with pytest.raises(DatabaseUnavailable, match="it refuses connections"):
        await open_upgraded(wanted, tmp_path, clock)
    assert clock.seconds == pytest.approx(60)


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("secret@", "wrong@", "rejects the user"),
        ("/test_", "/nowhere_", "has no database"),
    ],
)
async def test_a_wrong_configuration_is_reported_immediately(
    postgres_server: PostgresServer, tmp_path: Path, before: str, after: str, sentence: str
) -> None:
    clock = CountingClock()
    url = postgres_server.create_database().replace(before, after)
    with pytest.raises(DatabaseMisconfigured, match=sentence):
        await open_upgraded(settings(url), tmp_path, clock)
    assert clock.seconds == 0
