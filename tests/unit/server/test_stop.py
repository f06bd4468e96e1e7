"""A stop ends requests with an answer that clients understand."""

import asyncio

import orjson
import pytest

from vedette.access.guard import PUBLIC
from vedette.kernel.clock import SystemClock
from vedette.kernel.own_ports import OwnPorts
from vedette.server import listen
from vedette.server.listen import Listener
from vedette.server.sections import ALL_SECTIONS
from vedette.server.sections.process import ServerSettings
from vedette.settings import load
from vedette.web.answer import ApiAnswer
from vedette.web.application import Application
from vedette.web.call import Call
from vedette.web.headers import HeaderPolicy
from vedette.web.options import Observation
from vedette.web.routes import Route, RouteTable


async def nobody(call: Call) -> None:
    return None


async def page(call: Call) -> ApiAnswer:
    return ApiAnswer(200, b"<p>page", "text/html")


async def test_a_request_that_outlasts_a_stop_is_answered_503_as_json(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """R-07: A client of a long query retries instead of reporting a defect; one that ends in time
    gets its answer."""
    monkeypatch.setattr(listen, "_GRACE_SECONDS", 1)
    observed: list[int] = []
    begun = asyncio.Semaphore(0)

    async def query(call: Call) -> object:
        begun.release()
        await asyncio.sleep(60 if call.scope["path"] == "/api/long" else 0.3)
        return {"done": True}

    application = Application(
        RouteTable([Route("GET", f"/api/{name}", query, PUBLIC) for name in ("long", "short")]),
        clock=SystemClock(),
        authenticate=nobody,
        observation=Observation(lambda method, route, status, seconds: observed.append(status)),
        headers=HeaderPolicy().common(),
        page=page,
    )
    words = ["cfg:server.http_port=0", "cfg:server.http_addr=127.0.0.1"]
    listener = Listener(application, load(ALL_SECTIONS, overrides=words)[ServerSettings])
    running = asyncio.create_task(listener.run())

    async def answer_to(path: str) -> tuple[bytes, dict[str, str], bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        head, _, body = (await asyncio.wait_for(reader.read(), 20)).partition(b"\r\n\r\n")
        writer.close()
        line, *headers = head.decode().split("\r\n")
        pairs = (header.partition(": ") for header in headers)
        return line.encode(), {name.lower(): value for name, _, value in pairs}, body

    asked = [asyncio.create_task(answer_to(path)) for path in ("/api/long", "/api/short")]
    for _ in asked:
        await begun.acquire()
    listener.stop()
    (line, headers, body), (short, _, done) = await asyncio.gather(*asked)
    await running
    assert line.startswith(b"HTTP/1.1 503 ")
    assert headers["content-type"].startswith("application/json")
    assert int(headers["retry-after"]) > 0
    assert orjson.loads(body)["messageId"] == "server.stopping"
    assert (short.split()[1], orjson.loads(done)) == (b"200", {"done": True})
    assert sorted(observed) == [200, 503]


async def test_the_listener_reports_its_port_as_an_own_port() -> None:
    """T07: Data sources cannot reach the server's own listener, whichever port it got."""
    own_ports = OwnPorts()
    application = Application(
        RouteTable([]),
        clock=SystemClock(),
        authenticate=nobody,
        observation=Observation(lambda method, route, status, seconds: None),
        headers=[],
        page=page,
    )
    words = ["cfg:server.http_port=0", "cfg:server.http_addr=127.0.0.1"]
    settings = load(ALL_SECTIONS, overrides=words)[ServerSettings]
    listener = Listener(application, settings, own_ports)
    running = asyncio.create_task(listener.run())
    await asyncio.sleep(0)
    listener.stop()
    await running
    assert listener.port in own_ports
