"""Options of the ASGI application by role."""

from collections.abc import Callable, Mapping

import msgspec

from vedette.kernel.memory import MemoryBudget
from vedette.web.domain import OneDomain
from vedette.web.proxies import TrustedProxies

Observe = Callable[[str, str, int, float], None]
"""Receives method, route, status and duration in seconds of a request."""


class PublicName(msgspec.Struct, frozen=True):
    """How clients reach the server."""

    sub_path: str = ""
    """Path that requests start with, without a slash at the end."""
    domain: OneDomain | None = None
    proxies: TrustedProxies | None = None


class RequestLimits(msgspec.Struct, frozen=True):
    """Limits of requests. `rates` are requests per minute and caller, by the limit's name."""

    rates: Mapping[str, int] = msgspec.field(default_factory=dict)
    memory: MemoryBudget = msgspec.field(default_factory=MemoryBudget)


class Observation(msgspec.Struct, frozen=True):
    """How requests are measured and logged. Failed requests are always logged."""

    observe: Observe
    logs_all: bool = False
