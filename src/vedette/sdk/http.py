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
