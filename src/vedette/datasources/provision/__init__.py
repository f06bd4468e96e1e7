"""Data sources from files (specification 2.2)."""

from collections.abc import Sequence
from typing import ClassVar

from vedette.datasources.correlations.service import replace_provisioned
from vedette.datasources.provision.files import Content, read_content
from vedette.datasources.provision.plan import Item, Plan
from vedette.datasources.store import SourceStore
from vedette.datasources.writer import SourceWriter
from vedette.db.database import Tx
from vedette.identity.store.orgs import OrgStore
from vedette.provisioning.entry import Entry
from vedette.provisioning.reconciler import Change, Desired, Owned


class DataSourceFiles:
    """A reconciler of `vedette.provisioning`. A source is known by its name in its organization."""

    kind: ClassVar[str] = "datasources"

    def __init__(self, writer: SourceWriter) -> None:
        self._writer = writer

    def parse(self, document: Entry) -> Content:
        return read_content(document)

    async def plan(
        self, tx: Tx, files: Sequence[Desired[Content]], owned: Sequence[Owned]
    ) -> Sequence[Change[Item]]:
        orgs = {name: org_id for org_id, name in await OrgStore(tx).all()}
        plan = Plan(tx, self._writer, orgs)
        every = [(file.source.file, file.content) for file in files]
        for file, content in every:
            for entry in content.wanted:
                plan.list(file, entry)
        for file, content in every:
            for gone in content.unwanted:
                await plan.delete(file, gone)
        for item in owned:
            await plan.prune(item)
        for file, content in every:
            for entry in content.wanted:
                await plan.want(file, entry)
        return plan.changes

    async def apply(self, tx: Tx, changes: Sequence[Change[Item]]) -> Sequence[Change[Item]]:
        store = SourceStore(tx)
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
