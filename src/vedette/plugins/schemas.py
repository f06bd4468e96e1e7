"""JSON schemas of the settings and queries of a data source: forms are generated from them."""

from collections.abc import Mapping
from typing import Any, TypedDict

import msgspec

from vedette.plugins.registry import PluginRegistry
from vedette.sdk import Manifest, PluginKind, VedetteError

_REFERENCE = "#/$defs/"


class PluginSchemas(TypedDict):
    settingsSchema: Mapping[str, Any] | None
    querySchema: Mapping[str, Any] | None
    loadError: str


def plugin_schemas(registry: PluginRegistry, manifest: Manifest) -> PluginSchemas:
    """`settingsSchema` of `jsonData` and `querySchema` of a query; null where there is none.

    `loadError` says why the plugin's code could not be asked; empty where it could.
    """
    schemas: PluginSchemas = {"settingsSchema": None, "querySchema": None, "loadError": ""}
    if manifest.kind is not PluginKind.DATASOURCE:
        return schemas
    try:
        plugin = registry.datasource(manifest.id)
    except VedetteError as error:
        return {**schemas, "loadError": error.public}
    schemas["settingsSchema"] = _of_struct(plugin.settings)
    if plugin.query_schema is not None:
        schemas["querySchema"] = _resolved(plugin.query_schema)
    return schemas


def _of_struct(struct: type[Any]) -> Mapping[str, Any] | None:
    try:
        return _resolved(msgspec.json.schema(struct))
    except TypeError:  # A type that JSON schema has no word for.
        return None


def _resolved(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema with the object it refers to at its top, so that `properties` are at hand."""
    name = str(schema.get("$ref", "")).removeprefix(_REFERENCE)
    definitions = schema.get("$defs", {})
    if name not in definitions:
        return schema
    return {**definitions[name], "$defs": definitions}
