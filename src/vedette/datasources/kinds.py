"""The plugin behind a stored type."""

from vedette.plugins.errors import UnknownPlugin
from vedette.plugins.registry import PluginRegistry


def plugin_id(registry: PluginRegistry, source_type: str) -> str:
    """The id of the type's plugin, also for an alias; the type itself where none is installed."""
    try:
        return registry.manifest(source_type).id
    except UnknownPlugin:
        return source_type


def plugin_name(registry: PluginRegistry, source_type: str) -> str:
    try:
        return registry.manifest(source_type).name
    except UnknownPlugin:
        return source_type
