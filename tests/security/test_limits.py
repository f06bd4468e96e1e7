"""What would cost too much is refused at once: ranges, steps, bodies, callers in a hurry."""

import asyncio
import gzip
import json
import resource
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.app import Client, Reply, clients_of, start
from tests.fixtures.clocks import StoppedClock
from tests.fixtures.http_server import says, server

from vedette.dashboards.body import read_body
from vedette.dashboards.errors import BadDashboard
from vedette.db.settings import DatabaseSettings
from vedette.provisioning.document import read_document
from vedette.provisioning.problems import DocumentError, Report
from vedette.server import protocol
from vedette.server.listen import Listener
from vedette.server.sections.process import ServerSettings

TEST_DATA = {"name": "t", "uid": "t", "type": "grafana-testdata-datasource", "access": "proxy"}
PROMETHEUS = {"name": "prom", "uid": "prom", "type": "prometheus", "access": "proxy"}
QUERY = {"refId": "A", "datasource": {"uid": "t"}, "scenarioId": "random_walk"}


async def admin(stack: AsyncExitStack, path: Path, *words: str) -> Client:
    allowed = "cfg:egress.allow_loopback=true"
    app = await start(stack, DatabaseSettings(), path, allowed, *words)
    client = (await clients_of(app)).server_admin
    assert (await client.post("/api/datasources", TEST_DATA)).status == 200
    return client


async def quickly(asked: Awaitable[Reply], seconds: float = 1.0) -> Reply:
    started = time.monotonic()
    reply = await asked
    assert time.monotonic() - started < seconds
    return reply


RANGES: list[tuple[Any, Any]] = [
    ("now", "now-6h"), ("0", "9999999999999"), ("now-11y", "now"), ("now-999999y", "now"),
    ("now+999999y", "now"), ("0001-01-01T00:00:00+23:59", "now"), ("now-", "now"),
    ("9999-12-31T23:59:59-23:59", "now"), ("9" * 16, "9" * 17), ("-" + "9" * 16, "0"),
    ("9" * 5_000, "now"), ("nan", "inf"), ("1e400", "now"), ("now-1x", "now"),
    ("now" + "-1d" * 400_000, "now"), ("now/" + "d" * 99, "now"),
    ("", ""), ("²", "now"), ("now", None), (True, False), ([], {}), (1.5, 2.5), (10**30, 10**31),
    ("2024-13-45T99:99:99Z", "now"), ("\0", "now"), (" ", " "), ("0x10", "now"), ("--1", "now"),
]  # fmt: skip


async def test_impossible_time_ranges_are_refused_at_once(tmp_path: Path) -> None:
    """Proves T57."""
    async with AsyncExitStack() as stack:
        client = await admin(stack, tmp_path)
        for first, last in RANGES:
            whole = {"from": first, "to": last, "queries": [QUERY]}
            own = {"from": "now-1h", "to": "now", "queries": [{**QUERY, "timeRange": whole}]}
            for body in (whole, own) if last is not None else (whole,):
                raw = json.dumps(body).encode()
                reply = await quickly(client.post("/api/ds/query", raw))
                assert reply.status == 400, (str(first)[:40], str(last)[:40], reply.body[:300])
                assert len(reply.json()["message"]) < 300


async def test_impossible_steps_are_refused_and_large_ones_are_bounded(tmp_path: Path) -> None:
    """Proves T57."""
    async with AsyncExitStack() as stack:
        client = await admin(stack, tmp_path)

        async def ask(**more: Any) -> Reply:
            body = {"from": "now-5y", "to": "now", "queries": [{**QUERY, **more}]}
            return await quickly(client.post("/api/ds/query", json.dumps(body).encode()), 2)

        for key in ("maxDataPoints", "intervalMs"):
            for value in (-1, -(10**30), "100", [], {}, True, -1e308):
                assert (await ask(**{key: value})).status == 400, (key, value)
            for text in (b"NaN", b"Infinity", b"-Infinity", b"1e999"):
                body = {"from": "now-1h", "to": "now", "queries": [{**QUERY, key: 0.125}]}
                raw = json.dumps(body).encode().replace(b"0.125", text)
                assert (await client.post("/api/ds/query", raw)).status == 400, (key, text)
        for value in (10**9, 10**30, 1e308):
            reply = await ask(maxDataPoints=value, intervalMs=1)
            assert reply.status == 200
            times = reply.json()["results"]["A"]["frames"][0]["data"]["values"][0]
            assert len(times) <= 11_001
        assert (await ask(seriesCount=10**9)).status == 400
        many = [{**QUERY, "refId": str(number)} for number in range(201)]
        body = {"from": "now-1h", "to": "now", "queries": many}
        assert (await client.post("/api/ds/query", body)).status == 400


BOMBS = {
    "more objects than a parser can hold": b'{"a":' * 100_000,
    "more lists than a parser can hold": b"[" * 2_000_000,
    "lists that are closed again": b"[" * 500_000 + b"]" * 500_000,
    "many short lists": b'{"queries":[' + b"[]," * 300_000 + b"[]]}",
    "quotes that hide": b'{"a":"' + b"\\\\\\" * 100_000,
    "a number without an end": b'{"queries":' + b"9" * 1_000_000 + b"}",
    "keys given a hundred thousand times": b'{"queries":[{' + b'"a":1,' * 100_000 + b'"a":1}]}',
    "half a surrogate": b'{"queries":[{"refId":"\\ud800"}]}',
    "no UTF-8": b'{"queries":[{"refId":"\xff"}]}',
    "nothing": b"",
    "a byte order mark": b"\xef\xbb\xbf{}",
}


@pytest.mark.parametrize("path", ["/api/ds/query", "/api/dashboards/db", "/api/folders", "/login"])
async def test_json_bombs_are_refused_in_a_moment(tmp_path: Path, path: str) -> None:
    """Proves T09."""
    async with AsyncExitStack() as stack:
        client = await admin(stack, tmp_path)
        for name, bomb in BOMBS.items():
            headers = {"content-type": "application/json"}
            reply = await quickly(client.send("POST", path, bomb, headers=headers))
            assert reply.status in (400, 413), (name, reply.body[:200])
            assert reply.json()["requestId"]


async def test_an_endless_body_is_cut_off_where_its_address_ends(tmp_path: Path) -> None:
    """Proves T09, CVE-2026-27880."""
    async with AsyncExitStack() as stack:
        client = await admin(stack, tmp_path)
        limits = {
            route.path: route.max_body for route in client.app.routes if route.method == "POST"
        }
        for path in ("/login", "/api/folders", "/api/ds/query", "/api/dashboards/import"):
            reply = await client.post(path, b" " * (limits[path] + 1))
            assert reply.status == 413
            assert "larger than" in reply.json()["message"]


def dashboard(**keys: str) -> bytes:
    return ('{"title":"a",' + ",".join(f'"{k}":{v}' for k, v in keys.items()) + "}").encode()


@pytest.mark.parametrize(
    "raw",
    [
        dashboard(a="NaN"),
        dashboard(a="Infinity"),
        dashboard(a="-Infinity"),
        dashboard(a="1e999"),
        dashboard(a='{"b":{"c":[{"d":1,"d":2}]}}'),
        dashboard(a='{"b":1,"\\u0062":2}'),
        dashboard(a="[" * 64 + "]" * 64),
        dashboard(a='"' + "\\ud800" + '"'),
        dashboard(a="01"),
        dashboard(a="1,"),
        dashboard(a="[" + "1," * 1_000_000 + "1]"),
        b"[]",
        b"null",
        b"",
    ],
    ids=lambda raw: raw[:40].decode(),
)
def test_what_is_no_proper_dashboard_is_refused(raw: bytes) -> None:
    """Proves T20."""
    with pytest.raises(Exception, match=r"dashboard|document") as caught:
        read_body(raw)
    assert getattr(caught.value, "status", 500) in (400, 413)


def test_a_dashboard_of_as_many_keys_as_fit_is_read_in_a_moment() -> None:
    """Proves T20."""
    keys = ",".join(f'"{number:x}":1' for number in range(170_000))
    raw = b'{"title":"a",' + keys.encode() + b"}"
    assert 1_500_000 < len(raw) <= 2_000_000
    assert bounded(lambda: read_body(raw)).title == "a"
    with pytest.raises(BadDashboard, match="twice"):
        read_body(raw[:-1] + b',"0":1}')


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"{number:x}: 1" for number in range(200_000)),
        "{" + ", ".join(f"{number:x}: 1" for number in range(200_000)) + "}",
        "a: [" + "[]," * 400_000 + "]",
        "a: '" + "x" * 1_900_000,
        "a:\n" + "".join(" " * depth + "a:\n" for depth in range(1, 1_000)),
        "? " * 100_000,
        "- " * 100_000,
        "a: &a [" + "*a," * 1_000 + "]",
        "a: &x {}\n" + "".join(f"b{n}: *x\n" for n in range(10_000)),
        "%TAG ! tag:evil\n---\na: !x 1",
        "a: !!binary " + "A" * 100,
    ],
    ids=lambda text: text[:20],
)
def test_yaml_of_a_million_keys_costs_a_moment_and_little_memory(text: str) -> None:
    """Proves T19."""

    def read() -> Any:
        with pytest.raises(DocumentError):
            read_document(text, {}, Report("bomb.yaml"))

    bounded(read, seconds=6)


def bounded(work: Callable[[], Any], *, seconds: float = 3, megabytes: int = 300) -> Any:
    """Generous, for a machine that others use: what is not bounded takes minutes and gigabytes."""
    started, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = work()
    assert time.process_time() - started < seconds
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < megabytes * 1024
    return result


async def endless(head: bytes, reader: Any, writer: Any) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        writer.write(b"4000\r\n" + b"[" * 0x4000 + b"\r\n")
        await writer.drain()


GZIP = b"Content-Encoding: gzip"
START = b'{"status":"success","data":{"resultType":"matrix","result":['
SERIES = b'{"metric":{"a":"b"},"values":[[1,"1"]]},'
SOURCES = {
    "a compressed bomb": says(gzip.compress(bytes(64 * 1024 * 1024), 1), b"200 OK", GZIP),
    "an endless answer": endless,
    "a long answer": says(START + SERIES * 60_000),
    "deep lists": says(START + b"[" * 500_000),
    "deep objects": says(START + b'{"metric":' * 100_000),
    "deep labels": says(START + b'{"metric":' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000),
    "half an answer": says(START + b'{"metric":{"a"'),
    "a page": says(b"<html><script>alert(1)</script>", b"200 OK", b"Content-Type: text/html"),
    "another shape": says(b'{"status":"success","data":{"resultType":"matrix","result":{"a":1}}}'),
    "no shape": says(b"[[[1]]]"),
    "a lone text": says(b'"success"'),
    "nothing": says(b""),
    "no UTF-8": says(START + b'{"metric":{"a":"\xff\xfe"},"values":[[1,"1"]]}]}}'),
    "an error of its own": says(
        b'{"status":"error","error":"<b>bad query</b>"}', b"400 Bad Request"
    ),
    "an error without words": says(b"\0\0", b"500 Oops"),
    "a redirect": says(b"", b"302 Found", b"Location: http://169.254.169.254/"),
}


@pytest.mark.parametrize("name", SOURCES)
async def test_a_hostile_source_costs_one_clear_sentence(tmp_path: Path, name: str) -> None:
    async with AsyncExitStack() as stack:
        client = await admin(stack, tmp_path, "cfg:dataproxy.response_limit=2000000")
        port, _ = await stack.enter_async_context(server(SOURCES[name]))
        made = await client.post(
            "/api/datasources", {**PROMETHEUS, "url": f"http://127.0.0.1:{port}"}
        )
        assert made.status == 200, made.body
        query = {"refId": "A", "datasource": {"uid": "prom"}, "expr": "up", "range": True}
        body = {"from": "now-1h", "to": "now", "queries": [query, {**QUERY, "refId": "B"}]}
        reply = await quickly(client.post("/api/ds/query", body), 5)
    results = reply.json()["results"]
    assert reply.status == 400
    assert results["A"]["status"] >= 400
    sentence = results["A"]["error"]
    assert 10 < len(sentence) < 400, sentence
    inner = ("Traceback", "Error(", "0x", "msgspec", "/src/")
    assert not [word for word in inner if word in sentence]
    assert results["B"]["frames"], "another source is in nobody's way"


async def test_callers_in_a_hurry_wait_each_for_themselves(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        words = "cfg:auth.anonymous.enabled=true"
        app = await start(stack, DatabaseSettings(), tmp_path, words, clock=StoppedClock())
        clients = await clients_of(app)
        bad = {"dashboard": {"title": ""}}
        answers = [(await clients.editor.post("/api/dashboards/import", bad)) for _ in range(220)]
        refused = [reply for reply in answers if reply.status == 429]
        assert 0 < len(refused) <= 20
        assert int(refused[0].headers["retry-after"]) >= 1
        assert "Try again in" in refused[0].json()["message"]
        assert (await clients.admin.post("/api/dashboards/import", bad)).status == 400
        strangers = [Client(app, peer=f"10.0.0.{number}") for number in (1, 2)]
        busy = [(await strangers[0].get("/api/search")).status for _ in range(640)]
        assert busy[0] == 200
        assert busy[-1] == 429
        assert (await strangers[1].get("/api/search")).status == 200


async def test_integers_beyond_64_bits_are_stored_as_floats(tmp_path: Path) -> None:
    """A request that contains one is not answered with a 500."""
    async with AsyncExitStack() as stack:
        client = await admin(stack, tmp_path)
        source = {"name": "big", "uid": "big", "type": "prometheus", "access": "proxy"}
        source |= {"url": "http://127.0.0.1:1", "jsonData": {"x": 10**30}}
        for path, body in (
            ("/api/datasources", source),
            ("/api/query-history", {"queries": [{"x": 2**64, "y": -(2**63) - 1}]}),
            ("/api/saved-queries", {"title": "big", "queries": [{"x": 10**30}]}),
        ):
            sent = json.dumps(body).encode()
            reply = await client.send("POST", path, sent)
            assert reply.status == 200, (path, reply.body)
        stored = (await client.get("/api/datasources/uid/big")).json()
        assert stored["jsonData"]["x"] == 1e30
        found = (await client.get("/api/query-history")).json()["result"]["queryHistory"]
        assert found[0]["queries"] == [{"x": 2.0**64, "y": -(2.0**63)}]
        home = json.dumps({"queryHistory": {"homeTab": 10**30}}).encode()
        reply = await client.send("PATCH", "/api/user/preferences", home)
        assert reply.status == 200


async def test_what_is_dear_is_rationed(tmp_path: Path) -> None:
    """Proves T66."""
    async with AsyncExitStack() as stack:
        client = await admin(stack, tmp_path)
        rationed = {route.path for route in client.app.routes if route.rate is not None}
    assert rationed >= {"/api/ds/query", "/api/search", "/api/dashboards/import"}


LINE, HOST = b"GET /api/health HTTP/1.1\r\n", b"Host: a\r\nConnection: close\r\n"
TOO_LARGE = {
    "one header": LINE + HOST + b"A: " + b"a" * 33_000 + b"\r\n\r\n",
    "a header without an end": LINE + HOST + b"A: " + b"a" * 3_000_000,
    "a name without an end": LINE + HOST + b"a" * 3_000_000,
    "many headers": LINE + HOST + b"".join(b"A%d: a\r\n" % n for n in range(4_000)) + b"\r\n",
    "many headers in one piece": LINE + HOST + b"A: a\r\n" * 30_000 + b"\r\n",
    "a cookie of a socket": (
        LINE.replace(b"health", b"live/ws")
        + b"Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: "
        + b"a" * 33_000
        + b"\r\n\r\n"
    ),
}


@asynccontextmanager
async def listening(tmp_path: Path) -> AsyncIterator[int]:
    """Waits as long as it takes for who still sends: one that stalls would lose the answer."""
    async with AsyncExitStack() as stack:
        stack.enter_context(pytest.MonkeyPatch.context()).setattr(protocol, "_LINGER_SECONDS", 60)
        app = await start(stack, DatabaseSettings(), tmp_path)
        listener = Listener(app.application, ServerSettings(http_addr="127.0.0.1", http_port=0))
        running = asyncio.create_task(listener.run())
        try:
            yield listener.port
        finally:
            listener.stop()
            await running


async def answer_of(port: int, sent: bytes, pieces: int) -> tuple[int, bytes]:
    """Status and body, of who sends everything before reading anything."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for at in range(0, len(sent), pieces):
        writer.write(sent[at : at + pieces])
        await writer.drain()
        await asyncio.sleep(0)  # The server may answer meanwhile.
    answer = await asyncio.wait_for(reader.read(), 20)
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ", 2)[1]), body


@pytest.mark.parametrize("pieces", [1_000_000, 4_000])
@pytest.mark.parametrize("name", TOO_LARGE)
async def test_headers_of_more_than_32_kib_are_refused(
    tmp_path: Path, name: str, pieces: int
) -> None:
    """Proves T67."""
    async with listening(tmp_path) as port:
        status, body = await answer_of(port, TOO_LARGE[name], pieces)
    assert status == 431
    assert "larger than 32 KiB" in json.loads(body)["message"]


@pytest.mark.parametrize("pieces", [1_000_000, 4_000])
async def test_an_address_of_more_than_32_kib_is_refused(tmp_path: Path, pieces: int) -> None:
    async with listening(tmp_path) as port:
        for sent in (b"GET /" + b"a" * 33_000 + b" HTTP/1.1\r\n", b"GET /" + b"a" * 3_000_000):
            status, body = await answer_of(port, sent + HOST + b"\r\n", pieces)
            assert status == 414
            assert "larger than 32 KiB" in json.loads(body)["message"]


@pytest.mark.parametrize("pieces", [1_000_000, 4_000])
async def test_what_is_just_small_enough_is_answered(tmp_path: Path, pieces: int) -> None:
    sizes = b"A: " + b"a" * 31_000 + b"\r\n\r\n"
    async with listening(tmp_path) as port:
        status, _ = await answer_of(port, LINE + HOST + sizes, pieces)
        assert status == 200
        long = LINE.replace(b"health", b"health?" + b"a" * 31_000)
        status, _ = await answer_of(port, long + HOST + sizes, pieces)
        assert status == 200


async def test_each_request_of_a_connection_has_headers_of_its_own(tmp_path: Path) -> None:
    some = LINE + b"Host: a\r\nA: " + b"a" * 20_000 + b"\r\n\r\n"
    async with listening(tmp_path) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(4):
            writer.write(some)
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
            assert head.startswith(b"HTTP/1.1 200 ")
            length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            await reader.readexactly(length)
        writer.close()


async def test_whatever_asks_a_source_takes_from_the_share_of_queries(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        client = await admin(stack, tmp_path)
        asking = {
            route.path
            for route in client.app.routes
            if route.path.startswith(("/api/datasources", "/api/alertmanager"))
            and ("/proxy/" in route.path or route.path.endswith(("/health", "*rest")))
        }
        named = {r.path: r.rate.name for r in client.app.routes if r.rate is not None}
        assert len(asking) >= 7
        assert {named.get(path) for path in asking} == {named["/api/ds/query"]} == {"queries"}
