"""JSON with limits: depth and size are checked before a document becomes objects."""

from typing import Any, ClassVar

import orjson

from vedette.kernel.errors import BadRequest, TooLarge

MAX_DEPTH = 64
_OPENING, _CLOSING = frozenset(b"[{"), frozenset(b"]}")


class BadJson(BadRequest):
    code: ClassVar[str] = "json.bad"


class JsonTooLarge(TooLarge):
    code: ClassVar[str] = "json.too_large"


def loads(data: bytes, *, max_bytes: int | None = None, max_depth: int = MAX_DEPTH) -> Any:
    """The document as Python objects. Raises `BadJson` or `JsonTooLarge`."""
    check_limits(data, max_bytes=max_bytes, max_depth=max_depth)
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise BadJson(f"The body is not valid JSON: {fault(error)}.") from error


def fault(error: orjson.JSONDecodeError) -> str:
    """What the parser found and where, in words that people look up."""
    if "surrogate" not in error.msg:
        return str(error)
    place = f"line {error.lineno} column {error.colno}"
    return f"a text holds half of a surrogate pair, which is no character: {place}"


def dumps(value: Any) -> bytes:
    return orjson.dumps(value)


def check_limits(data: bytes, *, max_bytes: int | None = None, max_depth: int = MAX_DEPTH) -> None:
    """Raises where the document is larger or nested deeper than allowed."""
    if max_bytes is not None and len(data) > max_bytes:
        raise JsonTooLarge(f"The document has {len(data)} bytes; {max_bytes} are allowed.")
    if _deeper_than(data, max_depth):
        raise BadJson(f"The document is nested deeper than {max_depth} levels.")


def _deeper_than(data: bytes, limit: int) -> bool:
    if data.count(b"[") + data.count(b"{") <= limit:
        return False
    depth = 0
    # Escaped quotes go first, then every second piece between quotes is text and is skipped.
    pieces = data.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')
    for piece in pieces[::2]:
        for character in piece:
            if character in _OPENING:
                depth += 1
                if depth > limit:
                    return True
            elif character in _CLOSING:
                depth -= 1
    return False
