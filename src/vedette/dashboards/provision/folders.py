"""Reconciles `folders/*.yaml`: folders with fixed uids."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from vedette.dashboards.model import ROOT, Folder
from vedette.dashboards.provision.apply import BY
from vedette.dashboards.provision.folder_files import (
    FoldersFile,
    Key,
    Place,
    WantedFolder,
    read_folders,
    sorted_out,
)
from vedette.dashboards.service.locking import lock
from vedette.dashboards.store.folders import FolderStore
from vedette.db.database import Tx
from vedette.kernel.clock import Clock
from vedette.provisioning.entry import Entry
from vedette.provisioning.reconciler import Change, Desired, Owned, Verb


class Dropped(msgspec.Struct, frozen=True):
    """A folder that is no longer listed.

    Without `prune`, or if it is not empty, it stays and becomes editable.
    """

    prune: bool


Planned: TypeAlias = Change[WantedFolder | Dropped]


class FolderReconciler:
    """Creates and renames folders by uid. Deletes only empty ones, and only with `prune: true`."""

    kind = "folders"

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def parse(self, document: Entry) -> FoldersFile:
        return read_folders(document)

    async def plan(
        self,
        tx: Tx,
        files: Sequence[Desired[FoldersFile]],
        owned: Sequence[Owned],
        *,
        is_complete: bool,
    ) -> Sequence[Planned]:
        wanted = [folder for file in files for folder in file.content.folders]
        possible, impossible = sorted_out(wanted)
        changes = [_refuse(folder, why) for folder, why in impossible]
        listed = {folder.key: folder.place for folder in possible}
        while True:
            planned = await self._plan_listed(tx, possible, listed)
            refused = {(one.org_id, one.key) for one in planned if one.verb == "refuse"}
            if not refused & listed.keys():
                break
            # Refused folders keep their titles, so accepted ones may conflict with them.
            listed = {key: place for key, place in listed.items() if key not in refused}
        changes += planned
        taken = {folder.key for folder in wanted}
        dropped = [item for item in owned if (item.org_id, item.key) not in taken]
        return changes + await self._plan_dropped(tx, files, dropped)

    async def _plan_listed(
        self, tx: Tx, folders: Iterable[WantedFolder], listed: Mapping[Key, Place]
    ) -> list[Planned]:
        changes: list[Planned] = []
        accepted: set[Key] = set()
        for folder in folders:
            change = await self._plan_one(tx, folder, accepted, listed)
            changes.append(change)
            if change.verb != "refuse":
                accepted.add(folder.key)
        return changes

    async def _plan_dropped(
        self, tx: Tx, files: Sequence[Desired[FoldersFile]], dropped: Sequence[Owned]
    ) -> list[Planned]:
        """Plan the deepest folders first, so that a folder is empty when it is deleted."""
        pruning = {file.source.file for file in files if file.content.prune}
        found = [(await FolderStore(tx).by_uid(item.org_id, item.key), item) for item in dropped]
        found.sort(key=lambda pair: -(pair[0].depth if pair[0] else 0))
        return [
            Change(
                verb="delete",
                org_id=item.org_id,
                key=item.key,
                file=item.file,
                why="no longer listed",
                item=Dropped(prune=item.file in pruning),
            )
            for _, item in found
        ]

    async def _plan_one(
        self,
        tx: Tx,
        folder: WantedFolder,
        accepted: Collection[Key],
        listed: Mapping[Key, Place],
    ) -> Planned:
        """Plan one folder. `listed` are the folders that change, each with its place afterwards."""
        store = FolderStore(tx)
        parent = folder.parent_uid
        if parent and (folder.org_id, parent) not in accepted:
            above = await store.by_uid(folder.org_id, parent)
            if above is None:
                return _refuse(folder, f"There is no folder with the uid {parent}.")
            if f"/{folder.uid}/" in above.path:
                return _refuse(folder, f"The folder {parent} is below {folder.uid}.")
        same_title = await store.by_title(folder.org_id, parent, folder.name)
        if (
            same_title
            and same_title.uid != folder.uid
            and listed.get((folder.org_id, same_title.uid), folder.place) == folder.place
        ):
            return _refuse(
                folder, f"The folder {same_title.uid} already has the title {folder.name!r}."
            )
        existing = await store.by_uid(folder.org_id, folder.uid)
        if existing is None:
            return _change("create", folder)
        is_same = (existing.title, existing.parent_uid, existing.provisioned_by) == (
            folder.name,
            parent,
            folder.file,
        )
        return _change("keep" if is_same else "update", folder)

    async def apply(self, tx: Tx, changes: Sequence[Planned]) -> Sequence[Planned]:
        for org_id in sorted({change.org_id for change in changes}):
            await lock(tx, org_id)
        for change in changes:
            if isinstance(change.item, Dropped):
                await _drop(FolderStore(tx), change.org_id, change.key, change.item)
            elif change.item and change.verb in ("create", "update"):
                await self._write(tx, change.item)
        return changes

    async def _write(self, tx: Tx, wanted: WantedFolder) -> None:
        store, now = FolderStore(tx), self.clock.now_ms()
        parent = await store.by_uid(wanted.org_id, wanted.parent_uid) if wanted.parent_uid else None
        path = f"{parent.path if parent else '/'}{wanted.uid}/"
        existing = await store.by_uid(wanted.org_id, wanted.uid)
        holder = await store.by_title(wanted.org_id, wanted.parent_uid, wanted.name)
        if holder and holder.uid != wanted.uid:
            await store.vacate_title(holder)
        folder = Folder(
            id=existing.id if existing else 0,
            org_id=wanted.org_id,
            uid=wanted.uid,
            parent_uid=parent.uid if parent else ROOT,
            path=path,
            title=wanted.name,
            version=existing.version + 1 if existing else 1,
            created=existing.created if existing else now,
            created_by=existing.created_by if existing else BY,
            updated=now,
            updated_by=BY,
            provisioned_by=wanted.file,
        )
        if existing is None:
            await store.insert(folder)
            return
        await store.write(folder)
        if existing.path != path:
            await store.move_tree(wanted.org_id, existing.path, path)


async def _drop(store: FolderStore, org_id: int, uid: str, dropped: Dropped) -> None:
    if dropped.prune and await store.delete_if_empty(org_id, uid):
        return
    folder = await store.by_uid(org_id, uid)
    if folder:
        await store.write(replace(folder, provisioned_by=None))


def _refuse(folder: WantedFolder, why: str) -> Planned:
    return replace(_change("keep", folder), verb="refuse", why=why)


def _change(verb: Verb, folder: WantedFolder) -> Planned:
    return Change(
        verb=verb,
        org_id=folder.org_id,
        key=folder.uid,
        file=folder.file,
        line=folder.line,
        item=folder,
    )
