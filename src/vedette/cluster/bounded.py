"""Calls of the own database that end, whatever the network does.

Each statement has its own limit, in the driver. What is done here has one for all of it, so wide
that work which goes on slowly, as where the database is far away, comes to its end.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from vedette.db.database import Database, Tx
from vedette.db.errors import DatabaseUnavailable

SECONDS = 60.0


def transaction(database: Database, seconds: float = SECONDS) -> AbstractAsyncContextManager[Tx]:
    """As `database.transaction()`. Raises `DatabaseUnavailable` also where it takes too long."""
    return _bounded(database.transaction(), seconds)


def statement(
    database: Database, seconds: float = SECONDS, *, is_urgent: bool = False
) -> AbstractAsyncContextManager[Tx]:
    """As `database.statement()`, ended in the same way."""
    return _bounded(database.statement(is_urgent=is_urgent), seconds)


def reading(database: Database, seconds: float = SECONDS) -> AbstractAsyncContextManager[Tx]:
    """As `database.reading()`, ended in the same way."""
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
