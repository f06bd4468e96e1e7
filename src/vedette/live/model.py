"""What a live connection needs to know of what it carries, and the messages it speaks."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, Protocol

import msgspec

from vedette.kernel.errors import BadRequest, VedetteError
from vedette.kernel.json import BadJson, check_limits
from vedette.kernel.principal import Principal

Recheck = Callable[[], Awaitable[Principal | None]]
"""Asks who a connection speaks for now; None where nobody any more."""


class BadMessage(BadRequest):
    code = "live.bad_message"


class Subscribe(msgspec.Struct, tag="subscribe", tag_field="type"):
    """`id` is the client's own name for it; `query` is as in a query request."""

    id: str
    datasource: str
    query: dict[str, Any]


class Unsubscribe(msgspec.Struct, tag="unsubscribe", tag_field="type"):
    id: str


class Ping(msgspec.Struct, tag="ping", tag_field="type"):
    """For clients that cannot send the pings of the WebSocket itself."""


Message = Subscribe | Unsubscribe | Ping


class Feed(Protocol):
    """What one subscription carries."""

    def frames(self) -> AsyncIterator[bytes]:
        """Frames as JSON, until there are no more. Raises `VedetteError`."""
        ...

    async def check(self, who: Principal) -> None:
        """Raises `VedetteError` where `who` may not have it, or not any more."""
        ...


class Feeds(Protocol):
    async def open(self, who: Principal, headers: Mapping[str, str], asked: Subscribe) -> Feed:
        """Raises `VedetteError` where there is no such feed, or not for `who`."""
        ...


_message = msgspec.json.Decoder(Message)


def read_message(text: str) -> Message:
    """Raises `BadMessage`."""
    try:
        check_limits(text.encode())
        message: Message = _message.decode(text)
    except BadJson as error:
        raise BadMessage(f"This message cannot be read: {error.public}") from error
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadMessage(f"This message cannot be read: {error}.") from error
    if isinstance(message, Subscribe | Unsubscribe) and not 0 < len(message.id) <= 100:
        raise BadMessage("The id of a subscription has 1 to 100 characters.")
    return message


def frame_message(id_: str, frame: bytes) -> bytes:
    return b'{"type":"frames","id":%b,"frames":[%b]}' % (msgspec.json.encode(id_), frame)


def error_message(id_: str | None, error: VedetteError) -> bytes:
    """`id` is missing where the error belongs to no subscription."""
    body: dict[str, Any] = {
        "type": "error",
        "code": error.code,
        "status": error.status,
        "message": error.public,
    }
    return msgspec.json.encode(body if id_ is None else {**body, "id": id_})


def plain_message(type_: str, **fields: Any) -> bytes:
    return msgspec.json.encode({"type": type_, **fields})
