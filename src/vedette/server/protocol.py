"""HTTP on one connection: uvicorn's, with limits before a request is whole and errors as JSON."""

import asyncio
from secrets import token_hex
from typing import Any, ClassVar, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from vedette.kernel.errors import BadRequest, VedetteError
from vedette.web.problem import problem

_MOST_HEAD = 128 * 1024
_CONTINUE = b"HTTP/1.1 100 "


class MalformedRequest(BadRequest):
    code: ClassVar[str] = "request.malformed"


class SlowRequest(VedetteError):
    code, status = "request.too_slow", 408


class _HeadAndBody:
    """What one answer is written to: its head waits for its body, so that both leave at once.

    It waits no longer than this turn of the loop.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._head = b""
        self._has_head = False
        self.is_closing = transport.is_closing

    def write(self, data: bytes) -> None:
        if self._head:
            head, self._head = self._head, b""
            self._transport.writelines((head, data))
        elif self._has_head or data.startswith(_CONTINUE):
            self._transport.write(data)
        else:
            self._head, self._has_head = data, True
            self._loop.call_soon(self._flush)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._head:
            head, self._head = self._head, b""
            self._transport.write(head)


class Protocol(HttpToolsProtocol):
    """A request line and headers of more than about 128 KiB, like whatever is not HTTP, get 400.

    A request that is not whole after `longest_seconds`, or twice that at most, gets 408, so that
    nobody holds connections by sending slowly.
    """

    longest_seconds: float = 60
    _in_head = False
    _head = 0
    _begun = 0
    """Requests of this connection."""
    _late = -1
    """Which of them was on its way at the last look."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch = self.loop.call_later(self.longest_seconds, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        self._watch.cancel()
        super().connection_lost(exc)

    def _look(self) -> None:
        if self.transport.get_protocol() is not self:
            return  # A WebSocket, which has its own pings.
        is_on_its_way = not self._begun or self._in_head or self.cycle.more_body
        if is_on_its_way and self._late == self._begun:
            self._refuse_slow()
            return
        self._late = self._begun if is_on_its_way else -1
        self._watch = self.loop.call_later(self.longest_seconds, self._look)

    def _refuse_slow(self) -> None:
        has_answer = self._begun and not self._in_head and self.cycle.response_started
        if has_answer or not self._begun:
            self.transport.close()
        else:
            self._refuse("408 Request Timeout", SlowRequest("The request took too long to arrive."))

    def on_message_begin(self) -> None:
        self._in_head, self._head = True, 0
        self._begun += 1
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        cycle.transport = cast(asyncio.Transport, _HeadAndBody(cycle.transport, self.loop))
        super()._start_asgi_task(cycle, app)

    def data_received(self, data: bytes) -> None:
        """Counts only pieces that lie within the head, which the parser holds until it is whole."""
        was_in_head = self._in_head
        super().data_received(data)
        if was_in_head and self._in_head and not self.transport.is_closing():
            self._head += len(data)
            if self._head > _MOST_HEAD:
                self.send_400_response("")

    def send_400_response(self, msg: str) -> None:
        self._refuse(
            "400 Bad Request",
            MalformedRequest("The request is not valid HTTP, or its headers are too large."),
        )

    def _refuse(self, status: str, error: VedetteError) -> None:
        request_id = token_hex(8)
        answer = problem(error, request_id)
        head = (
            f"HTTP/1.1 {status}\r\n"
            f"content-type: {answer.content_type}\r\n"
            f"content-length: {len(answer.body)}\r\n"
            f"x-request-id: {request_id}\r\n"
            "x-content-type-options: nosniff\r\n"
            "connection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + answer.body)
        self.transport.close()
