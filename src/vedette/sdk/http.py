"""The HTTP client a plugin is lent. Only the server makes one."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import msgspec

_LONGEST = 500


class HttpResponse(Protocol):
    status: int
    headers: Mapping[str, str]

    async def read(self) -> bytes:
        """The whole body. Raises `TooLarge` past the source's response limit."""
        ...

    def chunks(self) -> AsyncIterator[bytes]:
        """The decoded body as it arrives, under the same limit."""
        ...


class WebSocket(Protocol):
    async def send(self, text: str) -> None:
        """Raises `BadGateway` where the connection is gone."""
        ...

    def messages(self) -> AsyncIterator[bytes]:
        """Each message as it arrives, texts in UTF-8, until the server closes the connection.

        Raises `BadGateway` where the connection breaks, `TooLarge` for a message past the limit.
        """
        ...


class HttpClient(Protocol):
    def request(
        self,
        method: str,
        url: str,
        *,
        params: Mapping[str, str] | list[tuple[str, str]] | None = None,
        form: Mapping[str, str] | list[tuple[str, str]] | None = None,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AbstractAsyncContextManager[HttpResponse]:
        """`url` is a path below the source's own address, or an absolute address.

        Redirects are not followed. Raises `BadGateway` where no answer came (refused, reset,
        wrong certificate), `GatewayTimeout` past `timeout` seconds, `Forbidden` where the egress
        policy says no.
        """
        ...

    def websocket(
        self,
        url: str,
        *,
        params: Mapping[str, str] | list[tuple[str, str]] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AbstractAsyncContextManager[WebSocket]:
        """A WebSocket to `url`, under the rules of `request`; closed where the context ends.

        Raises the same errors. A server that answers but opens none is a `BadGateway` with its
        status as `detail["upstreamStatus"]`.
        """
        ...


class _Failure(msgspec.Struct):
    error: str = ""
    message: str = ""


def said(body: bytes) -> str:
    """What a server says of a failure, in plain text or as `error` or `message` of JSON.

    One line that ends a sentence; empty for a page meant for browsers.
    """
    try:
        failure = msgspec.json.decode(body, type=_Failure)
        text = failure.error or failure.message
    except (msgspec.DecodeError, ValueError, RecursionError):
        text = body[: 4 * _LONGEST].decode(errors="replace")
    text = " ".join(text.split())
    if not text or text.startswith("<"):
        return ""
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]}…"
    return text if text[-1] in ".…!?" else f"{text}."
