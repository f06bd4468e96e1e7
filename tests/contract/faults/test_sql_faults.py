"""Databases that are not there, hang, hang up or are no databases; and real ones that refuse."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.contract.faults.test_http_faults import HEALTHY, RANGE, add
from tests.fixtures.app import Clients, clients_of
from tests.fixtures.mariadb import MariadbServer
from tests.fixtures.postgres import PostgresServer, free_port

from vedette.app.build import App

Serving = Callable[[StreamReader, StreamWriter], Awaitable[None]]
Databases = dict[str, tuple[str, dict[str, Any]]]
KINDS = {"postgres": "PostgreSQL", "mysql": "MySQL"}
EACH_KIND = pytest.mark.parametrize("kind", KINDS)
LOGIN = {
    "user": "reader",
    "jsonData": {"database": "shop", "sslmode": "disable"},
    "secureJsonData": {"password": "told-to-nobody"},
}


async def query(clients: Clients, sql: str) -> dict[str, Any]:
    """What a panel on the source and on a healthy one is answered; that one is unharmed."""
    await add(clients.admin, "healthy", "testdata")
    own = {"refId": "F", "datasource": {"uid": "faulty"}, "rawSql": sql, "format": "table"}
    reply = await clients.viewer.post("/api/ds/query", {**RANGE, "queries": [own, HEALTHY]})
    results: dict[str, Any] = reply.json()["results"]
    assert results["H"]["frames"][0]["data"]["values"][1] == [1, 2, 3]
    assert (await clients.anonymous.get("/api/health")).status == 200
    found: dict[str, Any] = results["F"]
    return found


async def refused(clients: Clients, sql: str = "SELECT 1") -> tuple[int, str]:
    result = await query(clients, sql)
    text = str(result["error"])
    assert result["errorSource"] == "downstream"
    assert text.endswith(".")
    assert "\n" not in text
    assert "told-to-nobody" not in text
    for named in ("127.0.0.1", "no-such-host", "reader", "'vedette'"):
        assert named not in text, "T37: an address or a user is named"
    return result["status"], text


@asynccontextmanager
async def serving(serve: Serving) -> AsyncIterator[str]:
    async def ended(reader: StreamReader, writer: StreamWriter) -> None:
        try:
            await serve(reader, writer)
        except ConnectionError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(ended, "127.0.0.1", 0)
    try:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


async def hang(reader: StreamReader, writer: StreamWriter) -> None:
    while await reader.read(4096):
        pass


async def hang_up(reader: StreamReader, writer: StreamWriter) -> None:
    """In the middle of a first packet, of either protocol."""
    writer.write(b"\x4a\x00\x00\x00\x0a8.0")
    await writer.drain()


async def speak_http(reader: StreamReader, writer: StreamWriter) -> None:
    writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
    await writer.drain()


@EACH_KIND
async def test_nobody_is_there(clients: Clients, kind: str):
    where = f"127.0.0.1:{free_port()}"
    await add(clients.admin, "faulty", kind, where, **LOGIN)
    text = "The data source 'The faulty one' cannot be reached: connection refused."
    assert await refused(clients) == (502, text)


@EACH_KIND
async def test_the_host_does_not_exist(clients: Clients, kind: str):
    await add(clients.admin, "faulty", kind, "no-such-host.invalid:5432", **LOGIN)
    status, text = await refused(clients)
    assert (status, "Cannot find the host" in text) == (502, True)


@EACH_KIND
async def test_it_never_answers(clients: Clients, kind: str):
    async with serving(hang) as where:
        await add(clients.admin, "faulty", kind, where, **LOGIN)
        status, text = await refused(clients)
    assert status == 504
    assert "did not respond within" in text


@EACH_KIND
@pytest.mark.parametrize("serve", [hang_up, speak_http])
async def test_it_is_no_database(clients: Clients, kind: str, serve: Serving):
    async with serving(serve) as where:
        await add(clients.admin, "faulty", kind, where, **LOGIN)
        status, text = await refused(clients)
    assert status == 502
    assert "The faulty one" in text or "the faulty one" in text


@pytest.fixture
def databases(postgres_server: PostgresServer, mariadb_server: MariadbServer) -> Databases:
    """Address and settings of a real database of each kind."""
    name = postgres_server.create_database().rpartition("/")[2]
    return {
        "postgres": (
            f"127.0.0.1:{postgres_server.port}",
            {
                "user": "vedette",
                "jsonData": {"database": name, "sslmode": "disable"},
                "secureJsonData": {"password": "secret"},
            },
        ),
        "mysql": (
            f"127.0.0.1:{mariadb_server.port}",
            {
                "user": "reader",
                "jsonData": {"database": mariadb_server.create_database()},
                "secureJsonData": {"password": "only-reads"},
            },
        ),
    }


@EACH_KIND
async def test_a_wrong_password(clients: Clients, databases: Databases, kind: str):
    where, login = databases[kind]
    wrong = {**login, "secureJsonData": {"password": "told-to-nobody"}}
    await add(clients.admin, "faulty", kind, where, **wrong)
    status, text = await refused(clients)
    assert status == 502
    assert "refused the login: check user, password and database in its settings." in text


@EACH_KIND
async def test_a_certificate_of_an_unknown_authority(
    clients: Clients, databases: Databases, kind: str
):
    """Of the two the PostgreSQL of the tests speaks no TLS at all, which is told as such."""
    where, login = databases[kind]
    strict = {"sslmode": "verify-full", "tlsAuthWithCACert": False}
    settings = {**login["jsonData"], **(strict if kind == "postgres" else {"tlsAuth": True})}
    await add(clients.admin, "faulty", kind, where, **{**login, "jsonData": settings})
    status, text = await refused(clients)
    assert status == 502
    assert "TLS" in text or "certificate" in text


@EACH_KIND
async def test_a_mistake_in_the_query(clients: Clients, databases: Databases, kind: str):
    where, login = databases[kind]
    await add(clients.admin, "faulty", kind, where, **login)
    status, text = await refused(clients, "SELECT 1 FORM shop")
    assert status == 400
    assert text.startswith(f"{KINDS[kind]} returned an error: ")
    assert "shop" in text or "FORM" in text


TEN_MILLION = {
    "postgres": "SELECT generate_series(1, 10000000) AS n",
    "mysql": "SELECT seq AS n FROM seq_1_to_10000000",
}


@EACH_KIND
async def test_ten_million_rows_are_a_million_and_a_notice(
    patient: App, databases: Databases, kind: str
):
    """Proves T52, CVE-2026-33375."""
    where, login = databases[kind]
    clients = await clients_of(patient)
    await add(clients.admin, "faulty", kind, where, **login)
    result = await query(clients, TEN_MILLION[kind])
    (frame,) = result["frames"]
    assert frame["data"]["values"] == [list(range(1, 1_000_001))]
    (notice,) = frame["schema"]["meta"]["notices"]
    assert "the first 1,000,000 rows are shown" in notice["text"]
