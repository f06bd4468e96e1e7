"""The use cases of data sources; each is one transaction and checks permissions."""

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
        """Return the sources by name, at most `[datasources] datasource_limit`."""
        visible = await self._permissions.visible(who, READ, KIND)
        async with self._database.reading() as tx:
            found = await SourceStore(tx).all(who.org_id, self._limit)
        return [each for each in found if visible.everything or each.uid in visible.uids]

    async def administered(self, who: Principal) -> Callable[[Source], bool]:
        """Return a test for sources whose address, login and settings the principal can read.

        They are those that the principal can change.
        """
        found = await self._permissions.visible(who, WRITE, KIND)
        return lambda source: found.everything or source.uid in found.uids

    async def by_uid(self, who: Principal, uid: str, action: str = READ) -> Source:
        """Return the source. Raises `SourceNotFound` or `AccessDenied`; so do the next two
        methods."""
        async with self._database.reading() as tx:
            return await self._allowed(who, action, await SourceStore(tx).by_uid(who.org_id, uid))

    async def by_name(self, who: Principal, name: str, action: str = READ) -> Source:
        async with self._database.reading() as tx:
            return await self._allowed(who, action, await SourceStore(tx).by_name(who.org_id, name))

    async def by_id(self, who: Principal, id: int, action: str = READ) -> Source:
        async with self._database.reading() as tx:
            return await self._allowed(who, action, await SourceStore(tx).by_id(who.org_id, id))

    async def names(self, who: Principal, uid: str) -> tuple[str, ...]:
        """Return the names of the source in models: its uid and its name. Raises the errors of
        `by_uid`."""
        source = await self.by_uid(who, uid)
        return (source.uid, source.name)

    async def file_of(self, source: Source) -> str | None:
        """Return the name of the provisioning file of the source, as in the status of files."""
        async with self._database.reading() as tx:
            return await ProvisioningLedger(tx).file_of("datasources", source.org_id, source.name)

    async def create(self, who: Principal, draft: DataSourceDraft) -> Source:
        """Create a source. The first one of an organization becomes its default.

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
        """Return the new record and the secrets that were cleared because the target changed.

        `expected_version` is None if the client sent no version. A lower one than the stored is
        refused; a higher one is accepted, as some clients count on their own. Raises
        `ChangedMeanwhile`, `ReadOnly` and the errors of `create`.
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
        """Delete a source. Raises `ReadOnly`, `SourceNotFound`, `AccessDenied`."""
        await self._permissions.require(who, DELETE, source.scope)
        async with self._database.transaction() as tx:
            store = SourceStore(tx)
            await store.delete(who.org_id, (await self._writable(store, source)).id)

    async def default_of_kind(self, org_id: int, kind: str) -> str | None:
        """Return the uid of the source that an import means by a type: the default one, else the
        first."""
        async with self._database.reading() as tx:
            found = await SourceStore(tx).all(org_id, self._limit)
        wanted = self.plugin_id(kind)
        matching = [each for each in found if self.plugin_id(each.type) == wanted]
        chosen = next((each for each in matching if each.is_default), None)
        return chosen.uid if chosen else matching[0].uid if matching else None

    def plugin_id(self, source_type: str) -> str:
        """Return the plugin id of a type or an alias."""
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
