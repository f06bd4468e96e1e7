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
        self.check(limit, caller)
        self.charge(limit, caller)

    def check(self, limit: RateLimit, caller: str) -> None:
        """Raises `TooOften` where no token is left."""
        tokens = self._tokens(limit, caller)
        if tokens < 1:
            wait = int((1 - tokens) * 60 / limit.per_minute) + 1
            raise TooOften(f"Too many requests of this kind; try again in {wait} s.", wait)

    def charge(self, limit: RateLimit, caller: str) -> None:
        """Takes one token, or owes it: for what is known to count only when it is over."""
        tokens, key = self._tokens(limit, caller), (limit.name, caller)
        self._buckets[key] = (tokens - 1, self._clock.monotonic())
        self._buckets.move_to_end(key)
        if len(self._buckets) > _MAX_CALLERS:
            self._buckets.popitem(last=False)

    def _tokens(self, limit: RateLimit, caller: str) -> float:
        now, full = self._clock.monotonic(), float(limit.burst)
        tokens, since = self._buckets.get((limit.name, caller), (full, now))
        return min(full, tokens + (now - since) * limit.per_minute / 60)


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
