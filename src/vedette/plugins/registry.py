"""Finds plugins by their manifests and hands out the objects that they export."""

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib.metadata import EntryPoint, distributions
from pathlib import Path
from typing import Any

from vedette.plugins.errors import BadManifest, PluginBroken, PluginRefused, UnknownPlugin
from vedette.plugins.loading import built_in_folder, load_object
from vedette.plugins.manifest import read_entry_point, read_manifest, read_single_file
from vedette.sdk import DataSourcePlugin, Manifest, PluginKind, ReceiverPlugin

ENTRY_POINTS = "vedette.datasources"
"""Group of entry points by which installed packages offer data sources."""
_log = logging.getLogger("vedette.plugins")


class PluginRegistry:
    """Manifests are read once, at the start; code is imported when a plugin is first used."""

    def __init__(
        self, directory: Path | None = None, allow_unsigned: bool | Collection[str] = ()
    ) -> None:
        """`directory` holds a folder, or a single Python file, for each further plugin.

        Plugins run with the rights of the server, so those of the directory and of installed
        packages load only where `allow_unsigned` is True or names their id.
        """
        self._allow_unsigned = allow_unsigned
        self._manifests: dict[str, Manifest] = {}
        self._places: dict[str, Path | EntryPoint] = {}
        self._names: dict[str, str] = {}
        self._loaded: dict[str, object] = {}
        for file in sorted(built_in_folder().glob("*/*/plugin.json")):
            self._add(read_manifest(file, "builtin"), file.parent)
        for read, place in _external(directory):
            self._add_external(read, place)

    def manifests(self, kind: PluginKind | None = None) -> Sequence[Manifest]:
        """In the order of their names."""
        found = [each for each in self._manifests.values() if kind in (None, each.kind)]
        return sorted(found, key=lambda each: each.name.lower())

    def built_in_panels(self) -> Sequence[Manifest]:
        """Return the panels that the user interface contains, by name.

        Panels of external plugins have no code in it.
        """
        return [each for each in self.manifests(PluginKind.PANEL) if each.signature == "builtin"]

    def manifest(self, plugin_id: str) -> Manifest:
        """By id or alias. Raises `UnknownPlugin`."""
        name = self._names.get(plugin_id)
        if name is None:
            raise UnknownPlugin(f"The plugin {plugin_id[:60]!r} is not installed.")
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
        manifest, plugin = self._object(plugin_id, PluginKind.DATASOURCE, "a data source")
        if not isinstance(plugin, DataSourcePlugin):
            raise PluginBroken(f"{manifest.python} of {manifest.id} is not a data source plugin.")
        return plugin

    def receiver(self, plugin_id: str) -> ReceiverPlugin[Any]:
        """A way to tell people of alerts. Raises as `datasource` does."""
        manifest, plugin = self._object(plugin_id, PluginKind.RECEIVER, "a receiver of alerts")
        if not isinstance(plugin, ReceiverPlugin):
            raise PluginBroken(f"{manifest.python} of {manifest.id} is not a receiver plugin.")
        return plugin

    def find_receiver(self, type_: str) -> ReceiverPlugin[Any] | None:
        """Return a receiver by its id or an alias, in capitals or not; None if there is none.

        Raises `PluginRefused` and `PluginBroken` as `receiver` does.
        """
        for each in self.manifests(PluginKind.RECEIVER):
            if type_.lower() in map(str.lower, (each.id, *each.aliases)):
                return self.receiver(each.id)
        return None

    def loadable_receivers(self) -> Sequence[tuple[Manifest, ReceiverPlugin[Any]]]:
        """Return every receiver whose code may load and does, by name."""
        found = []
        for manifest in self.manifests(PluginKind.RECEIVER):
            with suppress(PluginBroken, PluginRefused):
                found.append((manifest, self.receiver(manifest.id)))
        return found

    def _object(self, plugin_id: str, kind: PluginKind, wanted: str) -> tuple[Manifest, object]:
        manifest = self.manifest(plugin_id)
        if manifest.kind is not kind:
            raise UnknownPlugin(f"{manifest.name} is a {manifest.kind}, not {wanted}.")
        if not self.may_load(manifest):
            raise PluginRefused(
                f"The plugin {manifest.id} is unsigned. An operator can allow it with"
                " plugins.allow_loading_unsigned_plugins."
            )
        if manifest.id not in self._loaded:
            self._loaded[manifest.id] = self._load(manifest)
        return manifest, self._loaded[manifest.id]

    def _add(self, manifest: Manifest, place: Path | EntryPoint) -> None:
        for name in (manifest.id, *manifest.aliases):
            if name in self._names:
                where = place if isinstance(place, Path) else f"entry point {place.name}"
                raise BadManifest(f"{where}: {name} already belongs to another plugin.")
        self._manifests[manifest.id] = manifest
        self._places[manifest.id] = place
        self._names |= dict.fromkeys((manifest.id, *manifest.aliases), manifest.id)

    def _add_external(self, read: Callable[[], Manifest], place: Path | EntryPoint) -> None:
        """A broken plugin is named in the log and keeps nothing else from starting."""
        try:
            manifest = read()
            self._add(manifest, place)
        except BadManifest as error:
            _log.warning("Ignored a plugin: %s", error)
            return
        if not self.may_load(manifest):
            _log.warning("The plugin %s is unsigned and not allowed to load.", manifest.id)

    def _load(self, manifest: Manifest) -> object:
        try:
            return load_object(manifest, self._places[manifest.id])
        except Exception as error:
            _log.exception("The plugin %s failed to load.", manifest.id)
            raise PluginBroken(
                f"The plugin {manifest.name} failed to load. See the server log for the cause."
            ) from error


def _external(
    directory: Path | None,
) -> Iterator[tuple[Callable[[], Manifest], Path | EntryPoint]]:
    """How to read each further plugin's manifest, and where its code is."""
    for file in sorted(directory.glob("*/plugin.json")) if directory else ():
        yield partial(read_manifest, file, "missing"), file.parent
    for file in sorted(directory.glob("[!_.]*.py")) if directory else ():
        yield partial(read_single_file, file), file
    for point in sorted(_installed(), key=lambda point: point.name):
        yield partial(read_entry_point, point), point


def _installed() -> Iterator[EntryPoint]:
    """`entry_points()` of `importlib.metadata` reads those of every package in full, which takes
    longer than the rest of what is looked for here. The first package of a name counts."""
    names = set()
    for package in distributions():
        if ENTRY_POINTS in (package.read_text("entry_points.txt") or "") and (
            package.name not in names
        ):
            names.add(package.name)
            yield from package.entry_points.select(group=ENTRY_POINTS)
