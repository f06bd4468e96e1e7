"""HTTP on one connection: uvicorn's, with limits before a request is whole and errors as JSON."""

from secrets import token_hex
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from vedette.kernel.errors import BadRequest
from vedette.web.problem import problem

_MOST_HEAD = 128 * 1024


class MalformedRequest(BadRequest):
    code: ClassVar[str] = "request.malformed"


class Protocol(HttpToolsProtocol):
    """A request line and headers of more than about 128 KiB, like whatever is not HTTP, get 400."""

    _in_head = False
    _head = 0

    def on_message_begin(self) -> None:
        self._in_head, self._head = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """Counts only pieces that lie within the head, which the parser holds until it is whole."""
        was_in_head = self._in_head
        super().data_received(data)
        if was_in_head and self._in_head and not self.transport.is_closing():
            self._head += len(data)
            if self._head > _MOST_HEAD:
                self.send_400_response("")

    def send_400_response(self, msg: str) -> None:
        request_id = token_hex(8)
        answer = problem(
            MalformedRequest("The request is not valid HTTP, or its headers are too large."),
            request_id,
        )
        head = (
            "HTTP/1.1 400 Bad Request\r\n"
            f"content-type: {answer.content_type}\r\n"
            f"content-length: {len(answer.body)}\r\n"
            f"x-request-id: {request_id}\r\n"
            "x-content-type-options: nosniff\r\n"
            "connection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + answer.body)
        self.transport.close()
