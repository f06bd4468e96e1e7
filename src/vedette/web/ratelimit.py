"""Token buckets for the rate limits of callers."""

from collections import OrderedDict
from collections.abc import Mapping
from ipaddress import IPv6Address
from typing import ClassVar

from vedette.kernel.clock import Clock
from vedette.kernel.errors import TooManyRequests
from vedette.web.routes import RateLimit

_MAX_CALLERS = 50_000


class TooOften(TooManyRequests):
    code: ClassVar[str] = "request.rate_limited"


class RateLimits:
    """`per_minute` are the settings of `[rate_limits]` by name. 0 removes a limit."""

    def __init__(self, clock: Clock, per_minute: Mapping[str, int]) -> None:
        self._clock = clock
        self._per_minute = per_minute
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def spend(self, limit: RateLimit, caller: str) -> None:
        """Take one token. Raises `TooOften` with the seconds to wait if there is none."""
        per_minute = self._per_minute[limit.name]
        if per_minute == 0:
            return
        each = 60 / per_minute
        full = max(1.0, limit.burst_seconds / each)
        now, key = self._clock.monotonic(), (limit.name, caller)
        tokens, since = self._buckets.get(key, (full, now))
        tokens = min(full, tokens + (now - since) / each)
        if tokens < 1:
            wait = int((1 - tokens) * each) + 1
            raise TooOften(
                f"Too many requests: [rate_limits] {limit.name} allows {per_minute} per "
                f"minute. Try again in {wait} s.",
                wait,
                limit=limit.name,
            )
        self._buckets[key] = (tokens - 1, now)
        self._buckets.move_to_end(key)
        if len(self._buckets) > _MAX_CALLERS:
            self._buckets.popitem(last=False)


def share_of(address: str) -> str:
    """Return the rate limit key of an address. For IPv6 it is the /64, which one host can use
    entirely."""
    if ":" not in address:
        return f"ip:{address}"
    try:
        found = IPv6Address(address)
    except ValueError:
        return f"ip:{address}"
    if found.ipv4_mapped is not None:
        return f"ip:{found.ipv4_mapped}"
    return f"ip:{IPv6Address(int(found) >> 64 << 64)}/64"
