"""Data sources as the user interface is told of them at its start."""

from collections.abc import Mapping
from typing import Any

from vedette.access.model import Principal
from vedette.datasources.kinds import plugin_id, plugin_name
from vedette.datasources.model import Source
from vedette.datasources.service import DataSources
from vedette.plugins.registry import PluginRegistry

_SHOWN = (
    "alertmanagerUid",
    "cacheLevel",
    "database",
    "defaultEditor",
    "derivedFields",
    "disableMetricsLookup",
    "exemplarTraceIdDestinations",
    "httpMethod",
    "implementation",
    "incrementalQuerying",
    "maxLines",
    "nodeGraph",
    "prometheusType",
    "prometheusVersion",
    "queryTimeout",
    "search",
    "serviceMap",
    "timeInterval",
    "timescaledb",
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
    kind = plugin_id(registry, source.type)
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
        "meta": {"id": kind, "name": plugin_name(registry, source.type), "type": "datasource"},
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
