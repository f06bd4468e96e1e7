"""Spans to a trace store: OTLP as JSON over HTTP, as the OpenTelemetry protocol describes it."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.shop.send import post
from tests.shop.traffic import NAMESPACE, Attributes, Request, Span

_KINDS = {"server": 2, "client": 3}
_BATCH = 200


def push_traces(otlp: str, requests: Sequence[Request]) -> None:
    """`otlp` is the address of the receiver, such as `http://127.0.0.1:4318`."""
    for start in range(0, len(requests), _BATCH):
        body = json.dumps(otlp_traces(requests[start : start + _BATCH])).encode()
        post(f"{otlp}/v1/traces", body, {"Content-Type": "application/json"})


def otlp_traces(requests: Iterable[Request]) -> Mapping[str, Any]:
    """The message `ExportTraceServiceRequest`: spans grouped by the pod that made them."""
    by_pod: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for request in requests:
        for span in request.spans:
            by_pod[span.service, span.pod].append(_span(request.trace, span))
    return {
        "resourceSpans": [
            {
                "resource": {
                    "attributes": _attributes(
                        {
                            "service.name": service,
                            "service.namespace": NAMESPACE,
                            "k8s.pod.name": pod,
                            "k8s.namespace.name": NAMESPACE,
                        }
                    )
                },
                "scopeSpans": [{"scope": {"name": "shop", "version": "1.0"}, "spans": spans}],
            }
            for (service, pod), spans in by_pod.items()
        ]
    }


def _span(trace: str, span: Span) -> dict[str, Any]:
    told = {
        "traceId": trace,
        "spanId": span.id,
        "parentSpanId": span.parent,
        "name": span.name,
        "kind": _KINDS[span.kind],
        "startTimeUnixNano": str(span.start_ns),
        "endTimeUnixNano": str(span.end_ns),
        "attributes": _attributes(span.attributes),
        "status": {"code": 2, "message": span.error} if span.error else {},
    }
    if span.error:
        told["events"] = [
            {
                "timeUnixNano": str(span.end_ns),
                "name": "exception",
                "attributes": _attributes({"exception.message": span.error}),
            }
        ]
    return told


def _attributes(values: Attributes) -> list[dict[str, Any]]:
    return [
        {
            "key": key,
            "value": {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value},
        }
        for key, value in values.items()
    ]
