"""Accounts of users and services."""

from collections.abc import Sequence
from typing import Any

import msgspec

from vedette.db.database import Row, Tx
from vedette.db.errors import UniqueViolation
from vedette.db.sql import like, row_lock
from vedette.identity.errors import UserExists
from vedette.identity.model import Account, AccountKind, folded
from vedette.identity.store.order import order_by
from vedette.kernel.ids import new_uid

COLUMNS = (
    "a.id, a.uid, a.kind, a.login, a.email, a.name, a.password, a.must_change_password,"
    " a.is_server_admin, a.is_disabled, a.org_id, a.last_seen, a.created, a.updated"
)


class NewAccount(msgspec.Struct, frozen=True):
    kind: AccountKind
    login: str
    name: str
    email: str = ""
    password: str | None = None
    must_change_password: bool = False
    is_server_admin: bool = False
    is_disabled: bool = False
    org_id: int = 1


class AccountStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def by_id(self, account_id: int, *, is_changed: bool = False) -> Account | None:
        """Return an account. With `is_changed`, it is locked until the transaction ends."""
        lock = row_lock(self._tx.dialect) if is_changed else ""
        row = await self._tx.one(
            f"SELECT {COLUMNS} FROM account a WHERE a.id = :id{lock}",  # noqa: S608
            {"id": account_id},
        )
        return account(row) if row else None

    async def by_name(self, login_or_email: str) -> Account | None:
        row = await self._tx.one(
            f"SELECT {COLUMNS} FROM account_name n JOIN account a ON a.id = n.account_id"  # noqa: S608
            " WHERE n.name = :name",
            {"name": folded(login_or_email)},
        )
        return account(row) if row else None

    async def create(self, new: NewAccount, now: int) -> int:
        """Create an account. Returns its id. Raises `UserExists` for an existing login or
        e-mail."""
        await self._refuse_taken(new.login, new.email)
        account_id: int = await self._tx.value(
            "INSERT INTO account (uid, kind, login, email, name, password, must_change_password,"
            " is_server_admin, is_disabled, org_id, created, updated)"
            " VALUES (:uid, :kind, :login, :email, :name, :password, :must_change,"
            " :server_admin, :disabled, :org_id, :now, :now) RETURNING id",
            {
                "uid": new_uid(),
                "kind": new.kind,
                "login": new.login,
                "email": new.email or None,
                "name": new.name,
                "password": new.password,
                "must_change": new.must_change_password,
                "server_admin": new.is_server_admin,
                "disabled": new.is_disabled,
                "org_id": new.org_id,
                "now": now,
            },
        )
        await self._claim_names(account_id, new.login, new.email)
        return account_id

    async def update(self, changed: Account, now: int) -> None:
        """Update an account. Raises `UserExists` for an existing login or e-mail."""
        await self._tx.execute(
            "DELETE FROM account_name WHERE account_id = :id", {"id": changed.id}
        )
        await self._refuse_taken(changed.login, changed.email)
        await self._tx.execute(
            "UPDATE account SET login = :login, email = :email, name = :name,"
            " password = :password, must_change_password = :must_change,"
            " is_server_admin = :server_admin, is_disabled = :disabled, org_id = :org_id,"
            " updated = :now WHERE id = :id",
            {
                "id": changed.id,
                "login": changed.login,
                "email": changed.email or None,
                "name": changed.name,
                "password": changed.password,
                "must_change": changed.must_change_password,
                "server_admin": changed.is_server_admin,
                "disabled": changed.is_disabled,
                "org_id": changed.org_id,
                "now": now,
            },
        )
        await self._claim_names(changed.id, changed.login, changed.email)

    async def _refuse_taken(self, login: str, email: str) -> None:
        for name in _names(login, email):
            taken = await self._tx.value(
                "SELECT account_id FROM account_name WHERE name = :name", {"name": name}
            )
            if taken is not None:
                raise UserExists(f"User with login or email {name!r} already exists")

    async def _claim_names(self, account_id: int, login: str, email: str) -> None:
        for name in _names(login, email):
            try:
                await self._tx.execute(
                    "INSERT INTO account_name (name, account_id) VALUES (:name, :id)",
                    {"name": name, "id": account_id},
                )
            except UniqueViolation as error:
                raise UserExists(f"User with login or email {name!r} already exists") from error

    async def delete(self, account_id: int) -> None:
        await self._tx.execute("DELETE FROM account WHERE id = :id", {"id": account_id})

    async def renew_hash(self, account_id: int, old: str, new: str) -> None:
        """Replace the hash of an unchanged password. A password changed in the meantime is kept."""
        await self._tx.execute(
            "UPDATE account SET password = :new WHERE id = :id AND password = :old",
            {"id": account_id, "old": old, "new": new},
        )

    async def move(self, account_id: int, org_id: int, now: int) -> None:
        """Set the organization that the user works in."""
        await self._tx.execute(
            "UPDATE account SET org_id = :org_id, updated = :now WHERE id = :id",
            {"id": account_id, "org_id": org_id, "now": now},
        )

    async def touch(self, account_id: int, now: int) -> None:
        await self._tx.execute(
            "UPDATE account SET last_seen = :now WHERE id = :id", {"id": account_id, "now": now}
        )

    async def search(
        self,
        text: str,
        *,
        limit: int,
        offset: int,
        sort: str = "",
        seen_since: int | None = None,
    ) -> tuple[int, Sequence[Account]]:
        """Return the number of matching accounts and a page of them. `sort` is as in `order_by`,
        `seen_since` is in milliseconds."""
        where, params = matching(text)
        if seen_since is not None:
            where, params = f"{where} AND a.last_seen >= :since", {**params, "since": seen_since}
        total: int = await self._tx.value(
            f"SELECT COUNT(*) FROM account a WHERE a.kind = 'user' AND {where}",  # noqa: S608
            params,
        )
        rows = await self._tx.all(
            f"SELECT {COLUMNS} FROM account a WHERE a.kind = 'user' AND {where}"  # noqa: S608
            f" {order_by(sort)} LIMIT :limit OFFSET :offset",
            {**params, "limit": limit, "offset": offset},
        )
        return total, [account(row) for row in rows]

    async def count_seen_since(self, moment: int) -> int:
        count: int = await self._tx.value(
            "SELECT COUNT(*) FROM account WHERE kind = 'user' AND last_seen >= :moment",
            {"moment": moment},
        )
        return count

    async def other_server_admins(self, account_id: int) -> int:
        count: int = await self._tx.value(
            "SELECT COUNT(*) FROM account WHERE is_server_admin AND NOT is_disabled AND id <> :id",
            {"id": account_id},
        )
        return count


def _names(login: str, email: str) -> list[str]:
    return sorted({folded(name) for name in (login, email) if name})


def matching(text: str) -> tuple[str, dict[str, Any]]:
    if not text:
        return "1 = 1", {}
    columns = ("a.login", "a.name", "COALESCE(a.email, '')")
    tests = (f"LOWER({column}) LIKE LOWER(:text) ESCAPE '\\'" for column in columns)
    return f"({' OR '.join(tests)})", {"text": f"%{like(text)}%"}


def account(row: Row) -> Account:
    return Account(
        id=row["id"],
        uid=row["uid"],
        kind=row["kind"],
        login=row["login"],
        email=row["email"] or "",
        name=row["name"],
        password=row["password"],
        must_change_password=bool(row["must_change_password"]),
        is_server_admin=bool(row["is_server_admin"]),
        is_disabled=bool(row["is_disabled"]),
        org_id=row["org_id"],
        last_seen=row["last_seen"],
        created=row["created"],
        updated=row["updated"],
    )
