"""API tokens of service accounts. Only digests are stored."""

from collections.abc import Sequence

from vedette.db.database import Row, Tx
from vedette.identity.model import ApiKey, ApiToken, PresentedToken
from vedette.identity.store.members import HOLDER_COLUMNS, holder

KEY_LOGIN = "key-"
"""Prefix of logins of service accounts that represent an API key. No other login has it."""
_COLUMNS = "id, org_id, account_id, name, expires, last_used, created"
_KEYS = (
    "SELECT t.id, t.org_id, t.account_id, t.name, t.expires, t.last_used, t.created, m.role"  # noqa: S608
    " FROM api_token t JOIN account a ON a.id = t.account_id"
    " JOIN org_member m ON m.org_id = t.org_id AND m.account_id = t.account_id"
    f" WHERE t.org_id = :org_id AND a.kind = 'service' AND a.login LIKE '{KEY_LOGIN}%'"
)
_MOST_KEYS = 5_000


class TokenStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def presented(self, digest: str) -> PresentedToken | None:
        """Return a token by its digest. None also if its account left the organization."""
        row = await self._tx.one(
            "SELECT t.id, t.org_id, t.account_id, t.expires, t.last_used,"  # noqa: S608
            f" {HOLDER_COLUMNS} FROM api_token t JOIN account a ON a.id = t.account_id"
            " JOIN org_member m ON m.org_id = t.org_id AND m.account_id = t.account_id"
            " WHERE t.digest = :digest",
            {"digest": digest},
        )
        return (
            PresentedToken(row["id"], row["expires"], row["last_used"], holder(row))
            if row
            else None
        )

    async def of_account(self, org_id: int, account_id: int) -> Sequence[ApiToken]:
        rows = await self._tx.all(
            f"SELECT {_COLUMNS} FROM api_token"  # noqa: S608
            " WHERE org_id = :org_id AND account_id = :id ORDER BY id",
            {"org_id": org_id, "id": account_id},
        )
        return [_token(row) for row in rows]

    async def keys(self, org_id: int, valid_at: int | None) -> Sequence[ApiKey]:
        """Return API keys by name. With `valid_at`, in milliseconds, only keys that are valid
        then."""
        valid = "" if valid_at is None else " AND (t.expires IS NULL OR t.expires > :moment)"
        rows = await self._tx.all(
            f"{_KEYS}{valid} ORDER BY t.name, t.id LIMIT :most",
            {"org_id": org_id, "most": _MOST_KEYS}
            | ({} if valid_at is None else {"moment": valid_at}),
        )
        return [ApiKey(_token(row), row["role"]) for row in rows]

    async def key(self, org_id: int, token_id: int) -> ApiKey | None:
        row = await self._tx.one(f"{_KEYS} AND t.id = :id", {"org_id": org_id, "id": token_id})
        return ApiKey(_token(row), row["role"]) if row else None

    async def counts(self, org_id: int) -> dict[int, int]:
        rows = await self._tx.all(
            "SELECT account_id, COUNT(*) AS tokens FROM api_token WHERE org_id = :org_id"
            " GROUP BY account_id",
            {"org_id": org_id},
        )
        return {row["account_id"]: row["tokens"] for row in rows}

    async def create(
        self, org_id: int, account_id: int, name: str, digest: str, expires: int | None, now: int
    ) -> int:
        """Create a token. Raises `UniqueViolation` if the account has a token of this name."""
        token_id: int = await self._tx.value(
            "INSERT INTO api_token (org_id, account_id, name, digest, expires, created)"
            " VALUES (:org_id, :id, :name, :digest, :expires, :now) RETURNING id",
            {
                "org_id": org_id,
                "id": account_id,
                "name": name,
                "digest": digest,
                "expires": expires,
                "now": now,
            },
        )
        return token_id

    async def delete(self, org_id: int, account_id: int, token_id: int) -> bool:
        count = await self._tx.execute(
            "DELETE FROM api_token WHERE id = :token AND org_id = :org_id AND account_id = :id",
            {"token": token_id, "org_id": org_id, "id": account_id},
        )
        return count > 0

    async def touch(self, token_id: int, now: int) -> None:
        await self._tx.execute(
            "UPDATE api_token SET last_used = :now WHERE id = :id", {"id": token_id, "now": now}
        )


def _token(row: Row) -> ApiToken:
    return ApiToken(
        id=row["id"],
        org_id=row["org_id"],
        account_id=row["account_id"],
        name=row["name"],
        expires=row["expires"],
        last_used=row["last_used"],
        created=row["created"],
    )
