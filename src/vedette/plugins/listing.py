"""Plugins as the HTTP interface lists them."""

from collections.abc import Sequence
from typing import TypedDict

from vedette.plugins.registry import PluginRegistry
from vedette.plugins.schemas import PluginSchemas, plugin_schemas
from vedette.sdk import Manifest, PluginKind

_SIGNATURES = {"builtin": "internal", "valid": "valid", "invalid": "invalid", "missing": "unsigned"}
_ERRORS = {"invalid": "signatureInvalid", "missing": "signatureMissing"}


class PluginAuthor(TypedDict):
    name: str
    url: str


class PluginLogos(TypedDict):
    small: str
    large: str


class PluginInfo(TypedDict):
    author: PluginAuthor
    description: str
    links: list[str]
    logos: PluginLogos
    version: str
    updated: str


class PluginDependencies(TypedDict):
    sdk: str
    plugins: list[str]


class ListedPlugin(TypedDict):
    id: str
    name: str
    type: str
    enabled: bool
    pinned: bool
    info: PluginInfo
    dependencies: PluginDependencies
    latestVersion: str
    hasUpdate: bool
    defaultNavUrl: str
    category: str
    state: str
    signature: str
    signatureType: str
    signatureOrg: str
    angularDetected: bool


class PluginDetails(ListedPlugin, PluginSchemas):
    module: str
    baseUrl: str
    includes: list[str]
    jsonData: dict[str, str]
    secureJsonFields: dict[str, bool]
    aliases: list[str]


class PluginError(TypedDict):
    pluginId: str
    errorCode: str


def plugin_list(
    registry: PluginRegistry,
    kind: str = "",
    *,
    is_core: bool | None = None,
    is_enabled: bool | None = None,
) -> Sequence[ListedPlugin]:
    """All plugins, or those of one `type` of datasource, receiver and panel."""
    if kind and kind not in set(PluginKind):
        return []
    wanted = PluginKind(kind) if kind else None
    return [
        _summary(registry, each)
        for each in registry.manifests(wanted)
        if is_core in (None, each.signature == "builtin")
        and is_enabled in (None, registry.may_load(each))
    ]


def plugin_errors(registry: PluginRegistry) -> Sequence[PluginError]:
    """Why plugins are not loaded, where their signature is the reason."""
    return [
        {"pluginId": each.id, "errorCode": _ERRORS[each.signature]}
        for each in registry.manifests(None)
        if each.signature in _ERRORS and not registry.may_load(each)
    ]


def plugin_settings(registry: PluginRegistry, plugin_id: str) -> PluginDetails:
    """One plugin in detail. Raises `UnknownPlugin`."""
    manifest = registry.manifest(plugin_id)
    return {
        **_summary(registry, manifest),
        "module": manifest.ui or "",
        "baseUrl": f"public/plugins/{manifest.id}",
        "includes": [],
        "jsonData": {},
        "secureJsonFields": {},
        "aliases": list(manifest.aliases),
        **plugin_schemas(registry, manifest),
    }


def _summary(registry: PluginRegistry, manifest: Manifest) -> ListedPlugin:
    return {
        "id": manifest.id,
        "name": manifest.name,
        "type": manifest.kind.value,
        "enabled": registry.may_load(manifest),
        "pinned": False,
        "info": {
            "author": {"name": "Vedette" if manifest.signature == "builtin" else "", "url": ""},
            "description": manifest.description,
            "links": [],
            "logos": {"small": "", "large": ""},
            "version": manifest.version,
            "updated": "",
        },
        "dependencies": {"sdk": manifest.sdk, "plugins": []},
        "latestVersion": "",
        "hasUpdate": False,
        "defaultNavUrl": "",
        "category": manifest.category,
        "state": "",
        "signature": _SIGNATURES[manifest.signature],
        "signatureType": "",
        "signatureOrg": "",
        "angularDetected": False,
    }
