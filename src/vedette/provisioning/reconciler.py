"""What a domain brings so that files can provision its resources.

The engine reads the files, holds the lock and the transaction and keeps the ledger. A reconciler
knows one kind of resource: it turns a file into desired state, compares it with what is stored,
and writes the difference. A plan that was applied is empty (all `keep`) the second time.
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
    """SHA-256 of its text."""
    generation: int | None = None
    """The file's own top-level `generation`: a lower one never replaces a higher one."""


class Desired(msgspec.Struct, Generic[ContentT], frozen=True):
    """What one file asks for, as the reconciler's `parse` understood it."""

    source: ProvisioningFile
    content: ContentT
    is_whole: bool = True
    """False where an entry cannot be read and is left out: it may be any of those that this file
    or another had before, so nothing counts as listed no more."""


class Owned(msgspec.Struct, frozen=True):
    """A resource that an earlier pass took from `file`. Only these may be deleted."""

    file: str
    org_id: int
    key: str


class Change(msgspec.Struct, Generic[ItemT], frozen=True):
    """One line of a plan. `refuse` is told to the operator as an error at `file` and `line`."""

    verb: Verb
    org_id: int
    key: str
    """What identifies the resource inside its organization, such as its name or uid."""
    file: str
    """The file that asks for it; for `delete` the one that made it."""
    why: str = ""
    line: int | None = None
    item: ItemT | None = None
    warning: str = ""
    """What this server lacks that the resource refers to. The resource is applied."""


class Reading(msgspec.Struct, frozen=True):
    """How the files of a kind are found and read."""

    suffixes: Collection[str] = YAML
    scope: ExpansionScope = TEXTS
    """Which of their values are expanded."""
    is_old_form: Callable[[DocumentMapping], bool] | None = None
    """Whether a file is of a form in which Grafana 10.4 expands nothing."""
    is_versioned: bool = True
    """Whether `apiVersion` has to be a positive number."""
    list_key: str = ""
    """The key that a bare list is read under."""


AS_YAML = Reading()


class Reconciler(Protocol[ContentT, ItemT]):
    """`kind` is also the directory below the provisioning directory: `datasources`."""

    @property
    def kind(self) -> str: ...

    def parse(self, document: Entry) -> ContentT:
        """The file's content. Reads no database. An entry that is left out goes to
        `document.report`; a `DocumentError` leaves all of the file as it was applied last."""
        ...

    async def plan(
        self,
        tx: Tx,
        files: Sequence[Desired[ContentT]],
        owned: Sequence[Owned],
        *,
        is_complete: bool,
    ) -> Sequence[Change[ItemT]]:
        """Writes nothing. `files` are all good files of the kind in name order; `owned` is what
        the ledger holds for them and for files that are gone for good.

        `is_complete` says that `files` are all there are, and all of them whole. Where it is false,
        what they do not list may be listed in a file that is broken, not whole or just vanished:
        nothing may go because it is not listed, and `owned` is empty."""
        ...

    async def apply(self, tx: Tx, changes: Sequence[Change[ItemT]]) -> Sequence[Change[ItemT]]:
        """Writes what `plan` said, in the same transaction and under the kind's lock.

        Returns the changes as they came out: what could not be written is a `refuse`."""
        ...
