"""A database on the real PostgreSQL, and sources that read it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import asyncpg
import pytest
from tests.fixtures.postgres import PostgresServer
from tests.fixtures.sql import open_sql, sql_host

from vedette.sdk import DataSource, ReadLimits
from vedette_plugins.datasources.postgres.datasource import PLUGIN

TABLES = """
CREATE TABLE cpu (ts timestamptz, host text, region text, busy float8, load numeric);
INSERT INTO cpu SELECT timestamptz '2026-05-04 12:00:00Z' + n * interval '30 s', h, 'eu', n + w,
  n / 4.0 FROM generate_series(0, 9) n, (VALUES ('a', 0), ('b', 100)) AS hosts(h, w) ORDER BY 1, 2;
CREATE ROLE reader LOGIN PASSWORD 'only-reads';
GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader;
"""


@dataclass
class Place:
    """Where the database of a test is."""

    port: int
    name: str
    url: str

    async def change(self, sql: str) -> None:
        """Several statements, as the owner of the database."""
        connection = await asyncpg.connect(self.url)
        try:
            await connection.execute(sql)
        finally:
            await connection.close()

    async def run(self, sql: str) -> list[Any]:
        connection = await asyncpg.connect(self.url)
        try:
            return await connection.fetch(sql)
        finally:
            await connection.close()


Opener = Callable[..., Awaitable[DataSource]]


@pytest.fixture
async def place(postgres_server: PostgresServer) -> AsyncIterator[Place]:
    url = postgres_server.create_database()
    found = Place(postgres_server.port, url.rpartition("/")[2], url)
    await found.change(f"DROP ROLE IF EXISTS reader; {TABLES}")
    yield found
    await found.change("DROP OWNED BY reader")


@pytest.fixture
async def opened(place: Place) -> AsyncIterator[Opener]:
    """Opens sources as the login that may only read, unless told otherwise."""
    made: list[DataSource] = []

    async def make(limits: ReadLimits | None = None, **more: Any) -> DataSource:
        told = {
            "url": f"127.0.0.1:{place.port}",
            "user": "reader",
            "password": "only-reads",
            "database": place.name,
            "sslmode": "disable",
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
