"""Dashboards, folders and versions as they are stored."""

import msgspec

from vedette.access.model import Scope
from vedette.kernel.slugs import slugify

ROOT = ""
"""The `folder_uid` and `parent_uid` of objects at the root."""
GENERAL = "general"
"""The uid of the root in the API."""
KIND = "dashboards"
READ, WRITE, DELETE = "dashboards:read", "dashboards:write", "dashboards:delete"


class Folder(msgspec.Struct, frozen=True):
    id: int
    org_id: int
    uid: str
    parent_uid: str
    path: str
    """The uids from the root to this folder, each between slashes: `/a/b/`."""
    title: str
    version: int
    created: int
    created_by: str
    updated: int
    updated_by: str
    provisioned_by: str | None

    @property
    def scope(self) -> Scope:
        return folder_scope(self.path)

    @property
    def slug(self) -> str:
        return slugify(self.title)

    @property
    def depth(self) -> int:
        return len(uids_of(self.path))


class Provenance(msgspec.Struct, frozen=True):
    """The origin of a provisioned dashboard."""

    provider: str
    path: str
    checksum: str
    editable: bool
    is_kept: bool = False
    """Whether the dashboard stays when its file or provider is removed."""


class Dashboard(msgspec.Struct, frozen=True):
    id: int
    org_id: int
    uid: str
    folder_uid: str
    folder_path: str
    """The path of its folder; empty at the root."""
    title: str
    version: int
    created: int
    created_by: str
    updated: int
    updated_by: str
    provenance: Provenance | None
    body: str
    folder_id: int = 0
    folder_title: str = ""

    @property
    def scope(self) -> Scope:
        return Scope(KIND, self.uid, tuple(reversed(uids_of(self.folder_path))))

    @property
    def slug(self) -> str:
        return slugify(self.title)


class DeletedDashboard(msgspec.Struct, frozen=True):
    """A dashboard in the trash."""

    id: int
    """Of the entry; the restored dashboard gets an id of its own."""
    org_id: int
    uid: str
    folder_uid: str
    folder_path: str
    """Path of its folder; empty at the root, or if the folder does not exist any more."""
    folder_title: str
    title: str
    version: int
    deleted: int
    deleted_by: str
    body: str = ""
    """Empty in lists."""

    @property
    def is_folder_gone(self) -> bool:
        return bool(self.folder_uid) and not self.folder_path

    @property
    def scope(self) -> Scope:
        return Scope(KIND, self.uid, tuple(reversed(uids_of(self.folder_path))))


class Version(msgspec.Struct, frozen=True):
    id: int
    dashboard_id: int
    uid: str
    version: int
    parent_version: int
    restored_from: int
    created: int
    created_by: str
    message: str
    body: str = ""
    """Empty in lists."""


class LibraryElement(msgspec.Struct, frozen=True):
    """A panel that several dashboards share. `created_by_id` is 0 for files."""

    id: int
    org_id: int
    uid: str
    folder_uid: str
    folder_path: str
    """Path of its folder; empty at the root."""
    name: str
    kind: int
    type: str
    description: str
    model: str
    """JSON of the panel without `id`, `gridPos` and `libraryPanel`."""
    version: int
    created: int
    created_by: str
    created_by_id: int
    updated: int
    updated_by: str
    updated_by_id: int
    folder_id: int = 0
    folder_title: str = ""
    connections: int = 0
    """Number of dashboards that use it."""

    @property
    def scope(self) -> Scope:
        """Rights on an element are those on its folder."""
        return folder_scope(self.folder_path)


class LibraryConnection(msgspec.Struct, frozen=True):
    """A dashboard that uses a library element."""

    id: int
    element_id: int
    dashboard_id: int
    dashboard_uid: str
    created: int
    created_by: str
    created_by_id: int


class SourceUser(msgspec.Struct, frozen=True):
    """A dashboard that queries a data source, with the number of its panels that do."""

    uid: str
    title: str
    folder_uid: str
    folder_title: str
    panels: int


class UsingRule(msgspec.Struct, frozen=True, rename="camel"):
    """An alert rule that queries a data source."""

    uid: str
    title: str
    folder_uid: str
    folder_title: str


def uids_of(path: str) -> tuple[str, ...]:
    """Return the uids from the root down."""
    return tuple(part for part in path.split("/") if part)


def folder_scope(path: str) -> Scope:
    """Return the permission scope of the folder at `path`; that of the root is `general`."""
    uids = uids_of(path)
    if not uids:
        return Scope(KIND, GENERAL)
    return Scope(KIND, uids[-1], tuple(reversed(uids[:-1])))
