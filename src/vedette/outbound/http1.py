"""HTTP/1.1 as a client speaks it (RFC 9112): one connection, one request at a time."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable
from typing import Any, cast

import httptools

_MOST_HEAD = 64 * 1024
"""Bytes that may come without one of a body: headers, trailers, chunk extensions."""
_PAUSE_FROM = 512 * 1024
"""Bytes of a body that wait to be read before the sender is made to wait."""
_IDEMPOTENT = frozenset({"GET", "HEAD", "OPTIONS", "PUT", "DELETE"})


class EndedEarly(Exception):
    """The other side ended the connection before its answer was whole."""


class NotHttp(Exception):
    """What came is no answer of HTTP/1.1."""


class BadStatus(NotHttp):
    """A status outside of 100 to 599 (RFC 9110, section 15)."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the status {status}")
        self.status = status


class Headers(dict[str, str]):
    """Names in lower case; found in any case."""

    def __getitem__(self, name: str) -> str:
        return super().__getitem__(name.lower())

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and super().__contains__(name.lower())

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(name.lower(), default)


class Http1Connection(asyncio.Protocol):
    """`send` a request, read the answer by `chunks`; it may be sent to again once `is_reusable`."""

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
        """Returns when `status` and `headers` are there.

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
        """The body as it arrives. Raises as `send` does."""
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
        """Whether a request that failed can be sent again: nothing came of it, and it may."""
        return method in _IDEMPOTENT and self._head_bytes == 0

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    # Called by the event loop.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        if self._is_whole:  # Nobody asked for it: what follows could not be trusted.
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
            self._fail(NotHttp("the headers do not end"))

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
        if self.status:  # A trailer says nothing that was asked for.
            return
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        known = self.headers.get(key)
        self.headers[key] = text if known is None else f"{known}, {text}"

    def on_headers_complete(self) -> None:
        status = self._parser.get_status_code()
        if 100 <= status < 200:  # Such as 103: the answer itself follows.
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
        self._error = self._error or error  # The first one says why.
        self._may_stay = False
        if self._head is not None and not self._head.done():
            self._head.set_exception(error)
        self._wake()
        self.close()


def request_bytes(
    method: str, target: str, headers: Iterable[tuple[str, str]], body: bytes | None
) -> bytes:
    """A request; `target` is sent as it is. Raises `ValueError` where a part holds a line break."""
    lines = [f"{method} {target} HTTP/1.1", *[f"{name}: {value}" for name, value in headers]]
    if body is not None or method in ("POST", "PUT", "PATCH"):
        lines.append(f"Content-Length: {len(body or b'')}")
    head = "\r\n".join(lines)
    breaks = len(lines) - 1
    if head.count("\n") != breaks or head.count("\r") != breaks or "\0" in head:
        raise ValueError("a line break in a request")
    if lines[0].count(" ") != 2:
        raise ValueError("a space in a request's address")
    return head.encode() + b"\r\n\r\n" + (body or b"")
