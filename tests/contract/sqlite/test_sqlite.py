"""SQLite files: what is answered, and that nothing but the file is reached."""

import asyncio
import sqlite3
import time
from pathlib import Path

import pytest
from tests.contract.sqlite.conftest import Opener
from tests.fixtures.sql import CALLER, answer, columns, frame, open_sql, query, refusal, sql_host

from vedette.sdk import DataSource, Query, ReadLimits
from vedette.sdk.testing import check_frame
from vedette_plugins.datasources.sqlite.datasource import PLUGIN


async def test_a_table_keeps_what_the_file_holds(source: DataSource, directory: Path):
    sql = "SELECT host, busy, epoch, NULL AS none, x'ff00' AS raw FROM cpu ORDER BY epoch, host"
    found = await frame(source, sql)
    check_frame(found)
    kept = sqlite3.connect(directory / "shop.db").execute(sql).fetchall()
    shown = columns(found)
    assert list(zip(shown["host"], shown["busy"], shown["epoch"], strict=True)) == [
        row[:3] for row in kept
    ]
    assert shown["none"] == [None] * 20
    assert set(shown["raw"]) == {"0xFF00"}
    assert [str(field.type) for field in found.fields][:3] == ["string", "number", "number"]


async def test_times_are_texts_or_numbers(source: DataSource):
    sql = "SELECT ts AS time, host, busy FROM cpu WHERE $__timeFilter(ts) ORDER BY ts"
    found = await frame(source, sql, format="time_series", minutes=2)
    assert columns(found)["Time"] == [1777896000000 + n * 30_000 for n in range(5)]
    sql = "SELECT epoch AS time, busy FROM cpu WHERE $__unixEpochFilter(epoch) AND host = 'a'"
    found = await frame(source, sql, format="time_series", minutes=2)
    assert columns(found)["busy"] == [0, 1, 2, 3, 4]


async def test_buckets_are_filled(source: DataSource):
    found = await frame(
        source,
        "SELECT $__timeGroupAlias(ts, '1m', NULL), host AS metric, avg(busy) AS v FROM cpu"
        " GROUP BY 1, 2 ORDER BY 1",
        format="time_series",
        minutes=6,
    )
    assert columns(found)["a"] == [0.5, 2.5, 4.5, 6.5, 8.5, None, None]


async def test_models_of_the_community_plugin_run_unchanged(source: DataSource):
    """Their keys are queryText, queryType and timeColumns."""
    model = {
        "queryText": "SELECT $__unixEpochGroupSeconds(epoch, 60) AS at, avg(busy) AS busy FROM cpu"
        " WHERE host = 'a' GROUP BY 1 ORDER BY 1",
        "queryType": "time series",
        "timeColumns": ["at"],
    }
    asked = query("")
    (found,) = await source.query(
        [Query("A", model, asked.range, asked.interval, asked.max_points)], CALLER
    )
    assert found.error is None
    assert columns(found.frames[0])["busy"] == [0.5, 2.5, 4.5, 6.5, 8.5]


async def test_the_own_message_of_sqlite_reaches_the_panel(source: DataSource):
    assert "no such table: nowhere" in await refusal(source, "SELECT * FROM nowhere")
    assert 'near "FORM": syntax error' in await refusal(source, "SELECT * FORM cpu")


@pytest.mark.parametrize(
    "attack",
    [
        "SELECT 1; DELETE FROM cpu",
        "DELETE FROM cpu",
        "WITH x AS (SELECT 1) DELETE FROM cpu",
        "ATTACH '{out}' AS other",
        "PRAGMA query_only = OFF",
        "SELECT * FROM pragma_query_only(0)",
        "SELECT * FROM pragma_database_list",
        "SELECT load_extension('/tmp/x.so')",
        "SELECT \"load_extension\"('/tmp/x.so')",
        "VACUUM INTO '{out}'",
        "SELECT writefile('{out}', 'x')",
        "CREATE TEMP TABLE t (a)",
        "SELECT zeroblob(1000000000)",
    ],
)
async def test_no_query_writes_or_leaves_the_file(
    source: DataSource, directory: Path, tmp_path: Path, attack: str
):
    """Proves T52."""
    out = tmp_path / "out"
    assert await refusal(source, attack.replace("{out}", str(out)))
    assert not out.exists()
    assert columns(await frame(source, "SELECT count(*) AS n FROM cpu")) == {"n": [20]}


@pytest.mark.parametrize(
    "path", ["../secret.db", "{root}/secret.db", "link.db", "folder/secret.db", "/etc/passwd", ""]
)
async def test_no_file_outside_the_directories_is_opened(
    opened: Opener, directory: Path, tmp_path: Path, path: str
):
    secret = sqlite3.connect(tmp_path / "secret.db")
    secret.executescript("CREATE TABLE secrets (a)")
    secret.close()
    (directory / "link.db").symlink_to(tmp_path / "secret.db")
    (directory / "folder").symlink_to(tmp_path)
    source = await opened(path.replace("{root}", str(tmp_path)))
    found = await answer(source, "SELECT * FROM secrets")
    assert found.error is not None
    assert (found.error.status, found.error.code) == (422, "sql.file_refused")
    assert not (await source.check()).ok


async def test_parameters_in_a_path_are_part_of_its_name(opened: Opener, directory: Path):
    source = await opened("shop.db?mode=rwc")
    assert "is not in a directory of" in await refusal(source, "SELECT 1")


async def test_without_directories_no_file_is_read():
    source = await open_sql(PLUGIN, sql_host(), path="/etc/passwd")
    assert "[datasources] directories" in await refusal(source, "SELECT 1")
    await source.aclose()


async def test_a_file_that_is_no_database_says_so(opened: Opener, directory: Path):
    (directory / "text.db").write_text("not a database at all, only some text" * 50)
    assert "file is not a database" in await refusal(await opened("text.db"), "SELECT 1 FROM x")


ENDLESS = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n) SELECT count(*) FROM n"


async def test_an_endless_query_ends_in_time(opened: Opener):
    source = await opened(limits=ReadLimits(seconds=0.3))
    started = time.monotonic()
    found = await answer(source, ENDLESS)
    assert found.error is not None
    assert found.error.status == 504
    assert time.monotonic() - started < 2


async def test_who_leaves_frees_the_thread(source: DataSource):
    calls = [asyncio.ensure_future(answer(source, ENDLESS)) for _ in range(8)]
    await asyncio.sleep(0.1)
    for call in calls:
        call.cancel()
    await asyncio.wait(calls)
    assert columns(await frame(source, "SELECT 1 AS one")) == {"one": [1]}


async def test_rows_beyond_the_limit_are_cut_with_a_notice(opened: Opener):
    source = await opened(limits=ReadLimits(rows=1_000))
    found = await frame(source, ENDLESS.replace("count(*)", "n"))
    assert columns(found)["n"] == list(range(1, 1_001))
    assert "the first 1,000 rows are shown" in found.notices[0]["text"]


async def test_long_values_are_cut_before_they_fill_the_memory(opened: Opener):
    source = await opened(limits=ReadLimits(bytes=8_000_000))
    found = await frame(
        source,
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT 200)"
        " SELECT hex(zeroblob(1000000)) AS long FROM n",
    )
    assert 4 <= len(columns(found)["long"]) <= 8 and "exceeds the limit" in found.notices[0]["text"]


async def test_editors_get_suggestions(source: DataSource):
    assert await source.resource("GET", "tables", {}, b"", CALLER) == ["cpu"]
    listed = await source.resource("GET", "columns", {"table": ["cpu"]}, b"", CALLER)
    assert listed[0] == {"name": "ts", "type": "TEXT"}
    assert (await source.check()).message == "Database Connection OK"
