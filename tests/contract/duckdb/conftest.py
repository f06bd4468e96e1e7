from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import duckdb
import pytest
from tests.fixtures.sql import open_sql, sql_host

from vedette.sdk import DataSource, ReadLimits
from vedette_plugins.datasources.duckdb.datasource import PLUGIN

Opener = Callable[..., Awaitable[DataSource]]


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """Open to sources; holds the same rows as Parquet, CSV and JSON."""
    made = tmp_path / "open"
    (made / "deeper").mkdir(parents=True)
    rows = (
        "SELECT TIMESTAMP '2026-05-04 12:00:00' + to_seconds(n * 30) AS ts, h AS host,"
        " n + w AS busy FROM range(10) r(n), (VALUES ('a', 0), ('b', 100)) hosts(h, w)"
        " ORDER BY 1, 2"
    )
    engine = duckdb.connect(":memory:")
    for name in ("cpu.parquet", "cpu.csv", "deeper/cpu.json"):
        engine.execute(f"COPY ({rows}) TO '{made / name}'")
    engine.close()
    return made


@pytest.fixture
async def opened(directory: Path) -> AsyncIterator[Opener]:
    made: list[DataSource] = []

    async def make(limits: ReadLimits | None = None) -> DataSource:
        made.append(await open_sql(PLUGIN, sql_host(limits, [directory])))
        return made[-1]

    yield make
    for source in made:
        await source.aclose()


@pytest.fixture
async def source(opened: Opener) -> DataSource:
    return await opened()
