"""From what files ask for and what is stored to a list of changes."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from vedette.crypto.errors import Unreadable
from vedette.datasources.correlations.model import CorrelationDraft
from vedette.datasources.correlations.store import CorrelationStore
from vedette.datasources.model import Draft, Source
from vedette.datasources.provision.files import Unwanted, Wanted
from vedette.datasources.rules import derived_uid
from vedette.datasources.store import SourceStore
from vedette.datasources.writer import SourceWriter
from vedette.db.database import Tx
from vedette.provisioning.reconciler import Change, Owned, Verb


class Item(msgspec.Struct, frozen=True):
    """What is written: `before` alone goes, `draft` alone is new, both is an update."""

    before: Source | None = None
    draft: Draft | None = None
    correlations: tuple[CorrelationDraft, ...] = ()


class Refused(Exception):
    """The argument says why an entry is left out."""


class Plan:
    def __init__(self, tx: Tx, writer: SourceWriter, orgs: Mapping[str, int]) -> None:
        self._tx = tx
        self._writer = writer
        self._store = SourceStore(tx)
        self._orgs = orgs
        self._org_ids = frozenset(orgs.values())
        self._listed: dict[tuple[int, str], str] = {}
        """Where each name is listed first."""
        self._listed_uids: set[tuple[int, str]] = set()
        self._defaults: dict[int, str] = {}
        self._leaving: set[int] = set()
        """Ids of rows that this plan deletes."""
        self.changes: list[Change[Item]] = []

    def list(self, file: str, entry: Wanted) -> None:
        """Notes a name before anything is decided, so that deletions leave it alone."""
        org_id = self._org_id(entry)
        if org_id is not None:
            self._listed.setdefault((org_id, entry.draft.name), _place(file, entry))
            if entry.draft.uid:
                self._listed_uids.add((org_id, entry.draft.uid))

    async def delete(self, file: str, gone: Unwanted) -> None:
        org_id = self._org_id(gone)
        if org_id is not None and (org_id, gone.name) not in self._listed:
            before = await self._store.by_name(org_id, gone.name)
            self._remove(before, file, "listed in deleteDatasources")

    async def prune(self, item: Owned) -> None:
        """A source that a file made and no longer lists goes, where that file said `prune`."""
        if (item.org_id, item.key) not in self._listed:
            before = await self._store.by_name(item.org_id, item.key)
            if before is not None and before.is_prunable and not self._is_renamed(before):
                self._remove(before, item.file, "no longer listed, and prune is set")

    async def want(self, file: str, entry: Wanted) -> None:
        draft = entry.draft
        try:
            org_id = self._checked_org(file, entry)
            before = await self._row(org_id, draft)
        except Refused as refusal:
            why = f"The data source {draft.name!r} is left out: {refusal}"
            asked = self._org_id(entry) or entry.org_id
            self.changes.append(Change("refuse", asked, draft.name, file, why, entry.line))
            return
        if before is None:
            new = replace(draft, uid=draft.uid or derived_uid(draft.name))
            self._add("create", org_id, draft.name, file, item=Item(None, new, entry.correlations))
        elif draft.file_version and before.file_version > draft.file_version:
            why = f"version {before.file_version} was applied before"
            self._add("keep", org_id, draft.name, file, why)
        else:
            new = replace(draft, uid=draft.uid or before.uid)
            if await self._is_same(before, new) and await self._leads_to(
                before, entry.correlations
            ):
                self._add("keep", org_id, draft.name, file)
            else:
                item = Item(before, new, entry.correlations)
                self._add("update", org_id, draft.name, file, item=item)

    def _checked_org(self, file: str, entry: Wanted) -> int:
        org_id, place, draft = self._org_id(entry), _place(file, entry), entry.draft
        if org_id is None:
            raise Refused(f"there is no organization {entry.org_name or entry.org_id}.")
        first = self._listed[org_id, draft.name]
        if first != place:
            raise Refused(f"{first} lists one of this name already.")
        if draft.is_default:
            other = self._defaults.setdefault(org_id, place)
            if other != place:
                raise Refused(f"{other} is the default already, and an organization has one.")
        return org_id

    async def _row(self, org_id: int, draft: Draft) -> Source | None:
        """The row to update: the one of that name, else a file's own row under its old name."""
        named = self._staying(await self._store.by_name(org_id, draft.name))
        uid = draft.uid or (named.uid if named else derived_uid(draft.name))
        holder = self._staying(await self._store.by_uid(org_id, uid))
        if holder is None or (named is not None and holder.id == named.id):
            return named
        is_listed = (org_id, holder.name) in self._listed
        if named is None and holder.is_provisioned and not is_listed:
            return holder
        raise Refused(f"{holder.name!r} has the uid {uid} already.")

    async def _is_same(self, before: Source, draft: Draft) -> bool:
        try:
            secrets = await self._writer.secrets(self._tx, before)
        except Unreadable:
            return False
        wanted = replace(draft, secrets={key: text for key, text in draft.secrets.items() if text})
        return _as_draft(before, secrets) == wanted

    async def _leads_to(self, before: Source, wanted: Sequence[CorrelationDraft]) -> bool:
        found = await CorrelationStore(self._tx).of_source(before.org_id, before.id)
        return [each.draft for each in found if each.is_provisioned] == list(wanted)

    def _is_renamed(self, before: Source) -> bool:
        return (before.org_id, before.uid) in self._listed_uids

    def _staying(self, source: Source | None) -> Source | None:
        return None if source is None or source.id in self._leaving else source

    def _remove(self, before: Source | None, file: str, why: str) -> None:
        if before is not None and before.id not in self._leaving:
            self._leaving.add(before.id)
            self._add("delete", before.org_id, before.name, file, why, Item(before=before))

    def _org_id(self, entry: Wanted | Unwanted) -> int | None:
        if entry.org_name:
            return self._orgs.get(entry.org_name)
        return entry.org_id if entry.org_id in self._org_ids else None

    def _add(
        self,
        verb: Verb,
        org_id: int,
        key: str,
        file: str,
        why: str = "",
        item: Item | None = None,
    ) -> None:
        self.changes.append(Change(verb, org_id, key, file, why, item=item))


def _as_draft(source: Source, secrets: Mapping[str, str]) -> Draft:
    return Draft(
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


def _place(file: str, entry: Wanted) -> str:
    return f"{file}:{entry.line}"
