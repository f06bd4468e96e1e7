"""Numbers of users and sessions of all organizations."""

import msgspec

from vedette.db.database import Tx
from vedette.identity.model import ROLE_RANK

_RANK = " ".join(f"WHEN '{role}' THEN {rank}" for role, rank in ROLE_RANK.items())


class Active(msgspec.Struct, frozen=True):
    """Users who were active in the last 30 days (`monthly`) and in the last 24 hours (`daily`)."""

    all: int = 0
    monthly: int = 0
    daily: int = 0


class StatisticsStore:
    """`now` is in milliseconds."""

    def __init__(self, tx: Tx, now: int) -> None:
        self._tx = tx
        self._since = {"month": now - 30 * 86_400_000, "day": now - 86_400_000}

    async def users(self) -> dict[str, Active]:
        """Count users by their highest role in any organization."""
        rows = await self._tx.all(
            "SELECT rank, COUNT(*) AS users,"  # noqa: S608
            " COUNT(CASE WHEN last_seen >= :month THEN 1 END) AS monthly,"
            " COUNT(CASE WHEN last_seen >= :day THEN 1 END) AS daily FROM"
            f" (SELECT a.id, a.last_seen, COALESCE(MAX(CASE m.role {_RANK} END), 0) AS rank"
            " FROM account a LEFT JOIN org_member m ON m.account_id = a.id"
            " WHERE a.kind = 'user' GROUP BY a.id, a.last_seen) AS person GROUP BY rank",
            self._since,
        )
        found = {row["rank"]: Active(row["users"], row["monthly"], row["daily"]) for row in rows}
        return {role: found.get(rank, Active()) for role, rank in ROLE_RANK.items()}

    async def sessions(self) -> Active:
        row = await self._tx.one(
            "SELECT COUNT(*) AS sessions, COUNT(CASE WHEN seen >= :month THEN 1 END) AS monthly,"
            " COUNT(CASE WHEN seen >= :day THEN 1 END) AS daily FROM session",
            self._since,
        )
        return Active(row["sessions"], row["monthly"], row["daily"]) if row else Active()
