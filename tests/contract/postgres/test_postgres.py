"""Against a real PostgreSQL: values, formats, limits and what a query may not do."""

import asyncio
import os
import subprocess
import time
from typing import Any

import pytest
from tests.contract.postgres.conftest import Opener, Place
from tests.fixtures.sql import CALLER, answer, columns, frame, query, refusal, types
from tests.support.eventually import eventually_async

from vedette.sdk import DataSource, ReadLimits
from vedette.sdk.testing import check_frame

EVERY_TYPE = """
SELECT 1::int2 AS i2, 2::int4 AS i4, 9007199254740993::int8 AS i8, 0.1::float4 AS f4,
  0.1::float8 AS f8, 12.50::numeric AS num, 'x'::text AS txt, 'y'::char(3) AS padded,
  'z'::varchar AS var, '{"a": 1}'::json AS js, '{"a":1}'::jsonb AS jsb,
  ARRAY[1,NULL,3] AS arr, ARRAY['a b','c'] AS texts, '\\x0102'::bytea AS bin,
  interval '1 day 02:03' AS span, time '10:11:12' AS clock, inet '10.0.0.1' AS ip,
  'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid AS id, int4range(1, 5) AS rng, 'sad'::mood AS mood,
  ROW(1, NULL) AS pair, 12.5::money AS price, '<a/>'::xml AS doc, point(1, 2) AS place,
  '1'::bit(1) AS bits, NULL::text AS none, NULL::int4[] AS no_array
"""


def psql(place: Place, sql: str) -> list[list[str]]:
    """What psql prints, unaligned."""
    command = ["psql", "-X", "-A", "-t", "-F", "\x1f", "-P", "null=(null)", place.url, "-c", sql]
    environment = {**os.environ, "PGTZ": "UTC", "LC_ALL": "C"}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return [line.split("\x1f") for line in done.stdout.splitlines()]


async def test_values_of_every_type_are_what_psql_shows(source: DataSource, place: Place):
    await place.run("CREATE TYPE mood AS ENUM ('sad', 'ok')")
    found = await frame(source, EVERY_TYPE)
    check_frame(found)
    (shown,) = psql(place, EVERY_TYPE)
    for field, text in zip(found.fields, shown, strict=True):
        (value,) = field.values
        if value is None:
            assert text == "(null)"
        elif field.type == "number":
            assert float(text) == value or int(text) == value
        else:
            assert text == value, field.name


async def test_times_are_read_in_utc_to_the_microsecond(source: DataSource):
    found = await frame(
        source,
        "SELECT timestamptz '2026-05-04 14:00:00.123456+02' AS a, timestamp '2026-05-04 12:00'"
        " AS b, date '1969-12-31' AS c, timestamptz 'infinity' AS d, true AS e",
    )
    assert types(found) == {"a": "time", "b": "time", "c": "time", "d": "time", "e": "boolean"}
    assert columns(found) == {
        "a": [1777896000123],
        "b": [1777896000000],
        "c": [-86_400_000],
        "d": [None],
        "e": [True],
    }
    assert found.fields[0].nanos == [456_000]


async def test_same_names_and_order_survive_where_types_are_shown_as_text(source: DataSource):
    found = await frame(
        source,
        "SELECT n AS x, ARRAY[n] AS x FROM generate_series(1, 5) n ORDER BY n DESC -- down",
    )
    assert [field.name for field in found.fields] == ["x", "x"]
    assert list(found.fields[1].values) == ["{5}", "{4}", "{3}", "{2}", "{1}"]


async def test_a_table_keeps_what_the_database_answers(source: DataSource, place: Place):
    found = await frame(
        source, "SELECT host, busy FROM cpu WHERE $__timeFilter(ts) ORDER BY ts, host;"
    )
    assert [list(row) for row in zip(*columns(found).values(), strict=True)] == [
        [host, float(busy)]
        for host, busy in psql(place, "SELECT host, busy FROM cpu ORDER BY ts, host")
    ]
    assert "BETWEEN '2026-05-04T12:00:00Z' AND" in found.meta["executedQueryString"]


async def test_a_series_for_each_metric_filled_with_zero(source: DataSource):
    found = await frame(
        source,
        "SELECT $__timeGroupAlias(ts, '1m', 0), host AS metric, avg(busy) FROM cpu"
        " WHERE $__timeFilter(ts) GROUP BY 1, 2 ORDER BY 1",
        format="time_series",
        minutes=7,
    )
    start = 1777896000000
    assert columns(found) == {
        "Time": [start + minute * 60_000 for minute in range(8)],
        "a": [0.5, 2.5, 4.5, 6.5, 8.5, 0, 0, 0],
        "b": [100.5, 102.5, 104.5, 106.5, 108.5, 0, 0, 0],
    }


async def test_further_text_columns_become_labels(source: DataSource):
    found = await frame(
        source, "SELECT ts AS time, host, region, busy, load FROM cpu ORDER BY ts", format=0
    )
    assert [(field.name, field.labels) for field in found.fields[1:]] == [
        (name, {"host": host, "region": "eu"}) for name in ("busy", "load") for host in "ab"
    ]


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("SELECT 1 AS value", "requires a column time"),
        ("SELECT ts AS time, host, busy FROM cpu ORDER BY ts DESC", "not sorted by time"),
        ("SELECT $__nope(ts)", "no macro $__nope"),
    ],
)
async def test_what_is_no_time_series_says_why(source: DataSource, sql: str, sentence: str):
    assert sentence in await refusal(source, sql, format="time_series")


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("SELECT * FORM cpu", 'syntax error at or near "FORM" (line 1, column 10)'),
        ("SELECT *\nFROM nowhere", 'relation "nowhere" does not exist (line 2, column 6)'),
        ("SELECT 1/0", "division by zero"),
        ("SELECT $1::int", "expects 1 argument"),
    ],
)
async def test_the_servers_own_message_reaches_the_panel(
    source: DataSource, sql: str, sentence: str
):
    found = await answer(source, sql)
    assert found.error is not None
    assert found.error.status == 400
    assert sentence in found.error.public


async def test_one_bad_query_leaves_its_neighbours_answered(source: DataSource):
    asked = [query("SELECT 1 AS one"), query("SELECT nope", "B"), query("SELECT 2 AS two", "C")]
    found = await source.query(asked, CALLER)
    assert [each.error is None for each in found] == [True, False, True]


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"password": "wrong"}, "refused the login: check user, password"),
        ({"database": "nowhere"}, "its database does not exist"),
        ({"url": "127.0.0.1:9"}, "connection refused"),
        ({"sslmode": "require"}, "does not support TLS"),
    ],
)
async def test_a_connection_that_fails_says_why(
    opened: Opener, told: dict[str, Any], sentence: str
):
    """T37: A query error names no host, user or database."""
    source = await opened(**told)
    found = await answer(source, "SELECT 1")
    assert found.error is not None
    assert found.error.status == 502
    assert sentence in found.error.public
    assert not any(name in found.error.public for name in ("reader", "nowhere", "127.0.0.1"))
    health = await source.check()
    assert not health.ok
    assert sentence in health.message


async def test_health_warns_of_a_superuser(opened: Opener):
    health = await (await opened()).check()
    assert (health.ok, health.message) == (True, "Database Connection OK")
    health = await (await opened(user="vedette", password="secret")).check()
    assert health.ok
    assert "Its user is a superuser" in health.message


ATTACKS = [
    "SELECT 1; DROP TABLE cpu",
    "DROP TABLE cpu",
    "DELETE FROM cpu",
    "WITH gone AS (DELETE FROM cpu RETURNING *) SELECT * FROM gone",
    "SELECT * INTO copied FROM cpu",
    "EXPLAIN ANALYZE DELETE FROM cpu",
    "COPY cpu TO PROGRAM 'touch /tmp/never'",
    "SELECT lo_export(1, '/tmp/never')",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT \"pg_read_file\"('/etc/passwd')",
    "SELECT U&\"pg_read\\005ffile\"('/etc/passwd')",
    "SELECT query_to_xml('select pg_re'||'ad_file(''/etc/passwd'')', true, true, '')",
    "SELECT set_config('transaction_read_only', 'off', true)",
    "SET ROLE vedette",
    "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
    "COMMIT",
    "DO $$ BEGIN DELETE FROM cpu; END $$",
    "SELECT pg_advisory_lock(1)",
    "SELECT /* */ pg_terminate_backend(1)",
    "SELECT nextval('counted')",
    "CREATE TEMP TABLE t (a int)",
    "LISTEN x",
    "LOAD 'plpython3u'",
]


@pytest.mark.parametrize("user", ["reader", "vedette"])
async def test_no_query_writes_or_leaves_the_database(opened: Opener, place: Place, user: str):
    """T52: Even with the login of a superuser, which health warns of."""
    await place.run("CREATE SEQUENCE counted")
    passwords = {"reader": "only-reads", "vedette": "secret"}
    source = await opened(user=user, password=passwords[user], maxOpenConns=1)
    for attack in ATTACKS:
        assert await refusal(source, attack), attack
        found = await frame(source, "SELECT count(*) AS rows, current_user::text AS who FROM cpu")
        assert columns(found) == {"rows": [20], "who": [user]}, attack
    setting = await frame(source, "SHOW default_transaction_read_only")
    assert columns(setting) == {"default_transaction_read_only": ["on"]}


async def test_a_slow_query_ends_in_time_and_frees_its_connection(opened: Opener):
    """Proves T52."""
    source = await opened(ReadLimits(seconds=0.3), maxOpenConns=1)
    for slow in ("SELECT pg_sleep(20)", "SELECT count(*) FROM generate_series(1, 10000000000)"):
        started = time.monotonic()
        found = await answer(source, slow)
        assert found.error is not None
        assert found.error.status == 504
        assert time.monotonic() - started < 3
    assert columns(await frame(source, "SELECT 1 AS one")) == {"one": [1]}


async def test_who_leaves_stops_the_query_in_the_server(opened: Opener, place: Place):
    """Proves T52."""
    source = await opened(maxOpenConns=1)
    running = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(19)%'"
    running += " AND state = 'active' AND pid <> pg_backend_pid()"
    call = asyncio.ensure_future(answer(source, "SELECT pg_sleep(19)"))
    await until(place, running, 1)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await until(place, running, 0)
    assert columns(await frame(source, "SELECT 1 AS one")) == {"one": [1]}


async def until(place: Place, sql: str, wanted: int) -> None:
    async def is_so() -> bool:
        ((found,),) = await place.run(sql)
        return bool(found == wanted)

    await eventually_async(is_so, f"{wanted} for {sql}")


async def test_rows_beyond_the_limit_are_cut_with_a_notice(opened: Opener):
    source = await opened(ReadLimits(rows=1_000))
    found = await frame(source, "SELECT generate_series(1, 10000000) AS n")
    assert columns(found)["n"] == list(range(1, 1_001))
    (notice,) = found.notices
    assert "the first 1,000 rows are shown" in notice["text"]


async def test_exactly_as_many_rows_as_allowed_come_without_a_notice(opened: Opener):
    source = await opened(ReadLimits(rows=1_000))
    found = await frame(source, "SELECT generate_series(1, 1000) AS n")
    assert not found.notices


async def test_many_rows_are_read_up_to_the_limit(opened: Opener):
    source = await opened(ReadLimits(rows=100_000))
    found = await frame(source, "SELECT n, n::text AS t FROM generate_series(1, 100001) n")
    assert len(found.fields[0].values) == 100_000
    assert found.notices


async def test_wide_rows_stop_at_the_limit_of_bytes(opened: Opener):
    source = await opened(ReadLimits(bytes=1_000_000))
    found = await frame(source, "SELECT repeat('x', 10000) AS t FROM generate_series(1, 1000000)")
    assert 100 <= len(found.fields[0].values) <= 1_000
    assert "bytes" in found.notices[0]["text"]


async def test_a_value_beyond_the_limit_never_fills_the_memory(opened: Opener):
    source = await opened(ReadLimits(bytes=1_000_000), maxOpenConns=1)
    found = await answer(source, "SELECT repeat('x', 100000000) AS t")
    assert found.error is not None
    assert found.error.status == 413
    assert "larger than 1,000,000 bytes" in found.error.public
    assert columns(await frame(source, "SELECT 1 AS one")) == {"one": [1]}


async def test_the_pool_opens_no_more_than_the_source_allows(opened: Opener, place: Place):
    source = await opened(maxOpenConns=2, maxIdleConns=1)
    asked = [query("SELECT pg_sleep(0.1)", f"Q{number}") for number in range(6)]
    call = asyncio.ensure_future(source.query(asked, CALLER))
    mine = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'vedette'"
    mine += f" AND datname = '{place.name}'"
    most = 0
    while not call.done():
        (row,) = await place.run(mine)
        most = max(most, row[0])
    assert most == 2
    assert all(each.error is None for each in await call)
    await until(place, mine, 1)
    await source.aclose()
    await until(place, mine, 0)


async def test_editors_get_suggestions(opened: Opener, place: Place):
    await place.change(
        'CREATE SCHEMA other; CREATE TABLE other."Odd Name" (a int);'
        " GRANT USAGE ON SCHEMA other TO reader;"
        " GRANT SELECT ON ALL TABLES IN SCHEMA other TO reader"
    )
    source = await opened()

    async def ask(path: str, **params: str) -> Any:
        asked = {key: [value] for key, value in params.items()}
        return await source.resource("GET", path, asked, b"", CALLER)

    assert place.name in await ask("databases")
    assert await ask("schemas") == ["other", "public"]
    assert await ask("tables") == ["cpu", 'other."Odd Name"']
    assert await ask("tables", schema="public") == ["cpu"]
    assert await ask("columns", table='other."Odd Name"') == [{"name": "a", "type": "integer"}]
    assert await ask("columns", table="nowhere") == []


async def test_time_bucket_is_sent_where_the_source_is_timescale(opened: Opener):
    """The extension is not installed, so the server's answer shows what it was asked."""
    source = await opened(timescaledb=True)
    sql = "SELECT $__timeGroup(ts, '5m') FROM cpu"
    assert "function time_bucket(unknown, timestamp with time zone)" in await refusal(source, sql)


async def test_numeric_time_columns_are_seconds_milliseconds_or_nanoseconds(source: DataSource):
    for number in ("1777896000", "1777896000000", "1777896000000000000", "1777896000.0::numeric"):
        found = await frame(source, f"SELECT {number} AS time, 1 AS value")
        assert columns(found)["time"] == [1777896000000]
