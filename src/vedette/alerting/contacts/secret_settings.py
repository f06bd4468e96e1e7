"""Separates secrets from settings before they are stored, and merges them when they are used.

Settings are secret by default. Only those that a plugin declares public are visible, except URLs
that may contain a login or a token.
"""

import copy
import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import orjson

from vedette.alerting.contacts.model import REDACTED
from vedette.sdk import Json, SettingField

_STRUCTURED = ("pairs", "list")
_PLAIN_SEGMENT = re.compile(
    r"[A-Za-z]?[a-z]{0,15}[0-9]{0,3}(?:[-_.][A-Za-z]?[a-z]{0,15}[0-9]{0,3})*"
)
_LONGEST_SEGMENT = 40
_PLACEHOLDERS: tuple[object, ...] = (REDACTED, {REDACTED: REDACTED})
"""The second one is for clients that can only write maps."""
_EMPTY: tuple[object, ...] = (None, "", {}, [])


def split_secrets(
    settings: Json, fields: Iterable[SettingField]
) -> tuple[dict[str, Any], dict[str, str], frozenset[str]]:
    """Split settings into public ones, secrets by key, and the keys of secrets to keep.

    A dot in a name separates nested keys.
    """
    known = {field.key: field for field in fields}
    left: dict[str, Any] = {}
    found: dict[str, str] = {}
    stay = set()
    for key, value in _leaves(settings, known, ""):
        field = known.get(key)
        if value in _PLACEHOLDERS and (field is None or field.secret or not field.template):
            stay.add(key)
        elif is_public(field, value):
            _put(left, key, copy.deepcopy(value))
        elif value not in _EMPTY:
            found[key] = value if isinstance(value, str) else orjson.dumps(value).decode()
    return left, found, frozenset(stay)


def is_public(field: SettingField | None, value: object) -> bool:
    """Return whether a value can be stored and shown in clear. `field` is None if unknown."""
    if field is None:
        return isinstance(value, bool) or value in _EMPTY
    if field.secret:
        return False
    return field.template or not any(_may_hold_token(text) for text in _texts(value))


def merge_secrets(
    settings: Json, secrets: Mapping[str, str], fields: Iterable[SettingField]
) -> dict[str, Any]:
    """Return settings with the secrets merged, as a plugin reads them."""
    known = {field.key: field for field in fields}
    whole = copy.deepcopy(dict(settings))
    for key, text in secrets.items():
        _put(whole, key, _value(text, known.get(key)))
    return whole


def shown(settings: Json, secret_keys: Collection[str]) -> dict[str, Any]:
    """Return settings with `[REDACTED]` instead of each secret."""
    return merge_secrets(settings, dict.fromkeys(secret_keys, REDACTED), ())


def with_secrets(settings: Json, secrets: Mapping[str, str]) -> dict[str, Any]:
    """Return settings merged with secrets that were sent separately, by key."""
    return merge_secrets(settings, {key: text for key, text in secrets.items() if text}, ())


def destinations(settings: Json, fields: Iterable[SettingField]) -> frozenset[str]:
    """Return the servers in the settings, which secrets would be sent to.

    Each as `scheme://host:port`, or as written if it has no scheme.
    """
    texts = {field.key for field in fields if field.template and not is_address(field.key)}
    return frozenset(
        origin
        for key, value in _flat(settings, "")
        if key not in texts and isinstance(value, str)
        for origin in _origins(key, value)
    )


def value_at(settings: Any, key: str) -> Any:
    """Return the value at a dotted key, or None."""
    for part in key.split("."):
        settings = settings.get(part) if isinstance(settings, Mapping) else None
    return settings


def is_address(key: str) -> bool:
    lowered = key.lower()
    return any(word in lowered for word in ("url", "proxy", "endpoint", "host", "uri"))


def _may_hold_token(text: str) -> bool:
    """Return whether a URL, or one of several, has more than a host and a path of plain words."""
    return "://" in text and any(_has_token(part) for part in text.split(",") if "://" in part)


def _has_token(url: str) -> bool:
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return True
    if "@" in parts.netloc or parts.query or parts.fragment:
        return True
    segments = parts.path.strip("/").split("/")
    return any(len(it) > _LONGEST_SEGMENT or not _PLAIN_SEGMENT.fullmatch(it) for it in segments)


def _texts(value: object) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _leaves(
    settings: Json, known: Mapping[str, SettingField], prefix: str
) -> Iterable[tuple[str, Any]]:
    """Return values by dotted key. Objects that are not known fields are flattened."""
    for name, value in settings.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping) and value and key not in known:
            yield from _leaves(value, known, f"{key}.")
        else:
            yield key, value


def _value(text: str, field: SettingField | None) -> Any:
    """Return a secret in its original type."""
    if field is None and text[:1] not in ("[", "{"):
        return text
    if field is None or field.kind in _STRUCTURED:
        with suppress(orjson.JSONDecodeError):
            return orjson.loads(text)
    return text


def _origins(key: str, text: str) -> Iterable[str]:
    for part in text.split(","):
        scheme, found, rest = part.strip().partition("://")
        if found:
            yield f"{scheme.lower()}://{rest.partition('/')[0].partition('?')[0].lower()}"
        elif is_address(key) and part.strip():
            yield part.strip().lower()


def _flat(value: Any, prefix: str) -> Iterable[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(inner, f"{prefix}.{key}" if prefix else str(key))
    elif isinstance(value, list):
        for inner in value:
            yield from _flat(inner, prefix)
    else:
        yield prefix, value


def _put(settings: dict[str, Any], key: str, value: Any) -> None:
    first, dot, rest = key.partition(".")
    if not dot:
        settings[first] = value
        return
    inner = settings.get(first)
    if not isinstance(inner, dict):
        inner = settings[first] = {}
    _put(inner, rest, value)
