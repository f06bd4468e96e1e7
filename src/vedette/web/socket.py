"""A WebSocket on its way to a handler: refused like any request, or accepted, then texts."""

from typing import TYPE_CHECKING

from vedette.kernel.clock import Clock
from vedette.web.answer import ApiAnswer
from vedette.web.call import Call

if TYPE_CHECKING:
    from starlette.types import Receive, Send

REFUSED, TOO_BIG, BROKEN = 1008, 1009, 1011
"""Close codes of RFC 6455, 7.4.1."""
LARGEST_MESSAGE = 64 * 1024
"""Bytes of one message from a browser."""


class SocketGone(Exception):
    """The other side left; there is nobody to tell anything."""


class Socket:
    """Until `accept` an error that is raised answers the request; after it closes the socket."""

    def __init__(self, call: Call, receive: "Receive", send: "Send", clock: Clock) -> None:
        self.call = call
        self.is_open = False
        self.opened_at: float | None = None
        """Monotonic seconds, once it was accepted."""
        self._clock = clock
        self._receive = receive
        self._send = send

    async def accept(self) -> None:
        """Sets the cookies of the call. Raises `SocketGone`."""
        cookies = [(b"set-cookie", one.encode("latin-1")) for one in self.call.cookies_to_set]
        await self._sent({"type": "websocket.accept", "headers": cookies})
        self.is_open = True
        self.opened_at = self._clock.monotonic()

    async def receive(self) -> str | None:
        """The next text, or None where the socket was closed; anything too large closes it."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            self.is_open = False
            return None
        text = message.get("text")
        if text is None:
            await self.close(REFUSED, "Messages are texts.")
            return None
        if len(text.encode()) > LARGEST_MESSAGE:
            await self.close(TOO_BIG, f"A message has at most {LARGEST_MESSAGE} bytes.")
            return None
        return str(text)

    async def send(self, text: str) -> None:
        """Waits while the other side takes nothing. Raises `SocketGone`."""
        await self._sent({"type": "websocket.send", "text": text})

    async def close(self, code: int, reason: str = "") -> None:
        if self.is_open:
            self.is_open = False
            await self._sent({"type": "websocket.close", "code": code, "reason": reason[:120]})

    async def refuse(self, answer: ApiAnswer, request_id: str) -> None:
        """Answers the request as if it asked for no socket."""
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
