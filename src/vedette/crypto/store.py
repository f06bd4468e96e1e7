"""The table of encrypted data keys, and rows of other tables that hold encrypted texts."""

# ruff: noqa: S608 - names of tables and columns are constants; values are parameters

from collections.abc import Mapping, Sequence

import msgspec
import orjson

from vedette.db.database import Row, Tx


class StoredKey(msgspec.Struct, frozen=True):
    id: str
    org_id: int
    kek_id: str
    sealed: str


class DataKeyStore:
    def __init__(self, tx: Tx) -> None:
        self.tx = tx

    async def newest(self, org_id: int) -> StoredKey | None:
        row = await self.tx.one(
            "SELECT id, org_id, kek_id, sealed FROM data_key WHERE org_id = :org_id"
            " ORDER BY created DESC, id DESC LIMIT 1",
            {"org_id": org_id},
        )
        return _stored(row) if row else None

    async def newest_created(self, org_id: int) -> int:
        """Return the time of the newest key in milliseconds; 0 if there is no key."""
        found: int | None = await self.tx.value(
            "SELECT MAX(created) FROM data_key WHERE org_id = :org_id", {"org_id": org_id}
        )
        return found or 0

    async def every(self) -> Sequence[StoredKey]:
        """Return the keys of all organizations."""
        rows = await self.tx.all(
            "SELECT id, org_id, kek_id, sealed FROM data_key ORDER BY org_id, created, id"
        )
        return [_stored(row) for row in rows]

    async def replace(self, key: StoredKey) -> None:
        await self.tx.execute(
            "UPDATE data_key SET kek_id = :kek_id, sealed = :sealed"
            " WHERE org_id = :org_id AND id = :id",
            {"org_id": key.org_id, "id": key.id, "kek_id": key.kek_id, "sealed": key.sealed},
        )

    async def by_id(self, org_id: int, key_id: str) -> StoredKey | None:
        row = await self.tx.one(
            "SELECT id, org_id, kek_id, sealed FROM data_key WHERE org_id = :org_id AND id = :id",
            {"org_id": org_id, "id": key_id},
        )
        return _stored(row) if row else None

    async def add(self, key: StoredKey, now_ms: int) -> None:
        await self.tx.execute(
            "INSERT INTO data_key (id, org_id, kek_id, sealed, created)"
            " VALUES (:id, :org_id, :kek_id, :sealed, :now)",
            {
                "id": key.id,
                "org_id": key.org_id,
                "kek_id": key.kek_id,
                "sealed": key.sealed,
                "now": now_ms,
            },
        )


class SealedColumn(msgspec.Struct, frozen=True):
    """A column that holds encrypted texts by field, as a JSON object, in rows with `org_id` and
    `uid`.

    Both names are constants, because they become part of statements.
    """

    table: str
    column: str


class SealedRow(msgspec.Struct, frozen=True):
    org_id: int
    uid: str
    text: str
    """The column as it was read."""
    sealed: Mapping[str, str]


class SealedStore:
    def __init__(self, tx: Tx, column: SealedColumn) -> None:
        self.tx = tx
        self._column = column

    async def every(self) -> Sequence[SealedRow]:
        table, column = self._column.table, self._column.column
        rows = await self.tx.all(
            f"SELECT org_id, uid, {column} AS sealed FROM {table} ORDER BY org_id, uid"
        )
        return [
            SealedRow(row["org_id"], row["uid"], row["sealed"], orjson.loads(row["sealed"]))
            for row in rows
        ]

    async def replace(self, row: SealedRow, sealed: Mapping[str, str]) -> None:
        """Store other texts, unless the row changed since it was read."""
        table, column = self._column.table, self._column.column
        await self.tx.execute(
            f"UPDATE {table} SET {column} = :sealed"
            f" WHERE org_id = :org_id AND uid = :uid AND {column} = :before",
            {
                "org_id": row.org_id,
                "uid": row.uid,
                "before": row.text,
                "sealed": orjson.dumps(sealed).decode(),
            },
        )


def _stored(row: Row) -> StoredKey:
    return StoredKey(row["id"], row["org_id"], row["kek_id"], row["sealed"])
