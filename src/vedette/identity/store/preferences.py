"""Preferences of users, and of organizations under account 0."""

from collections.abc import Sequence
from typing import Any

import orjson

from vedette.db.database import Tx
from vedette.db.sql import listed


class PreferenceStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def get(self, org_id: int, account_id: int) -> dict[str, Any]:
        [found] = await self.of_each(org_id, (account_id,))
        return found

    async def of_each(self, org_id: int, account_ids: Sequence[int]) -> list[dict[str, Any]]:
        """Return the preferences of each account in one statement. Empty if none are stored."""
        names, params = listed("id", account_ids)
        rows = await self._tx.all(
            "SELECT account_id, document FROM preference"  # noqa: S608
            f" WHERE org_id = :org_id AND account_id IN ({names})",
            {"org_id": org_id, **params},
        )
        found = {row["account_id"]: orjson.loads(row["document"]) for row in rows}
        return [found.get(account_id, {}) for account_id in account_ids]

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
