"""A source that is asked in SQL, whatever the database."""

import asyncio
from collections.abc import Mapping

from tests.fixtures.sql import CALLER, query

from vedette.sdk import Connection, FieldType, Health
from vedette.sdk.sql.address import HostPort
from vedette.sdk.sql.result import Column, Result
from vedette.sdk.sql.source import Database, Lookup, SqlSource
from vedette.sdk.sql.tls import Certificates
from vedette_plugins.datasources.mysql.database import Login as MysqlLogin
from vedette_plugins.datasources.postgres.database import Login as PostgresLogin
from vedette_plugins.datasources.sqlite.dialect import DIALECT

_ROWS = 150_000


class Large(Database):
    lookups: Mapping[str, Lookup] = {}

    async def read(self, sql: str) -> Result:
        times = [1_777_896_000_000_000_000 + row // 3 for row in range(_ROWS)]
        names = [f"host-{row % 3}" for row in range(_ROWS)]
        return Result(
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


def test_no_login_shows_its_secrets_where_it_is_printed() -> None:
    certificates = Certificates(key="canary")
    address = HostPort("db", 1)
    printed = (
        Connection("a", "A", "", "me", "", None, {"password": "canary"}),
        PostgresLogin(address, "me", "canary", "", "disable", certificates),
        MysqlLogin(address, "me", "canary", "", "disable", "", certificates, False, ""),
    )
    assert "canary" not in repr(printed) and "canary" not in f"{printed}"
