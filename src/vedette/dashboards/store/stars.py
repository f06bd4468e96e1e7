"""Rows of `dashboard_star`: the starred dashboards of users."""

from collections.abc import Sequence

from vedette.db.database import Tx


class StarStore:
    def __init__(self, tx: Tx) -> None:
        self.tx = tx

    async def has(self, org_id: int, account_id: int, dashboard_id: int) -> bool:
        found = await self.tx.value(
            "SELECT 1 FROM dashboard_star WHERE org_id = :org_id AND account_id = :account_id"
            " AND dashboard_id = :dashboard_id",
            {"org_id": org_id, "account_id": account_id, "dashboard_id": dashboard_id},
        )
        return found is not None

    async def uids(self, org_id: int, account_id: int) -> Sequence[str]:
        rows = await self.tx.all(
            "SELECT d.uid FROM dashboard_star AS s JOIN dashboard AS d ON d.id = s.dashboard_id"
            " WHERE s.org_id = :org_id AND d.org_id = :org_id AND s.account_id = :account_id"
            " ORDER BY s.created, d.id",
            {"org_id": org_id, "account_id": account_id},
        )
        return [row["uid"] for row in rows]

    async def add(self, org_id: int, account_id: int, dashboard_id: int, now: int) -> None:
        await self.tx.execute(
            "INSERT INTO dashboard_star (org_id, account_id, dashboard_id, created)"
            " VALUES (:org_id, :account_id, :dashboard_id, :now)"
            " ON CONFLICT (account_id, dashboard_id) DO NOTHING",
            {
                "org_id": org_id,
                "account_id": account_id,
                "dashboard_id": dashboard_id,
                "now": now,
            },
        )

    async def remove(self, org_id: int, account_id: int, dashboard_id: int) -> None:
        await self.tx.execute(
            "DELETE FROM dashboard_star WHERE org_id = :org_id AND account_id = :account_id"
            " AND dashboard_id = :dashboard_id",
            {"org_id": org_id, "account_id": account_id, "dashboard_id": dashboard_id},
        )
