"""Settings of a data source that are stored but not supported."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from vedette.datasources.model import DataSourceDraft
from vedette.plugins.errors import PluginBroken, PluginRefused, UnknownPlugin
from vedette.plugins.registry import PluginRegistry
from vedette.sdk import inert_fields

_BUILT_IN = "vedette_plugins."
_OF_ALL_TYPES = frozenset(
    {
        *("database", "keepCookies", "manageAlerts", "queryCachingTTL", "serverName", "timeout"),
        *("tlsAuth", "tlsAuthWithCACert", "tlsSkipVerify"),
    }
)
"""Keys of `jsonData` that the server itself reads."""
_OFF: tuple[Any, ...] = (None, False, "", [], {})
_HEADER = re.compile(r"httpHeader(Name|Value)(\d+)")


def inert_settings(registry: PluginRegistry, draft: DataSourceDraft) -> list[str]:
    """Return the settings in a file or form that have no effect, such as `jsonData.oauthPassThru`.

    Unknown keys are only reported for built-in types, because the UI of another plugin may read
    keys that the server does not know.
    """
    found = list(_of_the_source(draft))
    try:
        plugin = registry.datasource(draft.type)
    except (PluginBroken, PluginRefused, UnknownPlugin):
        return found
    found += _marked(plugin.settings, draft.json_data)
    if plugin.settings.__module__.startswith(_BUILT_IN):
        found += _unknown(plugin.settings, draft.json_data)
    return found


def _of_the_source(draft: DataSourceDraft) -> Iterator[str]:
    if draft.access != "proxy":
        yield f"access: {draft.access}"
    if draft.is_with_credentials:
        yield "withCredentials"
    for key in draft.secrets:
        header = _HEADER.fullmatch(key)
        if header and f"httpHeaderName{header[2]}" not in draft.json_data:
            yield f"secureJsonData.{key}"


def _marked(settings: type[msgspec.Struct], given: Mapping[str, Any]) -> Iterator[str]:
    for key, default in inert_fields(settings).items():
        if given.get(key) not in (*_OFF, default):
            yield f"jsonData.{key}"


def _unknown(settings: type[msgspec.Struct], given: Mapping[str, Any]) -> Iterator[str]:
    known = _OF_ALL_TYPES | {field.encode_name for field in msgspec.structs.fields(settings)}
    for key, value in given.items():
        if value not in _OFF and key not in known and not _HEADER.fullmatch(key):
            yield f"jsonData.{key}{_nearest(key, known)}"


def _nearest(key: str, known: Collection[str]) -> str:
    import difflib

    near = difflib.get_close_matches(key, known, 1, 0.8)
    return f" (did you mean {near[0]}?)" if near else ""
