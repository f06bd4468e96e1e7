"""HTTP/1.1 client (RFC 9112) with one connection and one request at a time."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable
from typing import Any, cast

import httptools

_MOST_HEAD = 64 * 1024
"""Maximum size of headers, trailers and chunk extensions in bytes."""
_PAUSE_FROM = 512 * 1024
"""Size of the unread body in bytes from which reading is paused."""
_IDEMPOTENT = frozenset({"GET", "HEAD", "OPTIONS", "PUT", "DELETE"})


class EndedEarly(Exception):
    """The server closed the connection before its response was complete."""


class NotHttp(Exception):
    """The response is not HTTP/1.1."""


class BadStatus(NotHttp):
    """The status is not between 100 and 599 (RFC 9110, section 15)."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the status {status}")
        self.status = status


class Headers(dict[str, str]):
    """Headers with names in lower case that can be looked up in any case."""

    def __getitem__(self, name: str) -> str:
        return super().__getitem__(name.lower())

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and super().__contains__(name.lower())

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(name.lower(), default)


class Http1Connection(asyncio.Protocol):
    """A connection. `send` a request, then read the response with `chunks`. It can be used again
    once `is_reusable` is True."""

    def __init__(self) -> None:
        self.status = 0
        self.headers = Headers()
        self.idle_since = 0.0
        self.is_closed = False
        self._transport: asyncio.Transport | None = None
        self._parser = httptools.HttpResponseParser(self)
        self._head: asyncio.Future[None] | None = None
        self._more: asyncio.Future[None] | None = None
        self._pieces: deque[bytes] = deque()
        self._waiting = 0
        self._head_bytes = 0
        self._bytes_without_body = 0
        self._error: Exception | None = None
        self._is_head_method = False
        self._is_whole = True
        self._ends_with_connection = False
        self._is_paused = False
        self._may_stay = True

    async def send(self, method: str, request: bytes) -> None:
        """Send a request and wait for `status` and `headers`.

        Raises `EndedEarly`, `NotHttp` and `OSError`.
        """
        transport = self._transport
        if transport is None or self.is_closed:
            raise EndedEarly
        self.status = 0
        self.headers = Headers()
        self._is_whole = self._ends_with_connection = False
        self._is_head_method = method == "HEAD"
        self._head_bytes = self._bytes_without_body = self._waiting = 0
        self._pieces.clear()
        if self._is_paused:
            self._resume()
        self._head = asyncio.get_running_loop().create_future()
        transport.write(request)
        await self._head

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yield the body as it arrives. Raises the errors of `send`."""
        while True:
            while self._pieces:
                piece = self._pieces.popleft()
                self._waiting -= len(piece)
                if self._is_paused and self._waiting < _PAUSE_FROM // 2:
                    self._resume()
                yield piece
            if self._is_whole:
                return
            if self._error is not None:
                raise self._error
            self._more = asyncio.get_running_loop().create_future()
            await self._more

    @property
    def is_reusable(self) -> bool:
        return self._is_whole and self._may_stay and not self.is_closed

    def may_repeat(self, method: str) -> bool:
        """Return whether a failed request can be repeated safely."""
        return method in _IDEMPOTENT and self._head_bytes == 0

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    # Called by the event loop.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        if self._is_whole:  # Unrequested data: further responses could not be trusted.
            self.close()
            return
        if self.status == 0:
            self._head_bytes += len(data)
        self._bytes_without_body += len(data)
        try:
            self._parser.feed_data(data)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade) as error:
            self._fail(NotHttp(str(error)))
            return
        if self._bytes_without_body > _MOST_HEAD and not self._is_whole:
            self._fail(NotHttp("the headers are not terminated"))

    def connection_lost(self, error: Exception | None) -> None:
        self.is_closed = True
        if self._ends_with_connection and error is None:
            self._is_whole = True
        self._fail(error or EndedEarly())

    # Called by the parser.

    def on_message_begin(self) -> None:
        if self._is_whole:
            self._may_stay = False

    def on_header(self, name: bytes, value: bytes) -> None:
        if self.status:  # Trailers contain nothing that was requested.
            return
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        known = self.headers.get(key)
        self.headers[key] = text if known is None else f"{known}, {text}"

    def on_headers_complete(self) -> None:
        status = self._parser.get_status_code()
        if (
            100 <= status < 200
        ):  # An informational response such as 103. The final response follows.
            self.headers = Headers()
            return
        if not 200 <= status <= 599:
            self._fail(BadStatus(status))
            return
        self.status = status
        is_framed = "content-length" in self.headers or "transfer-encoding" in self.headers
        self._ends_with_connection = not is_framed and status not in (204, 304)
        if self._is_head_method:
            self._is_whole, self._may_stay = True, False
        if self._head is not None and not self._head.done():
            self._head.set_result(None)

    def on_body(self, data: bytes) -> None:
        self._bytes_without_body = 0
        if self._is_head_method:
            return
        self._pieces.append(data)
        self._waiting += len(data)
        if self._waiting > _PAUSE_FROM and not self._is_paused and self._transport is not None:
            self._is_paused = True
            self._transport.pause_reading()
        self._wake()

    def on_message_complete(self) -> None:
        if self.status == 0:
            return
        self._is_whole = True
        self._may_stay = self._may_stay and bool(self._parser.should_keep_alive())
        self._wake()

    def _resume(self) -> None:
        self._is_paused = False
        if self._transport is not None and not self.is_closed:
            self._transport.resume_reading()

    def _wake(self) -> None:
        if self._more is not None and not self._more.done():
            self._more.set_result(None)

    def _fail(self, error: Exception) -> None:
        self._error = self._error or error  # The first error is the cause.
        self._may_stay = False
        if self._head is not None and not self._head.done():
            self._head.set_exception(error)
        self._wake()
        self.close()


def request_bytes(
    method: str, target: str, headers: Iterable[tuple[str, str]], body: bytes | None
) -> bytes:
    """Return a request. `target` is sent unchanged. Raises `ValueError` if a part contains a line
    break."""
    lines = [f"{method} {target} HTTP/1.1", *[f"{name}: {value}" for name, value in headers]]
    if body is not None or method in ("POST", "PUT", "PATCH"):
        lines.append(f"Content-Length: {len(body or b'')}")
    head = "\r\n".join(lines)
    breaks = len(lines) - 1
    if head.count("\n") != breaks or head.count("\r") != breaks or "\0" in head:
        raise ValueError("a line break in a request")
    if lines[0].count(" ") != 2:
        raise ValueError("a space in the URL of a request")
    return head.encode() + b"\r\n\r\n" + (body or b"")
