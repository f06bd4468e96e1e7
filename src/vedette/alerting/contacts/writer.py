"""Writes contact points inside the caller's transaction: for people, for the API and for files."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import orjson

from vedette.alerting.alerts.versions import bump
from vedette.alerting.contacts.errors import (
    BadContact,
    IntegrationNotFound,
    PointNotFound,
    StillUsed,
    UidTaken,
)
from vedette.alerting.contacts.model import (
    DEFAULT_ADDRESS,
    DEFAULT_POINT,
    TABLE,
    Draft,
    Integration,
)
from vedette.alerting.contacts.receiver_types import ReceiverTypes
from vedette.alerting.contacts.secret_settings import (
    destinations,
    put_back,
    taken_out,
    with_secrets,
)
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.model.provenance import Edit, check_delete, check_edit
from vedette.crypto.vault import Vault
from vedette.db.database import Tx
from vedette.kernel.clock import Clock
from vedette.kernel.ids import check_uid, new_uid
from vedette.sdk import Json, ReceiverPlugin

_LONGEST_NAME = 190
_MOST_OF_A_POINT = 100


class Users(Protocol):
    """Who knows contact points by name and stands above them: policies and rules."""

    async def uses_of_receiver(self, tx: Tx, org_id: int, name: str) -> Sequence[str]:
        """Sentences that say where the contact point is used."""
        ...

    async def rename_receiver(self, tx: Tx, org_id: int, old: str, new: str) -> None:
        """Follows a contact point that gets another name."""
        ...


Lock = Callable[[Tx, int], Awaitable[None]]
"""Held while contact points change, so that nobody comes to use one that goes."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A draft that can be used: settings apart from secrets, and both together."""

    settings: Json
    secrets: dict[str, str]
    whole: dict[str, Any]


class ContactWriter:
    def __init__(
        self, types: ReceiverTypes, vault: Vault, clock: Clock, lock: Lock, users: Sequence[Users]
    ) -> None:
        self._types = types
        self._vault = vault
        self._clock = clock
        self._lock = lock
        self._users = users

    async def create(self, tx: Tx, org_id: int, draft: Draft, edit: Edit) -> Integration:
        """Adds to the contact point of that name, or makes one.

        Raises `BadContact`, `BadUid`, `UidTaken`, `OtherProvenance`.
        """
        await self._lock(tx, org_id)
        await self.ensure_default(tx, org_id)
        store = ContactStore(tx)
        beside = await store.of_point(org_id, draft.name)
        _check_point(draft.name, beside, edit)
        if draft.uid and await store.by_uid(org_id, draft.uid):
            raise UidTaken(draft.uid)
        made = await self._made(tx, org_id, draft, edit, len(beside))
        await store.add(made, await self._point_id(store, org_id, draft.name))
        await bump(tx, org_id, "contacts")
        return made

    async def update(self, tx: Tx, org_id: int, uid: str, draft: Draft, edit: Edit) -> Integration:
        """Replaces one integration; another name renames its contact point or moves it there.

        Secrets sent as `[REDACTED]` stay. Raises `IntegrationNotFound`, `StillUsed` and what
        `create` raises.
        """
        await self._lock(tx, org_id)
        store = ContactStore(tx)
        before = await store.by_uid(org_id, uid)
        if before is None:
            raise IntegrationNotFound(uid)
        check_edit(_name(before.name), before.provenance, edit)
        after = await self._replaced(tx, before, draft, edit)
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
        self, tx: Tx, org_id: int, name: str, drafts: Sequence[Draft], edit: Edit
    ) -> Sequence[Integration]:
        """The contact point with exactly these integrations, in this order.

        Those with a uid that is known stay themselves, also where they belonged to another
        contact point. Raises as `create` and `update` do.
        """
        if not 0 < len(drafts) <= _MOST_OF_A_POINT:
            raise BadContact(
                f"Contact point {name[:200]!r} has 1 to {_MOST_OF_A_POINT} integrations."
            )
        await self._lock(tx, org_id)
        await self.ensure_default(tx, org_id)
        store = ContactStore(tx)
        beside = await store.of_point(org_id, name)
        _check_point(name, beside, edit)
        point_id = await self._point_id(store, org_id, name)
        kept: list[Integration] = []
        for position, draft in enumerate(drafts):
            draft = replace(draft, name=name)
            before = await store.by_uid(org_id, draft.uid) if draft.uid else None
            if before is None:
                made = await self._made(tx, org_id, draft, edit, position)
                await store.add(made, point_id)
            else:
                check_edit(_name(before.name), before.provenance, edit)
                replaced = await self._replaced(tx, before, draft, edit)
                made = replace(replaced, name=name, position=position)
                await store.update(made, point_id)
                if before.name != name:
                    await self._leave(store, org_id, before.name)
            kept.append(made)
        uids = {each.uid for each in kept}
        for each in beside:
            if each.uid not in uids:
                await store.delete(org_id, each.uid)
        await bump(tx, org_id, "contacts")
        return kept

    async def rename_point(self, tx: Tx, org_id: int, name: str, new_name: str, edit: Edit) -> None:
        """Policies and rules follow. Raises `PointNotFound`, `OtherProvenance`, `BadContact`."""
        await self._lock(tx, org_id)
        store = ContactStore(tx)
        beside = await store.of_point(org_id, name)
        if not beside:
            raise PointNotFound(name)
        _check_name(new_name)
        for each in beside:
            check_edit(_name(name), each.provenance, edit)
        if await store.point_id(org_id, new_name) is not None:
            raise BadContact(f"There is a contact point {new_name!r} already.")
        await store.rename_point(org_id, name, new_name, self._clock.now_ms())
        await self._rename_uses(tx, org_id, name, new_name)
        await bump(tx, org_id, "contacts")

    async def delete_point(self, tx: Tx, org_id: int, name: str, edit: Edit) -> None:
        """Raises `PointNotFound`, `OtherProvenance`, `StillUsed`."""
        await self._lock(tx, org_id)
        store = ContactStore(tx)
        beside = await store.of_point(org_id, name)
        if not beside:
            raise PointNotFound(name)
        for each in beside:
            check_delete(_name(name), each.provenance, edit)
        await self._check_unused(tx, org_id, name)
        await store.delete_point(org_id, name)
        await bump(tx, org_id, "contacts")

    async def ensure_default(self, tx: Tx, org_id: int) -> None:
        """An organization without any contact point gets the one that its first policy names."""
        store = ContactStore(tx)
        if await store.has_points(org_id):
            return
        await self._lock(tx, org_id)
        if await store.has_points(org_id):
            return
        now = self._clock.now_ms()
        first = Integration(
            id=0,
            org_id=org_id,
            uid=new_uid(),
            name=DEFAULT_POINT,
            type="email",
            settings={"addresses": DEFAULT_ADDRESS},
            sealed={},
            disable_resolve=False,
            provenance="",
            position=0,
            version=1,
            created=now,
            updated=now,
        )
        await store.add(first, await store.add_point(org_id, DEFAULT_POINT, now))
        await bump(tx, org_id, "contacts")

    async def uses(self, tx: Tx, org_id: int, name: str) -> Sequence[str]:
        """Sentences that say where the contact point is used."""
        return [
            sentence
            for user in self._users
            for sentence in await user.uses_of_receiver(tx, org_id, name)
        ]

    async def secrets(self, tx: Tx, integration: Integration) -> dict[str, str]:
        """In clear. Raises `Unreadable`."""
        return await self._vault.open_all(
            tx, integration.org_id, TABLE, integration.uid, integration.sealed
        )

    async def whole_settings(self, tx: Tx, integration: Integration) -> dict[str, Any]:
        """With the secrets in their places. Raises `Unreadable`."""
        plugin = self._types.plugin(integration.name, integration.type)
        secrets = await self.secrets(tx, integration)
        return put_back(integration.settings, secrets, plugin.fields)

    async def prepared(
        self,
        tx: Tx,
        draft: Draft,
        before: Integration | None,
        *,
        keeps_absent: bool = False,
    ) -> Prepared:
        """What would be stored of a draft; secrets that stay are opened.

        Those are the ones sent as `[REDACTED]`; with `keeps_absent` also those not sent at all.

        Raises `BadContact`, also where a secret is to stay although the server it is sent to
        changes: else whoever may edit could have it sent to a server of their own.
        """
        plugin = self._types.plugin(draft.name, draft.type)
        sent = with_secrets(draft.settings, draft.secrets)
        upgraded = plugin.upgrade(sent) if plugin.upgrade else sent
        _check_json(draft.name, upgraded)
        settings, secrets, stay = taken_out(upgraded, plugin.fields)
        kept = {}
        if before is not None and before.type == draft.type:
            kept = {
                key: text
                for key, text in before.sealed.items()
                if key in stay or (keeps_absent and key not in secrets)
            }
        if kept and before is not None:
            _check_destinations(plugin, before, draft, settings, kept)
            opened = await self._vault.open_all(tx, before.org_id, TABLE, before.uid, kept)
            secrets = {**opened, **secrets}
        return Prepared(settings, secrets, put_back(settings, secrets, plugin.fields))

    async def _checked(
        self, tx: Tx, draft: Draft, before: Integration | None, edit: Edit
    ) -> Prepared:
        _check_name(draft.name)
        prepared = await self.prepared(tx, draft, before)
        _, clients = self._types.open(
            draft.name, draft.type, prepared.whole, is_trusted=edit.provenance == "file"
        )
        for client in clients:
            await client.aclose()
        return prepared

    async def _made(
        self, tx: Tx, org_id: int, draft: Draft, edit: Edit, position: int
    ) -> Integration:
        uid = check_uid(draft.uid) if draft.uid else new_uid()
        prepared = await self._checked(tx, draft, None, edit)
        now = self._clock.now_ms()
        return Integration(
            id=0,
            org_id=org_id,
            uid=uid,
            name=draft.name,
            type=draft.type,
            settings=prepared.settings,
            sealed=await self._vault.seal_all(tx, org_id, TABLE, uid, prepared.secrets),
            disable_resolve=draft.disable_resolve,
            provenance=edit.provenance,
            position=position,
            version=1,
            created=now,
            updated=now,
        )

    async def _replaced(self, tx: Tx, before: Integration, draft: Draft, edit: Edit) -> Integration:
        prepared = await self._checked(tx, draft, before, edit)
        sealed = await self._vault.seal_all(tx, before.org_id, TABLE, before.uid, prepared.secrets)
        return replace(
            before,
            type=draft.type,
            settings=prepared.settings,
            sealed=sealed,
            disable_resolve=draft.disable_resolve,
            provenance=edit.provenance,
            version=before.version + 1,
            updated=self._clock.now_ms(),
        )

    async def _renamed(
        self, store: ContactStore, integration: Integration, name: str, edit: Edit
    ) -> Integration:
        """The last integration of a contact point takes its name along where it is free."""
        org_id, old = integration.org_id, integration.name
        beside = await store.of_point(org_id, name)
        _check_point(name, beside, edit)
        if not beside and len(await store.of_point(org_id, old)) == 1:
            await store.rename_point(org_id, old, name, self._clock.now_ms())
            await self._rename_uses(store.tx, org_id, old, name)
        return replace(integration, name=name, position=len(beside))

    async def _leave(self, store: ContactStore, org_id: int, name: str) -> None:
        """A contact point that has no integrations any more goes. Raises `StillUsed`."""
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


def _check_name(name: str) -> None:
    if not name.strip() or len(name) > _LONGEST_NAME:
        raise BadContact(f"A contact point has a name of 1 to {_LONGEST_NAME} characters.")


def _check_json(name: str, settings: Json) -> None:
    """Numbers beyond 64 bits, and what only YAML can say, are no settings."""
    try:
        orjson.dumps(settings)
    except TypeError as error:
        raise BadContact(f"Contact point {name[:200]!r}: {error}.") from error


def _check_point(name: str, beside: Sequence[Integration], edit: Edit) -> None:
    _check_name(name)
    if len(beside) >= _MOST_OF_A_POINT:
        raise BadContact(
            f"Contact point {name[:200]!r} has {_MOST_OF_A_POINT} integrations, which is the most."
        )
    for each in beside:
        check_edit(_name(name), each.provenance, edit)


def _check_destinations(
    plugin: ReceiverPlugin[Any],
    before: Integration,
    draft: Draft,
    settings: Json,
    kept: dict[str, str],
) -> None:
    new = destinations(settings, plugin.fields) - destinations(before.settings, plugin.fields)
    if new:
        raise BadContact(
            f"Contact point {draft.name!r} would send its secrets to another server; enter again:"
            f" {', '.join(sorted(kept))}."
        )
