"""The egress policy, which is checked for each address of a host name."""

import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network

import msgspec

from vedette.kernel.own_ports import OwnPorts
from vedette.outbound.address import IpAddress
from vedette.outbound.errors import EgressRefused
from vedette.outbound.settings import EgressSettings
from vedette.settings import SettingsError

_METADATA = tuple(
    ip_network(text)
    for text in (
        "169.254.0.0/16",
        "fe80::/10",
        "fd00:ec2::/32",
        "fd20:ce::/32",
        "100.100.100.200/32",
        "168.63.129.16/32",
        "192.0.0.192/32",
    )
)
_PRIVATE = tuple(
    ip_network(text)
    for text in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7")
)
_NAT64 = ip_network("64:ff9b::/96")


class HostRules(msgspec.Struct, frozen=True):
    names: tuple[str, ...]
    networks: tuple[IPv4Network | IPv6Network, ...]

    def match(self, host: str, ip: IpAddress) -> bool:
        return any(
            host.endswith(name[1:]) if name.startswith("*.") else host == name
            for name in self.names
        ) or _within(ip, self.networks)


class Egress:
    """The addresses that may be connected to. `own_ports` are refused on all own addresses."""

    def __init__(
        self,
        settings: EgressSettings,
        *,
        loopback_by_default: bool,
        own_ports: OwnPorts | None = None,
    ) -> None:
        """Raises `SettingsError` for a rule that is neither a host nor a network."""
        self._allow = _rules("allow", settings.allow)
        self._deny = _rules("deny", settings.deny)
        choice = settings.allow_loopback
        self._allow_loopback = loopback_by_default if choice == "auto" else choice == "true"
        self._allow_private = settings.allow_private
        self._only_allowed = settings.only_allowed
        self._own_ports = own_ports or OwnPorts()

    def check(self, host: str, ip: IpAddress, port: int, *, is_trusted: bool) -> None:
        """Raises `EgressRefused`. `is_trusted` means that the operator configured the target."""
        if isinstance(ip, IPv6Address):
            ip = ip.ipv4_mapped or ip
        for address in (ip, *_embedded(ip)):
            reason = self._refusal(host, address, port, is_trusted)
            if reason:
                raise EgressRefused(host, reason)

    def _refusal(self, host: str, ip: IpAddress, port: int, is_trusted: bool) -> str:
        if port in self._own_ports and is_own(ip):
            return "it is this server"
        if self._deny.match(host, ip):
            return "[egress] deny contains it"
        if self._allow.match(host, ip):
            return ""
        if self._only_allowed:
            return "[egress] allow does not contain it"
        return self._class_refusal(ip, is_trusted)

    def _class_refusal(self, ip: IpAddress, is_trusted: bool) -> str:
        if _within(ip, _METADATA):
            return "link-local and metadata addresses require a rule in [egress] allow"
        if ip.is_loopback or ip.is_unspecified:
            if is_trusted or self._allow_loopback:
                return ""
            return "it is a loopback address; see [egress] allow_loopback"
        if _within(ip, _PRIVATE):
            if is_trusted or self._allow_private:
                return ""
            return "it is on a private network; see [egress] allow_private"
        if ip.is_multicast or (ip.is_reserved and not _is_nat64(ip)):
            return "its address is not a unicast address"
        return ""


def is_own(ip: IpAddress) -> bool:
    """Return whether the address belongs to this host, by binding a socket to it."""
    if ip.is_loopback or ip.is_unspecified:
        return True
    family = socket.AF_INET if ip.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((str(ip), 0))
    except OSError:
        return False
    return True


def _embedded(ip: IpAddress) -> tuple[IpAddress, ...]:
    """Return the IPv4 addresses that an IPv6 address embeds."""
    if not isinstance(ip, IPv6Address):
        return ()
    found: list[IpAddress | None] = [ip.sixtofour]
    if ip.teredo:
        found += ip.teredo
    if _is_nat64(ip):
        found.append(_tail(ip))
    if 1 < int(ip) < 2**32:
        found.append(_tail(ip))
    return tuple(address for address in found if address is not None)


def _tail(ip: IPv6Address) -> IPv4Address:
    return IPv4Address(int(ip) & 0xFFFF_FFFF)


def _is_nat64(ip: IpAddress) -> bool:
    return ip.version == 6 and ip in _NAT64


def _within(ip: IpAddress, networks: Iterable[IPv4Network | IPv6Network]) -> bool:
    return any(ip.version == network.version and ip in network for network in networks)


def _rules(key: str, texts: Iterable[str]) -> HostRules:
    names, networks = [], []
    for text in texts:
        try:
            networks.append(ip_network(text, strict=False))
        except ValueError:
            bare = text.lower().removeprefix("*.").rstrip(".")
            if not bare or not all(c.isalnum() or c in "-_." for c in bare) or "/" in text:
                raise SettingsError(
                    f"[egress] {key}: expected a host name, *.domain, address or network,"
                    f" not {text[:60]!r}."
                ) from None
            names.append(f"*.{bare}" if text.startswith("*.") else bare)
    return HostRules(tuple(names), tuple(networks))
