"""Separates secrets from the settings of data sources: `jsonData` is secret unless declared public.

A plugin's manifest declares what pages can read and what else is public; the settings of all types
are listed here. Text under any other key is encrypted like `secureJsonData`.
"""

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

import orjson
from msgspec.structs import replace

from vedette.datasources.model import DataSourceDraft
from vedette.plugins.errors import UnknownPlugin
from vedette.plugins.registry import PluginRegistry

REDACTED = "[REDACTED]"
"""The placeholder of a secret: if it is sent, the stored secret stays."""
_OF_EVERY_KIND = frozenset(
    {
        "alertmanagerUid",
        "authType",
        "database",
        "httpMethod",
        "keepCookies",
        "serverName",
        "sigV4AssumeRoleArn",
        "sigV4AuthType",
        "sigV4ExternalId",
        "sigV4Profile",
        "sigV4Region",
        "timeInterval",
        "timeout",
    }
)
_HEADER_NAME = re.compile(r"httpHeaderName\d{1,4}")


def public_settings(registry: PluginRegistry, source_type: str) -> frozenset[str]:
    """Return the keys of `jsonData` whose text is stored and shown in clear."""
    try:
        manifest = registry.manifest(source_type)
    except UnknownPlugin:
        return _OF_EVERY_KIND
    return _OF_EVERY_KIND.union(manifest.page_settings, manifest.public_settings)


def separated(draft: DataSourceDraft, public: Collection[str]) -> DataSourceDraft:
    """Move secrets among the settings of the draft to `secrets`, whose own values take precedence.

    A secret sent as `[REDACTED]` is left out, so that the stored one stays.
    """
    shown, hidden = split(draft.json_data, public)
    secrets = {**hidden, **draft.secrets}
    kept = {key: text for key, text in secrets.items() if text != REDACTED}
    return replace(draft, json_data=shown, secrets=kept)


def split(
    json_data: Mapping[str, Any], public: Collection[str]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the public settings, and the others as text by key."""
    shown: dict[str, Any] = {}
    hidden: dict[str, str] = {}
    for key, value in json_data.items():
        if key in public or _HEADER_NAME.fullmatch(key) or not _has_text(value):
            shown[key] = value
        else:
            hidden[key] = value if isinstance(value, str) else orjson.dumps(value).decode()
    return shown, hidden


def joined(
    json_data: Mapping[str, Any], secrets: Mapping[str, str], keys: Collection[str]
) -> dict[str, Any]:
    """Return the settings for a plugin: the secret ones of `keys` are back in their places."""
    hidden = {key: _value(text) for key, text in secrets.items() if key in keys}
    return {**hidden, **json_data}


def _has_text(value: object) -> bool:
    if isinstance(value, Mapping):
        return any(map(_has_text, value.values()))
    if isinstance(value, list):
        return any(map(_has_text, value))
    return isinstance(value, str) and bool(value)


def _value(text: str) -> Any:
    if text[:1] in ("[", "{"):
        with suppress(orjson.JSONDecodeError):
            return orjson.loads(text)
    return text
