"""The pool of connections to PostgreSQL: its size, the connections it keeps, and who gets one.

`max_idle_conn` and `conn_max_lifetime` are applied when a connection is released: surplus and
expired connections are closed then. A connection is surplus if it is above `max_idle_conn` and was
not needed at any moment of the last minute, because opening one costs more than keeping it.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from vedette.db.capacity import LARGEST, REPLICAS, allowed_connections, connections_for
from vedette.db.settings import DatabaseSettings
from vedette.db.slots import ConnectionSlots, Purpose, share_of
from vedette.kernel.clock import Clock

log = logging.getLogger("vedette.db")
CONNECT_SECONDS = 10.0
"""The longest wait for a connection, in the queue of this instance and at the server."""
UNDO_SECONDS = 3.0
"""The limit of a rollback: two round trips to a distant database. Replacing a connection takes four
round trips and loses its prepared statements."""
IDLE_SECONDS = 8.0
"""`idle_in_transaction_session_timeout`: the server rolls back a transaction that is idle for
longer.

A suspended instance would otherwise keep its locks, and no other instance could take over its work.
It is less than the time limit of the statements that wait for these locks.
"""
_DEMAND_SECONDS = 60.0
_FULL_SECONDS = 10.0
"""How long no connection is added after the server had none left."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 0.5


class PooledConnection(asyncpg.Connection):  # type: ignore[misc]
    __slots__ = ("opened_at",)
    opened_at: float

    def get_reset_query(self) -> str:
        """Return no reset query: sessions keep no state, and a reset would cost one round trip."""
        return ""


class DatabasePool:
    """Grants at most `most` connections, by purpose."""

    def __init__(self, pool: Any, settings: DatabaseSettings, clock: Clock) -> None:
        self._pool = pool
        self._settings = settings
        self._clock = clock
        self._allowed = 0
        """The connections that the server allows for all instances."""
        self.most = settings.max_open_conn or LARGEST
        self._slots = ConnectionSlots(self.most)
        self._full_until: float | None = None
        self._demand = (0, clock.monotonic())
        """The highest demand at one moment, and the time since when it has been counted."""

    @classmethod
    async def open(
        cls, arguments: Mapping[str, Any], settings: DatabaseSettings, clock: Clock
    ) -> "DatabasePool":
        """Open the connections reserved for requests, and one more.

        `arguments` are those of `asyncpg.connect`. Raises the errors of asyncpg.
        """

        async def opened(connection: PooledConnection) -> None:
            connection.opened_at = clock.monotonic()
            await connection.execute(
                f"SET idle_in_transaction_session_timeout = {round(IDLE_SECONDS * 1000)}"
            )

        connections = await asyncpg.create_pool(
            **arguments,
            min_size=0,
            max_size=settings.max_open_conn or LARGEST,
            max_inactive_connection_lifetime=0,
            connection_class=PooledConnection,
            init=opened,
        )
        pool = cls(connections, settings, clock)
        try:
            async with pool.connection(Purpose.URGENT) as connection:
                pool._allowed = await allowed_connections(connection)
                pool._set_bound()
                await pool._open_share()
        except BaseException:
            await pool.aclose()
            raise
        return pool

    @asynccontextmanager
    async def connection(self, purpose: Purpose) -> AsyncIterator[Any]:
        """Borrow a connection for the block.

        Raises `DatabaseUnavailable` if none is free within `CONNECT_SECONDS`, and the errors of
        asyncpg.
        """
        until = asyncio.get_running_loop().time() + CONNECT_SECONDS
        self._look_again()
        self._count_demand()
        async with self._slots.slot(purpose, CONNECT_SECONDS):
            connection = await self._acquire(until)
            try:
                yield connection
            finally:
                if self._is_surplus(connection):
                    await connection.close()
                await self._pool.release(connection, timeout=UNDO_SECONDS)

    def share_with(self, instances: int) -> None:
        """Adapt the size to the number of live instances, unless `max_open_conn` sets it."""
        if self._settings.max_open_conn:
            return
        most = connections_for(self._allowed, instances)
        if most != self.most:
            self._bound(most)
            log.info(
                "Using at most %d of the %d connections of PostgreSQL, which %d instances share.",
                most,
                self._allowed,
                instances,
            )

    @property
    def size(self) -> int:
        size: int = self._pool.get_size()
        return size

    @property
    def idle(self) -> int:
        idle: int = self._pool.get_idle_size()
        return idle

    async def aclose(self) -> None:
        await self._pool.close()

    async def _acquire(self, until: float) -> Any:
        """Acquire a connection for a slot. If the server is full, wait for one of this pool's
        own."""
        now = asyncio.get_running_loop().time
        pause = _FIRST_PAUSE
        while True:
            try:
                return await self._pool.acquire(timeout=max(0.001, until - now()))
            except asyncpg.TooManyConnectionsError:
                self._note_full()
                if now() + pause > until:
                    raise
            await self._clock.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _note_full(self) -> None:
        """Limit the slots to the open connections until `_FULL_SECONDS` have passed."""
        now = self._clock.monotonic()
        if self._full_until is None:
            log.warning(
                "PostgreSQL has no free connection for this instance, which has %d and can "
                "open %d. Requests wait. Decrease [database] max_open_conn on all instances, "
                "or increase max_connections of PostgreSQL.",
                self.size,
                self.most,
            )
        self._full_until = now + _FULL_SECONDS
        self._slots.limit = max(1, min(self.most, self.size))

    def _look_again(self) -> None:
        if self._full_until is not None and self._clock.monotonic() > self._full_until:
            self._full_until = None
            self._slots.limit = self.most

    def _bound(self, most: int) -> None:
        self.most = most
        if self._full_until is None or most < self._slots.limit:
            self._slots.limit = most

    def _set_bound(self) -> None:
        wanted, allowed = self._settings.max_open_conn, self._allowed
        if not wanted:
            self._bound(connections_for(allowed, REPLICAS))
            log.info(
                "Using at most %d of the %d connections of PostgreSQL until the number of "
                "instances is known.",
                self.most,
                allowed,
            )
        elif wanted > allowed:
            log.warning(
                "[database] max_open_conn is %d, but PostgreSQL allows only %d connections.",
                wanted,
                allowed,
            )

    async def _open_share(self) -> None:
        """Open the connections reserved for requests; fewer if the server is full."""
        opening = [self._pool.acquire(timeout=CONNECT_SECONDS) for _ in range(share_of(self.most))]
        opened = await asyncio.gather(*opening, return_exceptions=True)
        for each in opened:
            if not isinstance(each, BaseException):
                await self._pool.release(each)
        for each in opened:
            if isinstance(each, BaseException) and not isinstance(
                each, asyncpg.TooManyConnectionsError
            ):
                raise each

    def _count_demand(self) -> None:
        most, since = self._demand
        now = self._clock.monotonic()
        demand = self._slots.demand + 1
        if demand > most or now - since > _DEMAND_SECONDS:
            self._demand = (demand, now)

    def _is_surplus(self, connection: PooledConnection) -> bool:
        opened_at: float | None = getattr(connection, "opened_at", None)
        if opened_at is None:  # It broke and is back in the pool.
            return False
        kept = self.most
        if self._settings.max_idle_conn:
            needed = max(self._settings.max_idle_conn + share_of(self.most), self._demand[0])
            kept = min(needed, self.most)
        if self.size > kept:
            return True
        lifetime = self._settings.conn_max_lifetime
        return bool(lifetime) and self._clock.monotonic() - opened_at > lifetime
