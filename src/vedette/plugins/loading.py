"""Imports a plugin's object: built in, from a folder, from a single file, or installed."""

import sys
from importlib import import_module
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from vedette.plugins.errors import PluginBroken
from vedette.sdk import Manifest

_BUILT_IN = "vedette_plugins"
_EXTERNAL = "vedette_external"


def built_in_folder() -> Path:
    spec = find_spec(_BUILT_IN)
    if spec is None or not spec.submodule_search_locations:
        raise PluginBroken(f"The package {_BUILT_IN} is not installed.")
    return Path(next(iter(spec.submodule_search_locations)))


def panel_types() -> frozenset[str]:
    """Return the types of all panels, which are the names of their folders."""
    return frozenset(file.parent.name for file in built_in_folder().glob("panels/*/plugin.json"))


def load_object(manifest: Manifest, place: Path | EntryPoint) -> object:
    """What `module:NAME` of the manifest names. Raises whatever the plugin's code raises."""
    if isinstance(place, EntryPoint):
        loaded: object = place.load()
        return loaded
    module_name, _, attribute = (manifest.python or "").partition(":")
    if not module_name.isidentifier():
        raise ImportError(f"{manifest.python!r} is not of the form module:NAME")
    folder = place.parent if place.suffix == ".py" else place
    found: object = getattr(_import(manifest, folder, module_name), attribute)
    return found


def _import(manifest: Manifest, folder: Path, module_name: str) -> ModuleType:
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
