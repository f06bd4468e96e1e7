"""The database's clock: the one that all instances agree on."""

from vedette.db.database import Dialect, Tx
from vedette.kernel.clock import Clock

_POSTGRES_NOW = "CAST(EXTRACT(EPOCH FROM {moment}()) * 1000 AS BIGINT)"


async def database_now(tx: Tx, clock: Clock) -> int:
    """Milliseconds since the epoch. SQLite has one instance, whose own clock is the database's."""
    if tx.dialect == "sqlite":
        return clock.now_ms()
    now: int = await tx.value(f"SELECT {_POSTGRES_NOW.format(moment='clock_timestamp')}")
    return now


def now_sql(dialect: Dialect) -> str:
    """The same inside a statement that is given `:now`, of the own clock, as a parameter.

    In PostgreSQL it is when the transaction began, so that indexes are of use.
    """
    return ":now" if dialect == "sqlite" else _POSTGRES_NOW.format(moment="now")
