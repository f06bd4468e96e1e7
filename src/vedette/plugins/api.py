"""`/api/plugins`: what is installed."""

from typing import Any

import msgspec

from vedette.plugins.listing import plugin_errors, plugin_list, plugin_settings
from vedette.plugins.registry import PluginRegistry
from vedette.web.call import Call
from vedette.web.routes import Policy, Route


class PluginFilter(msgspec.Struct):
    """`core` and `enabled` are 1, 0 or not given."""

    type: str = ""
    core: bool | None = None
    enabled: bool | None = None


def routes(registry: PluginRegistry, policy: Policy) -> list[Route]:
    """`policy` says who may look: access stands above plugins, so it is handed in."""

    async def list_plugins(call: Call) -> Any:
        asked: PluginFilter = call.query
        return plugin_list(registry, asked.type, is_core=asked.core, is_enabled=asked.enabled)

    async def list_errors(call: Call) -> Any:
        return plugin_errors(registry)

    async def read_settings(call: Call) -> Any:
        return plugin_settings(registry, call.params["id"])

    return [
        Route(
            "GET",
            "/api/plugins",
            list_plugins,
            policy,
            query=PluginFilter,
            summary="List the installed plugins.",
        ),
        Route(
            "GET",
            "/api/plugins/errors",
            list_errors,
            policy,
            summary="Plugins that are not loaded because of their signature.",
        ),
        Route(
            "GET",
            "/api/plugins/:id/settings",
            read_settings,
            policy,
            summary="Read one plugin's details.",
        ),
    ]
