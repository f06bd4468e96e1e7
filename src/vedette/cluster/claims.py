"""Claims: rows of work that instances distribute among themselves, without a leader.

A table of work has the columns `due_at`, `lease_until`, `epoch` and `last_owner`; times are the
database's, in milliseconds. A claim increases the epoch, and its results only count while the epoch
is the same (`settle`). A process that was suspended beyond its lease therefore changes nothing.

The previous owner of a row claims it first, so that its caches are used. Any instance can claim
rows that are late by the grace period. Each call is one statement that skips locked rows, because
with a distant database several statements would outlast a lease.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from math import ceil
from typing import Any

import msgspec

from vedette.cluster.bounded import reading, statement
from vedette.cluster.claim_store import ClaimStore, ClaimTable, Held, Patience, release, settle
from vedette.db.database import NO_PARAMS, Database, Params, Row, Tx
from vedette.kernel.clock import Clock
from vedette.kernel.errors import Conflict

LOOK_AHEAD_MS = 2_000
_MILLISECOND = timedelta(milliseconds=1)
_TOLERANCE = 1.05


class Fenced(Conflict):
    """Another instance took over the work, so its results are discarded."""

    code = "cluster.fenced"

    def __init__(self) -> None:
        super().__init__("Another instance has taken over this work.")


class Claim(msgspec.Struct, frozen=True):
    key: int | str
    due: int
    """When the work was due, in milliseconds of the database's clock."""
    epoch: int
    until: float
    """When the lease ends, in monotonic time: afterwards another instance may have the work."""
    now: int
    """The database's time of the claim."""
    row: Mapping[str, Any] = msgspec.field(default_factory=dict)
    """The columns of the table."""


class Claims:
    """Claims rows of one table. `lease` is a little longer than the work takes; longer work calls
    `renew`."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        table: ClaimTable,
        owner: str,
        lease: timedelta,
    ) -> None:
        self._database = database
        self._clock = clock
        self._table = table
        self.owner = owner
        self.lease = lease
        self._lease_ms = lease // _MILLISECOND
        self._grace_ms = min(max(self._lease_ms // 5, 500), 3_000)
        self._unowned_delay_ms = 0
        self._surplus = 0
        self._seen = (clock.now_ms(), clock.monotonic())

    def now(self) -> int:
        """Return an estimate of the database's time in milliseconds, from the newest response."""
        then, monotonic = self._seen
        return then + int((self._clock.monotonic() - monotonic) * 1000)

    async def take(
        self, limit: int, narrowed: str = "", params: Params = NO_PARAMS
    ) -> Sequence[Claim]:
        """Claim up to `limit` due rows, the latest first. Raises `DatabaseUnavailable`.

        `narrowed` is an additional SQL condition, with its parameters.
        """
        if limit <= 0:
            return []
        until = self._clock.monotonic() + self._lease_ms / 1000
        async with statement(self._database) as tx:
            rows = await self._store(tx).take(limit, self._patience, narrowed, params)
        if rows:
            self._see(rows[0]["now_ms"])
        return sorted((self._claim(row, until) for row in rows), key=lambda each: each.due)

    async def settle(self, tx: Tx, claim: Claim, next_due: int | None) -> bool:
        """Finish the work, in the transaction of its results. `next_due` None means never.

        Returns False if another instance has it now, or if it was settled before: the caller rolls
        back by raising `Fenced`.
        """
        return await settle(tx, self._table, _held(claim), next_due, self.next_owner())

    async def release(self, *claims: Claim) -> None:
        """Return unfinished work: any instance can claim it immediately."""
        async with statement(self._database) as tx:
            await release(tx, self._table, list(map(_held, claims)))

    async def renew(self, claims: Collection[Claim]) -> Mapping[int | str, float]:
        """Extend the leases of running work; return the new `until` by key.

        Claims that are lost, settled or currently locked are left out.
        """
        until = self._clock.monotonic() + self._lease_ms / 1000
        async with statement(self._database, is_urgent=True) as tx:
            renewed = await self._store(tx).renew(list(map(_held, claims)))
        return dict.fromkeys(renewed, until)

    async def still_held(self, claims: Collection[Claim]) -> frozenset[int | str]:
        """Return the keys of claims that were neither taken over nor settled, as committed so
        far."""
        async with reading(self._database) as tx:
            return await self._store(tx).still_held(list(map(_held, claims)))

    async def next_due(self, narrowed: str = "", params: Params = NO_PARAMS) -> int | None:
        """Return when this instance can claim something next, in milliseconds of the database's
        clock.

        None if that is in more than `LOOK_AHEAD_MS`: call it again by then.
        """
        async with reading(self._database) as tx:
            store = self._store(tx)
            due, now_ms = await store.next_due(LOOK_AHEAD_MS, self._patience, narrowed, params)
        self._see(now_ms)
        return due

    async def balance(self, instances: Collection[str]) -> tuple[int, int]:
        """Balance the rows of the `instances`, given by name and including this one.

        An instance with more than its share gives up the rest immediately; one with less adopts
        rows without a living owner. Running work is not disturbed. Without `instances` nothing
        changes. Returns the number of rows, and how many were this instance's.
        """
        async with reading(self._database) as tx:
            every, mine = await self._store(tx).count()
        fair = every / max(len(instances), 1)
        shares = len(instances) > 1
        self._unowned_delay_ms = self._grace_ms // 2 if shares and mine >= fair else 0
        self._surplus = mine - ceil(fair) if shares and mine > fair * _TOLERANCE else 0
        if self._surplus > 0:
            async with statement(self._database) as tx:
                disowned = await self._store(tx).disown(self._surplus)
            self._surplus -= disowned
        elif instances and mine < int(fair):
            async with statement(self._database) as tx:
                await self._store(tx).adopt(self.owner, instances, int(fair) - mine)
        return every, mine

    async def resign(self) -> None:
        """Give up all rows of this instance, at a stop."""
        async with statement(self._database) as tx:
            await self._store(tx).resign()

    def _see(self, now_ms: int) -> None:
        self._seen = (now_ms, self._clock.monotonic())

    def next_owner(self) -> str:
        """Return the `last_owner` of settled rows: this instance, or none if it has too many."""
        if self._surplus <= 0:
            return self.owner
        self._surplus -= 1
        return ""

    def _store(self, tx: Tx) -> ClaimStore:
        return ClaimStore(tx, self._table, self.owner, self._lease_ms, self._clock.now_ms())

    @property
    def _patience(self) -> Patience:
        return Patience(unowned=self._unowned_delay_ms, others=self._grace_ms)

    def _claim(self, row: Row, until: float) -> Claim:
        table = self._table
        return Claim(
            key=row[table.key],
            due=row["due_at"],
            epoch=row["epoch"],
            until=until,
            now=row["now_ms"],
            row={name: row[name] for name in table.columns},
        )


def _held(claim: Claim) -> Held:
    return claim.key, claim.epoch
