"""The HTTP client a plugin is lent. Only the server makes one."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Protocol


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
