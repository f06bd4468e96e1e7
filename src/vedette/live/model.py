"""Interfaces and messages of live connections."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, Protocol

import msgspec

from vedette.kernel.errors import BadRequest, VedetteError
from vedette.kernel.json import BadJson, check_limits
from vedette.kernel.principal import Principal

Recheck = Callable[[], Awaitable[Principal | None]]
"""Authenticates the caller of a connection again. Returns None if the session has ended."""


class BadMessage(BadRequest):
    code = "live.bad_message"


class Subscribe(msgspec.Struct, tag="subscribe", tag_field="type"):
    """Subscribes to a query, or to a channel of events. `id` is chosen by the client.

    `query` is as in a query request. `editing` tells the other clients of a dashboard's channel
    that the user edits it.
    """

    id: str
    datasource: str = ""
    query: dict[str, Any] = {}
    channel: str = ""
    editing: bool = False


class Unsubscribe(msgspec.Struct, tag="unsubscribe", tag_field="type"):
    id: str


class Ping(msgspec.Struct, tag="ping", tag_field="type"):
    """A ping for clients that cannot send WebSocket pings."""


Message = Subscribe | Unsubscribe | Ping


class Feed(Protocol):
    """The data of one subscription."""

    def frames(self) -> AsyncIterator[bytes]:
        """Yield frames as JSON, or events of a channel, until the feed ends. Raises
        `VedetteError`."""
        ...

    async def check(self, who: Principal) -> None:
        """Raises `VedetteError` if `who` is not permitted to receive the feed (any more)."""
        ...


class Feeds(Protocol):
    async def open(self, who: Principal, headers: Mapping[str, str], asked: Subscribe) -> Feed:
        """Open a feed. Raises `VedetteError` if it does not exist or `who` is not permitted."""
        ...


_message = msgspec.json.Decoder(Message)


def read_message(text: str) -> Message:
    """Parse a message. Raises `BadMessage`."""
    try:
        check_limits(text.encode())
        message: Message = _message.decode(text)
    except BadJson as error:
        raise BadMessage(f"Cannot read this message: {error.public}") from error
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadMessage(f"Cannot read this message: {error}.") from error
    if isinstance(message, Subscribe | Unsubscribe) and not 0 < len(message.id) <= 100:
        raise BadMessage("The id of a subscription must have 1 to 100 characters.")
    if isinstance(message, Subscribe) and bool(message.channel) == bool(message.datasource):
        raise BadMessage("A subscription must name either a datasource or a channel.")
    return message


def event_message(id_: str, event: bytes) -> bytes:
    return b'{"type":"event","id":%b,"data":%b}' % (msgspec.json.encode(id_), event)


def frame_message(id_: str, frame: bytes) -> bytes:
    return b'{"type":"frames","id":%b,"frames":[%b]}' % (msgspec.json.encode(id_), frame)


def error_message(id_: str | None, error: VedetteError) -> bytes:
    """Return an error message. Without `id`, the error belongs to no subscription."""
    body: dict[str, Any] = {
        "type": "error",
        "code": error.code,
        "status": error.status,
        "message": error.public,
    }
    return msgspec.json.encode(body if id_ is None else {**body, "id": id_})


def plain_message(type_: str, **fields: Any) -> bytes:
    return msgspec.json.encode({"type": type_, **fields})
