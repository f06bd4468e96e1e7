"""Browser sessions: created at login, rotated in use, ended by logout, by age or by an
administrator.

A replaced token stays valid for a short time, and until its successor is used once, so that a lost
response does not end the session. If it is used later, it is considered stolen and the session
ends.
"""

from contextlib import suppress
from datetime import timedelta

import msgspec
from msgspec.structs import replace

from vedette.db.database import Database
from vedette.db.errors import DatabaseReadOnly
from vedette.identity.credentials import digest, new_session_token
from vedette.identity.model import Holder, Session
from vedette.identity.store.sessions import SessionStore
from vedette.kernel.clock import Clock

_OVERLAP_MS = 30_000


class Lifetimes(msgspec.Struct, frozen=True):
    idle: timedelta
    absolute: timedelta
    rotation: timedelta


class Issued(msgspec.Struct, frozen=True):
    """A session, and its new token if it was rotated now."""

    session: Session
    holder: Holder
    new_token: str | None = None


class Sessions:
    def __init__(self, database: Database, clock: Clock, lifetimes: Lifetimes) -> None:
        self._database = database
        self._clock = clock
        self._idle = _ms(lifetimes.idle)
        self._absolute = _ms(lifetimes.absolute)
        self._rotation = _ms(lifetimes.rotation)
        self.max_age = int(lifetimes.absolute.total_seconds())
        self.rotation_seconds = int(lifetimes.rotation.total_seconds())

    async def begin(self, account_id: int, client_ip: str, user_agent: str) -> str:
        """Create a session. Returns its token."""
        token = new_session_token()
        async with self._database.transaction() as tx:
            await SessionStore(tx).create(
                account_id, digest(token), client_ip, user_agent, self._clock.now_ms()
            )
        return token

    async def find(self, token: str, *, may_rotate: bool = True) -> Issued | None:
        """Return the session of a token. Returns None if it must be rotated and `may_rotate` is
        False."""
        presented, now = digest(token), self._clock.now_ms()
        async with self._database.reading() as tx:
            found = await SessionStore(tx).presented(presented)
        if found is None or self._is_expired(found[0], now):
            return None
        issued = Issued(*found)
        if presented == issued.session.digest:
            return await self._current(issued, now, may_rotate)
        return await self._replaced(issued, now, may_rotate)

    async def id_of(self, token: str) -> int | None:
        """Return the session id of a valid token without rotating it."""
        async with self._database.reading() as tx:
            session = await SessionStore(tx).by_digest(digest(token))
        return session.id if session else None

    async def account_of(self, session_id: int) -> int | None:
        """Return the account of a session, or None if the session has ended."""
        async with self._database.reading() as tx:
            session = await SessionStore(tx).by_id(session_id)
        if session is None or self._is_expired(session, self._clock.now_ms()):
            return None
        return session.account_id

    def _is_expired(self, session: Session, now: int) -> bool:
        return now - session.created > self._absolute or now - session.rotated > self._idle

    async def _current(self, found: Issued, now: int, may_rotate: bool) -> Issued | None:
        session = found.session
        if now - session.rotated > self._rotation:
            if not may_rotate:
                return None
            token = new_session_token()
            try:
                async with self._database.statement() as tx:
                    rotated = await SessionStore(tx).rotate(session, digest(token), now)
            except DatabaseReadOnly:
                return found  # The old token stays valid, so that read requests succeed.
            return replace(found, new_token=token if rotated else None)
        if not session.is_seen:
            with suppress(DatabaseReadOnly):
                async with self._database.statement() as tx:
                    await SessionStore(tx).mark_seen(session.id, now)
        return found

    async def _replaced(self, found: Issued, now: int, may_rotate: bool) -> Issued | None:
        session = found.session
        if not session.is_seen and now - session.rotated > _OVERLAP_MS:
            if not may_rotate:
                return None
            token = new_session_token()
            try:
                async with self._database.statement() as tx:
                    replaced = await SessionStore(tx).replace_unseen(session, digest(token), now)
            except DatabaseReadOnly:
                return found
            return replace(found, new_token=token if replaced else None)
        if now - session.rotated <= _OVERLAP_MS:
            return found
        await self.end(session.account_id, session.id)
        return None

    async def rotate(self, token: str) -> Issued | None:
        """Rotate the token regardless of its age."""
        found = await self.find(token)
        if found is None or found.new_token is not None:
            return found
        fresh = new_session_token()
        async with self._database.statement() as tx:
            rotated = await SessionStore(tx).rotate(
                found.session, digest(fresh), self._clock.now_ms()
            )
        return replace(found, new_token=fresh if rotated else None)

    async def end_by_token(self, token: str) -> None:
        async with self._database.transaction() as tx:
            store = SessionStore(tx)
            session = await store.by_digest(digest(token))
            if session is not None:
                await store.delete(session.account_id, session.id)

    async def end(self, account_id: int, session_id: int) -> bool:
        async with self._database.statement() as tx:
            return await SessionStore(tx).delete(account_id, session_id)

    async def of_account(self, account_id: int) -> list[Session]:
        async with self._database.reading() as tx:
            return list(await SessionStore(tx).of_account(account_id))

    async def delete_expired(self) -> None:
        now = self._clock.now_ms()
        async with self._database.transaction() as tx:
            await SessionStore(tx).delete_expired(now - self._absolute, now - self._idle)


def _ms(duration: timedelta) -> int:
    return round(duration.total_seconds() * 1000)
