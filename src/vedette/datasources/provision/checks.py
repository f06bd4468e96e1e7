"""Checks of data sources for `vedette provision check`."""

from collections.abc import Iterator, Sequence

from vedette.datasources.provision.files import DataSourceFile
from vedette.datasources.provision.listing import DataSourceListing
from vedette.plugins.errors import UnknownPlugin
from vedette.plugins.registry import PluginRegistry
from vedette.provisioning.problems import Problem
from vedette.provisioning.reconciler import Desired


class SourceConflicts:
    """Finds conflicts between entries, assuming that every organization named in them exists."""

    def __init__(self, registry: PluginRegistry) -> None:
        self._registry = registry
        self._kinds: set[str] = set()

    def __call__(self, files: Sequence[Desired[DataSourceFile]]) -> Iterator[Problem]:
        wanted = [(file.source.file, entry) for file in files for entry in file.content.wanted]
        names = {entry.org_name for _, entry in wanted}
        orgs = {str(entry.org_id): entry.org_id for _, entry in wanted}
        listing = DataSourceListing(
            orgs | {name: -number for number, name in enumerate(sorted(names))}
        )
        for file, entry in wanted:
            listing.add(file, entry)
        for listed in listing.entries:
            line = listed.entry.line
            if listed.refusal:
                yield Problem(listed.file, line, listed.left_out(listed.refusal))
            try:
                self._kinds.add(self._registry.manifest(listed.draft.type).id)
            except UnknownPlugin:
                message = f"The server includes no plugin for the type {listed.draft.type!r}."
                yield Problem(listed.file, line, message, "warning")

    def has_kind(self, kind: str) -> bool:
        """Return whether one of the files has a source of this type or alias."""
        return self._registry.plugin_id(kind) in self._kinds
