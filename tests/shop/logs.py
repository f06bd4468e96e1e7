"""Lines to a log store: Loki's push API, with structured metadata."""

import json
from collections import defaultdict
from collections.abc import Sequence

from tests.shop.send import post
from tests.shop.traffic import NAMESPACE, Line, Request

_BATCH = 5000


def push_logs(loki: str, requests: Sequence[Request]) -> int:
    """Returns the number of lines."""
    lines = sorted(
        (line for request in requests for line in request.lines), key=lambda line: line.at_ns
    )
    for start in range(0, len(lines), _BATCH):
        body = json.dumps({"streams": _streams(lines[start : start + _BATCH])}).encode()
        post(f"{loki}/loki/api/v1/push", body, {"Content-Type": "application/json"})
    return len(lines)


def _streams(lines: Sequence[Line]) -> list[dict[str, object]]:
    by_pod: dict[tuple[str, str], list[object]] = defaultdict(list)
    for line in lines:
        metadata = {"trace_id": line.trace, "span_id": line.span}
        by_pod[line.service, line.pod].append([str(line.at_ns), line.text, metadata])
    return [
        {
            "stream": {"namespace": NAMESPACE, "service_name": service, "pod": pod},
            "values": values,
        }
        for (service, pod), values in by_pod.items()
    ]
