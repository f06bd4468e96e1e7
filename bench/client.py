"""A lean HTTP client: it reads whole answers and times them, so that servers are measured."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import httptools


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    headers: list[tuple[str, str]]
    body: bytes
    seconds: float


class Connection(asyncio.Protocol):
    """One keep-alive connection, one request at a time."""

    def __init__(self, host: str) -> None:
        self._host = host
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    @property
    def is_closed(self) -> bool:
        return self._transport is None or self._transport.is_closing()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    async def send(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Reply:
        if self._transport is None or self.is_closed:
            raise ConnectionError("the connection is closed")
        self._parser = httptools.HttpResponseParser(self)
        self._pieces: list[bytes] = []
        self._headers: list[tuple[str, str]] = []
        self._done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        lines = {"Host": self._host, "Content-Length": str(len(body)), **(headers or {})}
        head = f"{method} {path} HTTP/1.1\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        started = time.perf_counter()
        self._transport.write(head.encode() + b"\r\n" + body)
        await self._done
        seconds = time.perf_counter() - started
        status = self._parser.get_status_code()
        return Reply(status, self._headers, b"".join(self._pieces), seconds)

    def data_received(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def connection_lost(self, error: Exception | None) -> None:
        done = getattr(self, "_done", None)
        if done is not None and not done.done():
            done.set_exception(error or ConnectionError("the server closed the connection"))

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers.append((name.decode().lower(), value.decode("latin-1")))

    def on_body(self, body: bytes) -> None:
        self._pieces.append(body)

    def on_message_complete(self) -> None:
        self._done.set_result(None)


async def connect(url: str) -> Connection:
    address = urlsplit(url)
    loop = asyncio.get_running_loop()
    _, protocol = await loop.create_connection(
        lambda: Connection(address.netloc), address.hostname or "", address.port or 80
    )
    return protocol
