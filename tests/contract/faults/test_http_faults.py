"""HTTP stores that answer as none should: one sentence each, and everything else goes on."""

import asyncio
import gc
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest
from tests.contract.faults.answers import Answering, bomb, drip, half, no_http, silence
from tests.fixtures.app import Client, Clients, clients_of
from tests.fixtures.http_server import Authority, says, server
from tests.fixtures.postgres import free_port

from vedette.app.build import App

RANGE = {"from": "1700000000000", "to": "1700003600000"}
HEALTHY = {
    "refId": "H",
    "datasource": {"uid": "healthy"},
    "scenarioId": "csv_metric_values",
    "stringInput": "1,2,3",
}


@dataclass(frozen=True)
class Kind:
    """A kind of store: what it is asked, and how it says that a query is wrong."""

    id: str
    query: Mapping[str, Any]
    empty: bytes
    """A right answer without any rows."""
    mistake: bytes
    said: str
    """What of `mistake` a person is told."""


_PARSE_ERROR = "parse error at line 1, col 2: syntax error: unexpected IDENTIFIER"
KINDS = [
    Kind(
        "prometheus",
        {"expr": "up", "range": True},
        b'{"status":"success","data":{"resultType":"matrix","result":[]}}',
        b'{"status":"error","errorType":"bad_data","error":"1:3: parse error: unexpected end"}',
        "1:3: parse error: unexpected end",
    ),
    Kind(
        "loki",
        {"expr": '{app="shop"}', "queryType": "range"},
        b'{"status":"success","data":{"resultType":"streams","result":[],"stats":{}}}',
        _PARSE_ERROR.encode(),
        _PARSE_ERROR,
    ),
    Kind(
        "tempo",
        {"query": "{ }", "queryType": "traceql"},
        b'{"traces":[],"metrics":{}}',
        b"invalid TraceQL query: " + _PARSE_ERROR.encode(),
        _PARSE_ERROR,
    ),
    Kind("alertmanager", {}, b"[]", b'"bad matcher format: oh no"', "bad matcher format: oh no"),
]
EACH_KIND = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
AUTHORITY = Authority()


async def add(client: Client, uid: str, kind: str, url: str = "", **more: Any) -> None:
    body = {"name": f"The {uid} one", "uid": uid, "type": kind, "access": "proxy", "url": url}
    made = await client.post("/api/datasources", {**body, **more})
    assert made.status == 200, made.body


async def asked(clients: Clients, kind: Kind, url: str, **more: Any) -> dict[str, Any]:
    """What a panel on a faulty source and on a healthy one is answered; that one is unharmed."""
    await add(clients.admin, "healthy", "testdata")
    await add(clients.admin, "faulty", kind.id, url, **more)
    query = {"refId": "F", "datasource": {"uid": "faulty"}, "maxDataPoints": 100, **kind.query}
    reply = await clients.viewer.post("/api/ds/query", {**RANGE, "queries": [query, HEALTHY]})
    results: dict[str, Any] = reply.json()["results"]
    assert reply.status == (200 if results["F"]["status"] == 200 else 400)
    assert results["H"]["status"] == 200
    assert results["H"]["frames"][0]["data"]["values"][1] == [1, 2, 3]
    health = await clients.anonymous.get("/api/health")
    assert (health.status, health.json()["database"]) == (200, "ok")
    found: dict[str, Any] = results["F"]
    return found


def expect_sentence(result: Mapping[str, Any], status: int, *parts: str) -> None:
    """One sentence on one line. Below 500 it is in the store's own words, kept as they are."""
    text = result["error"]
    assert result["status"] == status, text
    assert result["frames"] == []
    assert result["errorSource"] == "downstream"
    assert "\n" not in text
    assert "127.0.0.1" not in text and "no-such-host" not in text, "T37: an address is named"
    assert status < 500 or text.endswith(".")
    assert len(text) < 300
    for part in parts:
        assert part in text


@asynccontextmanager
async def faulty(answer: Answering, tls: ssl.SSLContext | None = None) -> AsyncIterator[str]:
    async with server(answer, tls) as (port, _):
        yield f"{'https' if tls else 'http'}://localhost:{port}"


@EACH_KIND
async def test_nobody_is_there(clients: Clients, kind: Kind):
    url = f"http://127.0.0.1:{free_port()}"
    result = await asked(clients, kind, url)
    expect_sentence(result, 502, "The faulty one", "refused")


@EACH_KIND
async def test_the_host_does_not_exist(clients: Clients, kind: Kind):
    result = await asked(clients, kind, "http://no-such-host.invalid:9090")
    expect_sentence(result, 502, "The faulty one", "unknown")


ANSWERS = [
    (silence, 504, "did not respond"),
    (drip, 504, "did not respond"),
    (no_http, 502, "valid HTTP response"),
]


@EACH_KIND
@pytest.mark.parametrize(("answer", "status", "part"), ANSWERS, ids=["hangs", "drips", "no http"])
async def test_no_answer_comes(
    clients: Clients, kind: Kind, answer: Answering, status: int, part: str
):
    async with faulty(answer) as url:
        expect_sentence(await asked(clients, kind, url), status, "The faulty one", part)


@EACH_KIND
async def test_half_an_answer_is_none(clients: Clients, kind: Kind):
    async with faulty(half(kind.empty)) as url:
        result = await asked(clients, kind, url)
    expect_sentence(result, 502, "The faulty one", "before its response was complete")


SOMETHING_ELSE = [
    b"<html>Sign in</html>",
    b"",
    b"null",
    b'{"status":',
    b'{"data": 7, "traces": 7}',
    b"\xff\xfe",
]


@EACH_KIND
@pytest.mark.parametrize("body", SOMETHING_ELSE)
async def test_something_else_is_answered(clients: Clients, kind: Kind, body: bytes):
    async with faulty(says(body)) as url:
        expect_sentence(await asked(clients, kind, url), 502)


@EACH_KIND
async def test_a_certificate_of_an_unknown_authority(clients: Clients, kind: Kind, tmp_path: Path):
    certificate, key = AUTHORITY.issue("localhost")
    file = tmp_path / "server.pem"
    file.write_text(certificate + key)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    async with faulty(says(kind.empty), context) as url:
        result = await asked(clients, kind, url)
    expect_sentence(result, 502, "The faulty one", "certificate", "issuer")


@EACH_KIND
async def test_a_wrong_password(clients: Clients, kind: Kind):
    """The store's own 401 is that query's status; the person stays signed in."""
    login = {
        "basicAuth": True,
        "basicAuthUser": "reader",
        "secureJsonData": {"basicAuthPassword": "wrong-word"},
    }
    async with faulty(says(b"Unauthorized\n", b"401 Unauthorized")) as url:
        result = await asked(clients, kind, url, **login)
    expect_sentence(result, 401, "401")
    assert "wrong-word" not in result["error"]


@EACH_KIND
async def test_a_mistake_in_the_query(clients: Clients, kind: Kind):
    async with faulty(says(kind.mistake, b"400 Bad Request")) as url:
        expect_sentence(await asked(clients, kind, url), 400, kind.said)


@EACH_KIND
async def test_ten_megabytes_that_open_to_ten_gigabytes(clients: Clients, kind: Kind):
    """Proves T09, R-34."""
    async with faulty(bomb(kind.empty[:1])) as url:
        gc.collect()
        before = peak_memory()
        result = await asked(clients, kind, url)
        grown = peak_memory() - before
    expect_sentence(result, 413, "The faulty one", "times larger when decompressed")
    assert grown < 64 * 1024 * 1024


def peak_memory() -> int:
    """Bytes this process held at most since it was asked last; Linux forgets on request."""
    text = Path("/proc/self/status").read_text()
    Path("/proc/self/clear_refs").write_text("5")
    return 1024 * int(text.split("VmHWM:")[1].split()[0])


MILLION = 1_000_000


def million_points() -> bytes:
    """100 series of 10,000 points."""
    values = [[1_700_000_000 + step, str(step)] for step in range(10_000)]
    result = [{"metric": {"n": str(number)}, "values": values} for number in range(100)]
    return orjson.dumps({"status": "success", "data": {"resultType": "matrix", "result": result}})


async def test_a_million_points_are_drawn_and_hold_nobody_up(patient: App):
    """Reading them takes a while, in which everybody else is answered."""
    clients = await clients_of(patient)
    async with faulty(says(million_points())) as url:
        await add(clients.admin, "large", "prometheus", url)
        query = {"refId": "A", "datasource": {"uid": "large"}, "expr": "up", "range": True}
        call = asyncio.ensure_future(
            clients.viewer.post("/api/ds/query", {**RANGE, "queries": [query]})
        )
        loop, longest = asyncio.get_running_loop(), 0.0
        while not call.done():
            began = loop.time()
            assert (await clients.anonymous.get("/api/health")).status == 200
            longest = max(longest, loop.time() - began)
            await asyncio.sleep(0.01)
        result = (await call).json()["results"]["A"]
    assert result["status"] == 200, result["error"]
    assert sum(len(frame["data"]["values"][1]) for frame in result["frames"]) == MILLION
    assert longest < 2
