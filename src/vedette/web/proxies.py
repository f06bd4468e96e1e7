"""The client address of requests through proxies, from `X-Forwarded-For`.

Each proxy appends the address of its client. Everything to the left of the first address that is
not a trusted proxy can be forged.
"""

from collections.abc import Iterable
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Scope

UNIX = "unix"
"""Represents clients of the Unix socket."""
_MOST_PROXIES = 32
_Address = IPv4Address | IPv6Address
_Network = IPv4Network | IPv6Network


class TrustedProxies:
    def __init__(self, names: Iterable[str]) -> None:
        """`names` are addresses, networks and `unix`. Raises `ValueError` with an invalid name."""
        names = list(names)
        self._trusts_unix = UNIX in names
        self._networks = [_network(name) for name in names if name != UNIX]

    def note_sender(self, scope: "Scope") -> None:
        """Set `scope["client"]` to the client's address if a trusted proxy forwarded the
        request."""
        client = scope.get("client")
        sender = _address(client[0]) if client else None
        if not (self._trusts_unix if client is None else self._trusts(sender)):
            return
        sent = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        hops = b",".join(sent).decode("latin-1").rsplit(",", _MOST_PROXIES)[-_MOST_PROXIES:]
        for hop in reversed(hops):
            address = _address(hop)
            if address is None:
                break
            sender = address
            if not self._trusts(sender):
                break
        if sender is not None:
            scope["client"] = (str(sender), 0)

    def _trusts(self, address: _Address | None) -> bool:
        return address is not None and any(address in network for network in self._networks)


def _network(text: str) -> _Network:
    try:
        network = ip_network(text, strict=False)
    except ValueError as error:
        raise ValueError(text) from error
    if isinstance(network, IPv6Network) and network.prefixlen >= 96:
        mapped = network.network_address.ipv4_mapped
        if mapped is not None:
            return IPv4Network((mapped, network.prefixlen - 96))
    return network


def _address(text: str) -> _Address | None:
    """Return the address of `1.2.3.4`, `1.2.3.4:5`, `::1` or `[::1]:5`. Mapped IPv4 addresses are
    returned as IPv4."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
