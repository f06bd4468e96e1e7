"""Rows of work that instances share out among themselves, without owners and without a leader.

A table of work has the columns `due_at`, `lease_until`, `epoch` and `last_owner`; times are the
database's, in milliseconds. Taking a row raises its epoch; its results count only while the epoch
is the same (`settle`). A process that slept through its lease therefore changes nothing.

The instance that had a row last takes it first, so that what it remembers of it is of use. Rows
that are late by the grace go to anybody.
"""

# ruff: noqa: S608 - names of tables and columns are constants of ours

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from random import random
from typing import Any

import msgspec

from vedette.cluster.bounded import reading, transaction
from vedette.cluster.time import now_sql
from vedette.db.database import NO_PARAMS, Database, Params, Row, Tx
from vedette.kernel.clock import Clock
from vedette.kernel.errors import Conflict

LOOK_AHEAD_MS = 2_000
_MILLISECOND = timedelta(milliseconds=1)
_RESTLESS = 0.01
"""Share of rows that change hands without need, so that no distribution lasts for ever."""
_TOLERANCE = 1.05
_UNREAL_LEASES, _UNREAL_MS = 20, 600_000
"""A lease that lasts longer than so many of ours is of a clock that went back since."""


class Fenced(Conflict):
    """The work was taken over by another instance: nothing of it counts."""

    code = "cluster.fenced"

    def __init__(self) -> None:
        super().__init__("Another instance has taken over this work.")


class ClaimTable(msgspec.Struct, frozen=True):
    """`columns` come with each claim. `where` narrows the rows that are ours to take."""

    name: str
    key: str = "id"
    columns: tuple[str, ...] = ()
    where: str = ""


class Claim(msgspec.Struct, frozen=True):
    key: int | str
    due: int
    """When the work was due, in the database's milliseconds."""
    epoch: int
    mine_before: bool
    """This instance had the row last; what it remembers holds if it saw the epoch before."""
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
        self._dropping = _RESTLESS
        columns = dict.fromkeys((table.key, "due_at", "epoch", "last_owner", *table.columns))
        self._columns = ", ".join(columns)
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
        table, now = self._table, now_sql(self._database.dialect)
        locked = " FOR UPDATE SKIP LOCKED" if self._database.dialect == "postgres" else ""
        until = self._clock.monotonic() + self._lease_ms / 1000
        async with transaction(self._database) as tx:
            rows = await tx.all(
                f"SELECT {self._columns}, {now} AS now_ms FROM {table.name}"
                f" WHERE due_at <= {now} AND {self._is_free(now)}"
                f" AND due_at + {self._patience()} <= {now}{self._where(narrowed)}"
                f" ORDER BY due_at LIMIT :most{locked}",
                {**self._params(), **params, "most": limit},
            )
            if not rows:
                return []
            self._see(rows[0]["now_ms"])
            await tx.many(
                f"UPDATE {table.name} SET epoch = :epoch, last_owner = :owner,"
                f" lease_until = :until WHERE {table.key} = :key",
                [
                    {
                        "key": row[table.key],
                        "epoch": row["epoch"] + 1,
                        "owner": self.owner,
                        "until": row["now_ms"] + self._lease_ms,
                    }
                    for row in rows
                ],
            )
        return [self._claim(row, until) for row in rows]

    async def settle(self, tx: Tx, claim: Claim, next_due: int | None) -> bool:
        """Ends the work, in the transaction of its results. None: it is never due again.

        False where another instance has it now, or it was settled before: the caller rolls back,
        by raising `Fenced`.
        """
        table = self._table
        changed = await tx.execute(
            f"UPDATE {table.name} SET due_at = :due, lease_until = NULL, last_owner = :owner"
            f" WHERE {table.key} = :key AND epoch = :epoch AND lease_until IS NOT NULL",
            {
                "due": next_due,
                "owner": self.next_owner(),
                "key": claim.key,
                "epoch": claim.epoch,
            },
        )
        return changed == 1

    async def release(self, *claims: Claim) -> None:
        """Gives work back undone: it is due at once, for anybody."""
        table = self._table
        async with transaction(self._database) as tx:
            await tx.many(
                f"UPDATE {table.name} SET lease_until = NULL, last_owner = ''"
                f" WHERE {table.key} = :key AND epoch = :epoch",
                [{"key": each.key, "epoch": each.epoch} for each in claims],
            )

    async def renew(self, claims: Collection[Claim]) -> Mapping[int | str, float]:
        """Prolongs the leases of work that goes on: key to the new `until`.

        Without what is lost, or settled meanwhile.
        """
        table = self._table
        until = self._clock.monotonic() + self._lease_ms / 1000
        renewed = {}
        async with transaction(self._database) as tx:
            for each in claims:
                changed = await tx.execute(
                    f"UPDATE {table.name}"
                    f" SET lease_until = {now_sql(tx.dialect)} + {self._lease_ms}"
                    f" WHERE {table.key} = :key AND epoch = :epoch AND lease_until IS NOT NULL",
                    {"now": self._clock.now_ms(), "key": each.key, "epoch": each.epoch},
                )
                if changed:
                    renewed[each.key] = until
        return renewed

    async def next_due(self, narrowed: str = "", params: Params = NO_PARAMS) -> int | None:
        """When this instance may take something next, in the database's milliseconds, see `now`.

        None where that is in more than `LOOK_AHEAD_MS`: ask again by then.
        """
        now = now_sql(self._database.dialect)
        async with reading(self._database) as tx:
            row = await tx.one(
                f"SELECT MIN(due_at + {self._patience()}) AS due, {now} AS now_ms"
                f" FROM {self._table.name} WHERE due_at <= {now} + {LOOK_AHEAD_MS}"
                f" AND {self._is_free(now)}{self._where(narrowed)}",
                {**self._params(), **params},
            )
        assert row is not None
        self._see(row["now_ms"])
        due: int | None = row["due"]
        return due

    async def balance(self, instances: int) -> tuple[int, int]:
        """Lets go of rows where this instance has more than its share of `instances`.

        The number of rows, and how many of them are this instance's.
        """
        async with reading(self._database) as tx:
            row = await tx.one(
                "SELECT COUNT(*) AS every, COALESCE(SUM(CASE WHEN last_owner = :me THEN 1 ELSE 0"
                f" END), 0) AS mine FROM {self._table.name} WHERE due_at IS NOT NULL"
                f"{self._where()}",
                self._params(),
            )
        assert row is not None
        every, mine = int(row["every"]), int(row["mine"])
        fair = every / max(instances, 1)
        above = instances > 1 and mine > fair * _TOLERANCE
        self._dropping = max(_RESTLESS, 1 - fair / mine) if above else _RESTLESS
        self._shyness_ms = self._grace_ms // 2 if above else 0
        return every, mine

    async def resign(self) -> None:
        """At a stop: what this instance had is anybody's, at once."""
        async with transaction(self._database) as tx:
            await tx.execute(
                f"UPDATE {self._table.name} SET last_owner = '' WHERE last_owner = :me",
                {"me": self.owner},
            )

    def _see(self, now_ms: int) -> None:
        self._seen = (now_ms, self._clock.monotonic())

    def next_owner(self) -> str:
        """What settling writes as `last_owner`: mostly this instance, now and then nobody."""
        return "" if random() < self._dropping else self.owner  # noqa: S311

    def _patience(self) -> str:
        """Milliseconds that a row has to be late before this instance takes it."""
        return (
            "(CASE WHEN last_owner = :me THEN 0"
            f" WHEN last_owner = '' THEN {self._shyness_ms} ELSE {self._grace_ms} END)"
        )

    def _is_free(self, now: str) -> str:
        unreal = max(_UNREAL_LEASES * self._lease_ms, _UNREAL_MS)
        return f"(lease_until IS NULL OR lease_until <= {now} OR lease_until > {now} + {unreal})"

    def _where(self, narrowed: str = "") -> str:
        return "".join(f" AND {test}" for test in (self._table.where, narrowed) if test)

    def _params(self) -> Mapping[str, object]:
        return {"me": self.owner, "now": self._clock.now_ms()}

    def _claim(self, row: Row, until: float) -> Claim:
        table = self._table
        return Claim(
            key=row[table.key],
            due=row["due_at"],
            epoch=row["epoch"] + 1,
            mine_before=row["last_owner"] == self.owner,
            until=until,
            now=row["now_ms"],
            row={name: row[name] for name in table.columns},
        )
