"""Secrets among settings: taken out before settings are stored, put back where they are used."""

import copy
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import orjson

from vedette.alerting.contacts.model import REDACTED
from vedette.sdk import Json, SettingField

_STRUCTURED = ("pairs", "list")


def taken_out(
    settings: Json, fields: Iterable[SettingField]
) -> tuple[dict[str, Any], dict[str, str], frozenset[str]]:
    """Settings without secrets, the secrets by key, and the keys of those that are to stay."""
    left = copy.deepcopy(dict(settings))
    found: dict[str, str] = {}
    stay = set()
    for field in fields:
        if not field.secret:
            continue
        value = _take(left, field.key)
        if value == REDACTED:
            stay.add(field.key)
        elif value not in (None, "", {}, []):
            found[field.key] = value if isinstance(value, str) else orjson.dumps(value).decode()
    return left, found, frozenset(stay)


def put_back(
    settings: Json, secrets: Mapping[str, str], fields: Iterable[SettingField]
) -> dict[str, Any]:
    """The settings as a plugin reads them, with the secrets in their places."""
    kinds = {field.key: field.kind for field in fields}
    whole = copy.deepcopy(dict(settings))
    for key, text in secrets.items():
        _put(whole, key, orjson.loads(text) if kinds.get(key) in _STRUCTURED else text)
    return whole


def shown(settings: Json, secret_keys: Collection[str]) -> dict[str, Any]:
    """The settings as answers show them: `[REDACTED]` in the place of each secret."""
    return put_back(settings, dict.fromkeys(secret_keys, REDACTED), ())


def with_secrets(settings: Json, secrets: Mapping[str, str]) -> dict[str, Any]:
    """Settings with secrets that were sent apart from them, by key."""
    return put_back(settings, {key: text for key, text in secrets.items() if text}, ())


def destinations(settings: Json, fields: Iterable[SettingField]) -> frozenset[str]:
    """Servers that the settings name: those that secrets would be sent to.

    Each as `scheme://host:port`, or as it is written where it has no scheme.
    """
    texts = {field.key for field in fields if field.template and not is_address(field.key)}
    return frozenset(
        origin
        for key, value in _flat(settings, "")
        if key not in texts and isinstance(value, str)
        for origin in _origins(key, value)
    )


def value_at(settings: Any, key: str) -> Any:
    """The value at a dotted key; None where there is none."""
    for part in key.split("."):
        settings = settings.get(part) if isinstance(settings, Mapping) else None
    return settings


def is_address(key: str) -> bool:
    lowered = key.lower()
    return any(word in lowered for word in ("url", "proxy", "endpoint", "host", "uri"))


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


def _take(settings: dict[str, Any], key: str) -> Any:
    """The value at a dotted key, which is removed; None where there is none."""
    first, dot, rest = key.partition(".")
    if not dot:
        return settings.pop(first, None)
    inner = settings.get(first)
    return _take(inner, rest) if isinstance(inner, dict) else None


def _put(settings: dict[str, Any], key: str, value: Any) -> None:
    first, dot, rest = key.partition(".")
    if not dot:
        settings[first] = value
        return
    inner = settings.get(first)
    if not isinstance(inner, dict):
        inner = settings[first] = {}
    _put(inner, rest, value)
