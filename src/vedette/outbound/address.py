"""Parse URLs of other servers so strictly that all programs see the same host in them."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import unquote, urlsplit

import msgspec

from vedette.kernel.secret import Secret
from vedette.outbound.errors import BadAddress

IpAddress = IPv4Address | IPv6Address
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\\#?]")
_HOST = re.compile(r"(?!-)[a-z0-9_-]{1,63}(\.(?!-)[a-z0-9_-]{1,63})*\.?")
_NUMBERLIKE = re.compile(r"(.*\.)?(0x[0-9a-f]*|[0-9]+)\.?")
_PORTS = {"http": 80, "https": 443}
NO_SECRET = Secret("")


class Address(msgspec.Struct, frozen=True):
    """A URL. `path` has no trailing slash. `user` and `password` come from `user:password@host`."""

    scheme: str
    host: str
    port: int
    path: str
    user: str = ""
    password: Secret = NO_SECRET

    @property
    def literal(self) -> IpAddress | None:
        """Return the host if it is an IP address."""
        try:
            return ip_address(self.host)
        except ValueError:
            return None

    @property
    def origin(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}"

    @property
    def host_and_port(self) -> str:
        return f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """Parse an `http` or `https` URL without query and fragment. Raises `BadAddress`."""
    if _FORBIDDEN.search(text):
        raise BadAddress("A URL cannot contain spaces, backslashes, queries or fragments here.")
    try:
        parts = urlsplit(text)
        port = parts.port
        host = _host(parts.hostname or "")
    except ValueError as error:
        raise BadAddress(f"{_shown(text)} is not a valid URL.") from error
    if parts.scheme not in _PORTS:
        raise BadAddress("A URL must start with http:// or https://.")
    if not host:
        raise BadAddress(f"{_shown(text)} has no host.")
    if port == 0:
        raise BadAddress("A port must be a number from 1 to 65535.")
    return Address(
        scheme=parts.scheme,
        host=host,
        port=port or _PORTS[parts.scheme],
        path=parts.path.rstrip("/"),
        user=unquote(parts.username or ""),
        password=Secret(unquote(parts.password or "")),
    )


def _host(text: str) -> str:
    """Return the host in lower case and ASCII, without a trailing dot. Raises `ValueError` if it is
    not valid."""
    if "%" in text:
        raise ValueError(text)
    if ":" in text:
        return str(IPv6Address(text))
    if not text.isascii():
        text = text.encode("idna").decode()
    text = text.lower()
    if _NUMBERLIKE.fullmatch(text):
        # Programs disagree about the host of `127.1`, `0x7f.0.0.1` and `2130706433`.
        return str(IPv4Address(text))
    if text and (len(text) > 253 or not _HOST.fullmatch(text)):
        raise ValueError(text)
    return text.removesuffix(".")


def _shown(text: str) -> str:
    """Return the URL without parts that could be a password."""
    scheme, _, rest = text.partition("://")
    return repr(f"{scheme}://{rest.rpartition('@')[2]}"[:100])
