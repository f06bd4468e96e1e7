"""Heartbeats: one row for each running instance, with the offset of its clock."""

import logging
import os
import secrets
import socket
from collections.abc import Callable
from datetime import timedelta

from vedette.cluster.bounded import statement
from vedette.cluster.instance_store import ClusterInstanceStore
from vedette.cluster.loop import run_loop
from vedette.cluster.time import SharedClock
from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock

log = logging.getLogger("vedette.cluster")
_MILLISECOND = timedelta(milliseconds=1)
_FORGOTTEN_MS = 3_600_000
_WORRYING_MS = 2_000
_MISSED_BEATS = 2.5
"""The number of missed heartbeats after which an instance is considered dead."""


def new_name() -> str:
    """Return a unique name of this process, with its host."""
    return f"{socket.gethostname()[:40]}-{os.getpid()}-{secrets.token_hex(3)}"


class Instances:
    """Sends heartbeats.

    `clock` is this instance's own; `shared` follows the database's. `observe_offset` gets how many
    seconds the own clock is ahead of the database's. `on_alive` gets the number of live instances
    after each heartbeat.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        name: str,
        every: timedelta = timedelta(seconds=5),
        observe_offset: Callable[[float], None] = lambda seconds: None,
        shared: SharedClock | None = None,
        on_alive: Callable[[int], None] = lambda count: None,
    ) -> None:
        self._database = database
        self._clock = clock
        self.name = name
        self._every = every
        self._observe_offset = observe_offset
        self._on_alive = on_alive
        self._shared = shared or SharedClock(clock, database.dialect)
        self._is_off = False
        self._offset = 0
        """The offset of the own clock from the database's at the last heartbeat, in
        milliseconds."""
        self.alive: frozenset[str] = frozenset()
        """Names of the live instances, including this one; empty before the first heartbeat."""

    async def run(self) -> None:
        started = self._clock.now_ms()

        async def iterate() -> float:
            await self.beat(started)
            return self._every.total_seconds()

        try:
            await run_loop("heartbeat", self._clock, iterate)
        finally:
            await self._leave()

    async def beat(self, started: int) -> None:
        """Write this instance's row and read the others. Raises `DatabaseUnavailable`."""
        async with statement(self._database, is_urgent=True) as tx:
            store, shared_ms = ClusterInstanceStore(tx), self._shared.now_ms()
            before = self._clock.now_ms()  # After the wait for a connection.
            now = await store.beat(self.name, started, self._offset, shared_ms)
            self._shared.follow(now)
            after = self._clock.now_ms()
            if after - before <= _WORRYING_MS:  # Precise to half of the round trip.
                self._offset = (before + after) // 2 - now
            seen = await store.seen()
        since = now - int(_MISSED_BEATS * (self._every // _MILLISECOND))
        self.alive = frozenset(name for name, at in seen.items() if at >= since)
        self._on_alive(len(self.alive))
        old = now - _FORGOTTEN_MS
        if any(at < old for at in seen.values()):
            async with statement(self._database) as tx:
                await ClusterInstanceStore(tx).forget_before(old)
        self._note(self._offset)

    def _note(self, offset: int) -> None:
        self._observe_offset(offset / 1000)
        is_off = abs(offset) > _WORRYING_MS
        if is_off != self._is_off:
            self._is_off = is_off
            if is_off:
                log.warning(*self._warning(offset / 1000))
            else:
                log.info("The clock of this instance agrees with the clock of the database again.")

    def _warning(self, seconds: float) -> tuple[str, float] | tuple[str, float, str]:
        if self._database.dialect == "sqlite":
            text = (
                "The clock of this instance was set back by %.1f s. Alerting continues with "
                "the previous time. If the clock is correct now, restart this instance."
            )
            return text, -seconds
        text = "The clock of this instance is %.1f s %s the clock of the database, which applies."
        return text, abs(seconds), "ahead of" if seconds > 0 else "behind"

    async def _leave(self) -> None:
        try:
            async with statement(self._database, 2.0) as tx:
                await ClusterInstanceStore(tx).leave(self.name)
        except DatabaseUnavailable:
            log.debug("The database is unavailable. The heartbeat of this instance will expire.")
