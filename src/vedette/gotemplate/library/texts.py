"""String functions: case, patterns, host names, encodings."""

import base64
import binascii
import ipaddress
import re
from collections.abc import Mapping, Sequence
from urllib.parse import unquote_to_bytes

from vedette.gotemplate.errors import CallError
from vedette.gotemplate.library.json_text import to_json
from vedette.gotemplate.library.regular import matches, replaced
from vedette.gotemplate.values import Function, Named, Run, Value, decoded, encoded

_GO_SPACES = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
_BAD_PERCENT = re.compile(r"%(?![0-9a-fA-F]{2})")


def title(text: str) -> str:
    """Return the text with the first letter of each word in upper case."""
    before, parts = " ", []
    for sign in text:
        parts.append(_one(sign.title(), sign) if _separates(before) else sign)
        before = sign
    return "".join(parts)


def _one(changed: str, sign: str) -> str:
    """Change the case like Go, one character to one: `ß` stays."""
    return changed if len(changed) == 1 else sign


def _upper(text: str) -> str:
    return "".join(_one(sign.upper(), sign) for sign in text)


def _lower(text: str) -> str:
    return "".join(sign.lower()[0] for sign in text)


def _separates(sign: str) -> bool:
    if sign.isascii():
        return not (sign.isalnum() or sign == "_")
    return sign.isspace()


def _host_and_port(text: str) -> tuple[str, str] | None:
    """Return host and port like Go's net.SplitHostPort; None if it fails."""
    host, colon, port = text.rpartition(":")
    if not colon:
        return None
    if host.startswith("["):
        inner = host[1:-1]
        return (inner, port) if host.endswith("]") and "[" not in inner + port else None
    return None if any(sign in host + port for sign in ":[]") else (host, port)


def strip_port(text: str) -> str:
    found = _host_and_port(text)
    return found[0] if found else text


def strip_domain(text: str) -> str:
    """Return `web1:80` for `web1.example.org:80`; an IP address stays as it is."""
    host, port = _host_and_port(text) or (text, "")
    try:
        ipaddress.ip_address(host)
    except ValueError:
        host = host.split(".")[0]
        return f"{host}:{port}" if port else host
    return text


def _match(run: Run, expression: str, text: str) -> bool:
    run.budget.signs(len(text))
    return matches(expression, text)


def _replace_all(run: Run, expression: str, replacement: str, text: str) -> str:
    run.budget.signs(len(text))
    return replaced(expression, replacement, text, run.budget)


def _join(run: Run, separator: str, texts: Sequence[str]) -> str:
    run.budget.room(sum(map(len, texts)) + len(separator) * max(len(texts) - 1, 0))
    return separator.join(texts)


def _unescape(text: str) -> str:
    bad = _BAD_PERCENT.search(text)
    if bad:
        raise CallError(f'invalid URL escape "{text[bad.start() : bad.start() + 3]}"')
    return decoded(unquote_to_bytes(encoded(text.replace("+", " "))))


def _base64_decoded(text: str) -> str:
    try:
        return decoded(base64.b64decode(encoded(text), validate=True))
    except (binascii.Error, ValueError):
        raise CallError("the text is no base64") from None


def _to_json(run: Run, value: Value) -> str:
    return to_json(value, run.budget)


FUNCTIONS: Mapping[str, Function] = {
    "title": Function(title, ("string",)),
    "toUpper": Function(_upper, ("string",)),
    "toLower": Function(_lower, ("string",)),
    "trimSpace": Function(lambda text: text.strip(_GO_SPACES), ("string",)),
    "stripPort": Function(strip_port, ("string",)),
    "stripDomain": Function(strip_domain, ("string",)),
    "match": Function(_match, ("string", "string"), runs=True),
    "reReplaceAll": Function(_replace_all, ("string", "string", "string"), runs=True),
    "join": Function(_join, ("string", "strings"), runs=True),
    "stringSlice": Function(lambda *texts: list(texts), rest="string"),
    "safeHtml": Function(lambda text: Named(text, name="template.HTML"), ("string",)),
    "safeUrl": Function(lambda text: Named(text, name="template.URL"), ("string",)),
    "urlUnescape": Function(_unescape, ("string",)),
    "toJson": Function(_to_json, ("any",), runs=True),
    "base64encode": Function(lambda text: base64.b64encode(encoded(text)).decode(), ("string",)),
    "base64decode": Function(_base64_decoded, ("string",)),
}
