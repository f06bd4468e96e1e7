"""The use cases of correlations. Permission to change a source includes its correlations."""

from collections.abc import Sequence

from vedette.access.model import Permissions, Principal
from vedette.datasources.correlations.model import Correlation, CorrelationDraft, checked
from vedette.datasources.correlations.store import CorrelationStore
from vedette.datasources.errors import (
    CorrelationNotFound,
    ReadOnly,
    ReadOnlyCorrelation,
    TooManyCorrelations,
)
from vedette.datasources.model import KIND, READ, WRITE, Source
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock
from vedette.kernel.ids import new_uid

_MOST = 10_000


class Correlations:
    """Correlations of all sources. `quota` is their maximum on this server; None for no limit."""

    def __init__(
        self, database: Database, permissions: Permissions, clock: Clock, quota: int | None
    ) -> None:
        self._database = database
        self._permissions = permissions
        self._clock = clock
        self._quota = quota

    async def visible(self, who: Principal) -> Sequence[Correlation]:
        """Return the correlations whose source and target the caller can see."""
        sources = await self._permissions.visible(who, READ, KIND)
        async with self._database.reading() as tx:
            found = await CorrelationStore(tx).all(who.org_id, _MOST)
        if sources.everything:
            return found
        return [
            each for each in found if {each.source_uid, each.draft.target_uid} <= set(sources.uids)
        ]

    async def starts(self, org_id: int) -> frozenset[int]:
        """Return the ids of the sources whose results can have links."""
        async with self._database.reading() as tx:
            return await CorrelationStore(tx).starts(org_id)

    async def of_source(self, who: Principal, source: Source) -> Sequence[Correlation]:
        await self._permissions.require(who, READ, source.scope)
        async with self._database.reading() as tx:
            return await CorrelationStore(tx).of_source(who.org_id, source.id)

    async def by_uid(self, who: Principal, source: Source, uid: str) -> Correlation:
        """Return the correlation. Raises `CorrelationNotFound`."""
        await self._permissions.require(who, READ, source.scope)
        async with self._database.reading() as tx:
            return await _stored(CorrelationStore(tx), source, uid)

    async def create(self, who: Principal, source: Source, draft: CorrelationDraft) -> Correlation:
        """Create a correlation. Raises `ReadOnly`, `BadSource` or `TooManyCorrelations`."""
        await self._permissions.require(who, WRITE, source.scope)
        if source.is_read_only:
            raise ReadOnly
        draft = checked(draft)
        uid = new_uid()
        async with self._database.transaction() as tx:
            await self._check_quota(tx)
            store = CorrelationStore(tx)
            await store.insert(who.org_id, source.id, uid, draft, self._clock.now_ms())
            return await _stored(store, source, uid)

    async def update(
        self, who: Principal, source: Source, uid: str, draft: CorrelationDraft
    ) -> Correlation:
        """Update a correlation. Raises `CorrelationNotFound`, `ReadOnlyCorrelation`,
        `BadSource`."""
        await self._permissions.require(who, WRITE, source.scope)
        draft = checked(draft)
        async with self._database.transaction() as tx:
            store = CorrelationStore(tx)
            await _writable(store, source, uid)
            await store.update(who.org_id, uid, draft, self._clock.now_ms())
            return await _stored(store, source, uid)

    async def delete(self, who: Principal, source: Source, uid: str) -> None:
        """Delete a correlation. Raises `CorrelationNotFound` or `ReadOnlyCorrelation`."""
        await self._permissions.require(who, WRITE, source.scope)
        async with self._database.transaction() as tx:
            store = CorrelationStore(tx)
            await _writable(store, source, uid)
            await store.delete(who.org_id, uid)

    async def _check_quota(self, tx: Tx) -> None:
        if self._quota is not None and await CorrelationStore(tx).count() >= self._quota:
            raise TooManyCorrelations(
                f"The limit of {self._quota} correlations is reached. Delete one or increase "
                "[quota] global_correlations_count."
            )


async def replace_provisioned(
    tx: Tx, source: Source, drafts: Sequence[CorrelationDraft], now: int
) -> None:
    """Replace the correlations from files by those that a file lists. Those of users stay."""
    store = CorrelationStore(tx)
    await store.delete_provisioned(source.org_id, source.id)
    for draft in drafts:
        await store.insert(source.org_id, source.id, new_uid(), draft, now, is_provisioned=True)


async def _stored(store: CorrelationStore, source: Source, uid: str) -> Correlation:
    found = await store.by_uid(source.org_id, source.id, uid)
    if found is None:
        raise CorrelationNotFound
    return found


async def _writable(store: CorrelationStore, source: Source, uid: str) -> None:
    if (await _stored(store, source, uid)).is_provisioned:
        raise ReadOnlyCorrelation
