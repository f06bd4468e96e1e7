"""Read and validate the body and the query of a request within the route's limits."""

import asyncio
import re
from functools import cache
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

import msgspec

from vedette.kernel.errors import BadRequest, TooLarge
from vedette.kernel.json import check_limits, loads
from vedette.kernel.json_numbers import within_64_bits
from vedette.web.call import BadQueryParameters, Call
from vedette.web.members import with_known_members

_LARGE_BODY = 64 * 1024
"""Bytes that take up to ten milliseconds to decode."""
_ITEMS_AT_ONCE = 2_000
_PLACE = re.compile(r"`\$\[(\d+)\]")


class BodyTooLarge(TooLarge):
    code: ClassVar[str] = "request.body_too_large"


class BadBody(BadRequest):
    code: ClassVar[str] = "request.bad_body"


class ClientGone(Exception):
    """The client disconnected before the request was complete."""


async def read_body(call: Call, limit: int) -> bytes:
    """Read the body. Raises `BodyTooLarge` before more than `limit` bytes are buffered, and
    `ClientGone`."""
    announced = call.header("content-length")
    if announced.isdecimal() and (len(announced) > 18 or int(announced) > limit):
        raise _too_large(limit)
    pieces, size = [], 0
    while True:
        message = await call.receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        piece = message.get("body", b"")
        size += len(piece)
        if size > limit:
            raise _too_large(limit)
        pieces.append(piece)
        if not message.get("more_body", False):
            return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def _too_large(limit: int) -> BodyTooLarge:
    return BodyTooLarge(f"The body is larger than {limit} bytes, the limit of this endpoint.")


async def decode_body_apart(call: Call, kind: Any) -> Any:
    """As `decode_body`; a large body is decoded in a thread, so that other requests go on."""
    if len(call.raw_body) < _LARGE_BODY:
        return decode_body(call, kind)
    return await asyncio.to_thread(decode_body, call, kind)


def decode_body(call: Call, kind: Any) -> Any:
    """Decode the body as `kind`.

    Names of members are matched in any case, null counts as absent, and unknown members are
    ignored. Raises `BadBody` or `BadJson` with the place of the error.
    """
    if not call.header("content-type").lower().startswith("application/json"):
        raise BadBody("Send the body as JSON with the header Content-Type: application/json.")
    check_limits(call.raw_body)
    try:
        return _decoded(within_64_bits(call.raw_body), kind)
    except msgspec.ValidationError as error:
        raise BadBody(f"The body is not valid: {error}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        loads(call.raw_body)  # More precise than the message about a truncated text.
        raise BadBody(f"The body is not valid: {error}.") from error


def _decoded(data: bytes, kind: Any) -> Any:
    """Decode a long list in parts: other threads cannot run during a call of the decoder."""
    if get_origin(kind) is not list or len(data) < _LARGE_BODY or data.lstrip()[:1] != b"[":
        return _decoder(kind).decode(with_known_members(data, kind))
    items, found = _decoder(list[msgspec.Raw]).decode(data), []
    for start in range(0, len(items), _ITEMS_AT_ONCE):
        part = msgspec.json.encode(items[start : start + _ITEMS_AT_ONCE])
        try:
            found += _decoder(kind).decode(with_known_members(part, kind))
        except msgspec.ValidationError as error:
            place = _PLACE.sub(lambda at, first=start: f"`$[{first + int(at[1])}]", str(error))  # type: ignore[misc]
            raise msgspec.ValidationError(place) from error
    return found


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def decode_query(call: Call, kind: Any) -> Any:
    """Decode the query string as `kind`. Raises `BadQueryParameters`."""
    lists = _list_fields(kind)
    try:
        values = {
            name: found if name in lists else found[-1]
            for name, found in call.query_values().items()
        }
        return msgspec.convert(values, kind, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise BadQueryParameters(f"The query string is not valid: {error}.") from error


@cache
def _list_fields(kind: type) -> frozenset[str]:
    hints = get_type_hints(kind)
    return frozenset(
        field.encode_name for field in msgspec.structs.fields(kind) if _is_list(hints[field.name])
    )


def _is_list(hint: Any) -> bool:
    origin = get_origin(hint)
    return origin in (list, tuple, set, frozenset) or any(
        get_origin(part) in (list, tuple) for part in get_args(hint)
    )
