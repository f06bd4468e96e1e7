import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from tests.fixtures.sql import open_sql, sql_host

from vedette.sdk import DataSource, ReadLimits
from vedette_plugins.datasources.sqlite.datasource import PLUGIN

Opener = Callable[..., Awaitable[DataSource]]
TABLES = """
CREATE TABLE cpu (ts text, epoch integer, host text, busy real);
WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 9)
INSERT INTO cpu SELECT datetime(1777896000 + n * 30, 'unixepoch'), 1777896000 + n * 30, h, n + w
  FROM n, (SELECT 'a' AS h, 0 AS w UNION SELECT 'b', 100) ORDER BY 1, 3;
"""


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """Open to sources; holds the database shop.db."""
    made = tmp_path / "open"
    made.mkdir()
    connection = sqlite3.connect(made / "shop.db")
    connection.executescript(TABLES)
    connection.close()
    return made


@pytest.fixture
async def opened(directory: Path) -> AsyncIterator[Opener]:
    made: list[DataSource] = []

    async def make(path: str = "shop.db", limits: ReadLimits | None = None) -> DataSource:
        made.append(await open_sql(PLUGIN, sql_host(limits, [directory]), path=path))
        return made[-1]

    yield make
    for source in made:
        await source.aclose()


@pytest.fixture
async def source(opened: Opener) -> DataSource:
    return await opened()
