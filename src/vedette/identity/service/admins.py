"""Serialization of changes to administrators."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from vedette.db.database import Database, Tx


@asynccontextmanager
async def changing_admins(database: Database) -> AsyncIterator[Tx]:
    """Open a transaction that runs alone among changes of administrators.

    A check for the last administrator therefore sees all earlier changes.
    """
    async with database.transaction() as tx:
        await tx.lock("admins")
        yield tx
