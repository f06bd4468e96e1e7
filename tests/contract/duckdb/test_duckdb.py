"""DuckDB over files: what is answered, and that nothing else is reached."""

import asyncio
import resource
import time
from pathlib import Path
from typing import Any

import pytest
from tests.contract.duckdb.conftest import Opener
from tests.fixtures.sql import CALLER, answer, columns, frame, open_sql, refusal, sql_host, types

from vedette.sdk import DataSource, ReadLimits
from vedette.sdk.testing import check_frame
from vedette_plugins.datasources.duckdb.datasource import PLUGIN


@pytest.mark.parametrize("name", ["cpu.parquet", "cpu.csv", "deeper/cpu.json", "*.parquet"])
async def test_files_of_each_kind_become_series(source: DataSource, directory: Path, name: str):
    found = await frame(
        source,
        f"SELECT ts AS time, host AS metric, busy FROM '{directory / name}'"
        " WHERE $__timeFilter(ts) ORDER BY ts",
        format="time_series",
        minutes=2,
    )
    assert columns(found) == {
        "Time": [1777896000000 + n * 30_000 for n in range(5)],
        "a": [0, 1, 2, 3, 4],
        "b": [100, 101, 102, 103, 104],
    }


async def test_buckets_are_filled(source: DataSource, directory: Path):
    found = await frame(
        source,
        "SELECT $__timeGroupAlias(ts, '1m', 0), avg(busy) AS busy"
        f" FROM '{directory}/cpu.csv' WHERE host = 'a' GROUP BY 1 ORDER BY 1",
        format="time_series",
        minutes=6,
    )
    assert columns(found)["busy"] == [0.5, 2.5, 4.5, 6.5, 8.5, 0, 0]


async def test_values_of_every_type_are_what_duckdb_shows(source: DataSource):
    found = await frame(
        source,
        "SELECT 1::TINYINT AS tiny, 18446744073709551615::UBIGINT AS big, 0.1::FLOAT AS single,"
        " 1.25::DECIMAL(6, 2) AS number, 170141183460469231731687303715884105727::HUGEINT AS huge,"
        " [1, 2] AS listed, {'a': 1} AS struct, INTERVAL 1 DAY AS span, TIME '10:11:12' AS clock,"
        " true AS yes, NULL AS none, DATE '1969-12-31' AS day, 'x' AS text,"
        " TIMESTAMPTZ '2026-05-04 14:00:00.123456+02' AS zoned, 'infinity'::TIMESTAMP AS never,"
        " '\\xAA'::BLOB AS raw, uuid '11111111-2222-3333-4444-555555555555' AS id",
    )
    check_frame(found)
    assert columns(found) == {
        "tiny": [1],
        "big": [2**64 - 1],
        "single": [0.1],
        "number": [1.25],
        "huge": [float(2**127 - 1)],
        "listed": ["[1, 2]"],
        "struct": ["{'a': 1}"],
        "span": ["1 day"],
        "clock": ["10:11:12"],
        "yes": [True],
        "none": [None],
        "day": [-86_400_000],
        "text": ["x"],
        "zoned": [1777896000123],
        "never": [None],
        "raw": ["\\xAA"],
        "id": ["11111111-2222-3333-4444-555555555555"],
    }
    assert types(found)["zoned"] == "time"


async def test_order_and_equal_names_survive(source: DataSource):
    found = await frame(
        source, "SELECT n AS x, [n] AS x FROM range(100000) r(n) ORDER BY n DESC -- down"
    )
    assert [field.name for field in found.fields] == ["x", "x"]
    assert list(found.fields[0].values) == list(range(99_999, -1, -1))


@pytest.mark.parametrize("sql", ["DESCRIBE SELECT 1 AS a", "SUMMARIZE SELECT 1 AS a"])
async def test_descriptions_are_tables(source: DataSource, sql: str):
    assert (await frame(source, sql)).fields


async def test_the_own_message_of_duckdb_reaches_the_panel(source: DataSource):
    assert "Table with name nowhere does not exist" in await refusal(
        source, "SELECT * FROM nowhere"
    )
    assert "syntax error" in await refusal(source, "SELECT * FORM cpu WHERE")


ATTACKS = [
    "SELECT 1; SELECT 2",
    "COPY (SELECT 1) TO '{open}/made.csv'",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO '{open}/made.csv'",
    "WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x",
    "EXPORT DATABASE '{open}/made'",
    "ATTACH '{open}/made.db'",
    "CREATE TABLE t (a INT)",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET enable_external_access = true",
    "PRAGMA version",
    "CALL enable_logging(storage := 'file', storage_path := '{open}')",
    "SELECT * FROM enable_logging()",
    "SELECT * FROM query('COPY (SELECT 1) TO ''{open}/made.csv''')",
    "SELECT * FROM \"query\"('SELECT 1')",
    "SELECT * FROM arrow_scan(1, 2, 3)",
    "SELECT * FROM pandas_scan(1)",
    "SELECT * FROM '{out}/secret.csv'",
    "SELECT * FROM '{open}/../secret.csv'",
    "SELECT * FROM '{open}/link.csv'",
    "SELECT * FROM '{open}/folder/secret.csv'",
    "SELECT * FROM read_text('{out}/secret.csv')",
    "SELECT * FROM read_blob('/etc/passwd')",
    "SELECT * FROM read_csv('file:///etc/passwd')",
    "SELECT * FROM read_csv(['{open}/cpu.csv', '/etc/passwd'])",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT * FROM glob('{out}/*')",
    "SELECT * FROM parquet_metadata('/etc/passwd')",
    "SELECT * FROM read_csv('http://127.0.0.1:9/x.csv')",
    "SELECT * FROM 's3://bucket/x.parquet'",
    "SELECT * FROM sqlite_scan('{out}/x.db', 't')",
    "SELECT getenv('HOME')",
    "SELECT * FROM duckdb_settings()",
    "SELECT * FROM secret_variable",
]


@pytest.mark.parametrize("attack", ATTACKS)
async def test_no_query_writes_or_leaves_the_directories(
    source: DataSource, directory: Path, tmp_path: Path, attack: str
):
    """Proves T52, CVE-2024-9264."""
    secret_variable = "a Python value of this process"
    (tmp_path / "secret.csv").write_text("secret\n42\n")
    (directory / "link.csv").symlink_to(tmp_path / "secret.csv")
    (directory / "folder").symlink_to(tmp_path)
    before = sorted(directory.rglob("*"))
    told = attack.replace("{out}", str(tmp_path)).replace("{open}", str(directory))
    sentence = await refusal(source, told)
    assert "42" not in sentence
    assert secret_variable not in sentence
    assert sorted(directory.rglob("*")) == before


async def test_patterns_do_not_follow_links_out(
    source: DataSource, directory: Path, tmp_path: Path
):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.csv").write_text("secret\n42\n")
    (directory / "folder").symlink_to(outside)
    for pattern in ("*/*.csv", "**/*.csv", "folder/*.csv"):
        found = await answer(source, f"SELECT * FROM read_text('{directory}/{pattern}')")
        shown = [] if found.error else [list(field.values) for field in found.frames[0].fields]
        assert "secret" not in str(shown)


async def test_without_directories_no_file_is_read():
    source = await open_sql(PLUGIN, sql_host())
    assert "[datasources] directories" in await refusal(source, "SELECT 1")
    assert not (await source.check()).ok
    await source.aclose()


ENDLESS = "SELECT count(*) FROM range(10000000000) a, range(1000) b WHERE a.range % 7 = b.range"


async def test_an_endless_query_ends_in_time(opened: Opener):
    source = await opened(ReadLimits(seconds=4))
    started = time.monotonic()
    found = await answer(source, ENDLESS)
    assert found.error is not None
    assert found.error.status == 504
    assert time.monotonic() - started < 10
    assert columns(await frame(source, "SELECT 1 AS one")) == {"one": [1]}


async def test_who_leaves_frees_the_thread(source: DataSource):
    calls = [asyncio.ensure_future(answer(source, ENDLESS)) for _ in range(6)]
    await asyncio.sleep(0.3)
    for call in calls:
        call.cancel()
    await asyncio.wait(calls)
    assert columns(await frame(source, "SELECT 1 AS one")) == {"one": [1]}


async def test_a_query_that_needs_too_much_memory_fails_alone(source: DataSource):
    sentence = await refusal(source, "SELECT list(range) FROM range(1000000000)")
    assert "memory" in sentence.lower()
    assert columns(await frame(source, "SELECT 1 AS one")) == {"one": [1]}


async def test_texts_that_duckdb_does_not_count_fill_no_memory_but_their_own(opened: Opener):
    source = await opened(ReadLimits(bytes=1_000_000))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sentence = await refusal(source, "SELECT repeat('x', 2000000000) AS long")
    assert "memory" in sentence.lower()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000


async def test_rows_beyond_the_limit_are_cut_with_a_notice(opened: Opener):
    source = await opened(ReadLimits(rows=1_000))
    found = await frame(source, "SELECT range AS n FROM range(10000000)")
    assert len(columns(found)["n"]) == 1_000
    assert "the first 1,000 rows are shown" in found.notices[0]["text"]


async def test_editors_get_the_list_of_files(source: DataSource, directory: Path):
    async def ask(path: str, **params: str) -> Any:
        asked = {key: [value] for key, value in params.items()}
        return await source.resource("GET", path, asked, b"", CALLER)

    files = [f"'{directory}/{name}'" for name in ("cpu.csv", "cpu.parquet", "deeper/cpu.json")]
    assert await ask("tables") == files
    assert (await ask("columns", table=files[0]))[0] == {"name": "ts", "type": "TIMESTAMP"}
    assert (await source.check()).message == "Database Connection OK (3 files to read)"
