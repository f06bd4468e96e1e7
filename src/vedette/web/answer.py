"""Responses of handlers: bytes, a stream, or a value that is encoded as JSON."""

from collections.abc import AsyncIterator, Mapping
from typing import Any, TypedDict, TypeVar, cast

import msgspec

JSON = "application/json; charset=UTF-8"
_encoder = msgspec.json.Encoder()
T = TypeVar("T")


class MessageAnswer(TypedDict):
    """A response that only confirms an operation."""

    message: str


class ApiAnswer(msgspec.Struct):
    status: int
    body: bytes
    content_type: str = JSON
    headers: Mapping[str, str] = msgspec.field(default_factory=dict)
    stream: AsyncIterator[bytes] | None = None
    """Sent in parts instead of `body`."""


def json(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> ApiAnswer:
    return ApiAnswer(status, _encoder.encode(value), headers=headers or {})


def raw_json(body: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> ApiAnswer:
    """Return a response whose `body` is JSON already."""
    return ApiAnswer(status, body, headers=headers or {})


def text(
    body: str, status: int = 200, content_type: str = "text/plain; charset=utf-8"
) -> ApiAnswer:
    return ApiAnswer(status, body.encode(), content_type)


def no_content() -> ApiAnswer:
    return ApiAnswer(204, b"", "")


def redirect(location: str, status: int = 302) -> ApiAnswer:
    """Redirect to a path of this server, or to an address from the configuration."""
    return ApiAnswer(status, b"", "", {"Location": location})


def encoded(value: T) -> T:
    """Return the value as JSON text, which is copied into the response as it is.

    Each item of a long list is encoded where it is made, so that encoding the whole list takes
    little time.
    """
    return cast(T, msgspec.Raw(_encoder.encode(value)))


def from_value(value: Any, status: int) -> ApiAnswer:
    if isinstance(value, ApiAnswer):
        return value
    return ApiAnswer(status, _encoder.encode(value))
