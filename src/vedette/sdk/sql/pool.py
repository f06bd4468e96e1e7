"""A pool of connections to one database with a maximum size, which closes idle connections."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

from vedette.kernel.clock import Clock
from vedette.sdk.datasource import PoolSize

C = TypeVar("C")
_IDLE_SECONDS = 300.0
_MOST_OPEN = 100


def pool_size(
    default: PoolSize,
    most_open: int | None,
    most_idle: int | None,
    lifetime: int | None,
    *,
    idle_as_open: bool = False,
) -> PoolSize:
    """Return the pool size of a source (`maxOpenConns` and so on), with the server's defaults."""
    opened = default.most_open if most_open is None else max(0, most_open)
    idle = default.most_idle if most_idle is None else max(0, most_idle)
    return PoolSize(
        opened,
        (opened or _MOST_OPEN) if idle_as_open else idle,
        default.lifetime if lifetime is None else float(max(0, lifetime)),
    )


class SqlPool(Generic[C]):
    """Holds at most 100 connections; `is_usable` tests a connection before it is used again."""

    def __init__(
        self,
        size: PoolSize,
        clock: Clock,
        open_one: Callable[[], Awaitable[C]],
        close_one: Callable[[C], Awaitable[None]],
        is_usable: Callable[[C], bool],
    ) -> None:
        self._size = size
        self._clock = clock
        self._open_one = open_one
        self._close_one = close_one
        self._is_usable = is_usable
        self._turns = asyncio.Semaphore(min(size.most_open or _MOST_OPEN, _MOST_OPEN))
        self._idle: list[tuple[C, float]] = []
        self._closing: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[C]:
        """Borrow a connection; wait for a slot. Raises the errors of opening one."""
        async with self._turns:
            connection, opened = await self._take()
            try:
                yield connection
            finally:
                self._give_back(connection, opened)

    async def aclose(self) -> None:
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        while self._idle:
            self._close(self._idle.pop()[0])
        while self._closing:
            await asyncio.wait(self._closing)

    async def _take(self) -> tuple[C, float]:
        while self._idle:
            connection, opened = self._idle.pop()
            if self._is_usable(connection) and not self._is_old(opened):
                return connection, opened
            self._close(connection)
        return await self._open_one(), self._clock.monotonic()

    def _give_back(self, connection: C, opened: float) -> None:
        is_surplus = len(self._idle) >= self._size.most_idle or self._is_old(opened)
        if self._closed or is_surplus or not self._is_usable(connection):
            self._close(connection)
            return
        self._idle.append((connection, opened))
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(_IDLE_SECONDS, self._close_idle)

    def _is_old(self, opened: float) -> bool:
        lifetime = self._size.lifetime
        return bool(lifetime) and self._clock.monotonic() - opened > lifetime

    def _close_idle(self) -> None:
        while self._idle:
            self._close(self._idle.pop()[0])

    def _close(self, connection: C) -> None:
        """Close in a task of its own, so that the caller does not wait for it."""
        task = asyncio.ensure_future(self._close_one(connection))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)
