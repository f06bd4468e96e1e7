"""Against a real MariaDB: values, formats, limits and what a query may not do."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.contract.mysql.conftest import Opener, Place
from tests.fixtures.certificates import Authority
from tests.fixtures.mariadb import TLS_NAME
from tests.fixtures.sql import (
    CALLER,
    answer,
    columns,
    frame,
    open_sql,
    query,
    refusal,
    sql_host,
    types,
)
from tests.support.eventually import eventually_async

from vedette.sdk import DataSource, ReadLimits
from vedette.sdk.testing import check_frame
from vedette_plugins.datasources.mysql.datasource import PLUGIN

EVERY_TYPE = """
SELECT CAST(1 AS SIGNED) AS i, 18446744073709551615 AS huge, 0.1e0 AS d, CAST(12.5 AS DECIMAL(6,2))
  AS n, 'x' AS t, CAST('10:11:12' AS TIME) AS clock, JSON_ARRAY(1, 2) AS js, 1 = 1 AS yes,
  NULL AS none, 'größer' AS wide, CAST('plain' AS BINARY) AS bin, f, y, e, s FROM odd
"""


async def test_values_of_every_type_are_what_the_client_shows(source: DataSource, place: Place):
    place.run(
        "CREATE TABLE odd (f float, y year, e enum('a', 'b'), s set('p', 'q'));"
        " INSERT INTO odd VALUES (0.1, 2026, 'b', 'p,q')"
    )
    found = await frame(source, EVERY_TYPE)
    check_frame(found)
    (shown,) = place.run(EVERY_TYPE)
    for field, text in zip(found.fields, shown, strict=True):
        (value,) = field.values
        if value is None:
            assert text == "NULL"
        elif field.type == "number":
            assert value in (float(text), int(float(text)) if "." in text else int(text))
        else:
            assert text == value, field.name


async def test_times_without_a_zone_are_read_in_utc(source: DataSource):
    found = await frame(
        source,
        "SELECT CAST('2026-05-04 12:00:00.123456' AS DATETIME(6)) AS a, DATE '1969-12-31' AS b,"
        " FROM_UNIXTIME(1777896000) AS c, b'101' AS bits, 0xFF AS raw",
    )
    assert types(found) == {
        "a": "time",
        "b": "time",
        "c": "time",
        "bits": "string",
        "raw": "string",
    }
    shown = columns(found)
    assert (shown["a"], shown["b"], shown["c"]) == (
        [1777896000123],
        [-86_400_000],
        [1777896000000],
    )
    assert found.fields[0].nanos == [456_000]
    assert shown["raw"] == ["0xFF"]


async def test_the_session_has_the_sources_time_zone(opened: Opener):
    source = await opened(timezone="+02:00")
    found = await frame(source, "SELECT @@session.time_zone AS zone")
    assert columns(found) == {"zone": ["+02:00"]}


async def test_a_table_keeps_what_the_database_answers(source: DataSource, place: Place):
    sql = "SELECT host, busy, volume FROM cpu WHERE $__timeFilter(ts) ORDER BY ts, host;"
    found = await frame(source, sql)
    assert [list(row) for row in zip(*columns(found).values(), strict=True)] == [
        [host, float(busy), float(volume)]
        for host, busy, volume in place.run("SELECT host, busy, volume FROM cpu ORDER BY ts, host")
    ]
    assert "BETWEEN FROM_UNIXTIME(1777896000) AND" in found.meta["executedQueryString"]


async def test_a_series_for_each_metric_filled_with_the_value_before(source: DataSource):
    found = await frame(
        source,
        "SELECT $__timeGroupAlias(ts, '1m', previous), host AS metric, avg(busy) FROM cpu"
        " WHERE $__timeFilter(ts) GROUP BY 1, 2 ORDER BY 1",
        format="time_series",
        minutes=7,
    )
    start = 1777896000000
    assert columns(found) == {
        "Time": [start + minute * 60_000 for minute in range(8)],
        "a": [0.5, 2.5, 4.5, 6.5, 8.5, 8.5, 8.5, 8.5],
        "b": [100.5, 102.5, 104.5, 106.5, 108.5, 108.5, 108.5, 108.5],
    }


async def test_the_old_name_of_the_time_column_is_known(source: DataSource):
    found = await frame(
        source, "SELECT $__time(ts), busy FROM cpu WHERE host = 'a' ORDER BY ts", format=0
    )
    assert columns(found)["Time"][:2] == [1777896000000, 1777896030000]


async def test_a_percent_sign_is_a_percent_sign(source: DataSource):
    found = await frame(
        source, "SELECT count(*) AS n FROM cpu WHERE region LIKE '%u' AND 7 % 2 = 1"
    )
    assert columns(found) == {"n": [20]}


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("SELECT * FORM cpu", "You have an error in your SQL syntax"),
        ("SELECT * FROM nowhere", "nowhere' doesn't exist"),
    ],
)
async def test_the_servers_own_message_reaches_the_panel(
    source: DataSource, sql: str, sentence: str
):
    found = await answer(source, sql)
    assert found.error is not None
    assert found.error.status == 400
    assert sentence in found.error.public


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"password": "wrong"}, "refused the login: check user, password"),
        ({"database": "nowhere"}, "its database does not exist"),
        ({"url": "127.0.0.1:9"}, "connection refused"),
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
    assert (await (await opened()).check()).message == "Database Connection OK"
    health = await (await opened(user="root", password="secret")).check()
    assert health.ok
    assert "is a superuser" in health.message


ATTACKS = [
    "SELECT 1; DROP TABLE cpu",
    "DROP TABLE cpu",
    "DELETE FROM cpu",
    "SELECT * FROM cpu INTO OUTFILE '{out}'",
    "SELECT 'x' INTO DUMPFILE '{out}'",
    "SELECT 1 /*!50000 INTO OUTFILE '{out}' */",
    "SELECT LOAD_FILE('/etc/passwd')",
    "SELECT `LOAD_FILE`('/etc/passwd')",
    "SELECT 'a\\' LOAD_FILE(\\'', LOAD_FILE('/etc/passwd')",
    "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE cpu",
    "SET SESSION TRANSACTION READ WRITE",
    "SET STATEMENT max_statement_time = 0 FOR SELECT 1",
    "COMMIT",
    "SELECT GET_LOCK('x', 1)",
    "CALL change_it()",
    "SELECT change_it()",
    "EXPLAIN DELETE FROM cpu; DELETE FROM cpu",
    "INSTALL SONAME 'x'",
]


@pytest.mark.parametrize("user", ["reader", "root"])
async def test_no_query_writes_or_leaves_the_database(
    opened: Opener, place: Place, user: str, tmp_path: Path
):
    """T52, CVE-2019-19499: Even with the login of a superuser, which health warns of."""
    out = tmp_path / "out"
    place.run(
        "DELIMITER //\nCREATE FUNCTION change_it() RETURNS INT MODIFIES SQL DATA"
        " BEGIN DELETE FROM cpu; RETURN 1; END//"
    )
    password = {"reader": "only-reads", "root": "secret"}[user]
    source = await opened(user=user, password=password, maxOpenConns=1)
    for attack in ATTACKS:
        assert await refusal(source, attack.replace("{out}", str(out))), attack
        assert columns(await frame(source, "SELECT count(*) AS n FROM cpu")) == {"n": [20]}, attack
    assert not out.exists()


async def test_the_server_accepts_one_statement_only(opened: Opener):
    """What the check of the text might miss, the protocol refuses."""
    from vedette_plugins.datasources.mysql.database import MysqlDatabase

    source = await opened()
    database = source._database
    assert isinstance(database, MysqlDatabase)
    with pytest.raises(Exception, match="error in your SQL syntax"):
        await database.read("SELECT 1; SELECT 2")


async def test_a_slow_query_ends_in_time_and_frees_its_connection(opened: Opener, place: Place):
    source = await opened(ReadLimits(seconds=1), maxOpenConns=1)
    for slow in ("SELECT SLEEP(20)", "SELECT count(*) FROM seq_0_to_99999, seq_1_to_99999"):
        started = time.monotonic()
        found = await answer(source, slow)
        assert found.error is not None
        assert found.error.status == 504
        assert time.monotonic() - started < 4
    assert columns(await frame(source, "SELECT 1 AS one")) == {"one": [1]}


async def test_who_leaves_stops_the_query_in_the_server(opened: Opener, place: Place):
    source = await opened(maxOpenConns=1)
    call = asyncio.ensure_future(answer(source, "SELECT SLEEP(19)"))
    await until(place, "SLEEP(19)", 1)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await until(place, "SLEEP(19)", 0)
    assert columns(await frame(source, "SELECT 1 AS one")) == {"one": [1]}


async def until(place: Place, text: str, wanted: int) -> None:
    async def is_so() -> bool:
        listed = await asyncio.to_thread(place.run, "SHOW FULL PROCESSLIST")
        return sum(text in " ".join(row) for row in listed) == wanted

    await eventually_async(is_so, f"{wanted} processes with {text}")


async def test_rows_beyond_the_limit_are_cut_with_a_notice(opened: Opener, place: Place):
    source = await opened(ReadLimits(rows=1_000), maxOpenConns=1)
    found = await frame(source, "SELECT seq FROM seq_1_to_10000000")
    assert columns(found)["seq"] == list(range(1, 1_001))
    assert "the first 1,000 rows are shown" in found.notices[0]["text"]
    await until(place, "seq_1_to_10000000", 0)
    assert columns(await frame(source, "SELECT 1 AS one")) == {"one": [1]}


async def test_many_rows_are_read_up_to_the_limit(opened: Opener):
    source = await opened(ReadLimits(rows=100_000))
    found = await frame(source, "SELECT seq FROM seq_1_to_100001")
    assert len(found.fields[0].values) == 100_000
    assert found.notices


async def test_a_value_of_several_packets_is_read_whole(source: DataSource, place: Place):
    place.run("SET GLOBAL max_allowed_packet = 1024 * 1024 * 128")
    found = await frame(source, "SELECT REPEAT('x', 17000000) AS t, 'after' AS a UNION SELECT 1, 2")
    assert [len(value) for value in columns(found)["t"]] == [17_000_000, 1]
    assert columns(found)["a"] == ["after", "2"]


async def test_an_error_after_the_first_rows_is_the_servers_own(source: DataSource):
    sql = "SELECT seq, IF(seq = 40000, (SELECT 1 UNION SELECT 2), 0) AS v FROM seq_1_to_50000"
    assert "Subquery returns more than 1 row" in await refusal(source, sql)
    assert columns(await frame(source, "SELECT 1 AS one")) == {"one": [1]}


async def test_a_statement_without_rows_is_an_empty_table(source: DataSource):
    assert columns(await frame(source, "SELECT 1 INTO @x")) == {}


async def test_a_value_beyond_the_limit_never_fills_the_memory(opened: Opener, place: Place):
    place.run("SET GLOBAL max_allowed_packet = 1024 * 1024 * 128")
    source = await opened(ReadLimits(bytes=1_000_000), maxOpenConns=1)
    found = await answer(source, "SELECT REPEAT('x', 100000000) AS t")
    assert found.error is not None
    assert found.error.status == 413
    assert "larger than 1,000,000 bytes" in found.error.public
    assert columns(await frame(source, "SELECT 1 AS one")) == {"one": [1]}


async def test_the_pool_opens_no_more_than_the_source_allows(opened: Opener, place: Place):
    source = await opened(maxOpenConns=2, maxIdleConns=1)
    asked = [query("SELECT SLEEP(0.1) AS s", f"Q{number}") for number in range(6)]
    started = time.monotonic()
    found = await source.query(asked, CALLER)
    assert all(each.error is None for each in found)
    assert time.monotonic() - started >= 0.3
    await until(place, place.name, 2)  # The idle one, and who asks.
    await source.aclose()
    await until(place, place.name, 1)


class ThisMachine:
    async def address(self, host: str, port: int) -> str:
        return "127.0.0.1"


@pytest.mark.parametrize(
    ("host", "settings", "sentence"),
    [
        (TLS_NAME, {"tlsAuthWithCACert": True}, ""),
        ("other.test", {"tlsAuthWithCACert": True, "serverName": TLS_NAME}, ""),
        ("other.test", {"tlsSkipVerify": True}, ""),
        ("other.test", {"tlsAuthWithCACert": True}, "not valid for 'other.test'"),
        (TLS_NAME, {"tlsAuth": True}, "self-signed certificate in certificate chain"),
    ],
)
async def test_tls_is_checked_against_the_name(
    place: Place, host: str, settings: dict[str, Any], sentence: str
):
    lent = replace(sql_host(), network=ThisMachine())
    secrets = {"tlsCACert": place.server.ca}
    told = (f"{host}:{place.server.port}", "reader", "only-reads", place.name, secrets)
    source = await open_sql(PLUGIN, lent, *told, **settings)
    sql = "SELECT VARIABLE_VALUE <> '' AS tls FROM information_schema.SESSION_STATUS"
    sql += " WHERE VARIABLE_NAME = 'Ssl_cipher'"
    if sentence:
        assert sentence in await refusal(source, sql)
    else:
        assert columns(await frame(source, sql)) == {"tls": [1]}
    await source.aclose()


async def test_a_certificate_of_another_authority_is_refused(place: Place):
    lent = replace(sql_host(), network=ThisMachine())
    secrets = {"tlsCACert": Authority("Other").certificate}
    told = (f"{TLS_NAME}:{place.server.port}", "reader", "only-reads", place.name, secrets)
    source = await open_sql(PLUGIN, lent, *told, tlsAuthWithCACert=True)
    assert "shows a certificate that is not valid" in await refusal(source, "SELECT 1")
    await source.aclose()


async def test_editors_get_suggestions(source: DataSource, place: Place):
    async def ask(path: str, **params: str) -> Any:
        asked = {key: [value] for key, value in params.items()}
        return await source.resource("GET", path, asked, b"", CALLER)

    assert place.name in await ask("databases")
    assert await ask("tables") == ["cpu"]
    assert await ask("tables", schema=place.name) == ["cpu"]
    assert (await ask("columns", table="cpu"))[:2] == [
        {"name": "ts", "type": "datetime(3)"},
        {"name": "host", "type": "varchar(20)"},
    ]
