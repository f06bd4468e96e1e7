"""The shop's own counters, a histogram with exemplars and a gauge, sent by remote write."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tests.shop.remote_write import write_series
from tests.shop.traffic import Request

STEP_MS = 15_000
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
JOB = "shop"
Key = tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Series:
    """`samples` and `exemplars` are (milliseconds, value[, trace id]), oldest first."""

    labels: Mapping[str, str]
    samples: list[tuple[int, float]] = field(default_factory=list)
    exemplars: list[tuple[int, float, str]] = field(default_factory=list)


class Counters:
    """Counts on from one batch of requests to the next, as a service does while it runs."""

    def __init__(self) -> None:
        self._values: dict[Key, float] = {}

    def series(self, requests: Sequence[Request], start_ms: int, end_ms: int) -> Sequence[Series]:
        """A sample each 15 s after `start_ms`, up to `end_ms`, and one at the start for what
        counts from nothing."""
        made: dict[Key, Series] = {}
        events = sorted(_events(requests), key=lambda event: event[0])
        for _, key, _, _ in events:
            if key not in self._values:
                self._values[key] = 0.0
                made[key] = Series(dict(key), [(start_ms, 0.0)])
        at = 0
        for moment in range(start_ms + STEP_MS, end_ms + 1, STEP_MS):
            while at < len(events) and events[at][0] <= moment:
                when, key, amount, exemplar = events[at]
                self._values[key] += amount
                if exemplar is not None:
                    made.setdefault(key, Series(dict(key))).exemplars.append((when, *exemplar))
                at += 1
            for key, value in self._values.items():
                made.setdefault(key, Series(dict(key))).samples.append((moment, value))
        return [*made.values(), _waiting(requests, start_ms, end_ms)]


def push_metrics(prometheus: str, series: Iterable[Series]) -> None:
    write_series(f"{prometheus}/api/v1/write", series)


Event = tuple[int, Key, float, tuple[float, str] | None]


def _events(requests: Sequence[Request]) -> Iterable[Event]:
    """What each served call adds to which series, with the exemplar it leaves there."""
    last: dict[Key, int] = defaultdict(int)
    for request in requests:
        for span in request.spans:
            if span.kind != "server" or span.service == "db":
                continue
            at = span.end_ns // 1_000_000
            seconds = (span.end_ns - span.start_ns) / 1e9
            told = {"service": span.service, "route": str(span.attributes["http.route"])}
            code = str(span.attributes["http.status_code"])
            method = str(span.attributes["http.method"])
            yield at, _key("shop_requests_total", **told, method=method, code=code), 1, None
            bucket = bisect_left(BUCKETS, seconds)
            for place, bound in enumerate((*BUCKETS, float("inf"))):
                le = "+Inf" if bound == float("inf") else str(bound)
                key = _key("shop_request_duration_seconds_bucket", **told, le=le)
                own = place == bucket and at > last[key]
                if own:
                    last[key] = at
                amount = 1.0 if place >= bucket else 0.0
                yield at, key, amount, (seconds, request.trace) if own else None
            yield at, _key("shop_request_duration_seconds_sum", **told), seconds, None
            yield at, _key("shop_request_duration_seconds_count", **told), 1, None
        if request.route == "/checkout":
            result = "failed" if request.status >= 500 else "placed"
            yield request.end_ns // 1_000_000, _key("shop_orders_total", result=result), 1, None


def _waiting(requests: Sequence[Request], start_ms: int, end_ms: int) -> Series:
    """How many orders came in during the last step."""
    series = Series(dict(_key("shop_orders_waiting")))
    ends = [each.end_ns // 1_000_000 for each in requests if each.route == "/checkout"]
    for moment in range(start_ms + STEP_MS, end_ms + 1, STEP_MS):
        count = sum(moment - STEP_MS < end <= moment for end in ends)
        series.samples.append((moment, float(count)))
    return series


def _key(name: str, **labels: str) -> Key:
    return tuple(sorted({"__name__": name, "job": JOB, **labels}.items()))
