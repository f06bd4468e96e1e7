"""Rows of work that instances share out among themselves, without owners and without a leader.

A table of work has the columns `due_at`, `lease_until`, `epoch` and `last_owner`; times are the
database's, in milliseconds. Taking a row raises its epoch; its results count only while the epoch
is the same (`settle`). A process that slept through its lease therefore changes nothing.

The instance that had a row last takes it first, so that what it remembers of it is of use. Rows
that are late by the grace go to anybody.

Each call is one statement, as a database may be so far away that several would outlast a lease.
What it would have to wait for is passed by.
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
    """The work was taken over by another instance: nothing of it counts."""

    code = "cluster.fenced"

    def __init__(self) -> None:
        super().__init__("Another instance has taken over this work.")


class Claim(msgspec.Struct, frozen=True):
    key: int | str
    due: int
    """When the work was due, in the database's milliseconds."""
    epoch: int
    until: float
    """Monotonic: past it somebody else may have the work, and it is to be dropped."""
    now: int
    """The database's time of taking it."""
    row: Mapping[str, Any] = msgspec.field(default_factory=dict)
    """The columns that the table names."""


class Claims:
    """`lease` is a little longer than the work takes; longer work calls `renew`."""

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
        self._shyness_ms = 0
        self._surplus = 0
        self._seen = (clock.now_ms(), clock.monotonic())

    def now(self) -> int:
        """The database's time, as of the newest look at it, in milliseconds."""
        then, monotonic = self._seen
        return then + int((self._clock.monotonic() - monotonic) * 1000)

    async def take(
        self, limit: int, narrowed: str = "", params: Params = NO_PARAMS
    ) -> Sequence[Claim]:
        """Up to `limit` due rows, the latest first. Raises `DatabaseUnavailable`.

        `narrowed` is a test of rows that are wanted now, with its parameters.
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
        """Ends the work, in the transaction of its results. None: it is never due again.

        False where another instance has it now, or it was settled before: the caller rolls back,
        by raising `Fenced`.
        """
        return await settle(tx, self._table, _held(claim), next_due, self.next_owner())

    async def release(self, *claims: Claim) -> None:
        """Gives work back undone: it is due at once, for anybody."""
        async with statement(self._database) as tx:
            await release(tx, self._table, list(map(_held, claims)))

    async def renew(self, claims: Collection[Claim]) -> Mapping[int | str, float]:
        """Prolongs the leases of work that goes on: key to the new `until`.

        Without what is lost, or settled meanwhile, or locked by anybody just now.
        """
        until = self._clock.monotonic() + self._lease_ms / 1000
        async with statement(self._database, is_urgent=True) as tx:
            renewed = await self._store(tx).renew(list(map(_held, claims)))
        return dict.fromkeys(renewed, until)

    async def still_held(self, claims: Collection[Claim]) -> frozenset[int | str]:
        """Keys of those that nobody took over and nobody settled, as far as is committed."""
        async with reading(self._database) as tx:
            return await self._store(tx).still_held(list(map(_held, claims)))

    async def next_due(self, narrowed: str = "", params: Params = NO_PARAMS) -> int | None:
        """When this instance may take something next, in the database's milliseconds, see `now`.

        None where that is in more than `LOOK_AHEAD_MS`: ask again by then.
        """
        async with reading(self._database) as tx:
            store = self._store(tx)
            due, now_ms = await store.next_due(LOOK_AHEAD_MS, self._patience, narrowed, params)
        self._see(now_ms)
        return due

    async def balance(self, instances: Collection[str]) -> tuple[int, int]:
        """Evens out what each of the `instances` has, this one among them, by their names.

        Who has more than its share lets go of the rest at once, and who has less takes what
        nobody has, or who is gone. None of it disturbs work under way, and nothing of it is done
        where `instances` is empty. The number of rows, and how many were this instance's.
        """
        async with reading(self._database) as tx:
            every, mine = await self._store(tx).count()
        fair = every / max(len(instances), 1)
        shares = len(instances) > 1
        self._shyness_ms = self._grace_ms // 2 if shares and mine >= fair else 0
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
        """At a stop: what this instance had is anybody's, at once."""
        async with statement(self._database) as tx:
            await self._store(tx).resign()

    def _see(self, now_ms: int) -> None:
        self._seen = (now_ms, self._clock.monotonic())

    def next_owner(self) -> str:
        """What settling writes as `last_owner`: this instance, or nobody where it has too much."""
        if self._surplus <= 0:
            return self.owner
        self._surplus -= 1
        return ""

    def _store(self, tx: Tx) -> ClaimStore:
        return ClaimStore(tx, self._table, self.owner, self._lease_ms, self._clock.now_ms())

    @property
    def _patience(self) -> Patience:
        return Patience(unowned=self._shyness_ms, others=self._grace_ms)

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
