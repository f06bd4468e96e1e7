"""PostgreSQL has few connections left: work waits for its turn."""

import asyncio
import logging
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import asyncpg
import pytest
from tests.fixtures.postgres import PostgresServer

from vedette.db.database import Database
from vedette.db.open import open_database
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import SystemClock
from vedette.kernel.context import request_id
from vedette.kernel.secret import Secret

_numbers = count(1)
_CONNECTIONS = 6


class TurnedClock(SystemClock):
    ahead = 0.0

    def monotonic(self) -> float:
        return super().monotonic() + self.ahead


@pytest.fixture
async def url(postgres_server: PostgresServer) -> AsyncIterator[str]:
    """A database whose user may open six connections."""
    owned = postgres_server.create_database()
    user = f"limited_{next(_numbers)}"
    admin = await asyncpg.connect(owned)
    await admin.execute(
        f"CREATE ROLE {user} LOGIN PASSWORD 'secret' CONNECTION LIMIT {_CONNECTIONS}"
    )
    yield owned.replace("vedette:", f"{user}:")
    await admin.execute(f"DROP ROLE {user}")
    await admin.close()


def settings(url: str, most: int = 0) -> DatabaseSettings:
    return DatabaseSettings(type="postgres", url=Secret(url), max_open_conn=most)


async def read(database: Database) -> int:
    request_id.set("of-a-request")
    async with database.reading() as tx:
        number: int = await tx.value("SELECT pg_backend_pid() FROM pg_sleep(0.01)")
    return number


async def test_the_bound_follows_the_server_and_the_number_of_instances(
    url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """R-22: The log says how many connections an instance may open, and why."""
    with caplog.at_level(logging.INFO, "vedette.db"):
        database = await open_database(settings(url), tmp_path, SystemClock())
        try:
            assert database.statistics()["max"] == 3
            assert f"at most 3 of the {_CONNECTIONS} connections" in caplog.text
        finally:
            await database.aclose()


async def test_the_bound_rises_and_falls_with_instances(
    postgres_server: PostgresServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = postgres_server.create_database()
    database = await open_database(settings(url), tmp_path, SystemClock())
    try:
        at_start = database.statistics()["max"]
        with caplog.at_level(logging.INFO, "vedette.db"):
            database.share_with(1)
            alone = database.statistics()["max"]
            numbers = {*await asyncio.gather(*(read(database) for _ in range(alone)))}
            assert at_start < len(numbers) <= alone
            database.share_with(9)
            database.share_with(9)
        nine = database.statistics()["max"]
        assert at_start < nine < alone
        assert caplog.text.count("9 instances share them") == 1
        for _ in range(2):
            await asyncio.gather(*(read(database) for _ in range(alone)))
        assert database.statistics()["open"] <= nine
    finally:
        await database.aclose()


async def test_requests_wait_where_the_server_has_no_connection_left(
    url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """R-22, R-54: A server full of others' connections slows requests down and fails none."""
    clock = TurnedClock()
    others = [await asyncpg.connect(url) for _ in range(_CONNECTIONS - 2)]
    database = await open_database(settings(url, most=50), tmp_path, clock)
    try:
        numbers = {*await asyncio.gather(*(read(database) for _ in range(100)))}
        assert 1 <= len(numbers) <= 2
        assert caplog.text.count("has no free connection") == 1
        while others:
            await others.pop().close()
        clock.ahead = 60.0
        numbers = {*await asyncio.gather(*(read(database) for _ in range(100)))}
        assert len(numbers) > 2, "connections that others closed are used"
    finally:
        for other in others:
            await other.close()
        await database.aclose()


async def test_a_start_waits_for_a_connection_of_a_full_server(url: str, tmp_path: Path) -> None:
    """R-22: Instances that start beside many others wait for the first connection."""
    others = [await asyncpg.connect(url) for _ in range(_CONNECTIONS)]
    opening = asyncio.create_task(open_database(settings(url), tmp_path, SystemClock()))
    await asyncio.sleep(0.5)
    assert not opening.done()
    while others:
        await others.pop().close()
    database = await opening
    assert await read(database)
    await database.aclose()
