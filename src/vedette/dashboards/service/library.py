"""Library elements: panels that several dashboards share."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from vedette.access.model import Permissions
from vedette.dashboards.errors import TargetFolderNotFound
from vedette.dashboards.library_errors import (
    BadElement,
    ElementExists,
    ElementInUse,
    ElementNotFound,
    ElementStale,
)
from vedette.dashboards.model import (
    GENERAL,
    KIND,
    READ,
    ROOT,
    Folder,
    LibraryConnection,
    LibraryElement,
    folder_scope,
)
from vedette.dashboards.service.library_draft import (
    checked_kind,
    checked_name,
    insert_element,
    new_element,
    with_model,
)
from vedette.dashboards.service.locking import lock
from vedette.dashboards.store.folders import FolderStore
from vedette.dashboards.store.library import ElementQuery, LibraryElementStore
from vedette.dashboards.store.library_connections import LibraryConnectionStore
from vedette.dashboards.store.usage import UsageStore
from vedette.db.database import Database, Tx
from vedette.db.errors import UniqueViolation
from vedette.kernel.clock import Clock
from vedette.kernel.ids import check_uid, new_uid
from vedette.kernel.principal import Principal

READ_ELEMENT, CREATE, EDIT, REMOVE = (
    f"library.panels:{verb}" for verb in ("read", "create", "write", "delete")
)


class ElementDraft(msgspec.Struct, frozen=True):
    """What a client sends. On a change, None keeps what is stored."""

    name: str | None = None
    kind: int = 0
    model: bytes | None = None
    uid: str | None = None
    folder_uid: str | None = None
    folder_id: int | None = None
    version: int = 0


class LibraryElements:
    def __init__(self, database: Database, permissions: Permissions, clock: Clock) -> None:
        self.database = database
        self.permissions = permissions
        self.clock = clock

    async def get(self, who: Principal, uid: str) -> LibraryElement:
        """Raises `ElementNotFound` and `AccessDenied`."""
        async with self.database.reading() as tx:
            element = await _found(tx, who.org_id, uid)
        await self.permissions.require(who, READ_ELEMENT, element.scope)
        return element

    async def named(self, who: Principal, name: str) -> Sequence[LibraryElement]:
        """In all folders that the caller may read. Raises `ElementNotFound` if there are none."""
        visible = await self.permissions.visible(who, READ_ELEMENT, KIND)
        async with self.database.reading() as tx:
            found = await LibraryElementStore(tx).by_name(who.org_id, name, visible)
        if not found:
            raise ElementNotFound
        return found

    async def find(
        self, who: Principal, query: ElementQuery
    ) -> tuple[Sequence[LibraryElement], int]:
        """A page of those that the caller may read, and the number of all of them."""
        visible = await self.permissions.visible(who, READ_ELEMENT, KIND)
        async with self.database.reading() as tx:
            return await LibraryElementStore(tx).find(who.org_id, query, visible)

    async def connections(self, who: Principal, uid: str) -> Sequence[LibraryConnection]:
        """Those of dashboards that the caller may read."""
        element = await self.get(who, uid)
        visible = await self.permissions.visible(who, READ, KIND)
        async with self.database.reading() as tx:
            store = LibraryConnectionStore(tx)
            return await store.of_element(who.org_id, element.id, visible)

    async def create(self, who: Principal, draft: ElementDraft) -> LibraryElement:
        """Raises `BadElement`, `ElementExists` and `TargetFolderNotFound`."""
        name, kind = checked_name(draft.name or ""), checked_kind(draft.kind)
        if draft.model is None:
            raise BadElement("Send the model of the library element as `model`.")
        try:
            async with self.database.transaction() as tx:
                await lock(tx, who.org_id)
                folder = await _folder(tx, who.org_id, draft)
                path = folder.path if folder else ""
                await self.permissions.require(who, CREATE, folder_scope(path))
                uid = check_uid(draft.uid) if draft.uid else new_uid()
                element = new_element(
                    who, folder.uid if folder else ROOT, uid, name, kind, self.clock.now_ms()
                )
                element = with_model(element, draft.model)
                await insert_element(tx, element)
                return await _found(tx, who.org_id, uid)
        except UniqueViolation as error:
            raise ElementExists from error

    async def change(self, who: Principal, uid: str, draft: ElementDraft) -> LibraryElement:
        """Raises `ElementStale` unless `version` is the stored one, `BadElement`,
        `ElementExists`, and `ElementInUse` for a new uid while dashboards use the old one."""
        kind = checked_kind(draft.kind)
        try:
            async with self.database.transaction() as tx:
                await lock(tx, who.org_id)
                stored = await _found(tx, who.org_id, uid)
                await self.permissions.require(who, EDIT, stored.scope)
                if kind != stored.kind:
                    raise BadElement("The kind of a library element cannot be changed.")
                if draft.version != stored.version:
                    raise ElementStale(stored.version)
                element = await self._moved(tx, who, stored, draft)
                if draft.uid and draft.uid != uid:
                    if stored.connections:
                        raise ElementInUse
                    element = replace(element, uid=check_uid(draft.uid))
                if draft.name:
                    element = replace(element, name=checked_name(draft.name))
                if draft.model is not None:
                    element = with_model(element, draft.model)
                element = replace(
                    element,
                    version=stored.version + 1,
                    updated=self.clock.now_ms(),
                    updated_by=who.login,
                    updated_by_id=who.id,
                )
                await LibraryElementStore(tx).write(element)
                if element.model != stored.model:
                    await UsageStore(tx).read_again(who.org_id, stored.id)
                return await _found(tx, who.org_id, element.uid)
        except UniqueViolation as error:
            raise ElementExists from error

    async def delete(self, who: Principal, uid: str) -> LibraryElement:
        """Raises `ElementInUse` while dashboards use it."""
        async with self.database.transaction() as tx:
            await lock(tx, who.org_id)
            element = await _found(tx, who.org_id, uid)
            await self.permissions.require(who, REMOVE, element.scope)
            if element.connections:
                raise ElementInUse
            await LibraryElementStore(tx).delete(who.org_id, element.id)
        return element

    async def _moved(
        self, tx: Tx, who: Principal, stored: LibraryElement, draft: ElementDraft
    ) -> LibraryElement:
        if draft.folder_uid is None and draft.folder_id is None:
            return stored
        folder = await _folder(tx, who.org_id, draft)
        folder_uid, path = (folder.uid, folder.path) if folder else (ROOT, "")
        if folder_uid == stored.folder_uid:
            return stored
        await self.permissions.require(who, EDIT, folder_scope(path))
        return replace(stored, folder_uid=folder_uid, folder_path=path)


async def _found(tx: Tx, org_id: int, uid: str) -> LibraryElement:
    element = await LibraryElementStore(tx).by_uid(org_id, uid)
    if element is None:
        raise ElementNotFound
    return element


async def _folder(tx: Tx, org_id: int, draft: ElementDraft) -> Folder | None:
    """None is the root."""
    store = FolderStore(tx)
    if draft.folder_uid is not None:
        if draft.folder_uid in (ROOT, GENERAL):
            return None
        folder = await store.by_uid(org_id, draft.folder_uid)
    elif draft.folder_id:
        folder = await store.by_id(org_id, draft.folder_id)
    else:
        return None
    if folder is None:
        raise TargetFolderNotFound(draft.folder_uid or str(draft.folder_id))
    return folder
