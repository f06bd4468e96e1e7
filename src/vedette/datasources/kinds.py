"""Maps stored types to plugins."""

from vedette.plugins.errors import UnknownPlugin
from vedette.plugins.registry import PluginRegistry


def plugin_id(registry: PluginRegistry, source_type: str) -> str:
    """Return the plugin id of a type or an alias; the type itself if no plugin is installed."""
    try:
        return registry.manifest(source_type).id
    except UnknownPlugin:
        return source_type


def plugin_name(registry: PluginRegistry, source_type: str) -> str:
    try:
        return registry.manifest(source_type).name
    except UnknownPlugin:
        return source_type
