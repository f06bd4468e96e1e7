"""A connection to a broker: plain, with TLS, or inside a WebSocket."""

import asyncio
import socket
import ssl
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import msgspec

from vedette.sdk import BadRequest, Network
from vedette_plugins.receivers.mqtt.settings import Tls

_PORTS = {"tcp": 1883, "mqtt": 1883, "ssl": 8883, "mqtts": 8883, "ws": 80, "wss": 443}
_WITH_TLS = frozenset({"ssl", "mqtts", "wss"})
_PIECE = 64 * 1024


class Broker(msgspec.Struct, frozen=True):
    scheme: str
    host: str
    port: int
    path: str

    @property
    def has_tls(self) -> bool:
        return self.scheme in _WITH_TLS

    @property
    def is_web(self) -> bool:
        return self.scheme in ("ws", "wss")


class Channel(Protocol):
    async def send(self, data: bytes) -> None: ...

    async def read(self) -> bytes:
        """Return some bytes; none if the broker closed the connection."""
        ...


def parse_broker(url: str) -> Broker:
    """Parse the URL of a broker. Raises `BadRequest`."""
    problem = "The broker's URL is not one: it reads like mqtts://host:8883."
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError as error:
        raise BadRequest(problem) from error
    if parts.scheme not in _PORTS or not parts.hostname:
        raise BadRequest(problem)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Broker(parts.scheme, parts.hostname, port or _PORTS[parts.scheme], path)


@asynccontextmanager
async def connected(broker: Broker, tls: Tls, network: Network) -> AsyncIterator[Channel]:
    """Connect. Raises network and TLS errors, and `Forbidden` by the egress policy."""
    address = await network.address(broker.host, broker.port)
    context = await asyncio.to_thread(_context, tls) if broker.has_tls else None
    if broker.is_web:
        async with _web(broker, address, context) as channel:
            yield channel
        return
    reader, writer = await asyncio.open_connection(
        address, broker.port, ssl=context, server_hostname=broker.host if context else None
    )
    try:
        yield _Stream(reader, writer)
    finally:
        writer.close()
        with suppress(OSError, ssl.SSLError):
            await writer.wait_closed()


class _Stream:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def read(self) -> bytes:
        return await self._reader.read(_PIECE)


@asynccontextmanager
async def _web(
    broker: Broker, address: str, context: ssl.SSLContext | None
) -> AsyncIterator[Channel]:
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, WebSocketException
    from websockets.typing import Subprotocol

    class Web:
        def __init__(self, opened: ClientConnection) -> None:
            self._opened = opened

        async def send(self, data: bytes) -> None:
            try:
                await self._opened.send(data)
            except ConnectionClosed as error:
                raise ConnectionResetError from error

        async def read(self) -> bytes:
            try:
                data = await self._opened.recv()
            except ConnectionClosed:
                return b""
            return data.encode() if isinstance(data, str) else data

    host = f"[{broker.host}]" if ":" in broker.host else broker.host
    plain = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    plain.setblocking(False)
    try:
        await asyncio.get_running_loop().sock_connect(plain, (address, broker.port))
        opened = await connect(
            f"{broker.scheme}://{host}:{broker.port}{broker.path}",
            sock=plain,
            ssl=context,
            server_hostname=broker.host if context else None,
            subprotocols=[Subprotocol("mqtt")],
            proxy=None,
            compression=None,
            max_size=_PIECE,
        )
    except WebSocketException as error:
        plain.close()
        raise ConnectionRefusedError from error
    except BaseException:
        plain.close()
        raise
    try:
        yield Web(opened)
    finally:
        await opened.close()


def _context(tls: Tls) -> ssl.SSLContext:
    """Return the TLS context. Raises `BadRequest` if the certificates are invalid."""
    try:
        context = ssl.create_default_context(cadata=tls.ca_certificate or None)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        if tls.insecure_skip_verify:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        if tls.client_certificate:
            with tempfile.TemporaryDirectory() as folder:
                pair = Path(folder, "pair.pem")
                pair.touch(mode=0o600)
                pair.write_text(f"{tls.client_certificate}\n{tls.client_key}")
                context.load_cert_chain(pair)
        return context
    except (ssl.SSLError, ValueError) as error:
        raise BadRequest("The certificates of the MQTT broker cannot be used.") from error
