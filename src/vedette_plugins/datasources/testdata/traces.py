"""The trace of one made-up order: spans with attributes, events, errors and links to each other."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vedette.sdk import Field, FieldType, Frame, FrameKind, Json, Query
from vedette_plugins.datasources.testdata.model import Scenario, limited, texts, values
from vedette_plugins.datasources.testdata.noise import seed, uniform

MAX_SPANS = 10_000
_LENGTH_MS = 412.0
_ERROR = 2
_CALLS = (
    ("gateway", "POST /checkout", "server"),
    ("checkout", "checkout", "server"),
    ("cart", "GET /cart/{id}", "server"),
    ("database", "SELECT carts", "client"),
    ("orders", "POST /orders", "server"),
    ("database", "INSERT orders", "client"),
    ("payments", "POST /authorize", "client"),
    ("inventory", "reserve", "server"),
    ("mail", "publish order.placed", "producer"),
)
_CALLERS = (-1, 0, 1, 2, 1, 4, 4, 4, 4)
"""Place of the call that makes each of `_CALLS`."""
_REPEATED = 2
"""Spans beyond the first of each call repeat the calls from this place on."""


@dataclass(slots=True)
class _Span:
    number: int
    start: float
    length: float
    parent: int = -1
    children: list[int] = field(default_factory=list)
    failed: bool = False

    @property
    def call(self) -> tuple[str, str, str]:
        return _CALLS[_place(self.number)]

    @property
    def span_id(self) -> str:
        return f"{self.number + 1:016x}"


def _place(number: int) -> int:
    if number < len(_CALLS):
        return number
    return _REPEATED + (number - len(_CALLS)) % (len(_CALLS) - _REPEATED)


def trace(query: Query, scenario: Scenario) -> list[Frame]:
    """`spanCount` spans of one request that ended a second before the range does; milliseconds."""
    count = max(1, limited(scenario.span_count, MAX_SPANS, "spans"))
    chances = uniform(np.arange(count), seed(query.ref_id, "trace")).tolist()
    spans = _timed(_family(count), query.range.end_ms - 1_000 - _LENGTH_MS, chances)
    _fail(spans)
    trace_id = f"{seed(query.ref_id, 'id'):08x}".ljust(32, "0")
    fields = (
        texts("traceID", [trace_id] * count),
        texts("spanID", [span.span_id for span in spans]),
        texts(
            "parentSpanID",
            ["" if span.parent < 0 else spans[span.parent].span_id for span in spans],
        ),
        texts("operationName", [span.call[1] for span in spans]),
        texts("serviceName", [span.call[0] for span in spans]),
        texts("kind", [span.call[2] for span in spans]),
        values("statusCode", [_ERROR if span.failed else 0 for span in spans], frame_type="int64"),
        texts("statusMessage", ["card declined" if span.failed else "" for span in spans]),
        _json("serviceTags", [_resource(span) for span in spans]),
        values("startTime", [span.start for span in spans]),
        values("duration", [span.length for span in spans]),
        _json("logs", [_events(span) for span in spans]),
        _json("references", [_references(span, trace_id) for span in spans]),
        _json("tags", [_tags(span) for span in spans]),
    )
    meta = {"preferredVisualisationType": "trace"}
    return [Frame(FrameKind.SPANS, fields, query.ref_id, "Trace", meta=meta)]


def _family(count: int) -> list[_Span]:
    """Each span is a child of the latest span of the call that makes it."""
    spans = list[_Span]()
    latest = dict[int, int]()
    for number in range(count):
        place = _place(number)
        parent = latest.get(_CALLERS[place], -1)
        spans.append(_Span(number, 0.0, 0.0, parent))
        if parent >= 0:
            spans[parent].children.append(number)
        latest[place] = number
    return spans


def _timed(spans: list[_Span], start_ms: float, chances: Sequence[float]) -> list[_Span]:
    """Children run inside their parent, one after the other or with some overlap."""
    spans[0].start, spans[0].length = start_ms, _LENGTH_MS
    for span in spans:
        slot = span.length / (len(span.children) + 0.4)
        for place, number in enumerate(span.children):
            chance = chances[number]
            spans[number].start = span.start + slot * (place + 0.1 + 0.2 * chance)
            spans[number].length = min(
                slot * (0.5 + chance * 0.8), span.start + span.length - spans[number].start
            )
    return spans


def _fail(spans: list[_Span]) -> None:
    """The first payment fails, and with it every span that waited for it."""
    failing = next((span for span in spans if span.call[0] == "payments"), None)
    while failing is not None:
        failing.failed = True
        failing = spans[failing.parent] if failing.parent >= 0 else None


def _resource(span: _Span) -> list[Json]:
    service = span.call[0]
    return _pairs(
        {"service.name": service, "k8s.namespace.name": "shop", "k8s.pod.name": f"{service}-7d9f"}
    )


def _tags(span: _Span) -> list[Json]:
    service, operation, _kind = span.call
    if service == "database":
        return _pairs({"db.system": "postgresql", "db.statement": f"{operation} WHERE id = $1"})
    return _pairs({"http.status_code": 502 if span.failed else 200, "http.route": operation})


def _events(span: _Span) -> list[Json]:
    if not span.failed or span.call[0] != "payments":
        return []
    fields = {"event": "exception", "exception.message": "card declined"}
    return [{"timestamp": span.start + span.length * 0.8, "fields": _pairs(fields)}]


def _references(span: _Span, trace_id: str) -> list[Json]:
    if span.call[0] != "mail":
        return []
    return [{"traceID": trace_id, "spanID": f"{1:016x}", "tags": []}]


def _pairs(pairs: Json) -> list[Json]:
    return [{"key": key, "value": value} for key, value in pairs.items()]


def _json(name: str, column: list[list[Json]]) -> Field:
    return Field(name, FieldType.JSON, column)
