"""What happens in the shop: requests, the spans of each, and what the services log.

The same seed, number and moment give the same traffic, down to every id.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

SERVICES = ("frontend", "cart", "checkout", "payment", "stock", "db")
NAMESPACE = "shop"
PODS = 2
"""Instances of each service."""
Attributes = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Span:
    service: str
    pod: str
    id: str
    parent: str
    """Empty for the first span of a trace."""
    name: str
    kind: str
    """`server` or `client`."""
    start_ns: int
    end_ns: int
    error: str
    """Empty where all went well."""
    attributes: Attributes


@dataclass(frozen=True, slots=True)
class Line:
    service: str
    pod: str
    at_ns: int
    level: str
    text: str
    """Carries `traceID=<id>`; the lines of `payment` are JSON, those of others logfmt."""
    trace: str
    span: str


@dataclass(slots=True)
class Request:
    """One visit of one customer; `spans` begin with that of the frontend."""

    trace: str
    route: str
    method: str
    status: int
    start_ns: int
    end_ns: int
    spans: list[Span] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        return (self.end_ns - self.start_ns) / 1e9


@dataclass(frozen=True, slots=True)
class Step:
    """A call of a service: what it takes itself, and whom it calls in turn."""

    service: str
    method: str
    route: str
    own_ms: float
    calls: tuple["Step", ...] = ()


def _sql(statement: str, own_ms: float) -> Step:
    return Step("db", "", statement, own_ms)


_PAGES: Sequence[tuple[int, Step]] = (
    (
        5,
        Step(
            "frontend",
            "GET",
            "/products",
            6,
            (Step("stock", "GET", "/stock", 4, (_sql("SELECT products", 8),)),),
        ),
    ),
    (
        3,
        Step(
            "frontend",
            "POST",
            "/cart",
            4,
            (Step("cart", "POST", "/items", 3, (_sql("INSERT cart_items", 6),)),),
        ),
    ),
    (
        2,
        Step(
            "frontend",
            "POST",
            "/checkout",
            9,
            (
                Step(
                    "checkout",
                    "POST",
                    "/orders",
                    12,
                    (
                        Step("cart", "GET", "/items", 3, (_sql("SELECT cart_items", 5),)),
                        Step("stock", "POST", "/reserve", 5, (_sql("UPDATE stock", 14),)),
                        Step("payment", "POST", "/charge", 60),
                        _sql("INSERT orders", 9),
                    ),
                ),
            ),
        ),
    ),
)
_DECLINED = 0.12
"""Share of payments that fail."""


def traffic(start_ns: int, end_ns: int, count: int, seed: int = 1) -> Iterator[Request]:
    """`count` requests, evenly spread and jittered, all over before `end_ns`.

    Another stretch of the same shop needs another `seed`, or its ids are the same.
    """
    random = Random(seed)
    gap = (end_ns - start_ns) // max(count, 1)
    for number in range(count):
        at = start_ns + number * gap + random.randrange(max(gap // 2, 1))
        yield _visit(random, at, number)


def _visit(random: Random, at_ns: int, number: int) -> Request:
    page = random.choices([page for _, page in _PAGES], [weight for weight, _ in _PAGES])[0]
    request = Request(f"{random.getrandbits(128) | 1:032x}", page.route, page.method, 200, at_ns, 0)
    declined = random.random() < _DECLINED
    slow = 8.0 if number % 50 == 49 else 1.0
    """Now and then the database takes its time."""
    request.end_ns, failed = _call(random, request, page, at_ns, "", declined, slow)
    request.status = 500 if failed else 200
    request.spans.reverse()
    request.lines.sort(key=lambda line: line.at_ns)
    return request


def _call(
    random: Random,
    request: Request,
    step: Step,
    at_ns: int,
    parent: str,
    declined: bool,
    slow: float,
) -> tuple[int, bool]:
    """Adds the server span of `step` after those of its calls. Returns its end and whether it
    failed."""
    own = f"{random.getrandbits(64) | 1:016x}"
    pod = f"{step.service}-{random.randrange(PODS)}"
    factor = random.uniform(0.7, 1.6) * (slow if step.service == "db" else 1.0)
    half = int(step.own_ms * factor * 5e5)
    now = at_ns + half
    failed = step.service == "payment" and declined
    reason = "card declined" if failed else ""
    for called in step.calls:
        now, broke = _client(random, request, step, called, now, own, pod, declined, slow)
        if broke:
            failed, reason = True, f"{called.service} failed"
            break
    end = now + half
    status = (402 if step.service == "payment" else 500) if failed else 200
    request.spans.append(
        Span(
            step.service,
            pod,
            own,
            parent,
            f"{step.method} {step.route}".strip(),
            "server",
            at_ns,
            end,
            reason,
            _described(step, status),
        )
    )
    if step.service != "db":
        request.lines.append(_line(request, step, pod, own, end, status, reason))
    return end, failed


def _client(
    random: Random,
    request: Request,
    caller: Step,
    called: Step,
    at_ns: int,
    parent: str,
    pod: str,
    declined: bool,
    slow: float,
) -> tuple[int, bool]:
    own = f"{random.getrandbits(64) | 1:016x}"
    network = random.randrange(100_000, 900_000)
    end, failed = _call(random, request, called, at_ns + network, own, declined, slow)
    attributes: dict[str, str | int] = {"peer.service": called.service}
    if called.service == "db":
        attributes |= {"db.system": "postgresql", "db.statement": called.route}
    else:
        attributes |= {"http.method": called.method, "http.route": called.route}
    request.spans.append(
        Span(
            caller.service,
            pod,
            own,
            parent,
            f"{called.method} {called.service}{called.route}"
            if called.method
            else f"db {called.route}",
            "client",
            at_ns,
            end + network,
            f"{called.service} failed" if failed else "",
            attributes,
        )
    )
    return end + network, failed


def _described(step: Step, status: int) -> Attributes:
    if step.service == "db":
        return {"db.system": "postgresql", "db.statement": step.route}
    return {
        "http.method": step.method,
        "http.route": step.route,
        "http.status_code": status,
    }


def _line(
    request: Request, step: Step, pod: str, span: str, at_ns: int, status: int, reason: str
) -> Line:
    level = "error" if status >= 500 else "warn" if status >= 400 else "info"
    message = reason or "request done"
    took = (at_ns - request.start_ns) // 1_000_000
    if step.service == "payment":
        text = (
            f'{{"level":"{level}","message":"{message}","route":"{step.route}",'
            f'"status":{status},"traceID":"{request.trace}"}}'
        )
    else:
        text = (
            f'level={level} msg="{message}" method={step.method} route={step.route}'
            f" status={status} since_start={took}ms traceID={request.trace}"
        )
    return Line(step.service, pod, at_ns, level, text, request.trace, span)
