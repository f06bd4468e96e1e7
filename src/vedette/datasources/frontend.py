"""The data sources in the boot data of the user interface."""

import asyncio
from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from vedette.access.model import Principal
from vedette.datasources.correlations.service import Correlations
from vedette.datasources.model import Source
from vedette.datasources.service import DataSources
from vedette.kernel.source_names import BUILT_IN_NAME
from vedette.plugins.errors import UnknownPlugin
from vedette.plugins.registry import PluginRegistry
from vedette.sdk import Manifest

_OF_EVERY_KIND = ("timeInterval",)
"""Settings that the UI itself reads for every type; plugins add theirs as `pageSettings`."""


class SourceMeta(TypedDict):
    """The plugin of a source; only the first three keys if it is not installed."""

    id: str
    name: str
    type: str
    queryText: NotRequired[str]
    variableFormat: NotRequired[str]
    category: NotRequired[str]
    builtIn: NotRequired[bool]


class ShownSource(TypedDict):
    id: int
    uid: str
    name: str
    type: str
    url: str
    access: str
    isDefault: bool
    readOnly: bool
    jsonData: dict[str, Any]
    meta: SourceMeta
    hasCorrelations: NotRequired[bool]


async def frontend_sources(
    service: DataSources, correlations: Correlations, registry: PluginRegistry, who: Principal
) -> tuple[Mapping[str, ShownSource], str]:
    """Return the sources by name, and the name of the default one, without addresses and logins."""
    found, linked = await asyncio.gather(service.visible(who), correlations.starts(who.org_id))
    shown = {BUILT_IN_NAME: _built_in()}
    for each in found:
        shown[each.name] = {**_shown(each, registry), "hasCorrelations": each.id in linked}
    default = next((each.name for each in found if each.is_default), BUILT_IN_NAME)
    return shown, default


def _shown(source: Source, registry: PluginRegistry) -> ShownSource:
    manifest = _manifest(registry, source.type)
    return {
        "id": source.id,
        "uid": source.uid,
        "name": source.name,
        "type": source.type,
        "url": f"/api/datasources/proxy/uid/{source.uid}",
        "access": "proxy",
        "isDefault": source.is_default,
        "readOnly": source.is_read_only,
        "jsonData": page_settings(source, registry),
        "meta": _meta(manifest, source.type),
    }


def page_settings(source: Source, registry: PluginRegistry) -> dict[str, Any]:
    """Return the settings that every user of the page can read."""
    manifest = _manifest(registry, source.type)
    keys = (*_OF_EVERY_KIND, *(manifest.page_settings if manifest else ()))
    return {key: source.json_data[key] for key in keys if key in source.json_data}


def _manifest(registry: PluginRegistry, source_type: str) -> Manifest | None:
    try:
        return registry.manifest(source_type)
    except UnknownPlugin:
        return None


def _meta(manifest: Manifest | None, source_type: str) -> SourceMeta:
    if manifest is None:
        return {"id": source_type, "name": source_type, "type": "datasource"}
    return {
        "id": manifest.id,
        "name": manifest.name,
        "type": "datasource",
        "queryText": manifest.query_text,
        "variableFormat": manifest.variable_format,
        "category": manifest.category,
    }


def _built_in() -> ShownSource:
    return {
        "id": -1,
        "uid": "grafana",
        "name": BUILT_IN_NAME,
        "type": "datasource",
        "url": "",
        "access": "proxy",
        "isDefault": False,
        "readOnly": True,
        "jsonData": {},
        "meta": {"id": "grafana", "name": BUILT_IN_NAME, "type": "datasource", "builtIn": True},
    }
