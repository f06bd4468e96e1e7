"""The trash: deleted dashboards, which can be restored for some time."""

from collections.abc import Sequence
from datetime import timedelta

from msgspec.structs import replace

from vedette.access.model import Permissions
from vedette.dashboards.body import read_body
from vedette.dashboards.errors import (
    DashboardUidTaken,
    DeletedDashboardNotFound,
    FolderOfDashboardGone,
    NameExists,
    TargetFolderNotFound,
)
from vedette.dashboards.model import (
    DELETE,
    GENERAL,
    KIND,
    ROOT,
    WRITE,
    Dashboard,
    DeletedDashboard,
    folder_scope,
)
from vedette.dashboards.service.library_use import with_elements
from vedette.dashboards.service.locking import lock
from vedette.dashboards.service.writer import DashboardWriter
from vedette.dashboards.store.dashboards import DashboardStore
from vedette.dashboards.store.folders import FolderStore
from vedette.dashboards.store.trash import TrashStore
from vedette.db.database import Database, Tx
from vedette.db.pages import delete_in_pages
from vedette.kernel.clock import Clock
from vedette.kernel.principal import Principal

_PURGED_AT_ONCE = 20


class TrashLimits:
    """How long and how many. A `retention` of zero keeps nothing."""

    def __init__(self, retention: timedelta, most: int) -> None:
        self.retention_ms = retention // timedelta(milliseconds=1)
        self.most = most


class Trash:
    """Where `Dashboards` and `Folders` put what they delete."""

    def __init__(self, limits: TrashLimits, clock: Clock) -> None:
        self.limits = limits
        self._clock = clock

    async def add(self, tx: Tx, who: Principal, ids: Sequence[int]) -> None:
        """Copy these dashboards with their versions, before the caller deletes them.

        Panels of the library are copied with their models, because the elements may be deleted
        before the dashboard is restored.
        """
        if not ids or not self.limits.retention_ms:
            return
        store, now = TrashStore(tx), self._clock.now_ms()
        await store.add(who.org_id, ids, now=now, by=who.login)
        for id_, body in await store.with_library_panels(who.org_id, ids):
            (complete,) = await with_elements(tx, who.org_id, [body])
            await store.set_body(who.org_id, id_, now, complete)
        await store.keep_newest(who.org_id, self.limits.most)


class DashboardTrash:
    """What users do with the content of the trash."""

    def __init__(
        self, database: Database, permissions: Permissions, writer: DashboardWriter, trash: Trash
    ) -> None:
        self.database = database
        self.permissions = permissions
        self.limits = trash.limits
        self._writer = writer
        self._clock = writer.clock

    async def find(
        self, who: Principal, text: str, limit: int, page: int
    ) -> tuple[Sequence[DeletedDashboard], int]:
        """A page of what the caller could change, last deleted first, and the number of all."""
        visible = await self.permissions.visible(who, WRITE, KIND)
        async with self.database.reading() as tx:
            return await TrashStore(tx).find(who.org_id, text, visible, limit, page)

    async def restore(
        self, who: Principal, uid: str, folder_uid: str | None = None, entry_id: int = 0
    ) -> Dashboard:
        """Make it a dashboard again, as a new version of its history.

        It returns to its folder, or to `folder_uid`; empty is the root. `entry_id` selects one of
        several entries with the uid; otherwise it is the last deleted. Raises
        `DeletedDashboardNotFound`, `FolderOfDashboardGone`, `TargetFolderNotFound`,
        `DashboardUidTaken` and `NameExists`.
        """
        async with self.database.transaction() as tx:
            await lock(tx, who.org_id)
            entry = await _found(tx, who.org_id, uid, entry_id)
            await self.permissions.require(who, WRITE, entry.scope)
            if folder_uid is None and entry.is_folder_gone:
                raise FolderOfDashboardGone(entry.folder_title)
            target = await self._target(
                tx, who, entry.folder_uid if folder_uid is None else folder_uid
            )
            store = DashboardStore(tx)
            if await store.by_uid(who.org_id, uid) is not None:
                raise DashboardUidTaken
            if await store.by_title(who.org_id, target, entry.title) is not None:
                raise NameExists
            await TrashStore(tx).put_back(entry, target)
            existing = await store.by_uid(who.org_id, uid)
            assert existing is not None
            body = read_body(entry.body.encode(), max_bytes=len(entry.body.encode()))
            restored = await self._writer.put(
                tx,
                who.org_id,
                existing,
                replace(body, uid=uid),
                folder_uid=target,
                by=who.login,
                by_id=who.id,
                message="Restored from the trash",
            )
            await TrashStore(tx).delete(who.org_id, entry.id)
        return restored

    async def delete(self, who: Principal, uid: str, entry_id: int = 0) -> DeletedDashboard:
        """Delete it for good. Raises `DeletedDashboardNotFound`."""
        async with self.database.transaction() as tx:
            entry = await _found(tx, who.org_id, uid, entry_id)
            await self.permissions.require(who, DELETE, entry.scope)
            await TrashStore(tx).delete(who.org_id, entry.id)
        return entry

    async def purge(self) -> None:
        """Delete what was deleted before the retention, of all organizations."""
        before = self._clock.now_ms() - self.limits.retention_ms
        await delete_in_pages(
            self.database.transaction,
            lambda tx: TrashStore(tx).delete_before(before, _PURGED_AT_ONCE),
            full=_PURGED_AT_ONCE,
        )

    async def _target(self, tx: Tx, who: Principal, folder_uid: str) -> str:
        """The uid of the folder, in which the caller may save."""
        if folder_uid in (ROOT, GENERAL):
            await self.permissions.require(who, WRITE, folder_scope(""))
            return ROOT
        folder = await FolderStore(tx).by_uid(who.org_id, folder_uid)
        if folder is None:
            raise TargetFolderNotFound(folder_uid)
        await self.permissions.require(who, WRITE, folder.scope)
        return folder.uid


async def _found(tx: Tx, org_id: int, uid: str, entry_id: int) -> DeletedDashboard:
    entry = await TrashStore(tx).newest(org_id, uid, entry_id)
    if entry is None:
        raise DeletedDashboardNotFound
    return entry
