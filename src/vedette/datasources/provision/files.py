"""Parses files of `provisioning/datasources`."""

from functools import partial

import msgspec

from vedette.datasources.correlations.model import CorrelationDraft, checked
from vedette.datasources.model import DataSourceDraft
from vedette.datasources.rules import check_draft, without_login
from vedette.kernel.errors import VedetteError
from vedette.provisioning.entry import Entry
from vedette.provisioning.expansion import ExpansionScope
from vedette.provisioning.problems import DocumentError
from vedette.provisioning.reconciler import Reading
from vedette.provisioning.values import DocumentMapping

_OLD_KEYS = frozenset(
    {
        "org_id",
        "org_name",
        "is_default",
        "basic_auth",
        "basic_auth_user",
        "with_credentials",
        "json_data",
        "secure_json_data",
    }
)


class DataSourceEntry(msgspec.Struct, frozen=True):
    """An entry of `datasources`. `org_name` replaces `org_id` if it is set."""

    draft: DataSourceDraft
    org_id: int
    org_name: str
    line: int
    correlations: tuple[CorrelationDraft, ...] = ()


class Unwanted(msgspec.Struct, frozen=True):
    """An entry of `deleteDatasources`."""

    name: str
    org_id: int
    org_name: str


class DataSourceFile(msgspec.Struct, frozen=True):
    wanted: tuple[DataSourceEntry, ...]
    unwanted: tuple[Unwanted, ...]


def is_old_form(document: DocumentMapping) -> bool:
    """Return whether a file without `apiVersion` has keys of the format before it."""
    if document.get("apiVersion"):
        return False
    entries = document.get("datasources")
    return "delete_datasources" in document or any(
        isinstance(each, DocumentMapping) and not _OLD_KEYS.isdisjoint(each)
        for each in (entries if isinstance(entries, list) else ())
    )


READING = Reading(
    scope=ExpansionScope(
        typed=("datasources.jsonData", "datasources.json_data", "datasources.correlations")
    ),
    is_old_form=is_old_form,
)


def read_content(document: Entry) -> DataSourceFile:
    """Return the content. Entries with an error are reported and left out."""
    prune = document.flag("prune")
    unwanted = document.each("deleteDatasources", _unwanted)
    unwanted += document.each("delete_datasources", _unwanted)
    wanted = document.each("datasources", partial(_wanted, prune=prune))
    return DataSourceFile(tuple(wanted), tuple(unwanted))


def _unwanted(entry: Entry) -> Unwanted:
    return Unwanted(
        name=entry.required("name"),
        org_id=entry.whole("orgId", "org_id", default=1) or 1,
        org_name=entry.text("orgName", "org_name"),
    )


def _wanted(entry: Entry, *, prune: bool) -> DataSourceEntry:
    entry.value("apiVersion")
    draft = DataSourceDraft(
        name=entry.required("name"),
        type=entry.required("type"),
        uid=entry.text("uid"),
        access=_access(entry),
        url=entry.text("url").strip(),
        user=entry.text("user"),
        database=entry.text("database"),
        is_basic_auth=entry.flag("basicAuth", "basic_auth"),
        basic_auth_user=entry.text("basicAuthUser", "basic_auth_user"),
        is_with_credentials=entry.flag("withCredentials", "with_credentials"),
        is_default=entry.flag("isDefault", "is_default"),
        json_data=dict(entry.mapping("jsonData", "json_data")),
        secrets=_secrets(entry),
        is_read_only=not entry.flag("editable"),
        is_provisioned=True,
        is_prunable=prune,
        file_version=entry.whole("version", least=0),
    )
    return DataSourceEntry(
        draft=_checked(draft, entry),
        org_id=entry.whole("orgId", "org_id", default=1) or 1,
        org_name=entry.text("orgName", "org_name"),
        line=entry.line,
        correlations=tuple(entry.each("correlations", _correlation)),
    )


def _access(entry: Entry) -> str:
    access = entry.text("access") or "proxy"
    if access in ("proxy", "direct"):
        return access
    entry.report.warn(
        f"access is {access[:40]!r}, which is treated as proxy. It must be proxy or direct.",
        entry.line_of("access"),
    )
    return "proxy"


def _correlation(entry: Entry) -> CorrelationDraft:
    draft = CorrelationDraft(
        target_uid=entry.required("targetUID", "targetUid"),
        label=entry.text("label"),
        description=entry.text("description"),
        config=dict(entry.mapping("config")),
    )
    entry.value("type")
    try:
        return checked(draft)
    except VedetteError as error:
        raise DocumentError(error.public, entry.line) from error


def _secrets(entry: Entry) -> dict[str, str]:
    """Return `secureJsonData` and the secrets in the deprecated fields of old files."""
    block: DocumentMapping = entry.mapping("secureJsonData", "secure_json_data")
    secrets = {}
    for key, value in block.items():
        if isinstance(value, DocumentMapping | list):
            raise DocumentError(f"secureJsonData.{key} must be text.", block.lines[key])
        if value is not None:
            secrets[key] = block.written[key]
    for old, key in (("password", "password"), ("basicAuthPassword", "basicAuthPassword")):
        text = entry.text(old)
        if text:
            secrets.setdefault(key, text)
    return secrets


def _checked(draft: DataSourceDraft, entry: Entry) -> DataSourceDraft:
    try:
        draft = without_login(draft)
        check_draft(draft)
    except VedetteError as error:
        raise DocumentError(error.public, entry.line) from error
    return draft
