"""`/api/plugins`: what is installed."""

from collections.abc import Sequence

import msgspec

from vedette.plugins.listing import (
    ListedPlugin,
    PluginDetails,
    PluginError,
    plugin_errors,
    plugin_list,
    plugin_settings,
)
from vedette.plugins.registry import PluginRegistry
from vedette.web.call import Call
from vedette.web.routes import AccessPolicy, Route


class PluginFilter(msgspec.Struct):
    """`core` and `enabled` are 1, 0 or not given."""

    type: str = ""
    core: bool | None = None
    enabled: bool | None = None


class PluginsApi:
    """`policy` says who may look: access stands above plugins, so it is handed in."""

    def __init__(self, registry: PluginRegistry, policy: AccessPolicy) -> None:
        self._registry = registry
        self._policy = policy

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET",
                "/api/plugins",
                self.list_plugins,
                self._policy,
                answer=Sequence[ListedPlugin],
                query=PluginFilter,
                summary="List the installed plugins.",
            ),
            Route(
                "GET",
                "/api/plugins/errors",
                self.list_errors,
                self._policy,
                answer=Sequence[PluginError],
                summary="Plugins that are not loaded because of their signature.",
            ),
            Route(
                "GET",
                "/api/plugins/:id/settings",
                self.read_settings,
                self._policy,
                answer=PluginDetails,
                summary="Get the details of a plugin.",
            ),
        ]

    async def list_plugins(self, call: Call) -> Sequence[ListedPlugin]:
        asked: PluginFilter = call.query
        return plugin_list(self._registry, asked.type, is_core=asked.core, is_enabled=asked.enabled)

    async def list_errors(self, call: Call) -> Sequence[PluginError]:
        return plugin_errors(self._registry)

    async def read_settings(self, call: Call) -> PluginDetails:
        return plugin_settings(self._registry, call.params["id"])
