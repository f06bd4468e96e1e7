"""Checks paths of a source's own API, which are sent exactly as they were checked."""

import re
import unicodedata
from collections.abc import Sequence
from urllib.parse import unquote

from vedette.datasources.errors import BadSource
from vedette.sdk import ProxyRoute

_ALLOWED = re.compile(r"(?:[A-Za-z0-9_.~!$&'()*+,=:@-]|%[0-9A-Fa-f]{2})+")
_ENCODED_TRICK = re.compile(r"%(?:2[EeFf5]|5[Cc]|[01][0-9A-Fa-f]|7[Ff])")
_QUERY = re.compile(r"(?:[A-Za-z0-9_.~!$&'()*+,;=:@/?{}|^`\"<>\[\]-]|%[0-9A-Fa-f]{2})*")
_LOGIN_KEYS = frozenset(
    (
        *("accesstoken", "apikey", "authorization", "authtoken", "bearer", "idtoken", "jwt"),
        *("grafanasession", "refreshtoken", "token", "vedettesession", "xapikey", "xjwtassertion"),
    )
)
"""Names of query parameters with credentials, in lower case and without punctuation."""
_MOST_DECODED = 3
_SEPARATOR = re.compile(r"[/\\]")
_MOST_NAME, _MOST_PATH, _MOST_QUERY = 1_024, 2_048, 64 * 1024


def checked_path(raw: str) -> str:
    """Return the path without its leading slash. Raises `BadSource` for an ambiguous path.

    `raw` is as in the request line, not decoded.
    """
    if not raw:
        return ""
    if len(raw) > _MOST_PATH:
        raise BadSource("The path is too long.")
    for segment in raw.split("/"):
        if not _ALLOWED.fullmatch(segment) or _ENCODED_TRICK.search(segment):
            raise BadSource(
                "The path contains an empty segment or a character that is not allowed."
            )
        if set(segment) <= {"."}:
            raise BadSource("The path contains a segment of dots.")
    return raw


def checked_name(name: str) -> None:
    """Return a name that is sent quoted, as one segment of a path.

    Raises `BadSource` if a server that decodes it once or twice could read it as a parent
    directory.
    """
    if len(name) > _MOST_NAME:
        raise BadSource(f"A name in the path has more than {_MOST_NAME} characters.")
    for text in (name, unquote(name)):
        if any(part in (".", "..") for part in _SEPARATOR.split(text)):
            raise BadSource("A name in the path consists of dots or has such a part.")


def checked_query(raw: str) -> str:
    """Return the query string without credentials of this server. Raises `BadSource`."""
    if len(raw) > _MOST_QUERY or not _QUERY.fullmatch(raw):
        raise BadSource("The query string is too long or contains a character that is not allowed.")
    return without_logins(raw)


def without_logins(raw: str) -> str:
    """Return the query string without credentials of this server, in any spelling.

    Parameters may be separated by `;`, be followed by brackets, and have encoded names
    (CVE-2023-1387).
    """
    kept = []
    for pair in raw.split("&"):
        parts = [part for part in pair.split(";") if not _is_login(part.partition("=")[0])]
        if pair and parts:
            kept.append(";".join(parts))
    return "&".join(kept)


def _is_login(name: str) -> bool:
    for _ in range(_MOST_DECODED):
        name = unquote(name)
    name = unicodedata.normalize("NFKC", name).casefold().partition("[")[0]
    return "".join(filter(str.isalnum, name)) in _LOGIN_KEYS


def matching_route(routes: Sequence[ProxyRoute], method: str, path: str) -> ProxyRoute | None:
    segments = path.split("/")
    for route in routes:
        pattern = route.path.strip("/").split("/")
        if route.method != method or len(pattern) != len(segments):
            continue
        if all(want in ("*", have) for want, have in zip(pattern, segments, strict=True)):
            return route
    return None
