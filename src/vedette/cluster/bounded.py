"""Database calls with a time limit, independent of the network.

The driver limits each statement. The limit here is for the whole block, and large enough for slow
progress, as with a distant database.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from vedette.db.database import Database, Tx
from vedette.db.errors import DatabaseUnavailable

SECONDS = 60.0


def transaction(database: Database, seconds: float = SECONDS) -> AbstractAsyncContextManager[Tx]:
    """Like `database.transaction()`. Raises `DatabaseUnavailable` also if it exceeds the limit."""
    return _bounded(database.transaction(), seconds)


def statement(
    database: Database, seconds: float = SECONDS, *, is_urgent: bool = False
) -> AbstractAsyncContextManager[Tx]:
    """Like `database.statement()`, with the limit of `transaction`."""
    return _bounded(database.statement(is_urgent=is_urgent), seconds)


def reading(database: Database, seconds: float = SECONDS) -> AbstractAsyncContextManager[Tx]:
    """Like `database.reading()`, with the limit of `transaction`."""
    return _bounded(database.reading(), seconds)


@asynccontextmanager
async def _bounded(opened: AbstractAsyncContextManager[Tx], seconds: float) -> AsyncIterator[Tx]:
    try:
        async with asyncio.timeout(seconds), opened as tx:
            yield tx
    except TimeoutError as error:
        raise DatabaseUnavailable(
            f"The database did not respond within {seconds:g} seconds."
        ) from error
