"""Connections to PostgreSQL that are kept, with the rules of the `[database]` section.

`max_idle_conn` and `conn_max_lifetime` are applied when a connection comes back: what is too many
or too old is closed then. Too many are those above `max_idle_conn` that were not wanted at any one
moment of the last minute: to open one costs more than to keep it for a while.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import Clock

CONNECT_SECONDS = 10.0
UNDO_SECONDS = 3.0
"""Two round trips to a database far away: a new connection costs four, and all that is prepared."""
_DEMAND_SECONDS = 60.0


class Connection(asyncpg.Connection):  # type: ignore[misc]
    __slots__ = ("opened_at",)
    opened_at: float

    def get_reset_query(self) -> str:
        """Nothing is left in a session to be undone; it would be one more round trip."""
        return ""


class Pool:
    """At most `most` connections; `least` of them are always open, and opened beside the work."""

    def __init__(self, pool: Any, settings: DatabaseSettings, clock: Clock, least: int) -> None:
        self._pool = pool
        self._settings = settings
        self._clock = clock
        self._least = least
        self._wanted = 0
        """How many hold a connection or wait for one, such as one that is being opened."""
        self._demand = (0, clock.monotonic())
        """Most that were wanted at once, and since when that is counted."""

    @classmethod
    async def open(
        cls,
        arguments: Mapping[str, Any],
        settings: DatabaseSettings,
        clock: Clock,
        *,
        least: int,
        most: int,
    ) -> "Pool":
        """`arguments` reach the server. Raises what asyncpg does."""

        async def opened(connection: Connection) -> None:
            connection.opened_at = clock.monotonic()

        pool = await asyncpg.create_pool(
            **arguments,
            min_size=least,
            max_size=most,
            max_inactive_connection_lifetime=0,
            connection_class=Connection,
            init=opened,
        )
        return cls(pool, settings, clock, least)

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
        self._wanted += 1
        self._count_demand()
        try:
            connection = await self._pool.acquire(timeout=CONNECT_SECONDS)
            try:
                yield connection
            finally:
                if self._is_surplus(connection):
                    await connection.close()
                await self._pool.release(connection, timeout=UNDO_SECONDS)
        finally:
            self._wanted -= 1

    @property
    def size(self) -> int:
        size: int = self._pool.get_size()
        return size

    @property
    def idle(self) -> int:
        idle: int = self._pool.get_idle_size()
        return idle

    @property
    def most(self) -> int:
        most: int = self._pool.get_max_size()
        return most

    @property
    def is_full(self) -> bool:
        """Whether the next one has to wait for another to end."""
        return self._wanted >= self.most

    async def aclose(self) -> None:
        await self._pool.close()

    def _count_demand(self) -> None:
        most, since = self._demand
        now = self._clock.monotonic()
        if self._wanted > most or now - since > _DEMAND_SECONDS:
            self._demand = (self._wanted, now)

    def _is_surplus(self, connection: Connection) -> bool:
        opened_at: float | None = getattr(connection, "opened_at", None)
        if opened_at is None:  # It broke, and the pool has taken it back already.
            return False
        kept = max(self._settings.max_idle_conn, self._demand[0], self._least)
        if self._settings.max_idle_conn and self.size > kept:
            return True
        lifetime = self._settings.conn_max_lifetime
        return bool(lifetime) and self._clock.monotonic() - opened_at > lifetime
