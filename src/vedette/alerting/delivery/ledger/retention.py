"""Keeps the notification history within its age, its number of entries and its size."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Awaitable, Callable
from datetime import timedelta

import msgspec

from vedette.alerting.delivery import decision_store, delivery_store
from vedette.cluster.bounded import transaction
from vedette.cluster.time import database_now
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock

_MILLISECOND = timedelta(milliseconds=1)
_AT_ONCE = 1_000
_MOST_BATCHES = 500
_SAMPLE = 500
_ROW_BYTES = 300
"""What a row takes besides its long texts: numbers, and its entries in indexes."""
_Delete = Callable[[Tx, int, int, int], Awaitable[int]]


class LogLimits(msgspec.Struct, frozen=True):
    """`entries` counts decisions; `size` is in bytes, of decisions and messages. 0 is no limit."""

    age: timedelta
    entries: int = 0
    size: int = 0


class _Log(msgspec.Struct, frozen=True):
    table: str
    texts: tuple[str, ...]
    """The columns that make up most of its size."""
    delete: _Delete


_DECISIONS = _Log("alert_decision", ("detail", "group_key"), decision_store.delete_oldest)
_MESSAGES = _Log(
    "alert_delivery", ("message", "group_key", "firing", "resolved"), delivery_store.delete_oldest
)


class LogRetention:
    """Runs now and then on any one instance."""

    def __init__(self, database: Database, clock: Clock, limits: LogLimits) -> None:
        self._database = database
        self._clock = clock
        self._limits = limits

    async def delete_old(self) -> None:
        """Delete the oldest decisions and messages beyond the limits, in batches.

        Messages that are still to be sent stay, and so do their decisions.
        """
        async with self._database.reading() as tx:
            before = await database_now(tx, self._clock) - self._limits.age // _MILLISECOND
            decisions, decision_bytes = await _measured(tx, _DECISIONS)
            messages, message_bytes = await _measured(tx, _MESSAGES)
            share = _share(self._limits.size, decision_bytes + message_bytes)
            of_decisions = min(share, _share(self._limits.entries, decisions))
            lasts = {
                _DECISIONS: await _last_beyond(tx, _DECISIONS, decisions, of_decisions),
                _MESSAGES: await _last_beyond(tx, _MESSAGES, messages, share),
            }
        for log, last in lasts.items():
            for _ in range(_MOST_BATCHES):
                async with transaction(self._database) as tx:
                    if not await log.delete(tx, before, last, _AT_ONCE):
                        break


def _share(limit: int, used: int) -> float:
    """How much of what is used may stay."""
    return min(1.0, limit / used) if limit and used else 1.0


async def _measured(tx: Tx, log: _Log) -> tuple[int, int]:
    """Return the number of rows, and their size in bytes as the newest let it be estimated."""
    count: int = await tx.value(f"SELECT COUNT(*) FROM {log.table}")
    length = " + ".join(f"LENGTH({name})" for name in log.texts)
    newest = f"SELECT {', '.join(log.texts)} FROM {log.table} ORDER BY id DESC LIMIT {_SAMPLE}"
    average = await tx.value(f"SELECT AVG({length}) FROM ({newest}) AS newest")
    return count, count * (int(average or 0) + _ROW_BYTES)


async def _last_beyond(tx: Tx, log: _Log, count: int, share: float) -> int:
    """Return the id up to which rows are to be deleted so that the share of them stays."""
    if share >= 1:
        return 0
    last: int | None = await tx.value(
        f"SELECT id FROM {log.table} ORDER BY id DESC LIMIT 1 OFFSET :kept",
        {"kept": int(count * share)},
    )
    return last or 0
