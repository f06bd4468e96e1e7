"""SQLite in memory, for work that continues while the stored database cannot be written."""

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

from vedette.db.database import Tx
from vedette.db.sqlite import ReadingTx, SqliteDatabase, connect
from vedette.kernel.clock import Clock
from vedette.telemetry.availability import Availability

log = logging.getLogger("vedette.db")


class MemoryDatabase(SqliteDatabase):
    """One connection reads and writes, so a reading block waits for the transaction before it.

    Do not open a reading block inside a transaction: it would deadlock.
    """

    def __init__(self, clock: Clock) -> None:
        self.availability = Availability(
            clock, log, "memory", "The database in memory", "Work that needs it waits."
        )
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-memory")
        self._lock = asyncio.Lock()
        self._writer = self._reader = connect(Path(":memory:"))

    @asynccontextmanager
    async def reading(self, *, is_urgent: bool = False) -> AsyncIterator[Tx]:
        async with self._lock:
            yield ReadingTx(self._reader, self.availability)
