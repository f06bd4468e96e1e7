"""Data sources as the user interface is told of them at its start."""

from collections.abc import Mapping
from typing import Any

from vedette.access.model import Principal
from vedette.datasources.model import Source
from vedette.datasources.service import DataSources
from vedette.plugins.errors import UnknownPlugin
from vedette.plugins.registry import PluginRegistry

_SHOWN = (
    "alertmanagerUid",
    "cacheLevel",
    "database",
    "defaultEditor",
    "derivedFields",
    "disableMetricsLookup",
    "exemplarTraceIdDestinations",
    "handleGrafanaManagedAlerts",
    "httpMethod",
    "implementation",
    "incrementalQuerying",
    "lokiSearch",
    "manageAlerts",
    "maxLines",
    "nodeGraph",
    "prometheusType",
    "prometheusVersion",
    "queryTimeout",
    "search",
    "serviceMap",
    "spanBar",
    "timeInterval",
    "timescaledb",
    "traceQuery",
    "tracesToLogs",
    "tracesToLogsV2",
    "tracesToMetrics",
)
BUILT_IN = "-- Grafana --"


async def frontend_sources(
    service: DataSources, registry: PluginRegistry, who: Principal
) -> tuple[Mapping[str, Any], str]:
    """By name, and the name of the default one. Addresses and logins are left out."""
    found = await service.visible(who)
    shown = {BUILT_IN: _built_in(), **{each.name: _shown(each, registry) for each in found}}
    default = next((each.name for each in found if each.is_default), BUILT_IN)
    return shown, default


def _shown(source: Source, registry: PluginRegistry) -> dict[str, Any]:
    return {
        "id": source.id,
        "uid": source.uid,
        "name": source.name,
        "type": source.type,
        "url": f"/api/datasources/proxy/uid/{source.uid}",
        "access": "proxy",
        "isDefault": source.is_default,
        "readOnly": source.is_read_only,
        "jsonData": {key: source.json_data[key] for key in _SHOWN if key in source.json_data},
        "meta": _meta(registry, source.type),
    }


def _meta(registry: PluginRegistry, source_type: str) -> dict[str, Any]:
    try:
        manifest = registry.manifest(source_type)
    except UnknownPlugin:
        return {"id": source_type, "name": source_type, "type": "datasource"}
    return {
        "id": manifest.id,
        "name": manifest.name,
        "type": "datasource",
        "queryText": manifest.query_text,
        "variableFormat": manifest.variable_format,
    }


def _built_in() -> dict[str, Any]:
    return {
        "id": -1,
        "uid": "grafana",
        "name": BUILT_IN,
        "type": "datasource",
        "url": "",
        "access": "proxy",
        "isDefault": False,
        "readOnly": True,
        "jsonData": {},
        "meta": {"id": "grafana", "name": BUILT_IN, "type": "datasource", "builtIn": True},
    }
