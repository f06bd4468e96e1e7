"""Deletes what alerts did too long ago."""

from datetime import timedelta

from vedette.alerting.instances.history_store import TransitionStore
from vedette.cluster.bounded import transaction
from vedette.cluster.time import database_now
from vedette.db.database import Database, Tx
from vedette.db.pages import delete_in_pages
from vedette.kernel.clock import Clock

_AT_ONCE = 5_000
_PAUSE_SECONDS = 0.05
_MILLISECOND = timedelta(milliseconds=1)


class HistoryRetention:
    """`max_age` of None and `most` of 0 are no limit."""

    def __init__(
        self, database: Database, clock: Clock, max_age: timedelta | None, most: int
    ) -> None:
        self._database = database
        self._clock = clock
        self._max_age = max_age
        self._most = most

    async def delete_old(self) -> None:
        await delete_in_pages(
            lambda: transaction(self._database),
            self._delete_some,
            full=_AT_ONCE,
            between=lambda: self._clock.sleep(_PAUSE_SECONDS),
        )

    async def _delete_some(self, tx: Tx) -> int:
        deleted, store = 0, TransitionStore(tx)
        if self._max_age is not None:
            before = await database_now(tx, self._clock) - self._max_age // _MILLISECOND
            deleted = await store.delete_before(before, _AT_ONCE)
        if self._most:
            deleted = max(deleted, await store.delete_beyond(self._most, _AT_ONCE))
        return deleted
