"""A WebSocket for a handler: refused like any request, or accepted, then text messages."""

from typing import TYPE_CHECKING

from vedette.kernel.clock import Clock
from vedette.web.answer import ApiAnswer
from vedette.web.call import Call

if TYPE_CHECKING:
    from starlette.types import Receive, Send

REFUSED, TOO_BIG, BROKEN = 1008, 1009, 1011
"""Close codes of RFC 6455, 7.4.1."""
LARGEST_MESSAGE = 64 * 1024
"""Maximum size of a message from a browser in bytes."""


class SocketGone(Exception):
    """The other side closed the connection."""


class Socket:
    """A WebSocket. Before `accept`, an error becomes the response; afterwards it closes the
    socket."""

    def __init__(self, call: Call, receive: "Receive", send: "Send", clock: Clock) -> None:
        self.call = call
        self.is_open = False
        self.opened_at: float | None = None
        """Monotonic time in seconds at which it was accepted."""
        self._clock = clock
        self._receive = receive
        self._send = send

    async def accept(self) -> None:
        """Accept the WebSocket and set the cookies of the call. Raises `SocketGone`."""
        cookies = [(b"set-cookie", one.encode("latin-1")) for one in self.call.cookies_to_set]
        await self._sent({"type": "websocket.accept", "headers": cookies})
        self.is_open = True
        self.opened_at = self._clock.monotonic()

    async def receive(self) -> str | None:
        """Return the next message, or None if the socket was closed. Larger messages close the
        socket."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            self.is_open = False
            return None
        text = message.get("text")
        if text is None:
            await self.close(REFUSED, "Messages must be texts.")
            return None
        if len(text.encode()) > LARGEST_MESSAGE:
            await self.close(TOO_BIG, f"A message can have at most {LARGEST_MESSAGE} bytes.")
            return None
        return str(text)

    async def send(self, text: str) -> None:
        """Send a message, with back pressure. Raises `SocketGone`."""
        await self._sent({"type": "websocket.send", "text": text})

    async def close(self, code: int, reason: str = "") -> None:
        if self.is_open:
            self.is_open = False
            await self._sent({"type": "websocket.close", "code": code, "reason": reason[:120]})

    async def refuse(self, answer: ApiAnswer, request_id: str) -> None:
        """Refuse the handshake with an HTTP response."""
        headers = [
            (b"content-type", answer.content_type.encode()),
            (b"content-length", str(len(answer.body)).encode()),
            (b"x-request-id", request_id.encode()),
            (b"cache-control", b"no-store"),
            *(
                (name.lower().encode("latin-1"), value.encode("latin-1"))
                for name, value in answer.headers.items()
            ),
        ]
        await self._sent(
            {
                "type": "websocket.http.response.start",
                "status": answer.status,
                "headers": headers,
            }
        )
        await self._sent({"type": "websocket.http.response.body", "body": answer.body})

    async def _sent(self, message: dict[str, object]) -> None:
        try:
            await self._send(message)
        except (OSError, RuntimeError) as error:
            self.is_open = False
            raise SocketGone from error
