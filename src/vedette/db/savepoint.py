"""A part of a transaction that may fail while the rest goes on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from vedette.db.database import Tx


@asynccontextmanager
async def savepoint(tx: Tx) -> AsyncIterator[None]:
    """What was written inside is taken back where it raises; the error goes on to the caller."""
    await tx.execute("SAVEPOINT part")
    try:
        yield
    except BaseException:
        await tx.execute("ROLLBACK TO SAVEPOINT part")
        await tx.execute("RELEASE SAVEPOINT part")
        raise
    await tx.execute("RELEASE SAVEPOINT part")
