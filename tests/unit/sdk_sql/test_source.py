"""A source that is asked in SQL, whatever the database."""

import asyncio
from collections.abc import Mapping, Sequence

from tests.fixtures.sql import CALLER, query

from vedette.sdk import Answer, Caller, Connection, FieldType, Health, ReadLimits
from vedette.sdk.sql.address import HostPort
from vedette.sdk.sql.errors import BadSqlQuery
from vedette.sdk.sql.result import Column, Head, Row, SqlResult, gather
from vedette.sdk.sql.source import Lookup, SqlDatabase, SqlSource
from vedette.sdk.sql.tls import Certificates
from vedette_plugins.datasources.mysql.database import Login as MysqlLogin
from vedette_plugins.datasources.postgres.database import Login as PostgresLogin
from vedette_plugins.datasources.sqlite.dialect import DIALECT

_ROWS = 150_000


class Large(SqlDatabase):
    lookups: Mapping[str, Lookup] = {}

    async def read(self, sql: str, limits: ReadLimits | None = None) -> SqlResult:
        times = [1_777_896_000_000_000_000 + row // 3 for row in range(_ROWS)]
        names = [f"host-{row % 3}" for row in range(_ROWS)]
        return SqlResult(
            [
                Column("time", FieldType.TIME, times),
                Column("host", FieldType.STRING, names),
                Column("busy", FieldType.NUMBER, list(range(_ROWS))),
            ]
        )

    async def check(self) -> Health:
        return Health(True, "")

    async def aclose(self) -> None:
        pass


async def test_others_are_answered_while_a_large_answer_becomes_series() -> None:
    source = SqlSource(DIALECT, Large())
    asked = asyncio.ensure_future(source.query([query("SELECT 1", format="time_series")], CALLER))
    turns = 0
    while not asked.done():
        await asyncio.sleep(0.001)
        turns += 1
    (found,) = await asked
    assert len(found.frames[0].fields) == 4
    assert turns > 5


class Cut(Large):
    async def read(self, sql: str, limits: ReadLimits | None = None) -> SqlResult:
        heads = [Head("n", FieldType.NUMBER)]
        rows = iter([[(1,)] * 200, [(1,)] * 200])

        async def fetch(count: int) -> Sequence[Row]:
            return next(rows, [])

        return await gather(heads, limits or ReadLimits(rows=300), fetch)


async def cut_at_300(caller: Caller) -> Answer:
    (found,) = await SqlSource(DIALECT, Cut()).query([query("SELECT 1")], caller)
    return found


async def test_who_wants_whole_answers_is_refused_what_others_are_shown_a_part_of() -> None:
    shown = await cut_at_300(CALLER)
    assert [len(frame.fields[0].values) for frame in shown.frames] == [300]
    refused = await cut_at_300(Caller(1, limits=ReadLimits(rows=300)))
    assert refused.error is not None
    assert refused.error.code == "sql.answer_too_large"
    assert "300 rows" in refused.error.public
    assert not any(frame.fields for frame in refused.frames)
    assert (await cut_at_300(Caller(1, limits=ReadLimits(rows=400)))).error is None


def test_no_login_shows_its_secrets_where_it_is_printed() -> None:
    certificates = Certificates(key="canary")
    address = HostPort("db", 1)
    printed = (
        Connection("a", "A", "", "me", "", None, {"password": "canary"}),
        PostgresLogin("Orders", address, "me", "canary", "", "disable", certificates),
        MysqlLogin("Orders", address, "me", "canary", "", "disable", "", certificates, False, ""),
    )
    assert "canary" not in repr(printed) and "canary" not in f"{printed}"


class Empty(Large):
    async def read(self, sql: str, limits: ReadLimits | None = None) -> SqlResult:
        return SqlResult([Column("host", FieldType.STRING)])


class Broken(Large):
    async def read(self, sql: str, limits: ReadLimits | None = None) -> SqlResult:
        raise BadSqlQuery("The table is missing.")


async def test_no_rows_are_no_data_in_every_format() -> None:
    """A panel says that there is no data, where a query found none."""
    for form in ("table", "time_series"):
        asked = query("SELECT 1", format=form)
        (found,) = await SqlSource(DIALECT, Empty()).query([asked], CALLER)
        assert found.error is None
        assert [frame.fields for frame in found.frames] == [()]
        assert found.frames[0].meta["executedQueryString"] == "SELECT 1"


async def test_a_query_without_text_asks_nothing() -> None:
    (found,) = await SqlSource(DIALECT, Broken()).query([query("  ")], CALLER)
    assert found.error is None
    assert [frame.fields for frame in found.frames] == [()]


async def test_a_query_that_fails_shows_what_was_sent() -> None:
    """The inspector shows the query with its macros filled, which often says what is wrong."""
    asked = query("SELECT $__unixEpochTo()")
    (found,) = await SqlSource(DIALECT, Broken()).query([asked], CALLER)
    assert found.error is not None
    (frame,) = found.frames
    assert frame.fields == ()
    assert "$__" not in frame.meta["executedQueryString"]
    (unknown,) = await SqlSource(DIALECT, Broken()).query([query("SELECT $__no(x)")], CALLER)
    assert unknown.error is not None and "$__no" in unknown.error.public
    assert not unknown.frames
