"""Counts what a server sends, below the driver: one value may be as large as an answer."""

import asyncio
from typing import Any

_SLACK = 16 * 1024 * 1024


class Meter(asyncio.Protocol):
    """Stands between the transport and the driver's protocol; ends the connection at the limit."""

    def __init__(self, inner: Any, transport: Any, most_bytes: int) -> None:
        self._inner = inner
        self._transport = transport
        self.is_over = False
        self.restart(most_bytes)

    def restart(self, most_bytes: int) -> None:
        self._most = most_bytes + most_bytes // 4 + _SLACK
        self._count = 0

    def data_received(self, data: bytes) -> None:
        self._count += len(data)
        if self._count > self._most:
            self.is_over = True
            self._transport.abort()
        else:
            self._inner.data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()


def metered(connection: Any, most_bytes: int) -> Meter:
    """Puts a meter on an open connection of asyncpg, which keeps its transport to itself."""
    transport = connection._transport
    meter = Meter(transport.get_protocol(), transport, most_bytes)
    transport.set_protocol(meter)
    return meter
