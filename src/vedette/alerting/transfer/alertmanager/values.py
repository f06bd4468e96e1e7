"""Validation of receivers and `global`, as Alertmanager does it."""

import re
from collections.abc import Callable, Mapping
from types import UnionType
from typing import Any
from urllib.parse import urlsplit

from vedette.kernel.durations import parse_prometheus_duration
from vedette.kernel.errors import BadRequest
from vedette.provisioning.entry import Entry
from vedette.provisioning.problems import DocumentError
from vedette.provisioning.values import DocumentMapping, Value
from vedette.sdk import AlertmanagerSection

Warn = Callable[[str], None]
_TIMESPAN = re.compile(r"0|[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))+", re.ASCII)
_HOST_PORT = re.compile(r"(?:[^:\[\]]*|\[[^\[\]]*\]):[^:\[\]]+")
_TLS = {
    **dict.fromkeys(("ca", "cert", "key", "ca_file", "cert_file", "key_file"), "text"),
    **dict.fromkeys(("ca_ref", "cert_ref", "key_ref", "server_name"), "text"),
    "insecure_skip_verify": "flag",
    "min_version": "tls version",
    "max_version": "tls version",
}
_TLS_VERSIONS = ("TLS10", "TLS11", "TLS12", "TLS13")
_PROXY = {
    "proxy_url": "text",
    "no_proxy": "text",
    "proxy_from_environment": "flag",
    "proxy_connect_header": "mapping",
}
_OAUTH2 = ("client_id", "client_secret", "token_url")
"""Required settings."""
_NESTED: Mapping[str, Mapping[str, str]] = {
    "http": {
        "basic_auth": "basic_auth",
        "authorization": "authorization",
        "oauth2": "oauth2",
        "bearer_token": "text",
        "bearer_token_file": "text",
        "tls_config": "tls",
        "follow_redirects": "flag",
        "enable_http2": "flag",
        "http_headers": "mapping",
        **_PROXY,
    },
    "basic_auth": dict.fromkeys(
        ("username", "username_file", "username_ref", "password", "password_file", "password_ref"),
        "text",
    ),
    "authorization": dict.fromkeys(
        ("type", "credentials", "credentials_file", "credentials_ref"), "text"
    ),
    "oauth2": {
        **dict.fromkeys(
            ("client_id", "client_secret", "client_secret_file", "client_secret_ref"), "text"
        ),
        "scopes": "list",
        "token_url": "text",
        "endpoint_params": "texts",
        "tls_config": "tls",
        **_PROXY,
    },
    "tls": _TLS,
}


def check_entry(block: DocumentMapping, section: AlertmanagerSection, defaults: Entry) -> None:
    """Raises `DocumentError` with the line of an invalid value."""
    check_values(block, {"send_resolved": "flag", **section.known}, section.name)
    check_files(block)
    for group in section.required:
        keys = group.split("|")
        of_all = [section.inherits[key] for key in keys if key in section.inherits]
        if not any(_is_set(block, key) for key in keys) and not any(
            _is_set(defaults.block, key) for key in of_all
        ):
            where = "".join(f", and so is global.{key}" for key in of_all[:1])
            raise DocumentError(
                f"{section.name}: {' or '.join(keys)} is missing{where}.", block.line
            )
    if section.check:
        try:
            section.check(block)
        except BadRequest as error:
            raise DocumentError(f"{section.name}: {error.public}", block.line) from None


def check_values(block: DocumentMapping, kinds: Mapping[str, str], place: str) -> None:
    """Raises `DocumentError` for unknown keys and values of a wrong type."""
    for key, value in block.items():
        line = block.lines[key]
        kind = kinds.get(key)
        if kind is None:
            raise DocumentError(f"{place}: the key {key[:60]} is not known.", line)
        if value is not None:
            _check_value(block, key, value, kind, f"{place}.{key}")


def check_files(block: DocumentMapping) -> None:
    """Raises `DocumentError` for a key together with its `KEY_file`."""
    for key in block:
        if _has_text(block, key) and _has_text(block, f"{key}_file"):
            line = block.lines[f"{key}_file"]
            raise DocumentError(f"At most one of {key} and {key}_file can be set.", line)


def plain(block: DocumentMapping, key: str, value: Value) -> Any:
    """Return scalars as strings as written; mappings and lists unchanged."""
    if isinstance(value, DocumentMapping):
        return {name: plain(value, name, each) for name, each in value.items()}
    if isinstance(value, list | bool | None):
        return value
    return block.written[key]


def _check_value(block: DocumentMapping, key: str, value: Value, kind: str, place: str) -> None:
    problem = _problem(
        value, "" if isinstance(value, DocumentMapping | list) else block.written[key], kind
    )
    if problem:
        raise DocumentError(f"{place} must be {problem}.", block.lines[key])
    if kind in _NESTED and isinstance(value, DocumentMapping):
        check_values(value, _NESTED[kind], place)
        check_files(value)
        for reason in _contradictions(kind, value):
            raise DocumentError(f"{place}: {reason}.", value.line)


def _problem(value: Value, written: str, kind: str) -> str:
    """Return the expected type, or an empty text if the value has it."""
    if kind == "any":
        return ""
    if kind in _NESTED or kind in ("mapping", "texts"):
        if not isinstance(value, DocumentMapping):
            return "a mapping"
        are_texts = not any(isinstance(each, DocumentMapping | list) for each in value.values())
        return "" if kind != "texts" or are_texts else "a mapping of texts"
    if kind == "mappings":
        return "" if _holds(value, DocumentMapping) else "a list of mappings"
    if kind == "list":
        return "" if _holds(value, str | int | float | None) else "a list of texts"
    if isinstance(value, DocumentMapping | list):
        return "text"
    return "" if _is_scalar(value, written, kind) else _SCALARS[kind]


_SCALARS = {
    "flag": "true or false",
    "whole": "a whole number",
    "count": "a whole number that is not negative",
    "duration": "a duration such as 30s or 1h30m",
    "timespan": "a duration such as 30s or 1h30m",
    "url": "an address that begins with http:// or https://",
    "hostport": "HOST:PORT",
    "tls version": f"one of {', '.join(_TLS_VERSIONS)}",
}


def _holds(value: Value, kinds: type | UnionType) -> bool:
    return isinstance(value, list) and all(isinstance(each, kinds) for each in value)


def _is_scalar(value: Value, written: str, kind: str) -> bool:
    match kind:
        case "flag":
            return isinstance(value, bool) or written.lower() in ("yes", "no", "on", "off")
        case "whole":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "count":
            return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
        case "duration":
            return _is_duration(written)
        case "timespan":
            return _TIMESPAN.fullmatch(written) is not None
        case "url":
            return written == "<secret>" or _is_url(written)
        case "hostport":
            return not written or _HOST_PORT.fullmatch(written) is not None
        case "tls version":
            return written in _TLS_VERSIONS
    return True


def _is_duration(text: str) -> bool:
    try:
        parse_prometheus_duration(text)
    except BadRequest:
        return False
    return True


def _is_url(text: str) -> bool:
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


def _contradictions(kind: str, block: DocumentMapping) -> list[str]:
    """Return what cannot be set together, as clauses."""

    def has(*keys: str) -> bool:
        return any(block.get(key) is not None for key in keys)

    found: list[str] = []
    bearer = has("bearer_token", "bearer_token_file")
    if kind == "http":
        ways = [has("basic_auth"), has("authorization"), has("oauth2"), bearer]
        if sum(ways) > 1:
            found.append(
                "only one of basic_auth, authorization, oauth2 and bearer_token can be set"
            )
    if kind == "authorization" and str(block.get("type", "")).strip().lower() == "basic":
        found.append("authorization cannot be of the type basic; use basic_auth")
    if kind == "oauth2":
        missing = [key for key in _OAUTH2 if not _is_set(block, key)]
        found += [f"{key} is missing" for key in missing[:1]]
    if kind == "tls" and _is_set(block, "cert") != _is_set(block, "key"):
        found.append("a certificate needs its key, and a key its certificate")
    return found


def _is_set(block: DocumentMapping, key: str) -> bool:
    return any(_has_text(block, name) for name in (key, f"{key}_file"))


def _has_text(block: DocumentMapping, key: str) -> bool:
    """Return whether there is a value. A text can be the number 0."""
    value = block.get(key)
    if isinstance(value, DocumentMapping | list):
        return bool(value)
    return value is not None and block.written[key] != ""
