"""Finds plugins by their manifests and hands out the objects that they export."""

import logging
import sys
from collections.abc import Collection, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from vedette.plugins.errors import BadManifest, PluginBroken, PluginRefused, UnknownPlugin
from vedette.plugins.manifest import read_manifest
from vedette.sdk import DataSourcePlugin, Manifest, PluginKind

_BUILT_IN = "vedette_plugins"
_EXTERNAL = "vedette_external"
_log = logging.getLogger("vedette.plugins")


class PluginRegistry:
    """Manifests are read once, at the start; code is imported when a plugin is first used."""

    def __init__(
        self, directory: Path | None = None, allow_unsigned: bool | Collection[str] = ()
    ) -> None:
        """`directory` holds a folder for each further plugin.

        Plugins run with the rights of the server, so those of the directory load only where
        `allow_unsigned` is True or names their id.
        """
        self._allow_unsigned = allow_unsigned
        self._manifests: dict[str, Manifest] = {}
        self._folders: dict[str, Path] = {}
        self._names: dict[str, str] = {}
        self._loaded: dict[str, DataSourcePlugin[Any]] = {}
        for file in sorted(_built_in_folder().glob("*/*/plugin.json")):
            self._add(read_manifest(file, "builtin"), file.parent)
        for file in sorted(directory.glob("*/plugin.json")) if directory else ():
            self._add_external(file)

    def manifests(self, kind: PluginKind | None = None) -> Sequence[Manifest]:
        """In the order of their names."""
        found = [each for each in self._manifests.values() if kind in (None, each.kind)]
        return sorted(found, key=lambda each: each.name.lower())

    def manifest(self, plugin_id: str) -> Manifest:
        """By id or alias. Raises `UnknownPlugin`."""
        name = self._names.get(plugin_id)
        if name is None:
            raise UnknownPlugin(f"No plugin {plugin_id[:60]!r} is installed.")
        return self._manifests[name]

    def plugin_id(self, source_type: str) -> str:
        """The plugin's own id where `source_type` is an alias; unknown types stay as they are."""
        return self._names.get(source_type, source_type)

    def may_load(self, manifest: Manifest) -> bool:
        if manifest.signature in ("builtin", "valid"):
            return True
        allowed = self._allow_unsigned
        return allowed if isinstance(allowed, bool) else manifest.id in allowed

    def datasource(self, plugin_id: str) -> DataSourcePlugin[Any]:
        """The plugin object, imported on first use.

        Raises `UnknownPlugin`, `PluginRefused`, or `PluginBroken` where its code does not load.
        """
        manifest = self.manifest(plugin_id)
        if manifest.kind is not PluginKind.DATASOURCE:
            raise UnknownPlugin(f"{manifest.name} is a {manifest.kind}, not a data source.")
        if not self.may_load(manifest):
            raise PluginRefused(
                f"The plugin {manifest.id} is unsigned. An operator can allow it with"
                " plugins.allow_loading_unsigned_plugins."
            )
        loaded = self._loaded.get(manifest.id)
        if loaded is None:
            loaded = self._loaded[manifest.id] = self._load(manifest)
        return loaded

    def _add(self, manifest: Manifest, folder: Path) -> None:
        for name in (manifest.id, *manifest.aliases):
            if name in self._names:
                raise BadManifest(f"{folder}: {name} belongs to another plugin already.")
        self._manifests[manifest.id] = manifest
        self._folders[manifest.id] = folder
        self._names |= dict.fromkeys((manifest.id, *manifest.aliases), manifest.id)

    def _add_external(self, file: Path) -> None:
        """A broken plugin is named in the log and keeps nothing else from starting."""
        try:
            manifest = read_manifest(file, "missing")
            self._add(manifest, file.parent)
        except BadManifest as error:
            _log.warning("plugin ignored: %s", error)
            return
        if not self.may_load(manifest):
            _log.warning("plugin %s is unsigned and not allowed to load", manifest.id)

    def _load(self, manifest: Manifest) -> DataSourcePlugin[Any]:
        module_name, _, attribute = (manifest.python or "").partition(":")
        try:
            module = _import(manifest, self._folders[manifest.id], module_name)
            plugin = getattr(module, attribute)
        except Exception as error:
            _log.exception("plugin %s did not load", manifest.id)
            raise PluginBroken(
                f"The plugin {manifest.name} did not load. The server's log says why."
            ) from error
        if not isinstance(plugin, DataSourcePlugin):
            raise PluginBroken(f"{manifest.python} of {manifest.id} is no data-source plugin.")
        return plugin


def _built_in_folder() -> Path:
    spec = find_spec(_BUILT_IN)
    if spec is None or not spec.submodule_search_locations:
        raise PluginBroken(f"The package {_BUILT_IN} is not installed.")
    return Path(next(iter(spec.submodule_search_locations)))


def _import(manifest: Manifest, folder: Path, module_name: str) -> ModuleType:
    if not module_name.isidentifier():
        raise ImportError(f"{manifest.python!r} is not of the form module:NAME")
    if manifest.signature == "builtin":
        return import_module(f"{_BUILT_IN}.{folder.parent.name}.{folder.name}.{module_name}")
    package = f"{_EXTERNAL}.{manifest.id.replace('-', '_').replace('.', '_')}"
    _open_package(_EXTERNAL, [])
    _open_package(package, [str(folder)])
    return import_module(f"{package}.{module_name}")


def _open_package(name: str, search: list[str]) -> None:
    """Lets the modules of a plugin's folder import each other, relative to their package."""
    if name not in sys.modules:
        package = sys.modules[name] = ModuleType(name)
        package.__path__ = search
