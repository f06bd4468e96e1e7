"""Validation of data sources, as pure functions."""

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

import orjson
from msgspec.structs import replace

from vedette.datasources.errors import BadSource
from vedette.datasources.model import DataSourceDraft
from vedette.kernel.ids import check_uid
from vedette.kernel.text import has_control
from vedette.outbound.address import parse_address
from vedette.outbound.errors import BadAddress

_MOST_JSON_BYTES = 256 * 1024
_MOST_SECRETS, _MOST_SECRET_BYTES = 100, 64 * 1024
_TYPE = re.compile(r"[A-Za-z0-9_.-]{1,190}")
_HEADER_KEY = re.compile(r"httpHeaderName(\d{1,4})")
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}")
_SET_BY_US = frozenset(
    (
        "connection",
        "content-length",
        "content-encoding",
        "expect",
        "keep-alive",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "via",
    )
)
_NO_HTTP = frozenset(
    ("postgres", "grafana-postgresql-datasource", "mysql", "grafana-mysql-datasource", "mssql")
)


def derived_uid(name: str) -> str:
    """Return the uid of a provisioned source without one, derived as in Grafana 10.4."""
    return "P" + sha256(name.encode()).hexdigest()[:16].upper()


def check_draft(draft: DataSourceDraft) -> None:
    """Check a draft. Raises `BadSource`, `BadUid` or `BadAddress`."""
    if not draft.name.strip() or len(draft.name) > 190:
        raise BadSource("The name of a data source must have 1 to 190 characters.")
    if has_control(draft.name):
        raise BadSource("The name of a data source cannot contain control characters.")
    if not _TYPE.fullmatch(draft.type):
        raise BadSource("A data source needs a type, such as prometheus.")
    if draft.access not in ("proxy", "direct"):
        raise BadSource("access must be proxy or direct.")
    if draft.uid:
        check_uid(draft.uid)
    if len(orjson.dumps(draft.json_data)) > _MOST_JSON_BYTES:
        raise BadSource(f"jsonData can have at most {_MOST_JSON_BYTES} bytes.")
    _check_secrets(draft.secrets)
    for name, key in custom_headers(draft.json_data):
        _check_header(name, draft.secrets.get(key, ""))
    _check_url(draft)


def custom_headers(json_data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Return the names of configured headers, with the keys of their values in `secureJsonData`."""
    for key, name in json_data.items():
        match = _HEADER_KEY.fullmatch(key)
        if match and isinstance(name, str) and name:
            yield name, f"httpHeaderValue{match[1]}"


def http_url(source_type: str, url: str) -> str:
    """Return the URL to query, with `http://` if it has no scheme. Empty for types without one."""
    if not url or source_type in _NO_HTTP:
        return ""
    return url if "://" in url else f"http://{url}"


def target_of(source_type: str, url: str) -> str:
    """Return the target of the secrets. If it changes, they have to be entered again."""
    try:
        address = parse_address(http_url(source_type, url.strip()))
    except BadAddress:
        return f"{source_type} {url}"
    return f"{source_type} {address.origin}"


def without_login(draft: DataSourceDraft) -> DataSourceDraft:
    """Move user and password of `http://user:password@host` to basic auth, which is encrypted.

    Raises `BadAddress`.
    """
    url = http_url(draft.type, draft.url)
    if "@" not in url:
        return draft
    address = parse_address(url)
    if not address.user and not address.password:
        return draft
    draft = replace(draft, url=address.origin + address.path)
    if draft.is_basic_auth:
        return draft
    secrets = {**draft.secrets, "basicAuthPassword": address.password.reveal()}
    return replace(draft, is_basic_auth=True, basic_auth_user=address.user, secrets=secrets)


def _check_url(draft: DataSourceDraft) -> None:
    url = http_url(draft.type, draft.url)
    if not url:
        if "@" in draft.url:
            raise BadAddress("Enter user and password in their own fields, not in the URL.")
        return
    address = parse_address(url)
    if address.user or address.password:
        raise BadAddress(
            "Enter user and password under basic authentication, where they are encrypted."
        )


def _check_secrets(secrets: Mapping[str, str]) -> None:
    if len(secrets) > _MOST_SECRETS:
        raise BadSource(f"secureJsonData can have at most {_MOST_SECRETS} keys.")
    if any(len(text.encode()) > _MOST_SECRET_BYTES for text in secrets.values()):
        raise BadSource(f"A value of secureJsonData can have at most {_MOST_SECRET_BYTES} bytes.")


def _check_header(name: str, value: str) -> None:
    if not _HEADER_NAME.fullmatch(name):
        raise BadSource(f"{name[:60]!r} is not a valid header name.")
    if name.lower() in _SET_BY_US:
        raise BadSource(f"The header {name} is reserved for the server.")
    if any(c in value for c in "\r\n\0"):
        raise BadSource(f"The value of the header {name} must be a single line.")
