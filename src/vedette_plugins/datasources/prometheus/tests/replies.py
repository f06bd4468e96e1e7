"""Range answers as a Prometheus writes them, from plain values."""

import json
from collections.abc import Sequence
from typing import Any

Samples = Sequence[tuple[float, str]]


def matrix_body(series: Sequence[tuple[dict[str, str], Samples]], **more: Any) -> bytes:
    result = [
        {"metric": labels, "values": [list(pair) for pair in samples]} for labels, samples in series
    ]
    return compact({"status": "success", "data": _data("matrix", result), **more})


def vector_body(series: Sequence[tuple[dict[str, str], tuple[float, str]]]) -> bytes:
    result = [{"metric": labels, "value": list(pair)} for labels, pair in series]
    return compact({"status": "success", "data": _data("vector", result)})


def _data(result_type: str, result: Any) -> dict[str, Any]:
    return {"resultType": result_type, "result": result}


def compact(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
