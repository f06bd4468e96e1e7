"""WebSockets to data sources, without redirects and with bounded messages."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any

from vedette.outbound.errors import ResponseTooLarge, Unreachable

if TYPE_CHECKING:
    from aiohttp import ClientSession, ClientWebSocketResponse, TraceConfig
    from yarl import URL

_LARGEST_MESSAGE = 16 * 1024 * 1024
_PING_SECONDS = 30.0
_CLOSE_SECONDS = 2.0
_TOO_BIG = 1009
"""Close code of RFC 6455, 7.4.1."""


class SourceSocket:
    """Implements the SDK's `WebSocket`."""

    def __init__(self, socket: "ClientWebSocketResponse[bool]", name: str, limit: int) -> None:
        self._socket = socket
        self._name = name
        self._limit = limit

    async def send(self, text: str) -> None:
        try:
            await self._socket.send_str(text)
        except (ConnectionError, RuntimeError) as error:
            raise Unreachable(f"{self._name} closed the live connection.") from error

    async def messages(self) -> AsyncIterator[bytes]:
        from aiohttp import WSMsgType

        while True:
            message = await self._socket.receive()
            match message.type:
                case WSMsgType.TEXT | WSMsgType.BINARY:
                    yield message.data
                case WSMsgType.CLOSE | WSMsgType.CLOSING | WSMsgType.CLOSED:
                    self._check_close(message.extra)
                    return
                case WSMsgType.ERROR:
                    raise self._broken(message.data)
                case _:
                    pass

    async def aclose(self) -> None:
        await self._socket.close()

    def _check_close(self, said: str | None) -> None:
        """Return for the close codes 1000 and 1001. Raises for others, with the reason of the
        server."""
        code = self._socket.close_code
        if code not in (None, 1000, 1001):
            why = " ".join((said or "").split())
            reason = f"{code}: {why}" if why else f"{code}"
            raise Unreachable(f"{self._name} aborted the live connection ({reason}).")

    def _broken(self, error: object) -> Exception:
        if self._socket.close_code == _TOO_BIG or getattr(error, "code", 0) == _TOO_BIG:
            return ResponseTooLarge(
                f"A live message of {self._name} is larger than {self._limit // 1024} KiB."
            )
        return Unreachable(f"The live connection to {self._name} was interrupted.")


async def open_socket(
    session: "ClientSession",
    target: "URL",
    name: str,
    *,
    headers: Mapping[str, str],
    server_hostname: str | None,
    limit: int,
    seconds: float,
) -> SourceSocket:
    """Open a WebSocket. Raises `Unreachable` if the server refuses it, `TimeoutError`, and
    connection errors of aiohttp."""
    from aiohttp import ClientWSTimeout, WSServerHandshakeError

    largest = min(limit, _LARGEST_MESSAGE)
    try:
        async with asyncio.timeout(seconds):
            socket = await session.ws_connect(
                target,
                headers=headers,
                server_hostname=server_hostname,
                heartbeat=_PING_SECONDS,
                timeout=ClientWSTimeout(ws_close=_CLOSE_SECONDS),
                max_msg_size=largest,
                decode_text=False,
            )
    except WSServerHandshakeError as error:
        raise Unreachable(
            f"{name} refused the live connection with the status {error.status}.",
            upstreamStatus=error.status,
        ) from error
    return SourceSocket(socket, name, largest)


def no_redirects(name: str) -> "TraceConfig":
    """Refuse redirects of a handshake, which aiohttp would follow without a check of the
    address."""
    from aiohttp import TraceConfig

    async def refuse(session: Any, context: Any, params: Any) -> None:
        status = params.response.status
        raise Unreachable(f"{name} returned {status}, a redirect that is not followed.")

    trace = TraceConfig()
    trace.on_request_redirect.append(refuse)
    return trace
