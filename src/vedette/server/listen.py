"""The HTTP listener: uvicorn inside our own loop, told when to stop by us."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import uvicorn

from vedette.server.bind import bound_socket
from vedette.server.protocol import Protocol
from vedette.server.sections.process import ServerSettings
from vedette.web.socket import LARGEST_MESSAGE

if TYPE_CHECKING:
    import ssl

    from starlette.types import ASGIApp

log = logging.getLogger("vedette.server")
_GRACE_SECONDS = 10
_PING_SECONDS = 20.0
"""Between two pings of a WebSocket, and how long its answer may take."""


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are the process's business, not the listener's."""
        yield


class _SocketProtocol(asyncio.Protocol):
    """Loads the implementation with the first WebSocket: to load it at the start takes time."""

    def __new__(cls, **connection: Any) -> Any:
        from vedette.server.websocket import WebSocketProtocol

        return WebSocketProtocol(**connection)


class Listener:
    """`address` is what to open in a browser, known before the first request is served."""

    def __init__(self, application: "ASGIApp", settings: ServerSettings) -> None:
        """Raises `CannotListen` where the address is taken or not ours, `SettingsError` where the
        certificate is none."""
        tls = tls_context(settings)
        self._tls = tls
        self._sockets = [bound_socket(settings)]
        config = uvicorn.Config(
            application,
            loop="none",
            http=_protocol(settings),
            ws=_SocketProtocol,
            ws_max_size=LARGEST_MESSAGE,
            ws_ping_interval=_PING_SECONDS,
            ws_ping_timeout=_PING_SECONDS,
            ws_per_message_deflate=False,
            lifespan="off",
            access_log=False,
            log_config=None,
            server_header=False,
            date_header=True,
            proxy_headers=False,
            timeout_keep_alive=75,
            timeout_graceful_shutdown=_GRACE_SECONDS,
        )
        config.load()
        if tls is not None:
            tls.sni_callback = self._choose_certificate
        config.ssl = tls
        self._server = _Server(config)
        self.address = _address(self._sockets[0], "https" if tls else "http")
        self.port = _port(self._sockets[0])

    async def run(self) -> None:
        """Serves until `stop`; then lets requests in work end, for ten seconds at most."""
        await self._server.serve(sockets=self._sockets)

    def stop(self) -> None:
        self._server.should_exit = True

    def use_certificate(self, tls: "ssl.SSLContext | None") -> None:
        """For connections from now on; without effect where the listener does not speak TLS."""
        self._tls = tls

    def _choose_certificate(
        self, connection: "ssl.SSLObject", name: str | None, tls: "ssl.SSLContext"
    ) -> None:
        """Called in each handshake, with or without a server name."""
        if self._tls is not None:
            connection.context = self._tls


def tls_context(settings: ServerSettings) -> "ssl.SSLContext | None":
    """The certificate of the settings; None for protocols without TLS. Raises `SettingsError`."""
    if settings.protocol not in ("https", "h2"):
        return None
    # Imported here: certificates are slow to load, and most servers have none.
    from vedette.server.tls import server_context

    return server_context(settings)


def _protocol(settings: ServerSettings) -> type[Protocol]:
    class Timed(Protocol):
        longest_seconds = settings.read_timeout.total_seconds() or Protocol.longest_seconds

    return Timed


def _port(listener: socket.socket) -> int:
    return 0 if listener.family == socket.AF_UNIX else int(listener.getsockname()[1])


def _address(listener: socket.socket, scheme: str) -> str:
    if listener.family == socket.AF_UNIX:
        return str(listener.getsockname())
    host = listener.getsockname()[0]
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)  # noqa: S104
    return f"{scheme}://{shown}:{_port(listener)}/"
