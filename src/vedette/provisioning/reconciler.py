"""The interface through which files provision the resources of a domain.

The engine reads the files, holds the lock and the transaction and maintains the ledger. A
reconciler knows one kind of resource: it parses a file into desired state, compares it with the
stored state, and writes the difference. Planning again after a plan was applied results in `keep`
only.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Generic, Literal, Protocol, TypeVar

import msgspec

from vedette.db.database import Tx
from vedette.provisioning.entry import Entry
from vedette.provisioning.expansion import TEXTS, ExpansionScope
from vedette.provisioning.files import YAML
from vedette.provisioning.values import DocumentMapping

ContentT = TypeVar("ContentT")
ItemT = TypeVar("ItemT")

Verb = Literal["create", "update", "delete", "keep", "refuse"]


class ProvisioningFile(msgspec.Struct, frozen=True):
    """One file below the provisioning directory."""

    file: str
    """Relative to the provisioning directory, such as `datasources/prometheus.yaml`."""
    checksum: str
    """The SHA-256 of the text."""
    generation: int | None = None
    """The top-level `generation` of the file: a lower one never replaces a higher one."""


class Desired(msgspec.Struct, Generic[ContentT], frozen=True):
    """The desired state of one file, from the reconciler's `parse`."""

    source: ProvisioningFile
    content: ContentT
    is_whole: bool = True
    """Whether every entry was read. An entry that was left out could be any resource of this or
    another file, so nothing counts as removed from the files."""


class Owned(msgspec.Struct, frozen=True):
    """A resource that an earlier pass created from `file`. Only these can be deleted."""

    file: str
    org_id: int
    key: str


class Change(msgspec.Struct, Generic[ItemT], frozen=True):
    """One line of a plan. `refuse` is reported to the operator as an error at `file` and `line`."""

    verb: Verb
    org_id: int
    key: str
    """The key of the resource within its organization, such as its name or uid."""
    file: str
    """The file with the resource; for `delete` the one that created it."""
    why: str = ""
    line: int | None = None
    item: ItemT | None = None
    warning: str = ""
    """References of the resource that are missing on this server. The resource is applied."""


class Reading(msgspec.Struct, frozen=True):
    """How the files of a kind are found and read."""

    suffixes: Collection[str] = YAML
    scope: ExpansionScope = TEXTS
    """The values that are expanded."""
    is_old_form: Callable[[DocumentMapping], bool] | None = None
    """Whether a file has a format in which Grafana 10.4 expands nothing."""
    is_versioned: bool = True
    """Whether `apiVersion` has to be a positive number."""
    list_key: str = ""
    """The key for a file that is a bare list."""


AS_YAML = Reading()


class Reconciler(Protocol[ContentT, ItemT]):
    """Reconciles one kind. `kind` is also the name of its directory, such as `datasources`."""

    @property
    def kind(self) -> str: ...

    def parse(self, document: Entry) -> ContentT:
        """Return the content of a file, without reading the database.

        Entries that are left out are added to `document.report`. A `DocumentError` leaves the
        resources of the file as they were applied last.
        """
        ...

    async def plan(
        self,
        tx: Tx,
        files: Sequence[Desired[ContentT]],
        owned: Sequence[Owned],
        *,
        is_complete: bool,
    ) -> Sequence[Change[ItemT]]:
        """Compare desired and stored state, without writing.

        `files` are all valid files of the kind by name; `owned` are the ledger's resources of these
        files and of deleted files. `is_complete` means that all files of the kind are present and
        were read completely. If it is False, resources may be listed in a file that is invalid,
        partly read or temporarily absent: nothing is deleted because it is not listed, and `owned`
        is empty.
        """
        ...

    async def apply(self, tx: Tx, changes: Sequence[Change[ItemT]]) -> Sequence[Change[ItemT]]:
        """Write the changes of `plan`, in the same transaction and under the lock of the kind.

        Returns the changes with their result: one that could not be written becomes a `refuse`.
        """
        ...
