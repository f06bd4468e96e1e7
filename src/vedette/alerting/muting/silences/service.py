"""The silences of an organization."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import uuid4

from msgspec.structs import replace

from vedette.alerting.alerts.version_store import bump
from vedette.alerting.muting.silences.errors import BadSilence, SilenceNotFound
from vedette.alerting.muting.silences.model import Silence
from vedette.alerting.muting.silences.rules import can_become, problems
from vedette.alerting.muting.silences.store import SilenceStore, delete_ended_before
from vedette.alerting.muting.silences.text import SilenceDraft
from vedette.cluster.time import database_now
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock, milliseconds, moment

KEPT = timedelta(days=5)
"""How long silences are listed after they expired."""
_MOST = 10_000


class SilenceService:
    """Uses the time of the database, so that instances with different clocks agree."""

    def __init__(self, database: Database, clock: Clock, wakeups: Wakeups) -> None:
        self._database = database
        self._clock = clock
        self._wakeups = wakeups

    async def all(self, org_id: int) -> tuple[datetime, Sequence[Silence]]:
        """Return the current time and the silences, ordered by their end."""
        async with self._database.reading() as tx:
            return await self._now(tx), await SilenceStore(tx).all(org_id)

    async def get(self, org_id: int, silence_id: str) -> tuple[datetime, Silence]:
        """Return the current time and the silence. Raises `SilenceNotFound`."""
        async with self._database.reading() as tx:
            return await self._now(tx), await _found(tx, org_id, silence_id)

    async def save(self, org_id: int, draft: SilenceDraft, login: str) -> tuple[datetime, Silence]:
        """Create a silence, or change the one with the id of the draft, which may get another id.

        `login` is the author if the draft has none. Returns the current time and the silence.
        Raises `SilenceNotFound` and `BadSilence`.
        """
        async with self._database.transaction() as tx:
            now = await self._now(tx)
            saved = await self._save(tx, org_id, _silence(draft, now, login), draft.id, now)
            await self._changed(tx, org_id)
        return now, saved

    async def expire(self, org_id: int, silence_id: str) -> None:
        """Expire a silence now, unless it has expired. Raises `SilenceNotFound`."""
        async with self._database.transaction() as tx:
            if not await SilenceStore(tx).is_there(org_id, silence_id):
                raise SilenceNotFound
            now = await database_now(tx, self._clock)
            await SilenceStore(tx).expire(org_id, silence_id, now)
            await self._changed(tx, org_id)

    async def delete_old(self) -> None:
        """Delete silences of all organizations that expired long enough ago."""
        async with self._database.transaction() as tx:
            await delete_ended_before(tx, milliseconds(await self._now(tx) - KEPT))

    async def _save(self, tx: Tx, org_id: int, new: Silence, old_id: str, now: datetime) -> Silence:
        store = SilenceStore(tx)
        old = await _found(tx, org_id, old_id) if old_id else None
        if old is not None and can_become(old, new, now):
            new = replace(new, id=old.id)
            if now < old.starts_at:
                new = _from_now(new, now)
        else:
            new = _from_now(new, now)
            if await store.count_not_ended(org_id, milliseconds(now)) >= _MOST:
                raise BadSilence(
                    f"The organization already has {_MOST} silences, which is the maximum."
                )
        found = problems(new, now)
        if found:
            raise BadSilence(" ".join(found))
        if old is not None and old.id != new.id:
            await store.expire(org_id, old.id, milliseconds(now))
        await store.put(org_id, new)
        return new

    async def _now(self, tx: Tx) -> datetime:
        return moment(await database_now(tx, self._clock))

    async def _changed(self, tx: Tx, org_id: int) -> None:
        await bump(tx, org_id, "routing")
        tx.after_commit(lambda: self._wakeups.notify("alerts"))


def _silence(draft: SilenceDraft, now: datetime, login: str) -> Silence:
    """Raises `BadSilence` if it would end after the year 9999."""
    starts_at = draft.starts_at or now
    try:
        ends_at = draft.ends_at or max(starts_at, now) + draft.lasts
    except OverflowError:
        raise BadSilence("A silence must end before the year 10000.") from None
    return Silence(
        id=str(uuid4()),
        matchers=draft.matchers,
        starts_at=starts_at,
        ends_at=ends_at,
        created_by=draft.author or login,
        comment=draft.comment,
        updated_at=now,
        recurring=draft.recurring,
    )


async def _found(tx: Tx, org_id: int, silence_id: str) -> Silence:
    silence = await SilenceStore(tx).by_id(org_id, silence_id)
    if silence is None:
        raise SilenceNotFound
    return silence


def _from_now(silence: Silence, now: datetime) -> Silence:
    """Limit the start to now, as earlier notifications were sent."""
    return replace(silence, starts_at=max(silence.starts_at, now))
