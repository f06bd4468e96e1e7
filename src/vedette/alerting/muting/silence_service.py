"""Silences of an organization: made, changed, ended, and forgotten after a while."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import uuid4

from vedette.alerting.alerts.versions import bump
from vedette.alerting.muting.errors import BadSilence, SilenceNotFound
from vedette.alerting.muting.silence_store import SilenceStore, delete_ended_before
from vedette.alerting.muting.silence_text import SilenceDraft
from vedette.alerting.muting.silences import Silence, can_become, problems
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock, milliseconds, moment

KEPT = timedelta(days=5)
"""How long silences are shown after they ended."""
_MOST = 10_000


class SilenceService:
    def __init__(self, database: Database, clock: Clock, wakeups: Wakeups) -> None:
        self._database = database
        self._clock = clock
        self._wakeups = wakeups

    async def all(self, org_id: int) -> Sequence[Silence]:
        """The one that ends first comes first."""
        async with self._database.reading() as tx:
            return await SilenceStore(tx).all(org_id)

    async def get(self, org_id: int, silence_id: str) -> Silence:
        """Raises `SilenceNotFound`."""
        async with self._database.reading() as tx:
            return await _found(tx, org_id, silence_id)

    async def save(self, org_id: int, draft: SilenceDraft, login: str) -> Silence:
        """Makes one, or changes that of the draft's id, which may get another id.

        `login` is who asks, the author where the draft names none. Raises `SilenceNotFound` and
        `BadSilence`.
        """
        now = self._now()
        new = Silence(
            id=str(uuid4()),
            matchers=draft.matchers,
            starts_at=draft.starts_at,
            ends_at=draft.ends_at,
            created_by=draft.author or login,
            comment=draft.comment,
            updated_at=now,
            recurring=draft.recurring,
        )
        async with self._database.transaction() as tx:
            store = SilenceStore(tx)
            old = await _found(tx, org_id, draft.id) if draft.id else None
            if old is not None and can_become(old, new, now):
                new = replace(new, id=old.id)
                if now < old.starts_at:
                    new = _from_now(new, now)
            else:
                new = _from_now(new, now)
                if await store.count_not_ended(org_id, milliseconds(now)) >= _MOST:
                    raise BadSilence(f"There are {_MOST} silences already, which is the most.")
            found = problems(new, now)
            if found:
                raise BadSilence(" ".join(found))
            if old is not None and old.id != new.id:
                await store.expire(org_id, old.id, milliseconds(now))
            await store.put(org_id, new)
            await self._changed(tx, org_id)
        return new

    async def expire(self, org_id: int, silence_id: str) -> None:
        """Ends it now; nothing where it has ended. Raises `SilenceNotFound`."""
        now = self._now()
        async with self._database.transaction() as tx:
            await _found(tx, org_id, silence_id)
            await SilenceStore(tx).expire(org_id, silence_id, milliseconds(now))
            await self._changed(tx, org_id)

    async def delete_old(self) -> None:
        """Of all organizations, those that ended long enough ago."""
        before = milliseconds(self._now() - KEPT)
        async with self._database.transaction() as tx:
            await delete_ended_before(tx, before)

    def _now(self) -> datetime:
        return moment(self._clock.now_ms())

    async def _changed(self, tx: Tx, org_id: int) -> None:
        await bump(tx, org_id, "routing")
        tx.after_commit(lambda: self._wakeups.notify("alerts"))


async def _found(tx: Tx, org_id: int, silence_id: str) -> Silence:
    silence = await SilenceStore(tx).by_id(org_id, silence_id)
    if silence is None:
        raise SilenceNotFound
    return silence


def _from_now(silence: Silence, now: datetime) -> Silence:
    """A silence does not reach back: what was told before it was made, was told."""
    return replace(silence, starts_at=max(silence.starts_at, now))
