"""The database's clock: the one that all instances agree on."""

from datetime import datetime

from vedette.db.database import Dialect, Tx
from vedette.db.sql import server_time
from vedette.kernel.clock import Clock, moment


async def database_now(tx: Tx, clock: Clock) -> int:
    """Milliseconds since the epoch. SQLite has one instance, whose own clock is the database's."""
    if tx.dialect == "sqlite":
        return clock.now_ms()
    return await server_time(tx)


class SharedClock:
    """The database's time between two looks at it, for what is stored, asked for and shown.

    With PostgreSQL it follows what `follow` is told, and is the own clock's before that. With
    SQLite the own clock is the database's, and this is what keeps it from going back: work that is
    due would wait, and times would come twice. It goes on from the time before instead.
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
        """Nothing with SQLite."""
        if not self._is_own:
            self._anchor = (database_ms, self._own.monotonic())

    def monotonic(self) -> float:
        return self._own.monotonic()

    async def sleep(self, seconds: float) -> None:
        await self._own.sleep(seconds)
