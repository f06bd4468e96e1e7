"""A server that cannot be reached is spared, and is found again soon."""

import asyncio
from itertools import pairwise
from typing import Any

import asyncpg
import pytest

from vedette.db.connector import Connector
from vedette.db.errors import DatabaseUnavailable
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import SystemClock


class TurnedClock(SystemClock):
    seconds = 0.0

    def monotonic(self) -> float:
        return self.seconds


class Server:
    """`error` is what a connection ends with; `asked` counts attempts."""

    def __init__(self) -> None:
        self.error: Exception | None = ConnectionRefusedError()
        self.asked = 0

    async def connect(self, **arguments: Any) -> str:
        self.asked += 1
        await asyncio.sleep(0)
        if self.error is not None:
            raise self.error
        return "a connection"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    server = Server()
    monkeypatch.setattr(asyncpg, "connect", server.connect)
    return server


async def attempts(connector: Connector, number: int) -> list[object]:
    asked = [connector.connect(host="db") for _ in range(number)]
    return await asyncio.gather(*asked, return_exceptions=True)


async def test_one_attempt_is_made_at_a_time_with_growing_pauses(server: Server) -> None:
    """R-21: Any number of callers costs a server that is down a few attempts."""
    clock = TurnedClock()
    connector = Connector(DatabaseSettings(), clock)
    await attempts(connector, 20)
    assert server.asked == 20, "nobody knew"
    times = []
    for _ in range(1200):
        before = server.asked
        found = await attempts(connector, 3)
        assert all(isinstance(each, ConnectionRefusedError | DatabaseUnavailable) for each in found)
        if server.asked > before:
            assert server.asked == before + 1
            times.append(clock.seconds)
        clock.seconds += 0.05
    pauses = [after - before for before, after in pairwise(times)]
    assert pauses[0] < 1
    assert pauses[-1] == pytest.approx(2.0, abs=0.1)
    server.error = None
    clock.seconds += 2.0
    assert "a connection" in await attempts(connector, 3)
    assert await attempts(connector, 3) == ["a connection"] * 3


async def test_a_server_without_free_connections_is_not_held_back(server: Server) -> None:
    """It can be reached: how often it is asked is the pool's business."""
    server.error = asyncpg.TooManyConnectionsError("sorry, too many clients already")
    connector = Connector(DatabaseSettings(), TurnedClock())
    await attempts(connector, 2)
    server.error = None
    assert await attempts(connector, 1) == ["a connection"]


async def test_files_of_certificates_are_read_again_after_a_failure(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R-21: A certificate that was renewed needs no restart."""
    read = []

    def tls_context(settings: DatabaseSettings) -> bool:
        read.append(settings)
        return False

    monkeypatch.setattr("vedette.db.connector.tls_context", tls_context)
    clock = TurnedClock()
    connector = Connector(DatabaseSettings(ssl_mode="verify-full"), clock)
    await attempts(connector, 1)
    clock.seconds += 5
    server.error = None
    await attempts(connector, 1)
    assert len(read) == 2
    await attempts(connector, 3)
    assert len(read) == 2
