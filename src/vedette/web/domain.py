"""One name for the service: requests that came under another are sent to the public address."""

import msgspec

_EXEMPT = frozenset({"/api/health", "/healthz", "/metrics"})
"""Asked by machines, which know an instance by its address."""


class OneDomain(msgspec.Struct, frozen=True):
    """`hosts` are the names that are served, in lower case; `root_url` ends with a slash."""

    hosts: frozenset[str]
    root_url: str

    def is_foreign(self, route: str, host: str) -> bool:
        return route not in _EXEMPT and without_port(host) not in self.hosts

    def address_of(self, path: str, query: str) -> str:
        """The same page under the right name. `path` starts with a slash."""
        address = self.root_url.rstrip("/") + path
        return f"{address}?{query}" if query else address


def without_port(host: str) -> str:
    """`host` in lower case: of `name:3000` the name, of `[::1]:3000` what is in brackets."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() else host.lower()
