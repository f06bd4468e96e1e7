"""Preferences of users, and of organizations under account 0."""

from typing import Any

import orjson

from vedette.db.database import Tx


class PreferenceStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def get(self, org_id: int, account_id: int) -> dict[str, Any]:
        document = await self._tx.value(
            "SELECT document FROM preference WHERE org_id = :org_id AND account_id = :id",
            {"org_id": org_id, "id": account_id},
        )
        return dict(orjson.loads(document)) if document else {}

    async def put(self, org_id: int, account_id: int, document: dict[str, Any], now: int) -> None:
        await self._tx.execute(
            "INSERT INTO preference (org_id, account_id, document, updated)"
            " VALUES (:org_id, :id, :document, :now)"
            " ON CONFLICT (org_id, account_id) DO UPDATE SET document = :document, updated = :now",
            {
                "org_id": org_id,
                "id": account_id,
                "document": orjson.dumps(document).decode(),
                "now": now,
            },
        )
