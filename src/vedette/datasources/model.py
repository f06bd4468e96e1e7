"""The model of a data source, and the draft that writers provide."""

from collections.abc import Mapping
from typing import Any

import msgspec

from vedette.access.model import Scope

KIND = "datasources"
TABLE = "data_source"
READ, WRITE, DELETE = "datasources:read", "datasources:write", "datasources:delete"


class DataSourceDraft(msgspec.Struct, frozen=True):
    """The fields of a source that a request or a file sets, with secrets in clear text."""

    name: str
    type: str
    uid: str = ""
    access: str = "proxy"
    url: str = ""
    user: str = ""
    database: str = ""
    is_basic_auth: bool = False
    basic_auth_user: str = ""
    is_with_credentials: bool = False
    is_default: bool = False
    json_data: Mapping[str, Any] = {}
    secrets: Mapping[str, str] = {}
    is_read_only: bool = False
    is_provisioned: bool = False
    is_prunable: bool = False
    file_version: int = 0

    def __repr__(self) -> str:
        return f"Draft({self.name!r}, {self.type!r}, {self.uid!r})"


class Source(msgspec.Struct, frozen=True):
    """A stored source. Times are in milliseconds since the epoch."""

    id: int
    org_id: int
    uid: str
    name: str
    type: str
    access: str
    url: str
    user: str
    database: str
    is_basic_auth: bool
    basic_auth_user: str
    is_with_credentials: bool
    is_default: bool
    is_read_only: bool
    is_provisioned: bool
    is_prunable: bool
    file_version: int
    json_data: Mapping[str, Any]
    sealed: Mapping[str, str]
    """`secureJsonData`, encrypted."""
    version: int
    created: int
    updated: int

    def __repr__(self) -> str:
        return f"Source({self.org_id}, {self.uid!r}, {self.name!r}, {self.type!r})"

    @property
    def scope(self) -> Scope:
        return Scope(KIND, self.uid)


class SourceRef(msgspec.Struct, frozen=True):
    """A source as querying sees it; `kind` is its plugin id, never an alias."""

    org_id: int
    id: int
    uid: str
    name: str
    kind: str
    version: int
