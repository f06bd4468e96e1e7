"""Calls of the own database that end, whatever the network does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from vedette.db.database import Database, Tx
from vedette.db.errors import DatabaseUnavailable

SECONDS = 8.0


@asynccontextmanager
async def transaction(database: Database, seconds: float = SECONDS) -> AsyncIterator[Tx]:
    """As `database.transaction()`. Raises `DatabaseUnavailable` also where it takes too long."""
    try:
        async with asyncio.timeout(seconds), database.transaction() as tx:
            yield tx
    except TimeoutError as error:
        raise _late(seconds) from error


@asynccontextmanager
async def reading(database: Database, seconds: float = SECONDS) -> AsyncIterator[Tx]:
    """As `database.reading()`, ended in the same way."""
    try:
        async with asyncio.timeout(seconds), database.reading() as tx:
            yield tx
    except TimeoutError as error:
        raise _late(seconds) from error


def _late(seconds: float) -> DatabaseUnavailable:
    return DatabaseUnavailable(f"The database did not answer within {seconds:g} seconds.")
