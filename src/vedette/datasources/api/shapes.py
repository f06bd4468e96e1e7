"""Data sources in the format of Grafana 10.4. Secrets are accepted and never returned."""

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict, cast

import msgspec
from msgspec.structs import replace

from vedette.datasources.errors import BadSource
from vedette.datasources.kinds import plugin_name
from vedette.datasources.model import DataSourceDraft, Source
from vedette.plugins.registry import PluginRegistry


class SourceBody(msgspec.Struct, rename="camel"):
    """The body of a save. Fields that clients send back, such as `id` and `readOnly`, are
    ignored."""

    name: str = ""
    type: str = ""
    uid: str | None = None
    access: str | None = None
    url: str | None = None
    user: str | None = None
    database: str | None = None
    basic_auth: bool | None = None
    basic_auth_user: str | None = None
    with_credentials: bool | None = None
    is_default: bool | None = None
    json_data: dict[str, Any] | None = None
    secure_json_data: dict[str, str | None] | None = None
    version: int | None = None


Access = Literal["proxy", "direct"]


class _SourceAnswer(TypedDict):
    id: int
    uid: str
    orgId: int
    name: str
    type: str
    typeLogoUrl: str
    access: Access
    url: str
    user: str
    database: str
    basicAuth: bool
    isDefault: bool
    jsonData: Mapping[str, Any]
    readOnly: bool


class ListedSource(_SourceAnswer):
    typeName: str


class FullSource(_SourceAnswer):
    """A source with its settings. `secureJsonFields` names the stored secrets."""

    basicAuthUser: str
    withCredentials: bool
    secureJsonFields: dict[str, bool]
    version: int


class OpenedSource(FullSource):
    """A source with the permissions of the caller. `provisionedFrom` is its provisioning file."""

    provisionedFrom: NotRequired[str]


class WrittenSource(TypedDict):
    datasource: FullSource
    id: int
    message: str
    name: str


class SourceNumber(TypedDict):
    id: int


class DeletedSource(TypedDict):
    message: str
    id: int


class SourceHealthAnswer(TypedDict):
    status: str
    message: str
    details: NotRequired[Any]


def draft_of(body: SourceBody) -> DataSourceDraft:
    json_data = body.json_data or {}
    secrets = {key: text or "" for key, text in (body.secure_json_data or {}).items()}
    if any(not key or len(key) > 190 for key in secrets):
        raise BadSource("A key of secureJsonData must have 1 to 190 characters.")
    return DataSourceDraft(
        name=body.name,
        type=body.type,
        uid=body.uid or "",
        access=body.access or "proxy",
        url=(body.url or "").strip(),
        user=body.user or "",
        database=body.database or "",
        is_basic_auth=bool(body.basic_auth),
        basic_auth_user=body.basic_auth_user or "",
        is_with_credentials=bool(body.with_credentials),
        is_default=bool(body.is_default),
        json_data=json_data,
        secrets=secrets,
    )


def without_address(source: Source, settings: Mapping[str, Any]) -> Source:
    """Return the source for readers who cannot change it: without address, login and secret
    settings."""
    return replace(
        source,
        url="",
        user="",
        database="",
        is_basic_auth=False,
        basic_auth_user="",
        json_data=settings,
        sealed={},
    )


def full(source: Source) -> FullSource:
    return {
        **_common(source),
        "basicAuthUser": source.basic_auth_user,
        "withCredentials": source.is_with_credentials,
        "secureJsonFields": dict.fromkeys(sorted(source.sealed), True),
        "version": source.version,
    }


def listed(source: Source, registry: PluginRegistry) -> ListedSource:
    return {**_common(source), "typeName": plugin_name(registry, source.type)}


def _common(source: Source) -> _SourceAnswer:
    return {
        "id": source.id,
        "uid": source.uid,
        "orgId": source.org_id,
        "name": source.name,
        "type": source.type,
        "typeLogoUrl": "",
        "access": cast(Access, source.access),
        "url": source.url,
        "user": source.user,
        "database": source.database,
        "basicAuth": source.is_basic_auth,
        "isDefault": source.is_default,
        "jsonData": source.json_data,
        "readOnly": source.is_read_only,
    }
