"""The use cases of the folder tree: create, rename, move and delete."""

from collections.abc import Sequence
from typing import Protocol

import msgspec
from msgspec.structs import replace

from vedette.access.model import Permissions
from vedette.dashboards.body import check_title
from vedette.dashboards.errors import (
    BadFolder,
    FolderExists,
    FolderNotFound,
    FolderTooDeep,
    FolderUidTaken,
    ParentFolderNotFound,
    Provisioned,
    VersionMismatch,
)
from vedette.dashboards.folder_uids import check_folder_uid
from vedette.dashboards.library_errors import FolderElementsInUse
from vedette.dashboards.model import (
    DELETE,
    GENERAL,
    KIND,
    READ,
    ROOT,
    WRITE,
    Folder,
    folder_scope,
)
from vedette.dashboards.service.locking import lock
from vedette.dashboards.service.trash import Trash
from vedette.dashboards.store.folders import FolderStore
from vedette.dashboards.store.library_connections import LibraryConnectionStore
from vedette.dashboards.store.trash import TrashStore
from vedette.db.database import Database, Tx
from vedette.db.errors import UniqueViolation
from vedette.kernel.clock import Clock
from vedette.kernel.ids import new_uid
from vedette.kernel.principal import Principal

MAX_DEPTH = 5
"""The maximum depth for users. Provisioned directories can be nested deeper."""


class OpenedFolder(msgspec.Struct, frozen=True):
    folder: Folder
    parents: Sequence[Folder]
    """The ancestors, from the root down."""
    can_save: bool
    can_delete: bool


class Counts(msgspec.Struct, frozen=True):
    """Counts of objects anywhere below a folder."""

    folders: int
    dashboards: int
    alert_rules: int
    library_elements: int


class FolderRules(Protocol):
    """The alert rules in folders, which another package stores."""

    async def count(self, tx: Tx, org_id: int, folder_uids: Sequence[str]) -> int: ...

    async def folders_go(
        self, tx: Tx, org_id: int, folder_uids: Sequence[str], *, with_rules: bool
    ) -> None:
        """Delete the rules of folders that are about to be deleted. Raises if there are rules that
        must stay."""
        ...

    async def folder_renamed(self, tx: Tx, org_id: int, folder_uid: str) -> None: ...


class Folders:
    def __init__(
        self,
        database: Database,
        permissions: Permissions,
        clock: Clock,
        rules: FolderRules | None = None,
        trash: Trash | None = None,
    ) -> None:
        self.database = database
        self.permissions = permissions
        self.clock = clock
        self.rules = rules
        self.trash = trash

    async def children(
        self, who: Principal, parent_uid: str, limit: int, page: int, *, editable: bool = False
    ) -> Sequence[Folder]:
        """Return the subfolders that the caller can read, or with `editable` those they can
        change."""
        visible = await self.permissions.visible(who, WRITE if editable else READ, KIND)
        parent = ROOT if parent_uid == GENERAL else parent_uid
        async with self.database.reading() as tx:
            if parent and await FolderStore(tx).by_uid(who.org_id, parent) is None:
                raise FolderNotFound
            return await FolderStore(tx).children(who.org_id, parent, visible, limit, page)

    async def open(self, who: Principal, uid: str) -> OpenedFolder:
        async with self.database.reading() as tx:
            folder = await _found(tx, who.org_id, uid)
            await self.permissions.require(who, READ, folder.scope)
            return await self._opened(tx, who, folder)

    async def uid_of(self, who: Principal, id: int) -> str:
        async with self.database.reading() as tx:
            folder = await FolderStore(tx).by_id(who.org_id, id)
        if folder is None:
            raise FolderNotFound
        return folder.uid

    async def create(
        self, who: Principal, title: str, uid: str = "", parent_uid: str = ROOT
    ) -> OpenedFolder:
        """Create a folder.

        Raises `FolderUidTaken`, and `FolderExists` for a duplicate title in the same parent.
        """
        title = _checked(title)
        uid = check_folder_uid(uid) if uid else new_uid()
        now = self.clock.now_ms()
        try:
            async with self.database.transaction() as tx:
                await lock(tx, who.org_id)
                parent = await _parent(tx, who.org_id, parent_uid)
                path = parent.path if parent else ""
                await self.permissions.require(who, WRITE, folder_scope(path))
                folder = Folder(
                    id=0,
                    org_id=who.org_id,
                    uid=uid,
                    parent_uid=parent.uid if parent else ROOT,
                    path=f"{path or '/'}{uid}/",
                    title=title,
                    version=1,
                    created=now,
                    created_by=who.login,
                    updated=now,
                    updated_by=who.login,
                    provisioned_by=None,
                )
                _refuse_depth(folder.depth)
                if await FolderStore(tx).by_uid(who.org_id, uid) is not None:
                    raise FolderUidTaken
                folder = replace(folder, id=await FolderStore(tx).insert(folder))
                return await self._opened(tx, who, folder)
        except UniqueViolation as error:
            raise FolderExists from error

    async def rename(
        self, who: Principal, uid: str, title: str, version: int, *, overwrite: bool
    ) -> OpenedFolder:
        """Rename a folder. An empty title keeps the current one.

        Raises `VersionMismatch` and `FolderExists`.
        """
        changed = _checked(title) if title else None
        try:
            async with self.database.transaction() as tx:
                await lock(tx, who.org_id)
                folder = await self._changeable(tx, who, uid)
                if not overwrite and version != folder.version:
                    raise VersionMismatch("folder")
                folder = self._next(folder, who, title=changed)
                await FolderStore(tx).write(folder)
                if self.rules is not None:
                    await self.rules.folder_renamed(tx, who.org_id, uid)
                return await self._opened(tx, who, folder)
        except UniqueViolation as error:
            raise FolderExists from error

    async def move(self, who: Principal, uid: str, parent_uid: str) -> OpenedFolder:
        """Move a folder with its content. An empty `parent_uid` is the root."""
        try:
            async with self.database.transaction() as tx:
                await lock(tx, who.org_id)
                folder = await self._changeable(tx, who, uid)
                parent = await _parent(tx, who.org_id, parent_uid)
                above = parent.path if parent else "/"
                await self.permissions.require(who, WRITE, folder_scope(above))
                if above.startswith(folder.path):
                    raise BadFolder("A folder cannot be moved into itself or below itself.")
                store = FolderStore(tx)
                deepest = max(below.depth for below in await store.tree(folder))
                _refuse_depth(deepest - folder.depth + (parent.depth if parent else 0) + 1)
                moved = self._next(
                    folder,
                    who,
                    parent_uid=parent.uid if parent else ROOT,
                    path=f"{above}{folder.uid}/",
                )
                await store.write(moved)
                await store.move_tree(who.org_id, folder.path, moved.path)
                return await self._opened(tx, who, moved)
        except UniqueViolation as error:
            raise FolderExists from error

    async def counts(self, who: Principal, uid: str) -> Counts:
        async with self.database.reading() as tx:
            folder = await _found(tx, who.org_id, uid)
            await self.permissions.require(who, READ, folder.scope)
            store = FolderStore(tx)
            folders, dashboards, _ = await store.counts(folder)
            rules = 0
            if self.rules is not None:
                uids = [each.uid for each in await store.tree(folder)]
                rules = await self.rules.count(tx, who.org_id, uids)
            elements = await LibraryConnectionStore(tx).count_in_folder(folder)
        return Counts(folders, dashboards, rules, elements)

    async def delete(self, who: Principal, uid: str, *, with_rules: bool = False) -> Folder:
        """With all folders, dashboards and library elements in it. Raises `Provisioned` where a
        file owns any, `FolderElementsInUse` if dashboards outside of it use its elements, and what
        `FolderRules.folders_go` raises."""
        async with self.database.transaction() as tx:
            await lock(tx, who.org_id)
            folder = await _found(tx, who.org_id, uid)
            await self.permissions.require(who, DELETE, folder.scope)
            store = FolderStore(tx)
            below = await store.tree(folder)
            _, _, provisioned = await store.counts(folder)
            if provisioned or any(other.provisioned_by for other in below):
                raise Provisioned(
                    "The folder or its content is provisioned from files and cannot be "
                    "deleted here."
                )
            if await LibraryConnectionStore(tx).used_from_outside(folder):
                raise FolderElementsInUse
            if self.rules is not None:
                uids = [each.uid for each in below]
                await self.rules.folders_go(tx, who.org_id, uids, with_rules=with_rules)
            if self.trash is not None:
                await self.trash.add(tx, who, await TrashStore(tx).ids_below(folder))
            await store.delete_tree(folder)
        return folder

    async def _changeable(self, tx: Tx, who: Principal, uid: str) -> Folder:
        folder = await _found(tx, who.org_id, uid)
        await self.permissions.require(who, WRITE, folder.scope)
        if folder.provisioned_by:
            raise Provisioned(f"The folder is provisioned from {folder.provisioned_by}.")
        return folder

    def _next(
        self,
        folder: Folder,
        who: Principal,
        *,
        title: str | None = None,
        parent_uid: str | None = None,
        path: str | None = None,
    ) -> Folder:
        return replace(
            folder,
            title=folder.title if title is None else title,
            parent_uid=folder.parent_uid if parent_uid is None else parent_uid,
            path=folder.path if path is None else path,
            version=folder.version + 1,
            updated=self.clock.now_ms(),
            updated_by=who.login,
        )

    async def _opened(self, tx: Tx, who: Principal, folder: Folder) -> OpenedFolder:
        return OpenedFolder(
            folder,
            await FolderStore(tx).ancestors(folder),
            can_save=(await self.permissions.can(who, WRITE, folder.scope)).allowed,
            can_delete=(await self.permissions.can(who, DELETE, folder.scope)).allowed,
        )


async def _found(tx: Tx, org_id: int, uid: str) -> Folder:
    folder = await FolderStore(tx).by_uid(org_id, uid)
    if folder is None:
        raise FolderNotFound
    return folder


async def _parent(tx: Tx, org_id: int, uid: str) -> Folder | None:
    """Return the parent; None is the root."""
    if uid in (ROOT, GENERAL):
        return None
    folder = await FolderStore(tx).by_uid(org_id, uid)
    if folder is None:
        raise ParentFolderNotFound(uid)
    return folder


def _refuse_depth(depth: int) -> None:
    if depth > MAX_DEPTH:
        raise FolderTooDeep(MAX_DEPTH)


def _checked(title: str) -> str:
    """Return the title without surrounding white space. Raises `BadDashboard` and `BadFolder`."""
    title = check_title(title, "Folder")
    if title.lower() == GENERAL:
        raise BadFolder("A folder cannot be named General, because this is the name of the root.")
    return title
