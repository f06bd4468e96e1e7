"""Fills the stores with a stretch of the shop's recent past, and waits until all can be asked."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from tests.shop.logs import push_logs
from tests.shop.metrics import STEP_MS, Counters, push_metrics
from tests.shop.send import get
from tests.shop.traces import push_traces
from tests.shop.traffic import NAMESPACE, Request, traffic

_PATIENCE = 90.0
_ROUNDS = 2
"""Traces are sent in as many parts, so that counters derived from them move. Tempo hands those on
every 15 s."""


@dataclass(frozen=True, slots=True)
class Shop:
    """What was written, to compare answers with. Times in milliseconds since the epoch."""

    loki: str
    tempo: str
    otlp: str
    prometheus: str
    start_ms: int
    end_ms: int
    requests: Sequence[Request]
    lines: int
    counters: Counters

    @property
    def failed(self) -> Sequence[Request]:
        return [each for each in self.requests if each.status >= 500]

    def trace(self, route: str, *, failed: bool = False) -> Request:
        """The latest request of a route, such as `/checkout`."""
        return next(
            each
            for each in reversed(self.requests)
            if each.route == route and (each.status >= 500) is failed
        )

    def calls(self) -> Mapping[tuple[str, str], int]:
        """How often which service called which, as a service graph shows it: who calls the first
        service is `user`."""
        counted = Counter({("user", "frontend"): len(self.requests)})
        for request in self.requests:
            for span in request.spans:
                if span.kind == "client":
                    counted[span.service, str(span.attributes["peer.service"])] += 1
        return counted


def fill(
    *,
    loki: str,
    tempo: str,
    otlp: str,
    prometheus: str,
    now_ms: int | None = None,
    minutes: int = 20,
    requests: int = 600,
    seed: int = 1,
) -> Shop:
    """Writes the last `minutes` of traffic to empty stores. Takes half a minute.

    Stays within what the stores take: an hour, and nothing of the future.
    """
    end_ms = (now_ms or time.time_ns() // 1_000_000) // STEP_MS * STEP_MS
    start_ms = end_ms - minutes * 60_000
    visits = list(traffic(start_ms * 1_000_000, (end_ms - 5_000) * 1_000_000, requests, seed))
    counters = Counters()
    push_metrics(prometheus, counters.series(visits, start_ms, end_ms))
    lines = push_logs(loki, visits)
    size = -(-len(visits) // _ROUNDS)
    for part in range(_ROUNDS):
        before = _calls_counted(prometheus)
        push_traces(otlp, visits[part * size : (part + 1) * size])
        _until(
            f"part {part + 1} of the service graph",
            partial(_more_calls_than, before, prometheus),
        )
        time.sleep(1.5)
    shop = Shop(loki, tempo, otlp, prometheus, start_ms, end_ms, visits, lines, counters)
    wait_until_queryable(shop)
    return shop


def go_on(shop: Shop) -> None:
    """Writes the traffic of each next 15 s as it passes, without an end."""
    start_ms = shop.end_ms
    while True:
        end_ms = start_ms + STEP_MS
        time.sleep(max(0.0, end_ms / 1000 - time.time()))
        stretch = start_ms * 1_000_000, (end_ms - 1_000) * 1_000_000
        visits = list(traffic(*stretch, 8, seed=start_ms))
        push_metrics(shop.prometheus, shop.counters.series(visits, start_ms, end_ms))
        push_logs(shop.loki, visits)
        push_traces(shop.otlp, visits)
        start_ms = end_ms


def wait_until_queryable(shop: Shop) -> None:
    """Raises `RuntimeError` that names what did not arrive."""
    _until(
        "traces by id", lambda: _found(shop, shop.requests[-1]) and _found(shop, shop.requests[0])
    )
    _until("traces in search", lambda: _searched(shop))
    _until("log lines", lambda: _logged(shop) >= shop.lines)
    _until("request counters", lambda: _counted(shop) >= len(shop.requests))
    _until("the service graph", lambda: _edges(shop) == shop.calls())


def _found(shop: Shop, request: Request) -> bool:
    try:
        trace = get(f"{shop.tempo}/api/traces/{request.trace}")
    except RuntimeError:
        return False
    spans = [
        span
        for batch in trace["batches"]
        for scope in batch["scopeSpans"]
        for span in scope["spans"]
    ]
    return len(spans) == len(request.spans)


def _searched(shop: Shop) -> bool:
    answer = get(
        f"{shop.tempo}/api/search",
        q='{ resource.service.name = "frontend" && kind = server }',
        start=shop.start_ms // 1000 - 1,
        end=shop.end_ms // 1000 + 1,
        limit=len(shop.requests),
    )
    return len(answer["traces"]) == len(shop.requests)


def _logged(shop: Shop) -> int:
    seconds = (shop.end_ms - shop.start_ms) // 1000 + 60
    answer = get(
        f"{shop.loki}/loki/api/v1/query",
        query=f'sum(count_over_time({{namespace="{NAMESPACE}"}}[{seconds}s]))',
        time=shop.end_ms * 1_000_000,
    )
    return sum(int(each["value"][1]) for each in answer["data"]["result"])


def _counted(shop: Shop) -> float:
    query = 'sum(shop_requests_total{service="frontend"})'
    return sum(_instant(shop, query, at=shop.end_ms / 1000).values())


def _edges(shop: Shop) -> Mapping[tuple[str, str], float]:
    return _instant(shop, "sum by (client, server) (traces_service_graph_request_total)")


def _more_calls_than(before: float, prometheus: str) -> bool:
    return _calls_counted(prometheus) > before


def _calls_counted(prometheus: str) -> float:
    query = "sum(traces_service_graph_request_total)"
    result = get(f"{prometheus}/api/v1/query", query=query)["data"]["result"]
    return float(result[0]["value"][1]) if result else 0.0


def _instant(shop: Shop, query: str, at: float | None = None) -> Mapping[tuple[str, ...], float]:
    moment = {} if at is None else {"time": str(at)}
    answer = get(f"{shop.prometheus}/api/v1/query", query=query, **moment)
    return {
        tuple(each["metric"][name] for name in sorted(each["metric"])): float(each["value"][1])
        for each in answer["data"]["result"]
    }


def _until(what: str, holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not holds():
        if time.monotonic() > deadline:
            raise RuntimeError(f"The stores do not hold all of {what}.")
        time.sleep(0.5)
