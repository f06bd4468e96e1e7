"""The stored sources during a plan, which deletes and renames some of them."""

from collections.abc import Iterable

from vedette.datasources.model import DataSourceDraft, Source
from vedette.datasources.provision.listing import DataSourceListing, Key, Listed
from vedette.datasources.rules import derived_uid


class Stored:
    def __init__(self, sources: Iterable[Source]) -> None:
        self._by_name = {(source.org_id, source.name): source for source in sources}
        self._by_uid = {(each.org_id, each.uid): each for each in self._by_name.values()}
        self._leaving: set[int] = set()
        self._renamed: dict[int, Key] = {}
        """New names by the ids of the sources."""

    def by_name(self, org_id: int, name: str) -> Source | None:
        """Return the source that keeps the name."""
        found = self._staying(self._by_name.get((org_id, name)))
        return None if found is None or found.id in self._renamed else found

    def has_any(self, org_id: int) -> bool:
        return any(org == org_id for org, _ in self._by_name)

    def by_uid(self, org_id: int, uid: str) -> Source | None:
        return self._staying(self._by_uid.get((org_id, uid)))

    def leave(self, source: Source) -> None:
        self._leaving.add(source.id)

    def is_renamed(self, source: Source, name: str) -> bool:
        return self._renamed.get(source.id) == (source.org_id, name)

    def rename(self, listing: DataSourceListing) -> None:
        """Decide which sources are renamed.

        A source gets a name that is free, or that another source gives up which is renamed too, so
        that files can exchange names.
        """
        asking = {
            source.id: (each.org_id, each.draft.name)
            for each in listing.entries
            if (source := self.under_another_name(each, listing)) is not None
        }
        self._renamed = asking
        while blocked := [id for id, new in asking.items() if self.by_name(*new) is not None]:
            for id in blocked:
                del asking[id]

    def under_another_name(self, listed: Listed, listing: DataSourceListing) -> Source | None:
        """Return the file's own source that an entry identifies by uid and renames."""
        org_id, draft = listed.org_id, listed.draft
        if listed.refusal:
            return None
        if not draft.uid and self.by_name(org_id, draft.name) is not None:
            return None
        source = self.by_uid(org_id, draft.uid or derived_uid(draft.name))
        if source is None or source.name == draft.name or is_older(draft, source):
            return None
        return source if source.is_provisioned and listing.gives_up(source) else None

    def gets_another_uid(self, source: Source, listing: DataSourceListing) -> bool:
        """Return whether an entry with the current name of the source has another uid."""
        listed = listing.by_name(source.org_id, source.name)
        if listed is None or listed.refusal or is_older(listed.draft, source):
            return False
        return listed.draft.uid not in ("", source.uid)

    def _staying(self, source: Source | None) -> Source | None:
        return None if source is None or source.id in self._leaving else source


def is_older(draft: DataSourceDraft, source: Source) -> bool:
    """Return whether a newer version of the entry was applied before."""
    return 0 < draft.file_version < source.file_version
