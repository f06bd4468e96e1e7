"""Membership of accounts in organizations."""

from collections.abc import Sequence

from vedette.db.database import Row, Tx
from vedette.identity.model import AccountKind, Holder, Member
from vedette.identity.store.accounts import COLUMNS, account, matching
from vedette.identity.store.order import order_by

HOLDER_COLUMNS = "a.login, a.name, a.is_server_admin, a.is_disabled, a.last_seen, m.role"
"""Columns in addition to `account_id` and `org_id`. `a` is the account and `m` its membership, if
any."""


class MemberStore:
    """Memberships. Every statement names the organization."""

    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def one(self, org_id: int, account_id: int) -> Member | None:
        row = await self._tx.one(
            f"SELECT {COLUMNS}, m.org_id AS member_org, m.role FROM org_member m"  # noqa: S608
            " JOIN account a ON a.id = m.account_id"
            " WHERE m.org_id = :org_id AND m.account_id = :id",
            {"org_id": org_id, "id": account_id},
        )
        return _member(row) if row else None

    async def of_account(self, account_id: int) -> Sequence[tuple[int, str, str]]:
        """Return id and name of each organization, and the role in it."""
        rows = await self._tx.all(
            "SELECT o.id, o.name, m.role FROM org_member m JOIN org o ON o.id = m.org_id"
            " WHERE m.account_id = :id ORDER BY o.name",
            {"id": account_id},
        )
        return [(row["id"], row["name"], row["role"]) for row in rows]

    async def search(
        self,
        org_id: int,
        kind: AccountKind,
        text: str,
        *,
        limit: int,
        offset: int,
        sort: str = "",
        only_disabled: bool = False,
        expired_at: int | None = None,
    ) -> tuple[int, Sequence[Member]]:
        """Return the number of matching members and a page of them. `sort` is as in `order_by`.
        With `expired_at`, in milliseconds, only accounts with a token that has expired by then."""
        where, params = matching(text)
        params = {**params, "org_id": org_id, "kind": kind}
        if only_disabled:
            where += " AND a.is_disabled"
        if expired_at is not None:
            where += (
                " AND EXISTS (SELECT 1 FROM api_token t WHERE t.org_id = m.org_id"
                " AND t.account_id = a.id AND t.expires <= :expired_at)"
            )
            params["expired_at"] = expired_at
        source = (
            "FROM org_member m JOIN account a ON a.id = m.account_id"
            f" WHERE m.org_id = :org_id AND a.kind = :kind AND {where}"
        )
        total: int = await self._tx.value(f"SELECT COUNT(*) {source}", params)
        rows = await self._tx.all(
            f"SELECT {COLUMNS}, m.org_id AS member_org, m.role {source}"
            f" {order_by(sort)} LIMIT :limit OFFSET :offset",
            {**params, "limit": limit, "offset": offset},
        )
        return total, [_member(row) for row in rows]

    async def service_account_named(self, org_id: int, name: str) -> int | None:
        """Return the id of the service account with this name, ignoring case."""
        account_id: int | None = await self._tx.value(
            "SELECT a.id FROM org_member m JOIN account a ON a.id = m.account_id"
            " WHERE m.org_id = :org_id AND a.kind = 'service' AND LOWER(a.name) = LOWER(:name)"
            " ORDER BY a.id LIMIT 1",
            {"org_id": org_id, "name": name},
        )
        return account_id

    async def put(self, org_id: int, account_id: int, role: str, now: int) -> None:
        await self._tx.execute(
            "INSERT INTO org_member (org_id, account_id, role, created, updated)"
            " VALUES (:org_id, :id, :role, :now, :now)"
            " ON CONFLICT (org_id, account_id) DO UPDATE SET role = :role, updated = :now",
            {"org_id": org_id, "id": account_id, "role": role, "now": now},
        )

    async def remove(self, org_id: int, account_id: int) -> bool:
        count = await self._tx.execute(
            "DELETE FROM org_member WHERE org_id = :org_id AND account_id = :id",
            {"org_id": org_id, "id": account_id},
        )
        return count > 0

    async def other_admins(self, org_id: int, account_id: int) -> int:
        count: int = await self._tx.value(
            "SELECT COUNT(*) FROM org_member m JOIN account a ON a.id = m.account_id"
            " WHERE m.org_id = :org_id AND m.role = 'Admin' AND a.kind = 'user'"
            " AND NOT a.is_disabled AND a.id <> :id",
            {"org_id": org_id, "id": account_id},
        )
        return count


def _member(row: Row) -> Member:
    return Member(account(row), row["member_org"], row["role"])


def holder(row: Row) -> Holder:
    return Holder(
        id=row["account_id"],
        org_id=row["org_id"],
        role=row["role"] or "None",
        login=row["login"],
        name=row["name"],
        is_server_admin=bool(row["is_server_admin"]),
        is_disabled=bool(row["is_disabled"]),
        last_seen=row["last_seen"],
    )
