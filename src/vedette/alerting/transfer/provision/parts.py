"""Compares each type of object with its file, and applies the changes."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from vedette.alerting.contacts.drafts import Drafts
from vedette.alerting.contacts.errors import BadContact
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.contacts.writer import ContactWriter
from vedette.alerting.model.provenance import FILE
from vedette.alerting.model.unreadable import StoredUnreadable
from vedette.alerting.muting.inhibitions.service import InhibitionService
from vedette.alerting.muting.inhibitions.store import InhibitStore
from vedette.alerting.muting.timings.service import TimingService
from vedette.alerting.muting.timings.store import TimingStore
from vedette.alerting.routing.policies import DEFAULT_RECEIVER, default_policy
from vedette.alerting.routing.service import PolicyService
from vedette.alerting.routing.store import PolicyStore
from vedette.alerting.templates.service import TemplateService
from vedette.alerting.templates.store import TemplateStore
from vedette.alerting.transfer.provision.entries import (
    Deletion,
    InhibitEntry,
    PartName,
    PointEntry,
    PolicyEntry,
    TemplateEntry,
    TimingEntry,
)
from vedette.crypto.errors import SecretUnreadable
from vedette.db.database import Tx
from vedette.kernel.errors import VedetteError
from vedette.provisioning.reconciler import Verb


class Part(Protocol):
    """Entries are those of the part. All methods but `verb` and `is_there` write."""

    @property
    def name(self) -> PartName: ...

    async def verb(self, tx: Tx, entry: Any) -> Verb:
        """Return `create`, `update`, or `keep` if nothing changes."""
        ...

    async def is_there(self, tx: Tx, gone: Deletion) -> bool: ...

    async def write(self, tx: Tx, entry: Any) -> None: ...

    async def delete(self, tx: Tx, gone: Deletion) -> None: ...


Parts: TypeAlias = Sequence[Part]


class Points:
    name: PartName = "contact point"

    def __init__(self, writer: ContactWriter, drafts: Drafts) -> None:
        self._writer = writer
        self._drafts = drafts

    async def verb(self, tx: Tx, entry: PointEntry) -> Verb:
        if not entry.drafts:
            return "keep"
        before = await ContactStore(tx).of_point(entry.org_id, entry.name)
        if not before:
            return "create"
        listed = {each.uid for each in entry.drafts}
        mine = [each for each in before if each.uid in listed]
        known = [(each.uid, each.disable_resolve, each.provenance) for each in mine]
        if known != [(each.uid, each.disable_resolve, "file") for each in entry.drafts]:
            return "update"
        try:
            for integration, draft in zip(mine, entry.drafts, strict=True):
                wanted = await self._drafts.prepared(tx, draft, integration)
                if (
                    integration.type != draft.type
                    or integration.settings != wanted.settings
                    or await self._drafts.secrets(tx, integration) != wanted.secrets
                ):
                    return "update"
        except (SecretUnreadable, BadContact):
            return "update"
        return "keep"

    async def is_there(self, tx: Tx, gone: Deletion) -> bool:
        store = ContactStore(tx)
        if gone.is_whole:
            return bool(await store.of_point(gone.org_id, gone.name))
        return await store.by_uid(gone.org_id, gone.name) is not None

    async def write(self, tx: Tx, entry: PointEntry) -> None:
        old = await self._name_before(tx, entry)
        if old is not None:
            await self._writer.rename_point(tx, entry.org_id, old, entry.name, FILE)
        await self._writer.replace_point(
            tx, entry.org_id, entry.name, entry.drafts, FILE, keeps_others=True
        )

    async def delete(self, tx: Tx, gone: Deletion) -> None:
        if gone.is_whole:
            await self._writer.delete_point(tx, gone.org_id, gone.name, FILE)
        else:
            await self._writer.delete(tx, gone.org_id, gone.name, FILE)

    async def _name_before(self, tx: Tx, entry: PointEntry) -> str | None:
        """Return the previous name of a contact point that was only renamed.

        References to such a contact point are renamed with it.
        """
        store = ContactStore(tx)
        if await store.of_point(entry.org_id, entry.name):
            return None
        known = [await store.by_uid(entry.org_id, draft.uid) for draft in entry.drafts]
        names = {each.name for each in known if each is not None}
        if len(names) != 1:
            return None
        (old,) = names
        uids = {draft.uid for draft in entry.drafts}
        beside = await store.of_point(entry.org_id, old)
        return old if all(each.uid in uids for each in beside) else None


class TimingsPart:
    name: PartName = "mute timing"

    def __init__(self, service: TimingService) -> None:
        self._service = service

    async def verb(self, tx: Tx, entry: TimingEntry) -> Verb:
        try:
            before = await TimingStore(tx).by_name(entry.org_id, entry.name)
        except StoredUnreadable:
            return "update"
        if before is None:
            return "create"
        is_same = (before.timing, before.provenance) == (entry.timing, "file")
        return "keep" if is_same else "update"

    async def is_there(self, tx: Tx, gone: Deletion) -> bool:
        return gone.name in await TimingStore(tx).marks(gone.org_id)

    async def write(self, tx: Tx, entry: TimingEntry) -> None:
        await self._service.put_in(tx, entry.org_id, entry.timing, FILE)

    async def delete(self, tx: Tx, gone: Deletion) -> None:
        await self._service.delete_in(tx, gone.org_id, gone.name, FILE)


class Templates:
    name: PartName = "template"

    def __init__(self, service: TemplateService) -> None:
        self._service = service

    async def verb(self, tx: Tx, entry: TemplateEntry) -> Verb:
        before = await TemplateStore(tx).get(entry.org_id, entry.name)
        if before is None:
            return "create"
        try:
            wanted = self._service.checked(entry.name, entry.text)
        except VedetteError:
            return "update"
        return "keep" if (before.body, before.provenance) == (wanted, "file") else "update"

    async def is_there(self, tx: Tx, gone: Deletion) -> bool:
        return await TemplateStore(tx).get(gone.org_id, gone.name) is not None

    async def write(self, tx: Tx, entry: TemplateEntry) -> None:
        await self._service.put_in(tx, entry.org_id, entry.name, entry.text, FILE)

    async def delete(self, tx: Tx, gone: Deletion) -> None:
        await self._service.delete_in(tx, gone.org_id, gone.name, FILE)


class Policies:
    name: PartName = "policies"

    def __init__(self, service: PolicyService) -> None:
        self._service = service

    async def verb(self, tx: Tx, entry: PolicyEntry) -> Verb:
        try:
            before = await PolicyStore(tx).get(entry.org_id)
        except StoredUnreadable:
            return "update"
        is_same = (before.policy, before.provenance) == (entry.policy, "file")
        return "keep" if is_same else "update" if before.version else "create"

    async def is_there(self, tx: Tx, gone: Deletion) -> bool:
        try:
            before = await PolicyStore(tx).get(gone.org_id)
        except StoredUnreadable:
            return True
        names = await ContactStore(tx).names(gone.org_id)
        first = DEFAULT_RECEIVER if DEFAULT_RECEIVER in names else min(names)
        return bool(before.provenance) or before.policy != default_policy(first)

    async def write(self, tx: Tx, entry: PolicyEntry) -> None:
        await self._service.replace_in(tx, entry.org_id, entry.policy, FILE)

    async def delete(self, tx: Tx, gone: Deletion) -> None:
        await self._service.reset_in(tx, gone.org_id, FILE)


class Inhibitions:
    name: PartName = "inhibitions"

    def __init__(self, service: InhibitionService) -> None:
        self._service = service

    async def verb(self, tx: Tx, entry: InhibitEntry) -> Verb:
        try:
            before = await InhibitStore(tx).get(entry.org_id)
        except StoredUnreadable:
            return "update"
        is_same = (tuple(before.rules), before.provenance) == (entry.rules, "file")
        return "keep" if is_same else "update" if before.version else "create"

    async def is_there(self, tx: Tx, gone: Deletion) -> bool:
        return False

    async def write(self, tx: Tx, entry: InhibitEntry) -> None:
        await self._service.replace_in(tx, entry.org_id, entry.rules, FILE)

    async def delete(self, tx: Tx, gone: Deletion) -> None:
        """Does nothing: an empty list in a file deletes all inhibition rules."""
