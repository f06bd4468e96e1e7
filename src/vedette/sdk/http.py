"""The HTTP client of a plugin, which the server creates."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import msgspec

_LONGEST = 500


class HttpResponse(Protocol):
    status: int
    headers: Mapping[str, str]

    async def read(self) -> bytes:
        """Return the whole body. Raises `TooLarge` above the response limit of the data source."""
        ...

    def chunks(self) -> AsyncIterator[bytes]:
        """Yield the decoded body as it arrives, under the same limit."""
        ...


class WebSocket(Protocol):
    async def send(self, text: str) -> None:
        """Send a message. Raises `BadGateway` if the connection is closed."""
        ...

    def messages(self) -> AsyncIterator[bytes]:
        """Yield messages until the server closes the connection. Texts are encoded as UTF-8.

        Raises `BadGateway` if the connection breaks, `TooLarge` for a message above the limit.
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
        """Send a request. `url` is a path below the data source's URL, or an absolute URL.

        Redirects are not followed. Raises `BadGateway` without a response (refused, reset, invalid
        certificate), `GatewayTimeout` after `timeout` seconds, `Forbidden` if the egress policy
        refuses it.
        """
        ...

    def websocket(
        self,
        url: str,
        *,
        params: Mapping[str, str] | list[tuple[str, str]] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AbstractAsyncContextManager[WebSocket]:
        """Open a WebSocket to `url`, under the rules of `request`. It is closed with the context.

        Raises the same errors. If the server refuses the handshake, `BadGateway` has its status as
        `detail["upstreamStatus"]`.
        """
        ...


class _Failure(msgspec.Struct):
    error: str = ""
    message: str = ""


def said(body: bytes) -> str:
    """Return the error message of a response: plain text, or `error` or `message` of JSON.

    The message is one line. It is empty for an HTML page.
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
