"""Folders by their titles, from the root."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from vedette.dashboards.body import check_title
from vedette.dashboards.model import ROOT, Folder
from vedette.dashboards.provision.providers import MAX_FOLDER_DEPTH
from vedette.dashboards.store.folders import FolderStore
from vedette.db.database import Tx
from vedette.kernel.clock import Clock
from vedette.kernel.errors import BadRequest
from vedette.kernel.ids import new_uid


class FolderPaths(msgspec.Struct, frozen=True):
    clock: Clock
    by: str
    """Who makes folders that are missing."""

    async def find(self, tx: Tx, org_id: int, titles: Sequence[str]) -> Folder | None:
        store, found = FolderStore(tx), None
        for title in titles:
            found = await store.by_title(org_id, found.uid if found else ROOT, title)
            if found is None:
                return None
        return found

    async def ensure(
        self, tx: Tx, org_id: int, titles: Sequence[str], parent: Folder | None = None
    ) -> Folder:
        """Below `parent`, or the root. Raises `BadRequest` where a title can not be used."""
        if not titles or len(titles) > MAX_FOLDER_DEPTH:
            raise BadRequest(
                f"A folder lies at most {MAX_FOLDER_DEPTH} levels deep; name 1 to that many."
            )
        store, found = FolderStore(tx), parent
        for title in titles:
            below = await store.by_title(org_id, found.uid if found else ROOT, title)
            found = below or await self._add(store, org_id, found, title)
        assert found is not None
        return found

    async def _add(
        self, store: FolderStore, org_id: int, parent: Folder | None, title: str
    ) -> Folder:
        now, uid = self.clock.now_ms(), new_uid()
        folder = Folder(
            id=0,
            org_id=org_id,
            uid=uid,
            parent_uid=parent.uid if parent else ROOT,
            path=f"{parent.path if parent else '/'}{uid}/",
            title=check_title(title, "Folder"),
            version=1,
            created=now,
            created_by=self.by,
            updated=now,
            updated_by=self.by,
            provisioned_by=None,
        )
        return replace(folder, id=await store.insert(folder))


def folder_text(titles: Sequence[str]) -> str:
    r"""As files name folders: `a/b`; a slash inside a title is `\/`."""
    return "/".join(title.replace("/", "\\/") for title in titles)


async def titles_of(tx: Tx, org_id: int, uid: str) -> tuple[str, ...]:
    """The titles that lead to the folder; empty where there is none."""
    store = FolderStore(tx)
    folder = await store.by_uid(org_id, uid)
    if folder is None:
        return ()
    above = await store.ancestors(folder)
    return (*(each.title for each in above), folder.title)
