"""`folders/*.yaml`: folders with fixed uids (specification 2.4)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from vedette.dashboards.body import check_title
from vedette.dashboards.errors import BadDashboard
from vedette.dashboards.model import ROOT, Folder
from vedette.dashboards.provision.apply import BY
from vedette.dashboards.service.dashboards import lock
from vedette.dashboards.store.folders import FolderStore
from vedette.db.database import Tx
from vedette.kernel.clock import Clock
from vedette.kernel.ids import is_uid
from vedette.provisioning.entry import Entry
from vedette.provisioning.problems import DocumentError
from vedette.provisioning.reconciler import Change, Desired, Owned, Verb


class WantedFolder(msgspec.Struct, frozen=True):
    name: str
    uid: str
    parent_uid: str
    org_id: int
    file: str
    line: int


class FoldersFile(msgspec.Struct, frozen=True):
    folders: tuple[WantedFolder, ...]
    prune: bool


class Dropped(msgspec.Struct, frozen=True):
    """Listed no more. Without `prune`, or where it is not empty, it stays and may be changed."""

    prune: bool


Key: TypeAlias = tuple[int, str]
"""Organization and uid."""
Place: TypeAlias = tuple[str, str]
"""Parent's uid and title."""
Planned: TypeAlias = Change[WantedFolder | Dropped]


class FolderReconciler:
    """Creates and renames by uid. Deletes only with `prune: true`, and only what is empty."""

    kind = "folders"

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def parse(self, document: Entry) -> FoldersFile:
        return FoldersFile(
            folders=tuple(document.each("folders", _wanted)), prune=document.flag("prune")
        )

    async def plan(
        self, tx: Tx, files: Sequence[Desired[FoldersFile]], owned: Sequence[Owned]
    ) -> Sequence[Planned]:
        wanted = [folder for file in files for folder in file.content.folders]
        changes: list[Planned] = []
        taken: dict[Key, WantedFolder] = {}
        for folder in _parents_first(wanted):
            if taken.setdefault(_key(folder), folder) is not folder:
                changes.append(_refuse(folder, f"The uid {folder.uid} is given twice."))
        listed = {_key(folder): _place(folder) for folder in taken.values()}
        while True:
            planned = await self._plan_listed(tx, taken.values(), listed)
            refused = {(one.org_id, one.key) for one in planned if one.verb == "refuse"}
            if not refused & listed.keys():
                break
            # They keep their titles, so that others may have been promised too much.
            listed = {key: place for key, place in listed.items() if key not in refused}
        changes += planned
        dropped = [item for item in owned if (item.org_id, item.key) not in taken]
        return changes + await self._plan_dropped(tx, files, dropped)

    async def _plan_listed(
        self, tx: Tx, folders: Iterable[WantedFolder], listed: Mapping[Key, Place]
    ) -> list[Planned]:
        changes: list[Planned] = []
        accepted: set[Key] = set()
        places: set[tuple[int, Place]] = set()
        for folder in folders:
            place = (folder.org_id, _place(folder))
            if place in places:
                changes.append(_refuse(folder, f"{folder.name!r} is given twice in one folder."))
                continue
            change = await self._plan_one(tx, folder, accepted, listed)
            changes.append(change)
            if change.verb != "refuse":
                accepted.add(_key(folder))
                places.add(place)
        return changes

    async def _plan_dropped(
        self, tx: Tx, files: Sequence[Desired[FoldersFile]], dropped: Sequence[Owned]
    ) -> list[Planned]:
        """The deepest first, so that a folder is empty when its turn comes."""
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
        """`listed` are the folders that change, each with its place afterwards."""
        store = FolderStore(tx)
        parent = folder.parent_uid
        if parent and (folder.org_id, parent) not in accepted:
            above = await store.by_uid(folder.org_id, parent)
            if above is None:
                return _refuse(folder, f"There is no folder with the uid {parent}.")
            if f"/{folder.uid}/" in above.path:
                return _refuse(folder, f"The folder {parent} lies below {folder.uid}.")
        same_title = await store.by_title(folder.org_id, parent, folder.name)
        if (
            same_title
            and same_title.uid != folder.uid
            and listed.get((folder.org_id, same_title.uid), _place(folder)) == _place(folder)
        ):
            return _refuse(
                folder, f"{folder.name!r} is the title of the folder {same_title.uid} already."
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


def _wanted(entry: Entry) -> WantedFolder:
    uid = entry.required("uid")
    parent = entry.text("parentUid", "parentUID")
    for key, value in (("uid", uid), ("parentUid", parent)):
        if value and not is_uid(value):
            raise DocumentError(f"{key} is no valid uid.", entry.line_of(key))
    try:
        name = check_title(entry.required("name", "title"), "Folder")
    except BadDashboard as error:
        raise DocumentError(error.public, entry.line_of("name")) from error
    if parent == uid:
        raise DocumentError("A folder can not be its own parent.", entry.line_of("parentUid"))
    return WantedFolder(
        name=name,
        uid=uid,
        parent_uid="" if parent == "general" else parent,
        org_id=max(1, entry.whole("orgId", "org_id", "orgID", default=1)),
        file=entry.report.file,
        line=entry.line,
    )


def _key(folder: WantedFolder) -> Key:
    return folder.org_id, folder.uid


def _place(folder: WantedFolder) -> Place:
    return folder.parent_uid, folder.name


def _parents_first(wanted: Sequence[WantedFolder]) -> list[WantedFolder]:
    """Parents that are listed too go before their children; circles stay in file order."""
    ordered: list[WantedFolder] = []
    waiting = list(wanted)
    while waiting:
        inside = {(folder.org_id, folder.uid) for folder in waiting}
        ready = [f for f in waiting if (f.org_id, f.parent_uid) not in inside] or waiting
        ordered += ready
        waiting = [folder for folder in waiting if folder not in ready]
    return ordered


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
