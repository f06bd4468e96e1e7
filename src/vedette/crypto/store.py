"""The table of sealed data keys."""

import msgspec

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


def _stored(row: Row) -> StoredKey:
    return StoredKey(row["id"], row["org_id"], row["kek_id"], row["sealed"])
