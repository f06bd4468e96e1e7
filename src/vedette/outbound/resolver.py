"""Resolve host names and check every address. Connections use the checked addresses."""

import asyncio
import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING

from vedette.kernel.clock import Clock
from vedette.outbound.errors import EgressRefused, Unreachable
from vedette.outbound.policy import Egress

if TYPE_CHECKING:
    from aiohttp.abc import ResolveResult

_MOST_NAMES = 1024


class Names:
    """Resolves names in threads and caches them for `seconds`."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._seconds = seconds
        self._known: dict[str, tuple[float, tuple[str, ...]]] = {}

    async def addresses(self, host: str, port: int) -> tuple[str, ...]:
        """Return the addresses of a host. Raises `OSError` if the name is unknown."""
        known = self._known.get(host)
        now = self._clock.monotonic()
        if known is not None and now - known[0] < self._seconds:
            return known[1]
        found = await asyncio.get_running_loop().getaddrinfo(
            host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP
        )
        addresses = tuple(dict.fromkeys(str(entry[4][0]) for entry in found))
        if len(self._known) >= _MOST_NAMES:
            self._known.clear()
        self._known[host] = (now, addresses)
        return addresses


class CheckedNames:
    """Names for one data source. One refused address refuses the name."""

    def __init__(self, names: Names, egress: Egress, *, is_trusted: bool) -> None:
        self._names = names
        self._egress = egress
        self._is_trusted = is_trusted

    async def checked(self, host: str, port: int) -> tuple[str, ...]:
        """Raises `EgressRefused`, or `OSError` where the name is unknown."""
        found = await self._names.addresses(host, port)
        for text in found:
            ip = ip_address(text.partition("%")[0])
            self._egress.check(host, ip, port, is_trusted=self._is_trusted)
        return found


class CheckedNetwork:
    """Implements the SDK's `Network` for one source."""

    def __init__(self, names: CheckedNames) -> None:
        self._names = names

    async def address(self, host: str, port: int) -> str:
        try:
            return (await self._names.checked(host, port))[0]
        except EgressRefused as error:
            raise EgressRefused("the configured address", error.reason) from error
        except OSError:
            raise Unreachable("Cannot find the host. Check the configured address.") from None


class CheckedResolver:
    """Resolver for WebSocket connections of aiohttp."""

    def __init__(self, names: CheckedNames) -> None:
        self._names = names

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> "list[ResolveResult]":
        return [
            {
                "hostname": host,
                "host": text,
                "port": port,
                "family": socket.AF_INET6 if ":" in text else socket.AF_INET,
                "proto": socket.IPPROTO_TCP,
                "flags": socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            }
            for text in await self._names.checked(host, port)
        ]

    async def close(self) -> None:
        """Do nothing: the resolver has no resources."""
