"""Traces as OpenTelemetry writes them, for tests."""

from base64 import b64encode
from typing import Any

START = 1_790_000_000_000_000_000
TRACE = "0123456789abcdef0123456789abcdef"


def attribute(key: str, value: Any) -> dict[str, Any]:
    return {"key": key, "value": any_value(value)}


def any_value(value: Any) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    if isinstance(value, list):
        return {"arrayValue": {"values": [any_value(each) for each in value]}}
    if isinstance(value, dict):
        pairs = [attribute(key, each) for key, each in value.items()]
        return {"kvlistValue": {"values": pairs}}
    return {"stringValue": value}


def span(
    number: int, parent: int = 0, *, start: int = 0, length: int = 1_000_000, **more: Any
) -> dict[str, Any]:
    """Ids are base64, as Tempo writes them; `start` and `length` are nanoseconds."""
    tags = more.pop("tags", {})
    found = {
        "traceId": base64_id(TRACE),
        "spanId": base64_id(f"{number:016x}"),
        "name": f"call {number}",
        "kind": "SPAN_KIND_SERVER",
        "startTimeUnixNano": str(START + start),
        "endTimeUnixNano": str(START + start + length),
        "attributes": [attribute(key, value) for key, value in tags.items()],
        **more,
    }
    if parent:
        found["parentSpanId"] = base64_id(f"{parent:016x}")
    return found


def base64_id(text: str) -> str:
    return b64encode(bytes.fromhex(text)).decode()


def batch(service: str, *spans: dict[str, Any]) -> dict[str, Any]:
    return {
        "resource": {"attributes": [attribute("service.name", service)]},
        "scopeSpans": [{"scope": {"name": "lib", "version": "1.2"}, "spans": list(spans)}],
    }
