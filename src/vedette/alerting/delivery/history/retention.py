"""Deletes entries of the notification history beyond its age, number and size limits."""

from datetime import timedelta

import msgspec

from vedette.alerting.delivery.history.log_store import (
    DECISIONS,
    MESSAGES,
    Log,
    last_beyond,
    measured,
)
from vedette.cluster.bounded import transaction
from vedette.cluster.time import database_now
from vedette.db.database import Database
from vedette.db.pages import delete_in_pages
from vedette.kernel.clock import Clock

_MILLISECOND = timedelta(milliseconds=1)
_AT_ONCE = 1_000
_MOST_BATCHES = 500


class LogLimits(msgspec.Struct, frozen=True):
    """`entries` counts decisions. `size` is in bytes, of decisions and notifications. 0 is no
    limit."""

    age: timedelta
    entries: int = 0
    size: int = 0


class LogRetention:
    """A regular job that runs on any one instance."""

    def __init__(self, database: Database, clock: Clock, limits: LogLimits) -> None:
        self._database = database
        self._clock = clock
        self._limits = limits

    async def delete_old(self) -> None:
        """Delete the oldest decisions and notifications beyond the limits, in batches.

        Pending notifications and their decisions stay.
        """
        async with self._database.reading() as tx:
            before = await database_now(tx, self._clock) - self._limits.age // _MILLISECOND
            decisions, decision_bytes = await measured(tx, DECISIONS)
            messages, message_bytes = await measured(tx, MESSAGES)
            share = _share(self._limits.size, decision_bytes + message_bytes)
            of_decisions = min(share, _share(self._limits.entries, decisions))
            lasts = {
                DECISIONS: await last_beyond(tx, DECISIONS, decisions, of_decisions),
                MESSAGES: await last_beyond(tx, MESSAGES, messages, share),
            }
        for log, last in lasts.items():
            await self._delete(log, before, last)

    async def _delete(self, log: Log, before: int, last: int) -> None:
        await delete_in_pages(
            lambda: transaction(self._database),
            lambda tx: log.delete(tx, before, last, _AT_ONCE),
            most=_MOST_BATCHES,
        )


def _share(limit: int, used: int) -> float:
    """Return the share of the used amount that stays within the limit."""
    return min(1.0, limit / used) if limit and used else 1.0
