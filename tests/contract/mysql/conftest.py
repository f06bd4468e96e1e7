"""A database on the real MariaDB, and sources that read it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from tests.fixtures.mariadb import MariadbServer
from tests.fixtures.sql import open_sql, sql_host

from vedette.sdk import DataSource, ReadLimits
from vedette_plugins.datasources.mysql.datasource import PLUGIN

TABLES = """
CREATE TABLE cpu (ts datetime(3), host varchar(20), region text, busy double, volume decimal(8, 2));
INSERT INTO cpu SELECT '2026-05-04 12:00:00' + INTERVAL seq * 30 SECOND, h, 'eu', seq + w, seq / 4
  FROM seq_0_to_9, (SELECT 'a' AS h, 0 AS w UNION SELECT 'b', 100) AS hosts ORDER BY 1, 2;
"""


@dataclass
class Place:
    """Where the database of a test is."""

    server: MariadbServer
    name: str

    def run(self, sql: str) -> list[list[str]]:
        return self.server.run(sql, self.name)


Opener = Callable[..., Awaitable[DataSource]]


@pytest.fixture
def place(mariadb_server: MariadbServer) -> Place:
    found = Place(mariadb_server, mariadb_server.create_database())
    found.run(TABLES)
    return found


@pytest.fixture
async def opened(place: Place) -> AsyncIterator[Opener]:
    """Opens sources as the login that may only read, unless told otherwise."""
    made: list[DataSource] = []

    async def make(limits: ReadLimits | None = None, **more: Any) -> DataSource:
        told = {
            "url": f"127.0.0.1:{place.server.port}",
            "user": "reader",
            "password": "only-reads",
            "database": place.name,
            "timezone": "+00:00",
            **more,
        }
        made.append(await open_sql(PLUGIN, sql_host(limits), **told))
        return made[-1]

    yield make
    for source in made:
        await source.aclose()


@pytest.fixture
async def source(opened: Opener) -> DataSource:
    return await opened()
