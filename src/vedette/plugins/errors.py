"""Errors of finding and loading plugins."""

from vedette.kernel.errors import NotFound, VedetteError


class UnknownPlugin(NotFound):
    code = "plugin.unknown"


class PluginRefused(VedetteError):
    """Unsigned and not allowed, or made for another SDK."""

    code, status = "plugin.refused", 500


class PluginBroken(VedetteError):
    code, status = "plugin.broken", 500


class BadManifest(ValueError):
    """`args[0]` says which file is wrong, and how."""
