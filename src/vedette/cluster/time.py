"""The database's clock, which all instances share."""

from datetime import datetime

from vedette.db.database import Dialect, Tx
from vedette.db.sql import server_time
from vedette.kernel.clock import Clock, moment


async def database_now(tx: Tx, clock: Clock) -> int:
    """Return milliseconds since the epoch. With SQLite, the only instance's clock is the
    database's."""
    if tx.dialect == "sqlite":
        return clock.now_ms()
    return await server_time(tx)


class SharedClock:
    """Estimates the database's time between two responses, for stored, queried and displayed times.

    With PostgreSQL it follows `follow`, and before that this instance's clock. With SQLite this
    instance's clock is the database's, and the time never goes back: otherwise due work would wait
    and timestamps would repeat.
    """

    def __init__(self, own: Clock, dialect: Dialect) -> None:
        self._own = own
        self._is_own = dialect == "sqlite"
        self._anchor = (own.now_ms(), own.monotonic())

    def now(self) -> datetime:
        return moment(self.now_ms())

    def now_ms(self) -> int:
        then, monotonic = self._anchor
        now = then + int((self._own.monotonic() - monotonic) * 1000)
        if self._is_own and (wall := self._own.now_ms()) > now:
            self._anchor = (wall, self._own.monotonic())
            return wall
        return now

    def follow(self, database_ms: int) -> None:
        """Set the time. With SQLite this has no effect."""
        if not self._is_own:
            self._anchor = (database_ms, self._own.monotonic())

    def monotonic(self) -> float:
        return self._own.monotonic()

    async def sleep(self, seconds: float) -> None:
        await self._own.sleep(seconds)
