"""Data sources from provisioning files."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import ClassVar

from vedette.datasources.correlations.service import replace_provisioned
from vedette.datasources.inert import inert_settings
from vedette.datasources.model import Source
from vedette.datasources.provision.files import DataSourceFile, read_content
from vedette.datasources.provision.listing import DataSourceListing
from vedette.datasources.provision.plan import DataSourcePlan, Item
from vedette.datasources.provision.stored import Stored
from vedette.datasources.store import SourceStore
from vedette.datasources.writer import SourceWriter
from vedette.db.database import Tx
from vedette.identity.store.orgs import OrgStore
from vedette.plugins.registry import PluginRegistry
from vedette.provisioning.entry import Entry
from vedette.provisioning.reconciler import Change, Desired, Owned


class DataSourceFiles:
    """The reconciler of data sources, which identifies a source by its name in its organization."""

    kind: ClassVar[str] = "datasources"

    def __init__(self, writer: SourceWriter, registry: PluginRegistry) -> None:
        self._writer = writer
        self._registry = registry

    def parse(self, document: Entry) -> DataSourceFile:
        return read_content(document)

    async def plan(
        self,
        tx: Tx,
        files: Sequence[Desired[DataSourceFile]],
        owned: Sequence[Owned],
        *,
        is_complete: bool,
    ) -> Sequence[Change[Item]]:
        listing = DataSourceListing({name: org_id for org_id, name in await OrgStore(tx).all()})
        for file in files:
            for entry in file.content.wanted:
                listing.add(file.source.file, entry)
        stored = Stored(await SourceStore(tx).every())
        plan = DataSourcePlan(
            tx, self._writer, listing, stored, partial(inert_settings, self._registry)
        )
        if is_complete and listing.knows_all_orgs:
            for file in files:
                for gone in file.content.unwanted:
                    plan.delete(file.source.file, gone)
            for item in owned:
                plan.prune(item)
        stored.rename(listing)
        for listed in listing.entries:
            await plan.want(listed)
        return plan.changes

    async def apply(self, tx: Tx, changes: Sequence[Change[Item]]) -> Sequence[Change[Item]]:
        store = SourceStore(tx)
        for source in _renamed(changes):
            await store.set_name_aside(source)
        for change in changes:
            item = change.item
            if item is None:
                continue
            if item.draft is None:
                assert item.before is not None
                await store.delete(change.org_id, item.before.id)
                continue
            if item.before is None:
                source = await self._writer.create(tx, change.org_id, item.draft)
            else:
                source, _ = await self._writer.replace(
                    tx, item.before, item.draft, keep_secrets=False
                )
            await replace_provisioned(tx, source, item.correlations, source.updated)
        return changes


def _renamed(changes: Iterable[Change[Item]]) -> Iterable[Source]:
    items = [change.item for change in changes if change.item is not None]
    return [
        each.before
        for each in items
        if each.before is not None
        and each.draft is not None
        and each.draft.name != each.before.name
    ]
