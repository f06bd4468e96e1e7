"""Size of the tables of the notification history, and deletion of their oldest rows."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Awaitable, Callable

import msgspec

from vedette.alerting.delivery import decision_store, delivery_store
from vedette.db.database import Tx

_SAMPLE = 500
_ROW_BYTES = 300
"""Size of a row without its long texts: numbers and index entries."""
_Delete = Callable[[Tx, int, int, int], Awaitable[int]]


class Log(msgspec.Struct, frozen=True):
    table: str
    texts: tuple[str, ...]
    """The columns that make up most of its size."""
    delete: _Delete


DECISIONS = Log("alert_decision", ("detail", "group_key"), decision_store.delete_oldest)
MESSAGES = Log(
    "alert_delivery", ("message", "group_key", "firing", "resolved"), delivery_store.delete_oldest
)


async def measured(tx: Tx, log: Log) -> tuple[int, int]:
    """Return the number of rows and their size in bytes, estimated from the newest ones."""
    count: int = await tx.value(f"SELECT COUNT(*) FROM {log.table}")
    length = " + ".join(f"LENGTH({name})" for name in log.texts)
    newest = f"SELECT {', '.join(log.texts)} FROM {log.table} ORDER BY id DESC LIMIT {_SAMPLE}"
    average = await tx.value(f"SELECT AVG({length}) FROM ({newest}) AS newest")
    return count, count * (int(average or 0) + _ROW_BYTES)


async def last_beyond(tx: Tx, log: Log, count: int, share: float) -> int:
    """Return the id up to which rows are deleted, so that this share of them stays."""
    if share >= 1:
        return 0
    last: int | None = await tx.value(
        f"SELECT id FROM {log.table} ORDER BY id DESC LIMIT 1 OFFSET :kept",
        {"kept": int(count * share)},
    )
    return last or 0
