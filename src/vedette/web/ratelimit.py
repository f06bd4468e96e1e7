"""Token buckets: how often one caller may use what is dear, such as login and queries."""

from collections import OrderedDict
from ipaddress import IPv6Address
from typing import ClassVar

from vedette.kernel.clock import Clock
from vedette.kernel.errors import TooManyRequests
from vedette.web.routes import RateLimit

_MAX_CALLERS = 50_000


class TooOften(TooManyRequests):
    code: ClassVar[str] = "request.rate_limited"


class RateLimits:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def spend(self, limit: RateLimit, caller: str) -> None:
        """Takes one token. Raises `TooOften` with the seconds to wait."""
        now, key = self._clock.monotonic(), (limit.name, caller)
        tokens, since = self._buckets.pop(key, (float(limit.burst), now))
        rate = limit.per_minute / 60
        tokens = min(float(limit.burst), tokens + (now - since) * rate)
        allowed = tokens >= 1
        self._buckets[key] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > _MAX_CALLERS:
            self._buckets.popitem(last=False)
        if not allowed:
            wait = int((1 - tokens) / rate) + 1
            raise TooOften(f"Too many requests of this kind; try again in {wait} s.", wait)

    def give_back(self, limit: RateLimit, caller: str) -> None:
        """One token that was spent, for what turned out not to count."""
        key = (limit.name, caller)
        found = self._buckets.get(key)
        if found is not None:
            self._buckets[key] = (min(float(limit.burst), found[0] + 1), found[1])


def share_of(address: str) -> str:
    """Who has the share of `address`: in IPv6 its /64, as one host can take any address there."""
    if ":" not in address:
        return f"ip:{address}"
    try:
        found = IPv6Address(address)
    except ValueError:
        return f"ip:{address}"
    if found.ipv4_mapped is not None:
        return f"ip:{found.ipv4_mapped}"
    return f"ip:{IPv6Address(int(found) >> 64 << 64)}/64"
