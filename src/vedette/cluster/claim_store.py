"""Statements on rows of work that instances share; see `claims`."""

# ruff: noqa: S608 - names of tables and columns are constants of ours

from collections.abc import Collection, Mapping, Sequence

import msgspec
import orjson

from vedette.db.database import Dialect, Params, Row, Tx
from vedette.db.sql import listed, now_sql, row_lock

_UNREAL_LEASES, _UNREAL_MS = 20, 600_000
"""The upper bound of leases. A longer one was set before the clock was set back."""

Held = tuple[int | str, int]
"""The key and epoch of a claim."""


class ClaimTable(msgspec.Struct, frozen=True):
    """A table of work. `columns` are returned with each claim; `where` restricts the rows to
    claim."""

    name: str
    key: str = "id"
    columns: tuple[str, ...] = ()
    where: str = ""


class Patience(msgspec.Struct, frozen=True):
    """How many milliseconds late rows must be to be claimed: those without an owner, and those of
    others."""

    unowned: int
    others: int


class ClaimStore:
    """Claims rows. `own_ms` is the time of this instance's clock, which is the database's on
    SQLite."""

    def __init__(self, tx: Tx, table: ClaimTable, owner: str, lease_ms: int, own_ms: int) -> None:
        self._tx = tx
        self._table = table
        self._lease_ms = lease_ms
        self._now = now_sql(tx.dialect)
        self._params: Mapping[str, object] = {"me": owner, "now": own_ms}

    async def take(
        self, most: int, patience: Patience, narrowed: str, params: Params
    ) -> Sequence[Row]:
        """Claim due rows, the latest first. Each has the database's time as `now_ms`."""
        table = self._table
        columns = ", ".join(dict.fromkeys((table.key, "due_at", "epoch", *table.columns)))
        return await self._tx.all(
            self._chosen(
                f"due_at <= {self._now} AND {self._is_free()}"
                f" AND due_at + {_late(patience)} <= {self._now}{self._where(narrowed)}"
                " ORDER BY due_at LIMIT :most",
            )
            + " SET epoch = epoch + 1, last_owner = :me,"
            f" lease_until = {self._now} + {self._lease_ms}{self._of_chosen}"
            f" RETURNING {columns}, {self._now} AS now_ms",
            {**self._params, **params, "most": most},
        )

    async def renew(self, claims: Collection[Held]) -> Sequence[int | str]:
        """Extend leases; return the keys of those that were not lost, settled or locked."""
        key = self._table.key
        rows = await self._tx.all(
            self._chosen(
                f"lease_until IS NOT NULL AND ({key}, epoch) IN"
                f" (SELECT held, since FROM {_held(self._tx.dialect, claims)})",
            )
            + f" SET lease_until = {self._now} + {self._lease_ms}{self._of_chosen}"
            f" RETURNING {key} AS taken",
            {**self._params, **_held_rows(claims)},
        )
        return [row["taken"] for row in rows]

    async def still_held(self, claims: Collection[Held]) -> frozenset[int | str]:
        table = self._table
        rows = await self._tx.all(
            f"SELECT {table.key} AS taken FROM {table.name} WHERE lease_until IS NOT NULL"
            f" AND ({table.key}, epoch) IN"
            f" (SELECT held, since FROM {_held(self._tx.dialect, claims)})",
            _held_rows(claims),
        )
        return frozenset(row["taken"] for row in rows)

    async def next_due(
        self, within_ms: int, patience: Patience, narrowed: str, params: Params
    ) -> tuple[int | None, int]:
        """Return when this owner can claim something within that time, and the database's time."""
        row = await self._tx.one(
            f"SELECT MIN(due_at + {_late(patience)}) AS due, {self._now} AS now_ms"
            f" FROM {self._table.name} WHERE due_at <= {self._now} + {within_ms}"
            f" AND {self._is_free()}{self._where(narrowed)}",
            {**self._params, **params},
        )
        assert row is not None
        return row["due"], row["now_ms"]

    async def count(self) -> tuple[int, int]:
        """Return the number of rows with a due time, and how many are this owner's."""
        row = await self._tx.one(
            "SELECT COUNT(*) AS every, COALESCE(SUM(CASE WHEN last_owner = :me THEN 1 ELSE 0"
            f" END), 0) AS mine FROM {self._table.name} WHERE due_at IS NOT NULL"
            f"{self._where()}",
            self._params,
        )
        assert row is not None
        return int(row["every"]), int(row["mine"])

    async def disown(self, most: int) -> int:
        """Remove the ownership of rows of this owner without a lease; return how many."""
        return await self._hand("last_owner = :me", {"owner": "", "most": most})

    async def adopt(self, owner: str, alive: Collection[str], most: int) -> int:
        """Give rows without a lease and without a living owner to `owner`; return how many."""
        names, params = listed("one", sorted(alive))
        unowned = f"(last_owner = '' OR last_owner NOT IN ({names}))"
        return await self._hand(unowned, {**params, "owner": owner, "most": most})

    async def resign(self) -> None:
        """Remove the ownership of all rows of this owner."""
        await self._tx.execute(
            f"UPDATE {self._table.name} SET last_owner = '' WHERE last_owner = :me",
            {"me": self._params["me"]},
        )

    async def _hand(self, whose: str, params: Params) -> int:
        chosen = (
            f"due_at IS NOT NULL AND lease_until IS NULL AND {whose}{self._where()} LIMIT :most"
        )
        return await self._tx.execute(
            f"{self._chosen(chosen)} SET last_owner = :owner{self._of_chosen}",
            {**self._params, **params},
        )

    def _chosen(self, test: str) -> str:
        """Return the start of a statement that changes some rows and waits for none of them."""
        table, lock = self._table, row_lock(self._tx.dialect, skips_locked=True)
        return (
            f"WITH chosen AS MATERIALIZED (SELECT {table.key} AS taken FROM {table.name}"
            f" WHERE {test}{lock}) UPDATE {table.name}"
        )

    @property
    def _of_chosen(self) -> str:
        return f" WHERE {self._table.key} IN (SELECT taken FROM chosen)"

    def _is_free(self) -> str:
        unreal = max(_UNREAL_LEASES * self._lease_ms, _UNREAL_MS)
        return (
            f"(lease_until IS NULL OR lease_until <= {self._now}"
            f" OR lease_until > {self._now} + {unreal})"
        )

    def _where(self, narrowed: str = "") -> str:
        return "".join(f" AND {test}" for test in (self._table.where, narrowed) if test)


async def settle(tx: Tx, table: ClaimTable, held: Held, due: int | None, owner: str) -> bool:
    """Finish the work on a claimed row; return False if it is claimed by another instance or
    settled."""
    key, epoch = held
    changed = await tx.execute(
        f"UPDATE {table.name} SET due_at = :due, lease_until = NULL, last_owner = :owner"
        f" WHERE {table.key} = :key AND epoch = :epoch AND lease_until IS NOT NULL",
        {"due": due, "owner": owner, "key": key, "epoch": epoch},
    )
    return changed == 1


async def release(tx: Tx, table: ClaimTable, claims: Collection[Held]) -> None:
    """Return claimed rows without a result."""
    await tx.many(
        f"UPDATE {table.name} SET lease_until = NULL, last_owner = ''"
        f" WHERE {table.key} = :key AND epoch = :epoch",
        [{"key": key, "epoch": epoch} for key, epoch in claims],
    )


def _late(patience: Patience) -> str:
    return (
        "(CASE WHEN last_owner = :me THEN 0"
        f" WHEN last_owner = '' THEN {patience.unowned} ELSE {patience.others} END)"
    )


def _held(dialect: Dialect, claims: Collection[Held]) -> str:
    """Return the rows of the parameter `:held`."""
    if dialect == "sqlite":
        fields = "json_extract(value, '$.held') AS held, json_extract(value, '$.since') AS since"
        return f"(SELECT {fields} FROM json_each(:held)) AS held_rows"
    kind = "bigint" if all(isinstance(key, int) for key, _ in claims) else "text"
    return f"json_to_recordset(CAST(:held AS json)) AS held_rows (held {kind}, since bigint)"


def _held_rows(claims: Collection[Held]) -> Params:
    rows = [{"held": key, "since": epoch} for key, epoch in claims]
    return {"held": orjson.dumps(rows).decode()}
