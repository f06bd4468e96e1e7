"""A connection that ended leaves nothing in memory, however it ended."""

import asyncio
import gc
import logging
import socket
import ssl
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
import uvloop
from tests.fixtures.certificates import Authority

from vedette.server.listen import Listener
from vedette.server.sections.process import ServerSettings

ROUNDS = 20
REQUEST = b"GET /%b HTTP/1.1\r\nHost: a\r\n%b\r\n"
UPGRADE = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


async def application(scope, receive, send):
    if scope["type"] == "http":
        with suppress(OSError):
            while (message := await receive()).get("more_body"):
                if message["type"] == "http.disconnect":
                    return
            head = [(b"content-length", b"2")]
            await send({"type": "http.response.start", "status": 200, "headers": head})
            await send({"type": "http.response.body", "body": b"ok"})
        return
    await receive()
    if scope["path"] == "/refused":
        head = [(b"content-length", b"2")]
        await send({"type": "websocket.http.response.start", "status": 401, "headers": head})
        await send({"type": "websocket.http.response.body", "body": b"no"})
        return
    await send({"type": "websocket.accept", "headers": []})
    while (await receive())["type"] != "websocket.disconnect":
        pass


def talk(*parts: bytes) -> Callable[[socket.socket], None]:
    """Sends each part, and reads something after each."""

    def end(connection: socket.socket) -> None:
        for part in parts:
            connection.sendall(part)
            connection.recv(4096)

    return end


def send(data: bytes) -> Callable[[socket.socket], None]:
    """Sends and leaves in the middle."""
    return lambda connection: connection.sendall(data)


def wait(data: bytes) -> Callable[[socket.socket], None]:
    """Sends and waits for the server to give up."""

    def end(connection: socket.socket) -> None:
        connection.sendall(data)
        while connection.recv(4096):
            pass

    return end


PLAIN = REQUEST % (b"page", b"")
ACCEPTED = REQUEST % (b"live", UPGRADE)
REFUSED = REQUEST % (b"refused", UPGRADE)
ENDS = {
    "a request": talk(PLAIN),
    "a request that closes": talk(REQUEST % (b"page", b"Connection: close\r\n")),
    "keep-alive": talk(PLAIN, PLAIN, PLAIN),
    "upgrade refused": talk(REFUSED),
    "upgrade refused after a request": talk(PLAIN, REFUSED),
    "upgrade accepted": talk(ACCEPTED),
    "upgrade accepted after a request": talk(PLAIN, ACCEPTED),
    "a message": talk(ACCEPTED, b"\x81\x80\0\0\0\0" + b"\x89\x80\0\0\0\0"),
    "the client closes": talk(ACCEPTED, b"\x88\x80\0\0\0\0"),
    "a frame that is none": talk(ACCEPTED, b"\xff\xff\xff\xff"),
    "a handshake without key": talk(
        REQUEST % (b"live", b"Connection: Upgrade\r\nUpgrade: websocket\r\n")
    ),
    "an unknown upgrade": talk(REQUEST % (b"page", b"Connection: Upgrade\r\nUpgrade: h2c\r\n")),
    "nothing sent": send(b""),
    "a broken head": send(b"GET / HTTP/1.1\r\nHo"),
    "a broken body": send(REQUEST % (b"page", b"Content-Length: 9\r\n") + b"12"),
    "a broken upgrade": send(ACCEPTED),
    "a broken refusal": send(REFUSED),
    "nonsense": talk(b"nonsense\r\n\r\n"),
    "headers too large": talk(REQUEST % (b"page", b"A: " + b"x" * 33_000 + b"\r\n")),
    "nothing, until the time is over": wait(b""),
    "a slow head": wait(b"GET / HTTP/1.1\r\nHo"),
    "a slow body": wait(REQUEST % (b"page", b"Content-Length: 9\r\n") + b"12"),
}


def settings(directory: Path, *, is_tls: bool) -> tuple[ServerSettings, ssl.SSLContext | None]:
    common = {"http_addr": "127.0.0.1", "http_port": 0, "read_timeout": timedelta(seconds=0.1)}
    if not is_tls:
        return ServerSettings(**common), None
    authority = Authority()
    pair = authority.issue("dash.example")
    (directory / "cert.pem").write_text(pair.certificate)
    (directory / "key.pem").write_text(pair.key)
    files = {"cert_file": str(directory / "cert.pem"), "cert_key": str(directory / "key.pem")}
    client = ssl.create_default_context(cadata=authority.certificate)
    return ServerSettings(**common, protocol="https", **files), client


def objects() -> Counter[str]:
    """Returns how many objects of each type there are, garbage included."""
    return Counter(f"{type(each).__module__}.{type(each).__name__}" for each in gc.get_objects())


async def left_behind(given: ServerSettings, connect: Callable[[int], Awaitable[None]]) -> set[str]:
    """Types of which each connection leaves an object behind while no collector runs."""
    listener = Listener(application, given)
    running = asyncio.create_task(listener.run())
    try:
        await asyncio.gather(*(connect(listener.port) for _ in range(ROUNDS)))
        await asyncio.sleep(0.1)
        gc.collect()
        before = objects()
        await asyncio.gather(*(connect(listener.port) for _ in range(ROUNDS)))
        for _ in range(20):
            more = objects() - before
            left = {name for name, count in more.items() if count >= ROUNDS}
            if not left:
                break
            await asyncio.sleep(0.1)
        return left
    finally:
        listener.stop()
        await running


@pytest.mark.parametrize("is_tls", [False, True], ids=["plain", "tls"])
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_a_connection_that_ended_leaves_no_object(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    end: Callable[[socket.socket], None],
    is_tls: bool,
) -> None:
    """T60, T67, R-52, CVE-2026-21720: Connections leave neither objects nor timers, without the
    garbage collector."""
    given, tls = settings(tmp_path, is_tls=is_tls)

    def once(port: int) -> None:
        plain = socket.create_connection(("127.0.0.1", port), 5)
        to = plain if tls is None else tls.wrap_socket(plain, server_hostname="dash.example")
        with to, suppress(ConnectionError):
            end(to)

    async def connect(port: int) -> None:
        await asyncio.to_thread(once, port)

    caplog.set_level(logging.CRITICAL)  # What is logged would be kept for this test.
    gc.disable()
    try:
        assert sorted(uvloop.run(left_behind(given, connect))) == []
    finally:
        gc.enable()
