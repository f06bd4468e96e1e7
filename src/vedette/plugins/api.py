"""`/api/plugins`: what is installed."""

from typing import Any

import msgspec

from vedette.plugins.listing import plugin_list, plugin_settings
from vedette.plugins.registry import PluginRegistry
from vedette.web.call import Call
from vedette.web.routes import Policy, Route


class PluginFilter(msgspec.Struct):
    type: str = ""


def routes(registry: PluginRegistry, policy: Policy) -> list[Route]:
    """`policy` says who may look: access stands above plugins, so it is handed in."""

    async def list_plugins(call: Call) -> Any:
        return plugin_list(registry, call.query.type)

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
            "/api/plugins/:id/settings",
            read_settings,
            policy,
            summary="Read one plugin's details.",
        ),
    ]
