"""The HTTP listener: uvicorn in the server's own event loop."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import uvicorn

from vedette.kernel.own_ports import OwnPorts
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
"""Interval between pings of a WebSocket, and time limit for the pong."""


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing: the process handles signals."""
        yield


class _SocketProtocol(asyncio.Protocol):
    """Loads the WebSocket implementation at the first connection, to start faster."""

    def __new__(cls, **connection: Any) -> Any:
        from vedette.server.websocket import WebSocketProtocol

        return WebSocketProtocol(**connection)


class Listener:
    """The HTTP listener. `address` is the URL to open, known before the first request."""

    def __init__(
        self,
        application: "ASGIApp",
        settings: ServerSettings,
        own_ports: OwnPorts | None = None,
    ) -> None:
        """Bind the socket. Raises `CannotListen` if the address is not available, and
        `SettingsError` if the certificate cannot be used. The port is added to `own_ports`."""
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
        if own_ports is not None:
            own_ports.add(self.port)

    async def run(self) -> None:
        """Serve until `stop` is set, then wait up to ten seconds for requests in progress."""
        await self._server.serve(sockets=self._sockets)

    def stop(self) -> None:
        self._server.should_exit = True

    def use_certificate(self, tls: "ssl.SSLContext | None") -> None:
        """Use the certificate for new connections. Without TLS this has no effect."""
        self._tls = tls

    def _choose_certificate(
        self, connection: "ssl.SSLObject", name: str | None, tls: "ssl.SSLContext"
    ) -> None:
        """Set the certificate in each handshake, with or without a server name."""
        if self._tls is not None:
            connection.context = self._tls


def tls_context(settings: ServerSettings) -> "ssl.SSLContext | None":
    """Return the TLS context of the settings, or None without TLS. Raises `SettingsError`."""
    if settings.protocol not in ("https", "h2"):
        return None
    # Imported here because it is slow to load, and most servers have no certificate.
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
