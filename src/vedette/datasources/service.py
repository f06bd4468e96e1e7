"""Use cases of configured data sources; each is one transaction and checks permission itself."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from vedette.access.model import Permissions, Principal
from vedette.datasources.errors import ChangedMeanwhile, NameTaken, ReadOnly, SourceNotFound
from vedette.datasources.kinds import plugin_id
from vedette.datasources.model import DELETE, KIND, READ, WRITE, DataSourceDraft, Source
from vedette.datasources.rules import check_draft
from vedette.datasources.store import SourceStore
from vedette.datasources.writer import SourceWriter
from vedette.db.database import Database
from vedette.db.errors import UniqueViolation
from vedette.plugins.registry import PluginRegistry
from vedette.provisioning.ledger_store import ProvisioningLedger


class DataSources:
    def __init__(
        self,
        database: Database,
        permissions: Permissions,
        writer: SourceWriter,
        registry: PluginRegistry,
        limit: int,
    ) -> None:
        self._database = database
        self._permissions = permissions
        self._writer = writer
        self._registry = registry
        self._limit = limit

    async def visible(self, who: Principal) -> Sequence[Source]:
        """By name, at most `[datasources] datasource_limit`."""
        visible = await self._permissions.visible(who, READ, KIND)
        async with self._database.reading() as tx:
            found = await SourceStore(tx).all(who.org_id, self._limit)
        return [each for each in found if visible.everything or each.uid in visible.uids]

    async def administered(self, who: Principal) -> Callable[[Source], bool]:
        """Return a test for sources whose address, login and settings the principal may read.

        They are those that the principal may change.
        """
        found = await self._permissions.visible(who, WRITE, KIND)
        return lambda source: found.everything or source.uid in found.uids

    async def by_uid(self, who: Principal, uid: str, action: str = READ) -> Source:
        """Raises `SourceNotFound` or `AccessDenied`; so do the two below."""
        async with self._database.reading() as tx:
            return await self._allowed(who, action, await SourceStore(tx).by_uid(who.org_id, uid))

    async def by_name(self, who: Principal, name: str, action: str = READ) -> Source:
        async with self._database.reading() as tx:
            return await self._allowed(who, action, await SourceStore(tx).by_name(who.org_id, name))

    async def by_id(self, who: Principal, id: int, action: str = READ) -> Source:
        async with self._database.reading() as tx:
            return await self._allowed(who, action, await SourceStore(tx).by_id(who.org_id, id))

    async def names(self, who: Principal, uid: str) -> tuple[str, ...]:
        """What models may call the source: its uid and its name. Raises as `by_uid` does."""
        source = await self.by_uid(who, uid)
        return (source.uid, source.name)

    async def file_of(self, source: Source) -> str | None:
        """The provisioning file that lists the source, as the status of files names it."""
        async with self._database.reading() as tx:
            return await ProvisioningLedger(tx).file_of("datasources", source.org_id, source.name)

    async def create(self, who: Principal, draft: DataSourceDraft) -> Source:
        """The first one of an organization becomes its default.

        Raises `NameTaken`, `UidTaken`, `BadSource`, `BadUid`, `BadAddress`.
        """
        await self._permissions.require(who, WRITE)
        check_draft(draft)
        try:
            async with self._database.transaction() as tx:
                if not await SourceStore(tx).all(who.org_id, 1):
                    draft = replace(draft, is_default=True)
                return await self._writer.create(tx, who.org_id, draft)
        except UniqueViolation as error:
            raise NameTaken from error

    async def update(
        self, who: Principal, source: Source, draft: DataSourceDraft, expected_version: int | None
    ) -> tuple[Source, tuple[str, ...]]:
        """The new record and the secrets that were cleared because the server changed.

        `expected_version` is None where the writer did not say which one it saw; a lower one than
        the stored is out of date, a higher one is accepted, as clients count on their own. Raises
        `ChangedMeanwhile`, `ReadOnly` and what `create` raises.
        """
        await self._permissions.require(who, WRITE, source.scope)
        check_draft(draft)
        try:
            async with self._database.transaction() as tx:
                before = await self._writable(SourceStore(tx), source)
                if expected_version is not None and expected_version < before.version:
                    raise ChangedMeanwhile
                kept = replace(
                    draft,
                    is_provisioned=before.is_provisioned,
                    is_prunable=before.is_prunable,
                    file_version=before.file_version,
                )
                return await self._writer.replace(tx, before, kept, keep_secrets=True)
        except UniqueViolation as error:
            raise NameTaken from error

    async def delete(self, who: Principal, source: Source) -> None:
        """Raises `ReadOnly`, `SourceNotFound`, `AccessDenied`."""
        await self._permissions.require(who, DELETE, source.scope)
        async with self._database.transaction() as tx:
            store = SourceStore(tx)
            await store.delete(who.org_id, (await self._writable(store, source)).id)

    async def default_of_kind(self, org_id: int, kind: str) -> str | None:
        """Uid of the source that an import means by a kind: the default one, else the first."""
        async with self._database.reading() as tx:
            found = await SourceStore(tx).all(org_id, self._limit)
        wanted = self.plugin_id(kind)
        matching = [each for each in found if self.plugin_id(each.type) == wanted]
        chosen = next((each for each in matching if each.is_default), None)
        return chosen.uid if chosen else matching[0].uid if matching else None

    def plugin_id(self, source_type: str) -> str:
        """The plugin's own id, where `source_type` is one of its aliases."""
        return plugin_id(self._registry, source_type)

    async def _allowed(self, who: Principal, action: str, source: Source | None) -> Source:
        if source is None:
            raise SourceNotFound
        await self._permissions.require(who, action, source.scope)
        return source

    async def _writable(self, store: SourceStore, source: Source) -> Source:
        before = await store.by_id(source.org_id, source.id)
        if before is None:
            raise SourceNotFound
        if before.is_read_only:
            raise ReadOnly
        return before
