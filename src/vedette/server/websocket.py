"""WebSocket protocol of a connection: uvicorn's, without reference cycles."""

from typing import TYPE_CHECKING

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Breaks the reference cycles of `websockets`: its parser and errors refer to their connection
    and would keep it in memory until the next garbage collection."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()
        for error in (self.conn.parser_exc, self.conn.handshake_exc):
            _drop_tracebacks(error)

    async def send(self, message: "ASGISendEvent") -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            # A refused upgrade is complete, but uvicorn would log an unfinished
            # handshake.
            self.handshake_complete = True


def _drop_tracebacks(error: BaseException | None) -> None:
    while error is not None:
        error.__traceback__ = None
        error = error.__context__
