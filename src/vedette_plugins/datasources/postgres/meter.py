"""Counts received bytes below the driver, because a single value may be as large as a result."""

import asyncio
from typing import Any

_SLACK = 16 * 1024 * 1024


class Meter(asyncio.Protocol):
    """Wraps the driver's protocol; closes the connection at the limit."""

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
    """Add a meter to an open connection of asyncpg, whose transport is private."""
    transport = connection._transport
    meter = Meter(transport.get_protocol(), transport, most_bytes)
    transport.set_protocol(meter)
    return meter
