"""The use cases of one dashboard: open, save and delete."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from vedette.access.model import Permissions
from vedette.dashboards.body import MAX_BYTES, Body, read_body_apart
from vedette.dashboards.errors import (
    BadDashboard,
    DashboardNotFound,
    NameExists,
    Provisioned,
    TargetFolderNotFound,
)
from vedette.dashboards.model import (
    DELETE,
    GENERAL,
    KIND,
    READ,
    ROOT,
    WRITE,
    Dashboard,
    Folder,
    folder_scope,
)
from vedette.dashboards.service.library_draft import ExportedElement, insert_missing
from vedette.dashboards.service.library_use import with_elements
from vedette.dashboards.service.locking import lock
from vedette.dashboards.service.mismatch import StaleSave, version_mismatch
from vedette.dashboards.service.trash import Trash
from vedette.dashboards.service.validation import ModelValidation
from vedette.dashboards.service.writer import CHANGED, DashboardWriter
from vedette.dashboards.store.dashboards import DashboardStore
from vedette.dashboards.store.folders import FolderStore
from vedette.dashboards.store.stars import StarStore
from vedette.db.database import Database, Tx
from vedette.db.errors import UniqueViolation
from vedette.kernel.principal import Principal


class Opened(msgspec.Struct, frozen=True):
    """A dashboard with the caller's permissions on it."""

    dashboard: Dashboard
    starred: bool
    can_star: bool
    can_save: bool
    can_delete: bool


class Save(msgspec.Struct, frozen=True):
    """The parameters of a save. `folder_uid` takes precedence over `folder_id`; the default is the
    root."""

    body: bytes
    folder_uid: str | None = None
    folder_id: int | None = None
    message: str = ""
    overwrite: bool = False
    elements: Sequence[ExportedElement] = ()
    """Library elements to create if the organization does not have them."""


class Dashboards:
    def __init__(
        self,
        database: Database,
        permissions: Permissions,
        writer: DashboardWriter,
        *,
        validation: ModelValidation | None = None,
        trash: Trash | None = None,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        self.database = database
        self.permissions = permissions
        self.writer = writer
        self.validation = validation or ModelValidation(frozenset())
        self.trash = trash
        self.max_bytes = max_bytes

    async def open(self, who: Principal, uid: str) -> Opened:
        """With the panels of the library complete. Raises `DashboardNotFound`."""
        async with self.database.reading() as tx:
            dashboard = await DashboardStore(tx).by_uid(who.org_id, uid)
            if dashboard is None:
                raise DashboardNotFound
            scope = dashboard.scope
            await self.permissions.require(who, READ, scope)
            visible = await self.permissions.visible(who, "library.panels:read", KIND)
            (body,) = await with_elements(tx, who.org_id, [dashboard.body], visible)
            starred = who.kind == "user" and await StarStore(tx).has(
                who.org_id, who.id, dashboard.id
            )
        return Opened(
            replace(dashboard, body=body),
            starred,
            can_star=who.kind == "user",
            can_save=(await self.permissions.can(who, WRITE, scope)).allowed,
            can_delete=(await self.permissions.can(who, DELETE, scope)).allowed,
        )

    async def find(self, who: Principal, uid: str, number: int) -> str:
        """Return the uid of the dashboard with this uid or, if that is empty, this number.

        Raises `DashboardNotFound`, and `AccessDenied` if the user may not read it.
        """
        opened = await self.open(who, uid or await self.uid_of(who, number))
        return opened.dashboard.uid

    async def uid_of(self, who: Principal, id: int) -> str:
        """Return the uid of a dashboard by its id, for the deprecated routes."""
        async with self.database.reading() as tx:
            uid = await DashboardStore(tx).uid_of(who.org_id, id)
        if uid is None:
            raise DashboardNotFound
        return uid

    async def uids_of(self, who: Principal, ids: Sequence[int]) -> list[str]:
        """Return the uids in the order of `ids`, without those that the caller cannot read."""
        visible = await self.permissions.visible(who, READ, KIND)
        async with self.database.reading() as tx:
            found = await DashboardStore(tx).uids_of(who.org_id, visible, ids)
        return [found[id] for id in ids if id in found]

    async def save(self, who: Principal, save: Save) -> Dashboard:
        """Create, update or move. Raises `VersionMismatch` and `NameExists` unless `overwrite` is
        set, `Provisioned` for a dashboard that only its file may change, and
        `UnusableDashboard`."""
        body = await read_body_apart(
            save.body, max_bytes=self.max_bytes, check=self.validation.refuse
        )
        try:
            async with self.database.transaction() as tx:
                await lock(tx, who.org_id)
                return await self._save(tx, who, body, save)
        except UniqueViolation as error:
            raise NameExists from error
        except StaleSave as error:
            raise await version_mismatch(self.database, error.stored, body.version) from error

    async def _save(self, tx: Tx, who: Principal, body: Body, save: Save) -> Dashboard:
        existing = await _existing(tx, who.org_id, body)
        folder = await _target(tx, who.org_id, save)
        folder_uid, folder_path = (folder.uid, folder.path) if folder else (ROOT, "")
        if existing is None or existing.folder_uid != folder_uid:
            await self.permissions.require(who, WRITE, folder_scope(folder_path))
        same_title = await DashboardStore(tx).by_title(who.org_id, folder_uid, body.title)
        if same_title and (existing is None or same_title.id != existing.id):
            if not save.overwrite or existing is not None:
                raise NameExists
            existing, body = same_title, replace(body, uid=same_title.uid)
        if existing is not None:
            await self.permissions.require(who, WRITE, existing.scope)
            if existing.provenance and not existing.provenance.editable:
                raise Provisioned("Cannot save provisioned dashboard")
            if body.version != existing.version and not save.overwrite:
                raise StaleSave(existing)
        if save.elements:
            await self.permissions.require(who, "library.panels:create", folder_scope(folder_path))
            now = self.writer.clock.now_ms()
            await insert_missing(tx, who, folder_uid, save.elements, now)
        return await self.writer.put(
            tx,
            who.org_id,
            existing,
            body,
            folder_uid=folder_uid,
            by=who.login,
            by_id=who.id,
            message=save.message,
            provenance=existing.provenance if existing else None,
        )

    async def delete(self, who: Principal, uid: str) -> Dashboard:
        """Put it into the trash. Raises `DashboardNotFound`, and `Provisioned`."""
        async with self.database.transaction() as tx:
            await lock(tx, who.org_id)
            dashboard = await DashboardStore(tx).by_uid(who.org_id, uid)
            if dashboard is None:
                raise DashboardNotFound
            await self.permissions.require(who, DELETE, dashboard.scope)
            if dashboard.provenance and not dashboard.provenance.editable:
                raise Provisioned("provisioned dashboard cannot be deleted")
            if self.trash is not None:
                await self.trash.add(tx, who, [dashboard.id])
            await DashboardStore(tx).delete(who.org_id, dashboard.id)
            tx.after_commit(lambda: self.writer.wakeups.notify(CHANGED))
        return dashboard


async def _existing(tx: Tx, org_id: int, body: Body) -> Dashboard | None:
    """Return the dashboard with the model's id or uid. Raises `DashboardNotFound` for an unknown
    id."""
    store = DashboardStore(tx)
    by_uid = await store.by_uid(org_id, body.uid) if body.uid else None
    if not body.id:
        return by_uid
    by_id = await store.by_id(org_id, body.id)
    if by_id is None:
        raise DashboardNotFound
    if by_uid is not None and by_uid.id != by_id.id:
        raise BadDashboard("A dashboard with the same uid already exists")
    return by_id


async def _target(tx: Tx, org_id: int, save: Save) -> Folder | None:
    """Return the folder of the save; None is the root."""
    store = FolderStore(tx)
    if save.folder_uid:
        if save.folder_uid == GENERAL:
            return None
        folder = await store.by_uid(org_id, save.folder_uid)
    elif save.folder_id is not None and save.folder_id > 0:
        folder = await store.by_id(org_id, save.folder_id)
    else:
        return None
    if folder is None:
        raise TargetFolderNotFound(save.folder_uid or str(save.folder_id))
    return folder
