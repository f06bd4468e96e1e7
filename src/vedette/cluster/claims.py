"""Rows of work that instances share out among themselves, without owners and without a leader.

A table of work has the columns `due_at`, `lease_until`, `epoch` and `last_owner`; times are the
database's, in milliseconds. Taking a row raises its epoch; its results count only while the epoch
is the same (`settle`). A process that slept through its lease therefore changes nothing.

The instance that had a row last takes it first, so that what it remembers of it is of use. Rows
that are late by the grace go to anybody.

Each call is one statement, as a database may be so far away that several would outlast a lease.
What it would have to wait for is passed by.
"""

# ruff: noqa: S608 - names of tables and columns are constants of ours

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from math import ceil
from typing import Any

import msgspec
import orjson

from vedette.cluster.bounded import reading, statement
from vedette.cluster.time import now_sql
from vedette.db.database import NO_PARAMS, Database, Params, Row, Tx
from vedette.db.sql import listed
from vedette.kernel.clock import Clock
from vedette.kernel.errors import Conflict

LOOK_AHEAD_MS = 2_000
_MILLISECOND = timedelta(milliseconds=1)
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
        self._columns = ", ".join(dict.fromkeys((table.key, "due_at", "epoch", *table.columns)))
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
            now = now_sql(tx.dialect)
            rows = await tx.all(
                self._chosen(
                    tx,
                    f"due_at <= {now} AND {self._is_free(now)}"
                    f" AND due_at + {self._patience()} <= {now}{self._where(narrowed)}"
                    " ORDER BY due_at LIMIT :most",
                )
                + f" SET epoch = epoch + 1, last_owner = :me,"
                f" lease_until = {now} + {self._lease_ms}{self._of_chosen}"
                f" RETURNING {self._columns}, {now} AS now_ms",
                {**self._params(), **params, "most": limit},
            )
        if rows:
            self._see(rows[0]["now_ms"])
        return sorted((self._claim(row, until) for row in rows), key=lambda each: each.due)

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
        async with statement(self._database) as tx:
            await tx.many(
                f"UPDATE {table.name} SET lease_until = NULL, last_owner = ''"
                f" WHERE {table.key} = :key AND epoch = :epoch",
                [{"key": each.key, "epoch": each.epoch} for each in claims],
            )

    async def renew(self, claims: Collection[Claim]) -> Mapping[int | str, float]:
        """Prolongs the leases of work that goes on: key to the new `until`.

        Without what is lost, or settled meanwhile, or locked by anybody just now.
        """
        table = self._table
        until = self._clock.monotonic() + self._lease_ms / 1000
        async with statement(self._database, is_urgent=True) as tx:
            now = now_sql(tx.dialect)
            rows = await tx.all(
                self._chosen(
                    tx,
                    f"lease_until IS NOT NULL AND ({table.key}, epoch) IN"
                    f" (SELECT held, since FROM {_held(tx, claims)})",
                )
                + f" SET lease_until = {now} + {self._lease_ms}{self._of_chosen}"
                f" RETURNING {table.key} AS taken",
                {**self._params(), **_held_rows(claims)},
            )
        return {row["taken"]: until for row in rows}

    async def still_held(self, claims: Collection[Claim]) -> frozenset[int | str]:
        """Keys of those that nobody took over and nobody settled, as far as is committed."""
        table = self._table
        async with reading(self._database) as tx:
            rows = await tx.all(
                f"SELECT {table.key} AS taken FROM {table.name} WHERE lease_until IS NOT NULL"
                f" AND ({table.key}, epoch) IN (SELECT held, since FROM {_held(tx, claims)})",
                _held_rows(claims),
            )
        return frozenset(row["taken"] for row in rows)

    async def next_due(self, narrowed: str = "", params: Params = NO_PARAMS) -> int | None:
        """When this instance may take something next, in the database's milliseconds, see `now`.

        None where that is in more than `LOOK_AHEAD_MS`: ask again by then.
        """
        async with reading(self._database) as tx:
            now = now_sql(tx.dialect)
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

    async def balance(self, instances: Collection[str]) -> tuple[int, int]:
        """Evens out what each of the `instances` has, this one among them, by their names.

        Who has more than its share lets go of the rest at once, and who has less takes what
        nobody has, or who is gone. None of it disturbs work under way, and nothing of it is done
        where `instances` is empty. The number of rows, and how many were this instance's.
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
        fair = every / max(len(instances), 1)
        shares = len(instances) > 1
        self._shyness_ms = self._grace_ms // 2 if shares and mine >= fair else 0
        self._surplus = mine - ceil(fair) if shares and mine > fair * _TOLERANCE else 0
        if self._surplus > 0:
            self._surplus -= await self._hand("last_owner = :me", "", self._surplus, {})
        elif instances and mine < int(fair):
            names, params = listed("one", sorted(instances))
            nobodys = f"(last_owner = '' OR last_owner NOT IN ({names}))"
            await self._hand(nobodys, self.owner, int(fair) - mine, params)
        return every, mine

    async def _hand(self, whose: str, owner: str, most: int, params: Params) -> int:
        """Gives some rows of which nothing is under way to another owner; how many."""
        chosen = (
            f"due_at IS NOT NULL AND lease_until IS NULL AND {whose}{self._where()} LIMIT :most"
        )
        async with statement(self._database) as tx:
            return await tx.execute(
                f"{self._chosen(tx, chosen)} SET last_owner = :owner{self._of_chosen}",
                {**self._params(), **params, "owner": owner, "most": most},
            )

    async def resign(self) -> None:
        """At a stop: what this instance had is anybody's, at once."""
        async with statement(self._database) as tx:
            await tx.execute(
                f"UPDATE {self._table.name} SET last_owner = '' WHERE last_owner = :me",
                {"me": self.owner},
            )

    def _see(self, now_ms: int) -> None:
        self._seen = (now_ms, self._clock.monotonic())

    def next_owner(self) -> str:
        """What settling writes as `last_owner`: this instance, or nobody where it has too much."""
        if self._surplus <= 0:
            return self.owner
        self._surplus -= 1
        return ""

    def _chosen(self, tx: Tx, test: str) -> str:
        """The beginning of a statement that changes some rows, none of which it waits for."""
        table = self._table
        locked = " FOR UPDATE SKIP LOCKED" if tx.dialect == "postgres" else ""
        return (
            f"WITH chosen AS MATERIALIZED (SELECT {table.key} AS taken FROM {table.name}"
            f" WHERE {test}{locked}) UPDATE {table.name}"
        )

    @property
    def _of_chosen(self) -> str:
        return f" WHERE {self._table.key} IN (SELECT taken FROM chosen)"

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
            epoch=row["epoch"],
            until=until,
            now=row["now_ms"],
            row={name: row[name] for name in table.columns},
        )


def _held(tx: Tx, claims: Collection[Claim]) -> str:
    """Rows of the parameter `:held`."""
    if tx.dialect == "sqlite":
        fields = "json_extract(value, '$.held') AS held, json_extract(value, '$.since') AS since"
        return f"(SELECT {fields} FROM json_each(:held)) AS held_rows"
    kind = "bigint" if all(isinstance(each.key, int) for each in claims) else "text"
    return f"json_to_recordset(CAST(:held AS json)) AS held_rows (held {kind}, since bigint)"


def _held_rows(claims: Collection[Claim]) -> Params:
    rows = [{"held": each.key, "since": each.epoch} for each in claims]
    return {"held": orjson.dumps(rows).decode()}
