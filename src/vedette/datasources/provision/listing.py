"""Combines the entries of all files, before they are compared with the stored sources."""

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from vedette.datasources.model import DataSourceDraft, Source
from vedette.datasources.provision.files import DataSourceEntry, Unwanted

Key: TypeAlias = tuple[int, str]
"""The organization, and a name or a uid."""


class Listed(msgspec.Struct, frozen=True):
    file: str
    org_id: int
    entry: DataSourceEntry
    refusal: str
    """Why the entry is left out; empty if no other entry conflicts with it."""

    @property
    def draft(self) -> DataSourceDraft:
        return self.entry.draft

    def left_out(self, why: str) -> str:
        return f"The data source {self.draft.name!r} is not applied: {why}"

    @property
    def place(self) -> str:
        return f"{self.file}:{self.entry.line}"


class DataSourceListing:
    """The entries of all files. A name, a uid and the default belong to the first entry that has
    them.

    A later entry with the name or uid of another is a conflict, and blocks no entries after it.
    """

    def __init__(self, orgs: Mapping[str, int]) -> None:
        self._orgs = orgs
        self._org_ids = frozenset(orgs.values())
        self._by_name: dict[Key, Listed] = {}
        self._by_uid: dict[Key, Listed] = {}
        self._defaults: dict[int, Listed] = {}
        self._clashing: dict[Key, Listed] = {}
        self._uids: set[Key] = set()
        self.entries: list[Listed] = []
        self.knows_all_orgs = True
        """False if an entry could be any source that was listed before, because its organization
        was renamed."""

    def add(self, file: str, entry: DataSourceEntry) -> None:
        org_id, draft = self.org_id(entry), entry.draft
        if org_id is None:
            why = f"there is no organization {entry.org_name or entry.org_id!r}."
            self.entries.append(Listed(file, entry.org_id, entry, why))
            self.knows_all_orgs = False
            return
        name, uid = (org_id, draft.name), (org_id, draft.uid)
        clash = self._clash(name, uid)
        listed = Listed(file, org_id, entry, clash or self._second_default(org_id, draft))
        self.entries.append(listed)
        self._uids.add(uid)
        if clash:
            self._clashing.setdefault(name, listed)
            return
        self._by_name[name] = listed
        if draft.uid:
            self._by_uid[uid] = listed
        if draft.is_default:
            self._defaults.setdefault(org_id, listed)

    def _clash(self, name: Key, uid: Key) -> str:
        if named := self._by_name.get(name):
            return f"{named.place} contains a data source of the same name."
        if same := self._by_uid.get(uid):
            return f"{same.place} contains a data source of the same uid."
        return ""

    def _second_default(self, org_id: int, draft: DataSourceDraft) -> str:
        if draft.is_default and (default := self._defaults.get(org_id)):
            return f"{default.place} is already the default, and an organization can have only one."
        return ""

    def org_id(self, entry: DataSourceEntry | Unwanted) -> int | None:
        if entry.org_name:
            return self._orgs.get(entry.org_name)
        return entry.org_id if entry.org_id in self._org_ids else None

    def by_name(self, org_id: int, name: str) -> Listed | None:
        """Return the owner of the name, else an entry with it that has a conflict of uids."""
        return self._by_name.get((org_id, name)) or self._clashing.get((org_id, name))

    def has_default(self, org_id: int) -> bool:
        return org_id in self._defaults

    def has_uid(self, source: Source) -> bool:
        return (source.org_id, source.uid) in self._uids

    def gives_up(self, source: Source) -> bool:
        """Return whether no entry lists the source under its current name."""
        listed = self.by_name(source.org_id, source.name)
        return listed is None or listed.draft.uid not in ("", source.uid)
