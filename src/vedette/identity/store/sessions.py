"""Browser sessions: only digests of their tokens are stored."""

from collections.abc import Sequence

from vedette.db.database import Row, Tx
from vedette.identity.model import Holder, Session
from vedette.identity.store.members import HOLDER_COLUMNS, holder

_COLUMNS = (
    "s.id, s.account_id, s.digest, s.previous_digest, s.is_seen, s.client_ip, s.user_agent,"
    " s.created, s.rotated, s.seen"
)

_LONGEST_COUNTER = 200


class SessionStore:
    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def by_digest(self, digest: str) -> Session | None:
        """Return the session with this token, or with this token before the last rotation."""
        row = await self._tx.one(
            f"SELECT {_COLUMNS} FROM session s"  # noqa: S608
            " WHERE s.digest = :digest OR s.previous_digest = :digest",
            {"digest": digest},
        )
        return _session(row) if row else None

    async def presented(self, digest: str) -> tuple[Session, Holder] | None:
        """Return the session as `by_digest` does, with its holder."""
        row = await self._tx.one(
            f"SELECT {_COLUMNS}, a.org_id, {HOLDER_COLUMNS} FROM session s"  # noqa: S608
            " JOIN account a ON a.id = s.account_id"
            " LEFT JOIN org_member m ON m.org_id = a.org_id AND m.account_id = a.id"
            " WHERE s.digest = :digest OR s.previous_digest = :digest",
            {"digest": digest},
        )
        return (_session(row), holder(row)) if row else None

    async def by_id(self, session_id: int) -> Session | None:
        row = await self._tx.one(
            f"SELECT {_COLUMNS} FROM session s WHERE s.id = :id",  # noqa: S608
            {"id": session_id},
        )
        return _session(row) if row else None

    async def create(
        self, account_id: int, digest: str, client_ip: str, user_agent: str, now: int
    ) -> None:
        await self._tx.execute(
            "INSERT INTO session (account_id, digest, is_seen, client_ip, user_agent, created,"
            " rotated, seen) VALUES (:id, :digest, TRUE, :ip, :agent, :now, :now, :now)",
            {
                "id": account_id,
                "digest": digest,
                "ip": client_ip,
                "agent": user_agent[:300],
                "now": now,
            },
        )

    async def rotate(self, session: Session, digest: str, now: int) -> bool:
        """Rotate the token. Returns False if another request rotated it first."""
        count = await self._tx.execute(
            "UPDATE session SET digest = :digest, previous_digest = :previous, is_seen = FALSE,"
            " rotated = :now, seen = :now WHERE id = :id AND digest = :previous",
            {"id": session.id, "digest": digest, "previous": session.digest, "now": now},
        )
        return count > 0

    async def replace_unseen(self, session: Session, digest: str, now: int) -> bool:
        """Replace a token that never reached the browser."""
        count = await self._tx.execute(
            "UPDATE session SET digest = :digest, rotated = :now, seen = :now"
            " WHERE id = :id AND digest = :unseen AND NOT is_seen",
            {"id": session.id, "digest": digest, "unseen": session.digest, "now": now},
        )
        return count > 0

    async def mark_seen(self, session_id: int, now: int) -> None:
        await self._tx.execute(
            "UPDATE session SET is_seen = TRUE, seen = :now WHERE id = :id",
            {"id": session_id, "now": now},
        )

    async def of_account(self, account_id: int) -> Sequence[Session]:
        rows = await self._tx.all(
            f"SELECT {_COLUMNS} FROM session s WHERE s.account_id = :id ORDER BY s.seen DESC",  # noqa: S608
            {"id": account_id},
        )
        return [_session(row) for row in rows]

    async def delete(self, account_id: int, session_id: int) -> bool:
        count = await self._tx.execute(
            "DELETE FROM session WHERE id = :id AND account_id = :account",
            {"id": session_id, "account": account_id},
        )
        return count > 0

    async def delete_all(self, account_id: int, keep: str = "") -> None:
        """Delete all sessions of an account. `keep` is the digest of a session to keep."""
        await self._tx.execute(
            "DELETE FROM session WHERE account_id = :id AND digest <> :keep",
            {"id": account_id, "keep": keep},
        )

    async def delete_expired(self, created_before: int, rotated_before: int) -> int:
        return await self._tx.execute(
            "DELETE FROM session WHERE created < :created OR rotated < :rotated",
            {"created": created_before, "rotated": rotated_before},
        )


class AttemptStore:
    """Failed logins of all instances. The column `login` holds the name of a counter."""

    def __init__(self, tx: Tx) -> None:
        self._tx = tx

    async def add(self, counter: str, client: str, now: int) -> None:
        await self._tx.execute(
            "INSERT INTO login_attempt (login, client, at) VALUES (:counter, :client, :now)",
            {"counter": counter[:_LONGEST_COUNTER], "client": client, "now": now},
        )

    async def since(self, counter: str, moment: int, client: str = "") -> Sequence[int]:
        """Return the times of failures after `moment`, of one client or of all clients."""
        rows = await self._tx.all(
            "SELECT at FROM login_attempt WHERE login = :counter AND at > :moment"
            " AND (:client = '' OR client = :client) ORDER BY at",
            {"counter": counter[:_LONGEST_COUNTER], "moment": moment, "client": client},
        )
        return [row["at"] for row in rows]

    async def clear(self, counter: str, client: str) -> None:
        await self._tx.execute(
            "DELETE FROM login_attempt WHERE login = :counter AND client = :client",
            {"counter": counter[:_LONGEST_COUNTER], "client": client},
        )

    async def full_at(self, counter: str) -> int:
        """Return when the token bucket of a row is full again, or 0 if it is full."""
        found = await self._tx.value(
            "SELECT at FROM login_attempt WHERE login = :counter", {"counter": counter}
        )
        return int(found or 0)

    async def set_full_at(self, counter: str, client: str, moment: int) -> None:
        await self.clear(counter, client)
        await self.add(counter, client, moment)

    async def refund(self, counter: str, milliseconds: int) -> None:
        await self._tx.execute(
            "UPDATE login_attempt SET at = at - :refund WHERE login = :counter",
            {"refund": milliseconds, "counter": counter},
        )

    async def delete_before(self, moment: int) -> None:
        await self._tx.execute("DELETE FROM login_attempt WHERE at < :moment", {"moment": moment})


def _session(row: Row) -> Session:
    return Session(
        id=row["id"],
        account_id=row["account_id"],
        digest=row["digest"],
        previous_digest=row["previous_digest"],
        is_seen=bool(row["is_seen"]),
        client_ip=row["client_ip"],
        user_agent=row["user_agent"],
        created=row["created"],
        rotated=row["rotated"],
        seen=row["seen"],
    )
