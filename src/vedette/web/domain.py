"""Redirects requests for other host names to the public URL."""

import msgspec

_EXEMPT = frozenset({"/api/health", "/healthz", "/metrics"})
"""Paths that probes and scrapers request with the address of an instance."""


class OneDomain(msgspec.Struct, frozen=True):
    """`hosts` are the names that are served, in lower case. `root_url` ends with a slash."""

    hosts: frozenset[str]
    root_url: str

    def is_foreign(self, route: str, host: str) -> bool:
        return route not in _EXEMPT and without_port(host) not in self.hosts

    def address_of(self, path: str, query: str) -> str:
        """Return the URL of the same page at the public host. `path` starts with a slash."""
        address = self.root_url.rstrip("/") + path
        return f"{address}?{query}" if query else address


def without_port(host: str) -> str:
    """Return `host` in lower case without its port, and without the brackets of an IPv6 address."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() else host.lower()
