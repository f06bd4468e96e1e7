"""JSON with limits: depth, size and values are checked before a document is decoded."""

from typing import Any, ClassVar

import orjson

from vedette.kernel.errors import BadRequest, TooLarge
from vedette.kernel.json_tally import JsonTally, depth_of

MAX_DEPTH = 64
MAX_VALUES = 400_000
_PIECE = 64 * 1024


class BadJson(BadRequest):
    code: ClassVar[str] = "json.bad"


class JsonTooLarge(TooLarge):
    code: ClassVar[str] = "json.too_large"


def loads(data: bytes, *, max_bytes: int | None = None, max_depth: int = MAX_DEPTH) -> Any:
    """Decode a document. Raises `BadJson` or `JsonTooLarge`."""
    check_limits(data, max_bytes=max_bytes, max_depth=max_depth)
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise BadJson(f"The body is not valid JSON: {fault(error)}.") from error


def fault(error: orjson.JSONDecodeError) -> str:
    """Return the error of the parser and its position, in common words."""
    if "surrogate" not in error.msg:
        return str(error)
    place = f"line {error.lineno} column {error.colno}"
    return f"a text contains half of a surrogate pair: {place}"


def dumps(value: Any) -> bytes:
    return orjson.dumps(value)


def check_limits(
    data: bytes,
    *,
    max_bytes: int | None = None,
    max_depth: int = MAX_DEPTH,
    max_values: int = MAX_VALUES,
) -> None:
    """Raise if the document exceeds a limit of size, depth or values."""
    if max_bytes is not None and len(data) > max_bytes:
        raise JsonTooLarge(f"The document has {len(data)} bytes. The limit is {max_bytes}.")
    openings = data.count(b"[") + data.count(b"{")
    if openings <= max_depth and openings + data.count(b",") <= max_values:
        return
    tally, depth = JsonTally(), 0
    for start in range(0, len(data), _PIECE):
        brackets = tally.feed(data[start : start + _PIECE])
        if tally.values > max_values:
            raise JsonTooLarge(f"The document has more than {max_values:,} values.")
        depth, deepest = depth_of(brackets, depth, max_depth)
        if deepest > max_depth:
            raise BadJson(f"The document is nested more than {max_depth} levels deep.")
