"""HTTP protocol of a connection: uvicorn's, with early limits and errors as JSON."""

import asyncio
from http import HTTPStatus
from secrets import token_hex
from typing import Any, ClassVar, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from vedette.kernel.errors import BadRequest, VedetteError
from vedette.web.problem import problem

_MOST = 32 * 1024
"""Maximum size of a URL, and of all headers of a request, in bytes."""
_LINGER_SECONDS = 2
_LINGER_BYTES = 8 * 1024 * 1024
_CONTINUE = b"HTTP/1.1 100 "


class MalformedRequest(BadRequest):
    code: ClassVar[str] = "request.malformed"


class AddressTooLarge(VedetteError):
    code, status = "request.address_too_large", 414


class HeadersTooLarge(VedetteError):
    code, status = "request.headers_too_large", 431


class SlowRequest(VedetteError):
    code, status = "request.too_slow", 408


class _HeadAndBody:
    """Transport of a response that sends the head together with the start of the body.

    The head waits until the end of the current loop iteration at most.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._head = b""
        self._has_head = False
        self._is_dropped = False
        self.is_closing = transport.is_closing

    def write(self, data: bytes) -> None:
        if self._is_dropped:
            return
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

    def drop(self) -> None:
        """Discard data that has not been sent."""
        self._is_dropped, self._head = True, b""

    def _flush(self) -> None:
        if self._head:
            head, self._head = self._head, b""
            self._transport.write(head)


class Protocol(HttpToolsProtocol):
    """HTTP protocol with limits.

    A URL of more than 32 KiB gets status 414, larger headers get 431, and invalid HTTP gets 400. A
    request that is incomplete after `longest_seconds`, or twice that at most, gets 408, so that
    slow clients cannot occupy connections.
    """

    longest_seconds: float = 60
    _answer: _HeadAndBody | None = None
    _answered: RequestResponseCycle | None = None
    """The request that the current response belongs to."""
    _refusal: VedetteError | None = None
    _is_refused = False
    _in_head = False
    _arrived = 0
    """Size of the received parts of the current request's head, in bytes."""
    _begun = 0
    """Number of requests on this connection."""
    _late = -1
    """Number of the request that was incomplete at the last check."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch = self.loop.call_later(self.longest_seconds, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._release()

    def handle_websocket_upgrade(self) -> None:
        """Pass the connection to the WebSocket protocol, which has its own pings."""
        super().handle_websocket_upgrade()
        self._release()

    def _release(self) -> None:
        """Drop references to this object in timers, the parser and tracebacks."""
        self._watch.cancel()
        self._unset_keepalive_if_required()
        self.parser = self._refusal = None  # type: ignore[assignment]

    def _look(self) -> None:
        is_on_its_way = not self._begun or self._in_head or self.cycle.more_body
        if is_on_its_way and self._late == self._begun:
            if self._begun:
                self._refuse(
                    SlowRequest(
                        "The request took too long to arrive. Send it faster or in smaller parts."
                    )
                )
            else:
                self.transport.close()
            return
        self._late = self._begun if is_on_its_way else -1
        self._watch = self.loop.call_later(self.longest_seconds, self._look)

    def on_message_begin(self) -> None:
        self._in_head, self._arrived = True, 0
        self._begun += 1
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        lengths = sum(len(name) + len(value) + len(": \r\n") for name, value in self.headers)
        if len(self.url) > _MOST or lengths > _MOST:
            self._refusal = self._excess()
            raise self._refusal
        super().on_headers_complete()

    def _excess(self) -> VedetteError:
        if len(self.url) > _MOST:
            return AddressTooLarge("The URL is larger than 32 KiB. Shorten it.")
        return HeadersTooLarge(
            "The request headers are larger than 32 KiB. Send fewer or shorter headers."
        )

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        if self._is_refused:
            return
        self._answer, self._answered = _HeadAndBody(cycle.transport, self.loop), cycle
        cycle.transport = cast(asyncio.Transport, self._answer)
        super()._start_asgi_task(cycle, app)

    def data_received(self, data: bytes) -> None:
        """Count the bytes of a head. The parser buffers a head until it is complete."""
        if self._is_refused:
            self._arrived += len(data)
            if self._arrived > _LINGER_BYTES:
                self.transport.abort()
            return
        was_in_head = self._in_head
        super().data_received(data)
        if was_in_head and self._in_head and not self._is_refused:
            self._arrived += len(data)
            if self._arrived > 2 * _MOST:
                self._refuse(self._excess())

    def send_400_response(self, msg: str) -> None:
        self._refuse(self._refusal or MalformedRequest("The request is not valid HTTP."))

    def _refuse(self, error: VedetteError) -> None:
        """Send an error, if a response can be sent, and close the connection.

        The connection stays open until the client has read the response, for two seconds and 8 MiB
        of input at most: closing it while a client sends would lose the response.
        """
        self._is_refused = True
        if self._answer is not None:
            self._answer.drop()
        if not self._has_begun_answer():
            self.transport.write(_message(error))
        if not self.transport.can_write_eof():
            self.transport.close()
            return
        self.transport.write_eof()
        self._watch.cancel()
        self._watch = self.loop.call_later(_LINGER_SECONDS, self.transport.close)

    def _has_begun_answer(self) -> bool:
        """Return whether the client would take an error for a part of another response."""
        answered = self._answered
        if answered is None or not answered.response_started:
            return False
        is_in_body = not self._in_head and self.cycle.more_body
        return is_in_body or not answered.response_complete


def _message(error: VedetteError) -> bytes:
    request_id = token_hex(8)
    answer = problem(error, request_id)
    head = (
        f"HTTP/1.1 {error.status} {HTTPStatus(error.status).phrase}\r\n"
        f"content-type: {answer.content_type}\r\n"
        f"content-length: {len(answer.body)}\r\n"
        f"x-request-id: {request_id}\r\n"
        "x-content-type-options: nosniff\r\n"
        "connection: close\r\n\r\n"
    )
    return head.encode() + answer.body
