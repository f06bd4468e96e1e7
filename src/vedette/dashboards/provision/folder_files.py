"""The folders in files of `folders/`, and the contradictions between them."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from vedette.dashboards.body import check_title
from vedette.dashboards.errors import BadDashboard
from vedette.dashboards.folder_uids import check_folder_uid
from vedette.dashboards.model import GENERAL
from vedette.kernel.errors import VedetteError
from vedette.kernel.ids import is_uid
from vedette.provisioning.entry import Entry
from vedette.provisioning.problems import DocumentError, Problem
from vedette.provisioning.reconciler import Desired

Key: TypeAlias = tuple[int, str]
"""The organization and the uid."""
Place: TypeAlias = tuple[str, str]
"""The uid of the parent and the title."""


class WantedFolder(msgspec.Struct, frozen=True):
    name: str
    uid: str
    parent_uid: str
    org_id: int
    file: str
    line: int

    @property
    def key(self) -> Key:
        return self.org_id, self.uid

    @property
    def place(self) -> Place:
        return self.parent_uid, self.name


class FoldersFile(msgspec.Struct, frozen=True):
    folders: tuple[WantedFolder, ...]
    prune: bool


def read_folders(document: Entry) -> FoldersFile:
    return FoldersFile(
        folders=tuple(document.each("folders", _wanted)), prune=document.flag("prune")
    )


def sorted_out(
    wanted: Sequence[WantedFolder],
) -> tuple[list[WantedFolder], list[tuple[WantedFolder, str]]]:
    """Return the folders with parents before children, and those that conflict, with the reason."""
    impossible = []
    first: dict[Key, WantedFolder] = {}
    for folder in wanted:
        if first.setdefault(folder.key, folder) is not folder:
            impossible.append((folder, f"The uid {folder.uid} occurs twice."))
    ordered, circling = _parents_first(list(first.values()))
    for folder in circling:
        impossible.append((folder, f"The parent folders of {folder.name!r} form a cycle."))
    possible = []
    places: set[tuple[int, Place]] = set()
    for folder in ordered:
        place = (folder.org_id, folder.place)
        if place in places:
            impossible.append((folder, f"{folder.name!r} occurs twice in one folder."))
        else:
            places.add(place)
            possible.append(folder)
    return possible, impossible


def folder_conflicts(files: Sequence[Desired[FoldersFile]]) -> Iterator[Problem]:
    """Return the problems of all files together, for `vedette provision check`."""
    wanted = [folder for file in files for folder in file.content.folders]
    for folder, why in sorted_out(wanted)[1]:
        yield Problem(folder.file, folder.line, why)
    keys = {folder.key for folder in wanted}
    for folder in wanted:
        if folder.parent_uid and (folder.org_id, folder.parent_uid) not in keys:
            message = f"No file contains the folder {folder.parent_uid}. It must already exist."
            yield Problem(folder.file, folder.line, message, "warning")


def _wanted(entry: Entry) -> WantedFolder:
    uid = entry.required("uid")
    parent = entry.text("parentUid", "parentUID")
    if parent and not is_uid(parent):
        raise DocumentError("parentUid is not a valid uid.", entry.line_of("parentUid"))
    try:
        check_folder_uid(uid)
    except VedetteError as error:
        raise DocumentError(error.public, entry.line_of("uid")) from error
    try:
        name = check_title(entry.required("name", "title"), "Folder")
    except BadDashboard as error:
        raise DocumentError(error.public, entry.line_of("name")) from error
    if parent == uid:
        raise DocumentError("A folder cannot be its own parent.", entry.line_of("parentUid"))
    return WantedFolder(
        name=name,
        uid=uid,
        parent_uid="" if parent == GENERAL else parent,
        org_id=max(1, entry.whole("orgId", "org_id", "orgID", default=1)),
        file=entry.report.file,
        line=entry.line,
    )


def _parents_first(
    waiting: list[WantedFolder],
) -> tuple[list[WantedFolder], list[WantedFolder]]:
    """Return folders whose ancestors end at the root or at an unlisted folder, and the others."""
    ordered: list[WantedFolder] = []
    while waiting:
        inside = {folder.key for folder in waiting}
        ready = [one for one in waiting if (one.org_id, one.parent_uid) not in inside]
        if not ready:
            break
        ordered += ready
        waiting = [one for one in waiting if (one.org_id, one.parent_uid) in inside]
    return ordered, waiting
