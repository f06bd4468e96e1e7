"""Computes the changes from the entries of files and the stored sources."""

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from vedette.crypto.errors import SecretUnreadable
from vedette.datasources.correlations.model import CorrelationDraft
from vedette.datasources.correlations.store import CorrelationStore
from vedette.datasources.model import DataSourceDraft, Source
from vedette.datasources.provision.files import Unwanted
from vedette.datasources.provision.listing import DataSourceListing, Listed
from vedette.datasources.provision.stored import Stored, is_older
from vedette.datasources.rules import derived_uid
from vedette.datasources.writer import SourceWriter
from vedette.db.database import Tx
from vedette.provisioning.reconciler import Change, Owned, Verb


class Item(msgspec.Struct, frozen=True):
    """A change: `before` only is a deletion, `draft` only a creation, both are an update."""

    before: Source | None = None
    draft: DataSourceDraft | None = None
    correlations: tuple[CorrelationDraft, ...] = ()


class EntryRefused(Exception):
    """An entry is left out for the reason in the argument."""


class DataSourcePlan:
    def __init__(
        self,
        tx: Tx,
        writer: SourceWriter,
        listing: DataSourceListing,
        stored: Stored,
        inert: Callable[[DataSourceDraft], Sequence[str]],
    ) -> None:
        """`inert` returns the settings of a source that are not supported."""
        self._tx = tx
        self._writer = writer
        self._listing = listing
        self._stored = stored
        self._inert = inert
        self.changes: list[Change[Item]] = []
        self._made: set[int] = set()
        """Organizations that get a source."""

    def delete(self, file: str, gone: Unwanted) -> None:
        org_id = self._listing.org_id(gone)
        if org_id is not None and self._listing.by_name(org_id, gone.name) is None:
            before = self._stored.by_name(org_id, gone.name)
            self._remove(before, file, "listed in deleteDatasources")

    def prune(self, item: Owned) -> None:
        """Delete a source that is no longer in its file, if that file had `prune`."""
        before = self._stored.by_name(item.org_id, item.key)
        if before is None or not before.is_prunable or self._listing.has_uid(before):
            return
        listed = self._listing.by_name(item.org_id, item.key)
        if listed is None or self._stored.under_another_name(listed, self._listing) is not None:
            self._remove(before, item.file, "no longer listed, and prune is enabled")

    async def want(self, listed: Listed) -> None:
        file, org_id, entry, draft = listed.file, listed.org_id, listed.entry, listed.draft
        try:
            before = self._row(listed)
        except EntryRefused as refusal:
            why = listed.left_out(str(refusal))
            self.changes.append(Change("refuse", org_id, draft.name, file, why, entry.line))
            return
        draft = replace(draft, is_default=self._is_default(listed, before))
        if before is None:
            new = replace(draft, uid=draft.uid or derived_uid(draft.name))
            item = Item(None, new, entry.correlations)
            self._want("create", listed, item=item)
        elif is_older(draft, before):
            why = f"version {before.file_version} has been applied before"
            self._want("keep", listed, why)
        else:
            new = replace(draft, uid=draft.uid or before.uid)
            if await self._is_same(before, new) and await self._leads_to(
                before, entry.correlations
            ):
                self._want("keep", listed)
            else:
                item = Item(before, new, entry.correlations)
                self._want("update", listed, item=item)

    def _is_default(self, listed: Listed, before: Source | None) -> bool:
        """Return whether a source is the default of its organization after this plan.

        If no file names one, the current default stays, or the first source of an organization
        becomes it.
        """
        if self._listing.has_default(listed.org_id):
            return listed.draft.is_default
        if before is not None:
            return before.is_default
        is_first = not self._stored.has_any(listed.org_id) and listed.org_id not in self._made
        self._made.add(listed.org_id)
        return is_first

    def _row(self, listed: Listed) -> Source | None:
        """Return the row to update: that with the name, else the file's own row under its previous
        name."""
        if listed.refusal:
            raise EntryRefused(listed.refusal)
        org_id, draft = listed.org_id, listed.draft
        named = self._stored.by_name(org_id, draft.name)
        uid = draft.uid or (named.uid if named else derived_uid(draft.name))
        holder = self._stored.by_uid(org_id, uid)
        if holder is None or (named is not None and holder.id == named.id):
            return named
        if self._stored.is_renamed(holder, draft.name):
            return holder
        if is_older(draft, holder) and not self._stored.gets_another_uid(holder, self._listing):
            return holder
        if named is not None and self._stored.under_another_name(listed, self._listing):
            raise EntryRefused(f"the data source with the uid {named.uid} already has this name.")
        raise EntryRefused(f"{holder.name!r} already has the uid {uid}.")

    async def _is_same(self, before: Source, draft: DataSourceDraft) -> bool:
        try:
            secrets = await self._writer.secrets(self._tx, before)
        except SecretUnreadable:
            return False
        new = self._writer.separated(draft)
        wanted = replace(new, secrets={key: text for key, text in new.secrets.items() if text})
        return _as_draft(before, secrets) == wanted

    async def _leads_to(self, before: Source, wanted: Sequence[CorrelationDraft]) -> bool:
        found = await CorrelationStore(self._tx).of_source(before.org_id, before.id)
        return [each.draft for each in found if each.is_provisioned] == list(wanted)

    def _remove(self, before: Source | None, file: str, why: str) -> None:
        if before is not None:
            self._stored.leave(before)
            item = Item(before=before)
            self.changes.append(Change("delete", before.org_id, before.name, file, why, item=item))

    def _want(self, verb: Verb, listed: Listed, why: str = "", item: Item | None = None) -> None:
        name, inert = listed.draft.name, self._inert(listed.draft)
        warning = ""
        if inert:
            warning = f"The data source {name!r} has unsupported settings: {', '.join(inert)}."
        line = listed.entry.line
        self.changes.append(
            Change(verb, listed.org_id, name, listed.file, why, line, item, warning)
        )


def _as_draft(source: Source, secrets: Mapping[str, str]) -> DataSourceDraft:
    return DataSourceDraft(
        name=source.name,
        type=source.type,
        uid=source.uid,
        access=source.access,
        url=source.url,
        user=source.user,
        database=source.database,
        is_basic_auth=source.is_basic_auth,
        basic_auth_user=source.basic_auth_user,
        is_with_credentials=source.is_with_credentials,
        is_default=source.is_default,
        json_data=source.json_data,
        secrets=secrets,
        is_read_only=source.is_read_only,
        is_provisioned=source.is_provisioned,
        is_prunable=source.is_prunable,
        file_version=source.file_version,
    )
