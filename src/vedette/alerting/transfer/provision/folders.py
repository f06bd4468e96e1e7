"""Folders in provisioning files."""

import msgspec
from msgspec.structs import replace

from vedette.alerting.transfer.provision.entries import FolderName
from vedette.dashboards.body import check_title
from vedette.dashboards.folder_uids import check_folder_uid
from vedette.dashboards.model import ROOT, Folder
from vedette.dashboards.store.folders import FolderStore
from vedette.db.database import Tx
from vedette.kernel.clock import Clock
from vedette.kernel.ids import new_uid


class RuleFolders(msgspec.Struct, frozen=True):
    clock: Clock
    by: str
    """The creator of missing folders."""

    async def find(self, tx: Tx, org_id: int, name: FolderName) -> Folder | None:
        store = FolderStore(tx)
        found = await store.by_uid(org_id, name.uid) if name.uid else None
        return found or await store.by_title(org_id, ROOT, name.title)

    async def ensure(self, tx: Tx, org_id: int, name: FolderName) -> Folder:
        """Return the folder, created at the root if missing. Raises `BadRequest`, `BadUid`."""
        return await self.find(tx, org_id, name) or await self._add(tx, org_id, name)

    async def _add(self, tx: Tx, org_id: int, name: FolderName) -> Folder:
        now = self.clock.now_ms()
        uid = check_folder_uid(name.uid) if name.uid else new_uid()
        folder = Folder(
            id=0,
            org_id=org_id,
            uid=uid,
            parent_uid=ROOT,
            path=f"/{uid}/",
            title=check_title(name.title, "Folder"),
            version=1,
            created=now,
            created_by=self.by,
            updated=now,
            updated_by=self.by,
            provisioned_by=None,
        )
        return replace(folder, id=await FolderStore(tx).insert(folder))
