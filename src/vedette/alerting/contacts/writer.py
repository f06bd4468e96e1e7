"""Writes contact points in the caller's transaction: for the user interface, APIs and files."""

from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace

from vedette.alerting.alerts.version_store import bump
from vedette.alerting.contacts.default_point import DefaultContactPoint, Lock
from vedette.alerting.contacts.drafts import Drafts, check_name
from vedette.alerting.contacts.errors import (
    BadContact,
    IntegrationNotFound,
    IntegrationUidTaken,
    PointNotFound,
    StillUsed,
)
from vedette.alerting.contacts.model import Integration, IntegrationDraft
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.model.provenance import Edit, check_delete, check_edit
from vedette.db.database import Tx
from vedette.kernel.clock import Clock

_MOST_OF_A_POINT = 100


class ContactPointUsers(Protocol):
    """Objects that refer to contact points by name: policies and rules."""

    async def uses_of_receiver(self, tx: Tx, org_id: int, name: str) -> Sequence[str]:
        """Return where the contact point is used, as sentences."""
        ...

    async def rename_receiver(self, tx: Tx, org_id: int, old: str, new: str) -> None:
        """Update references after a contact point was renamed."""
        ...


class ContactWriter:
    def __init__(
        self, drafts: Drafts, clock: Clock, lock: Lock, users: Sequence[ContactPointUsers]
    ) -> None:
        self._drafts = drafts
        self._clock = clock
        self._lock = lock
        self._users = users
        self._default = DefaultContactPoint(clock, lock)

    async def create(self, tx: Tx, org_id: int, draft: IntegrationDraft, edit: Edit) -> Integration:
        """Add an integration to the contact point of that name, which is created if missing.

        Raises `BadContact`, `BadUid`, `IntegrationUidTaken`, `OtherProvenance`.
        """
        await self._lock(tx, org_id)
        await self.ensure_default(tx, org_id)
        store = ContactStore(tx)
        beside = await store.of_point(org_id, draft.name)
        _check_point(draft.name, beside, edit)
        if draft.uid and await store.by_uid(org_id, draft.uid):
            raise IntegrationUidTaken(draft.uid)
        made = await self._drafts.new(tx, org_id, draft, edit, len(beside))
        await store.add(made, await self._point_id(store, org_id, draft.name))
        await bump(tx, org_id, "contacts")
        return made

    async def update(
        self, tx: Tx, org_id: int, uid: str, draft: IntegrationDraft, edit: Edit
    ) -> Integration:
        """Replace an integration. A new name renames its contact point, or moves it to an existing
        one.

        Secrets sent as `[REDACTED]` are kept. Raises `IntegrationNotFound`, `StillUsed` and the
        errors of `create`.
        """
        await self._lock(tx, org_id)
        store = ContactStore(tx)
        before = await store.by_uid(org_id, uid)
        if before is None:
            raise IntegrationNotFound(uid)
        check_edit(_name(before.name), before.provenance, edit)
        after = await self._drafts.replaced(tx, before, draft, edit)
        if after is before and draft.name == before.name:
            return before
        if draft.name != before.name:
            after = await self._renamed(store, after, draft.name, edit)
        await store.update(after, await self._point_id(store, org_id, after.name))
        if draft.name != before.name:
            await self._leave(store, org_id, before.name)
        await bump(tx, org_id, "contacts")
        return after

    async def delete(self, tx: Tx, org_id: int, uid: str, edit: Edit) -> Integration:
        """Raises `IntegrationNotFound`, `OtherProvenance`, `StillUsed`."""
        await self._lock(tx, org_id)
        store = ContactStore(tx)
        before = await store.by_uid(org_id, uid)
        if before is None:
            raise IntegrationNotFound(uid)
        check_delete(_name(before.name), before.provenance, edit)
        beside = await store.of_point(org_id, before.name)
        if len(beside) == 1:
            await self._check_unused(tx, org_id, before.name)
            await store.delete_point(org_id, before.name)
        await store.delete(org_id, uid)
        await bump(tx, org_id, "contacts")
        return before

    async def replace_point(
        self,
        tx: Tx,
        org_id: int,
        name: str,
        drafts: Sequence[IntegrationDraft],
        edit: Edit,
        *,
        may_be_empty: bool = False,
        keeps_others: bool = False,
    ) -> Sequence[Integration]:
        """Set the integrations of a contact point, in this order.

        With `keeps_others`, its other integrations stay. A contact point without integrations
        notifies no one; `may_be_empty` prevents creating one by mistake. Integrations are
        identified by uid, even in another contact point. Raises the errors of `create` and
        `update`.
        """
        if not (drafts or may_be_empty) or len(drafts) > _MOST_OF_A_POINT:
            raise BadContact(
                f"Contact point {name[:200]!r} must have 1 to {_MOST_OF_A_POINT} integrations."
            )
        await self._lock(tx, org_id)
        await self.ensure_default(tx, org_id)
        store = ContactStore(tx)
        beside = await store.of_point(org_id, name)
        check_name(name)
        for each in beside:
            check_edit(_name(name), each.provenance, edit)
        _check_uids(name, drafts)
        point_id = await self._point_id(store, org_id, name)
        kept: list[Integration] = []
        for position, draft in enumerate(drafts):
            draft = replace(draft, name=name)
            before = await store.by_uid(org_id, draft.uid) if draft.uid else None
            if before is None:
                made = await self._drafts.new(tx, org_id, draft, edit, position)
                await store.add(made, point_id)
            else:
                check_edit(_name(before.name), before.provenance, edit)
                replaced = await self._drafts.replaced(tx, before, draft, edit)
                made = replace(replaced, name=name, position=position)
                if made != before:
                    await store.update(made, point_id)
                if before.name != name:
                    await self._leave(store, org_id, before.name)
            kept.append(made)
        uids = {each.uid for each in kept}
        others = [each for each in beside if each.uid not in uids]
        if keeps_others:
            kept = sorted([*kept, *others], key=lambda each: each.position)
        else:
            for each in others:
                await store.delete(org_id, each.uid)
        if kept != list(beside) or not kept:
            await bump(tx, org_id, "contacts")
        return kept

    async def rename_point(self, tx: Tx, org_id: int, name: str, new_name: str, edit: Edit) -> None:
        """Rename a contact point and its references. Raises `PointNotFound`, `OtherProvenance`,
        `BadContact`."""
        await self._lock(tx, org_id)
        store = ContactStore(tx)
        beside = await store.of_point(org_id, name)
        if await store.point_id(org_id, name) is None:
            raise PointNotFound(name)
        check_name(new_name)
        for each in beside:
            check_edit(_name(name), each.provenance, edit)
        if await store.point_id(org_id, new_name) is not None:
            raise BadContact(f"A contact point named {new_name!r} already exists.")
        await store.rename_point(org_id, name, new_name, self._clock.now_ms())
        await self._rename_uses(tx, org_id, name, new_name)
        await bump(tx, org_id, "contacts")

    async def delete_point(self, tx: Tx, org_id: int, name: str, edit: Edit) -> None:
        """Raises `PointNotFound`, `OtherProvenance`, `StillUsed`."""
        await self._lock(tx, org_id)
        store = ContactStore(tx)
        beside = await store.of_point(org_id, name)
        if await store.point_id(org_id, name) is None:
            raise PointNotFound(name)
        for each in beside:
            check_delete(_name(name), each.provenance, edit)
        await self._check_unused(tx, org_id, name)
        await store.delete_point(org_id, name)
        await bump(tx, org_id, "contacts")

    async def ensure_default(self, tx: Tx, org_id: int) -> None:
        """Create the default contact point in an organization that has none."""
        await self._default.ensure(tx, org_id)

    async def uses(self, tx: Tx, org_id: int, name: str) -> Sequence[str]:
        """Sentences that say where the contact point is used."""
        return [
            sentence
            for user in self._users
            for sentence in await user.uses_of_receiver(tx, org_id, name)
        ]

    async def _renamed(
        self, store: ContactStore, integration: Integration, name: str, edit: Edit
    ) -> Integration:
        """Rename an integration. The last one of a contact point renames it if the name is free."""
        org_id, old = integration.org_id, integration.name
        beside = await store.of_point(org_id, name)
        _check_point(name, beside, edit)
        is_free = await store.point_id(org_id, name) is None
        if is_free and len(await store.of_point(org_id, old)) == 1:
            await store.rename_point(org_id, old, name, self._clock.now_ms())
            await self._rename_uses(store.tx, org_id, old, name)
        return replace(integration, name=name, position=len(beside))

    async def _leave(self, store: ContactStore, org_id: int, name: str) -> None:
        """Delete a contact point without integrations. Raises `StillUsed`."""
        if await store.point_id(org_id, name) is None:
            return
        if not await store.of_point(org_id, name):
            await self._check_unused(store.tx, org_id, name)
            await store.delete_point(org_id, name)

    async def _point_id(self, store: ContactStore, org_id: int, name: str) -> int:
        known = await store.point_id(org_id, name)
        return known or await store.add_point(org_id, name, self._clock.now_ms())

    async def _rename_uses(self, tx: Tx, org_id: int, old: str, new: str) -> None:
        for user in self._users:
            await user.rename_receiver(tx, org_id, old, new)

    async def _check_unused(self, tx: Tx, org_id: int, name: str) -> None:
        where = await self.uses(tx, org_id, name)
        if where:
            raise StillUsed(name, where)


def _name(name: str) -> str:
    return f"the contact point {name[:200]!r}"


def _check_uids(name: str, drafts: Sequence[IntegrationDraft]) -> None:
    uids = [each.uid for each in drafts if each.uid]
    if len(set(uids)) < len(uids):
        raise BadContact(f"Contact point {name[:200]!r} has two integrations with one uid.")


def _check_point(name: str, beside: Sequence[Integration], edit: Edit) -> None:
    check_name(name)
    if len(beside) >= _MOST_OF_A_POINT:
        raise BadContact(
            f"Contact point {name[:200]!r} has {_MOST_OF_A_POINT} integrations, the maximum."
        )
    for each in beside:
        check_edit(_name(name), each.provenance, edit)
