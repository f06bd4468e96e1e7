"""The mute timings of an organization. Policies and rules refer to them by name."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from vedette.alerting.alerts.version_store import bump
from vedette.alerting.model.provenance import Edit, check_delete, check_edit
from vedette.alerting.muting.timings.errors import (
    TimingExists,
    TimingNotFound,
    TimingUsed,
)
from vedette.alerting.muting.timings.model import StoredTiming, Timing
from vedette.alerting.muting.timings.store import TimingStore
from vedette.alerting.muting.timings.text import BadTiming
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock

_LONGEST_NAME = 200
_MOST = 2_000


class TimingLinks(Protocol):
    """Objects that refer to timings by name: policies and rules."""

    async def uses_of_timing(self, tx: Tx, org_id: int, name: str) -> Sequence[str]:
        """Return where the timing is used, such as `policy 1.2`."""
        ...

    async def rename_timing(self, tx: Tx, org_id: int, old: str, new: str) -> None:
        """Update references after a timing was renamed."""
        ...


class TimingService:
    """`lock` is held while policies or timings change, since they refer to each other."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        wakeups: Wakeups,
        links: Sequence[TimingLinks],
        lock: Callable[[Tx, int], Awaitable[None]],
    ) -> None:
        self._database = database
        self._clock = clock
        self._wakeups = wakeups
        self._links = links
        self._lock = lock

    async def all(self, org_id: int) -> Sequence[StoredTiming]:
        """Return the timings by name."""
        async with self._database.reading() as tx:
            return await TimingStore(tx).all(org_id)

    async def get(self, org_id: int, name: str) -> StoredTiming:
        """Return a timing. Raises `TimingNotFound` and `StoredUnreadable`."""
        async with self._database.reading() as tx:
            return await _found(tx, org_id, name)

    async def create(self, org_id: int, timing: Timing, edit: Edit) -> StoredTiming:
        """Create a timing. Replaces one that cannot be read. Raises `TimingExists` and
        `BadTiming`."""
        async with self._database.transaction() as tx:
            await self._lock(tx, org_id)
            store = TimingStore(tx)
            is_there = timing.name in await store.marks(org_id)
            if is_there and timing.name not in await store.unreadable(org_id):
                raise TimingExists(timing.name)
            return await self.put_in(tx, org_id, timing, edit)

    async def update(self, org_id: int, name: str, timing: Timing, edit: Edit) -> StoredTiming:
        """Update a timing. A new name also updates all references.

        Raises `TimingNotFound`, `TimingExists`, `BadTiming` and `OtherProvenance`.
        """
        async with self._database.transaction() as tx:
            await self._lock(tx, org_id)
            store = TimingStore(tx)
            known = await store.marks(org_id)
            if name not in known:
                raise TimingNotFound(name)
            check_edit(_what(name), known[name].provenance, edit)
            if timing.name == name:
                return await self.put_in(tx, org_id, timing, edit)
            if timing.name in known:
                raise TimingExists(timing.name)
            saved = await self.put_in(tx, org_id, timing, edit)
            for link in self._links:
                await link.rename_timing(tx, org_id, name, timing.name)
            await store.delete(org_id, name)
            return saved

    async def delete(self, org_id: int, name: str, edit: Edit) -> None:
        """Delete a timing if it exists. Raises `TimingUsed` and `OtherProvenance`."""
        async with self._database.transaction() as tx:
            await self._lock(tx, org_id)
            await self.delete_in(tx, org_id, name, edit)

    async def put_in(self, tx: Tx, org_id: int, timing: Timing, edit: Edit) -> StoredTiming:
        """Create or replace a timing in a transaction that holds the lock."""
        store = TimingStore(tx)
        known = await store.marks(org_id)
        if timing.name in known:
            check_edit(_what(timing.name), known[timing.name].provenance, edit)
        elif len(timing.name) > _LONGEST_NAME:
            raise BadTiming(
                f"The name of a mute timing must have at most {_LONGEST_NAME} characters."
            )
        elif len(known) >= _MOST:
            raise BadTiming(
                f"The organization already has {_MOST} mute timings, which is the maximum."
            )
        await store.put(org_id, timing, edit.provenance, self._clock.now_ms())
        await self._changed(tx, org_id)
        return await _found(tx, org_id, timing.name)

    async def delete_in(self, tx: Tx, org_id: int, name: str, edit: Edit) -> None:
        """Delete a timing in a transaction that holds the lock."""
        store = TimingStore(tx)
        known = await store.marks(org_id)
        if name not in known:
            return
        check_delete(_what(name), known[name].provenance, edit)
        uses = [use for link in self._links for use in await link.uses_of_timing(tx, org_id, name)]
        if uses:
            raise TimingUsed(name, uses)
        await store.delete(org_id, name)
        await self._changed(tx, org_id)

    async def _changed(self, tx: Tx, org_id: int) -> None:
        await bump(tx, org_id, "routing")
        tx.after_commit(lambda: self._wakeups.notify("alerts"))


async def _found(tx: Tx, org_id: int, name: str) -> StoredTiming:
    stored = await TimingStore(tx).by_name(org_id, name)
    if stored is None:
        raise TimingNotFound(name)
    return stored


def _what(name: str) -> str:
    return f"the mute timing {name[:200]!r}"
