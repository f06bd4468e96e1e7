"""A part of a transaction that can fail without ending the transaction."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from vedette.db.database import Tx


@asynccontextmanager
async def savepoint(tx: Tx) -> AsyncIterator[None]:
    """Roll back the writes of the block if it raises; the error is raised to the caller."""
    await tx.execute("SAVEPOINT part")
    try:
        yield
    except BaseException:
        await tx.execute("ROLLBACK TO SAVEPOINT part")
        await tx.execute("RELEASE SAVEPOINT part")
        raise
    await tx.execute("RELEASE SAVEPOINT part")
