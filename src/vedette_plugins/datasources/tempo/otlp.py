"""The JSON format of OpenTelemetry traces (OTLP 1.x, protobuf's JSON mapping), as Tempo sends
it."""

import math
import re
from base64 import b64decode
from binascii import Error as BadBase64
from functools import lru_cache
from typing import Any

import msgspec

_HEX = re.compile(r"[0-9A-Fa-f]+")
_KINDS = ("unspecified", "internal", "server", "client", "producer", "consumer")
_STATUS = {"STATUS_CODE_UNSET": 0, "STATUS_CODE_OK": 1, "STATUS_CODE_ERROR": 2}


class _Camel(msgspec.Struct, rename="camel", gc=False):
    pass


class Values(_Camel):
    values: "list[Value] | None" = None


class Attributes(_Camel):
    values: "list[Attribute] | None" = None


class Value(_Camel):
    """One field is set; 64-bit numbers are text in protobuf's JSON."""

    string_value: str | None = None
    int_value: str | int | None = None
    double_value: float | str | None = None
    bool_value: bool | None = None
    array_value: Values | None = None
    kvlist_value: Attributes | None = None
    bytes_value: str | None = None


class Attribute(_Camel):
    key: str = ""
    value: Value | None = None


class Status(_Camel):
    code: str | int = 0
    message: str = ""


class Event(_Camel):
    name: str = ""
    time_unix_nano: str | int = 0
    attributes: list[Attribute] | None = None


class Link(_Camel):
    trace_id: str = ""
    span_id: str = ""
    attributes: list[Attribute] | None = None


class Span(_Camel):
    trace_id: str = ""
    span_id: str = ""
    parent_span_id: str = ""
    trace_state: str = ""
    name: str = ""
    kind: str | int = 0
    start_time_unix_nano: str | int = 0
    end_time_unix_nano: str | int = 0
    attributes: list[Attribute] | None = None
    events: list[Event] | None = None
    links: list[Link] | None = None
    status: Status | None = None
    dropped_attributes_count: int = 0
    dropped_events_count: int = 0
    dropped_links_count: int = 0


class Scope(_Camel):
    name: str = ""
    version: str = ""


class ScopeSpans(_Camel):
    """Spans are not decoded here: a large trace is decoded in small parts."""

    scope: Scope | None = None
    instrumentation_library: Scope | None = None
    spans: list[msgspec.Raw] | None = None


class Resource(_Camel):
    attributes: list[Attribute] | None = None


class ResourceSpans(_Camel):
    resource: Resource | None = None
    scope_spans: list[ScopeSpans] | None = None
    instrumentation_library_spans: list[ScopeSpans] | None = None


class Trace(_Camel):
    resource_spans: list[ResourceSpans] | None = None
    batches: list[ResourceSpans] | None = None


class TraceReply(Trace):
    """`/api/traces/<id>` returns the trace itself, `/api/v2/traces/<id>` wraps it."""

    trace: Trace | None = None
    status: str | int = ""
    message: str = ""

    @property
    def batches_of(self) -> list[ResourceSpans]:
        found = self.trace or self
        return found.resource_spans or found.batches or []


decode_reply = msgspec.json.Decoder(TraceReply).decode
decode_span = msgspec.json.Decoder(Span).decode


@lru_cache(maxsize=4096)
def hex_id(text: str) -> str:
    """Return a trace or span id as lower-case hex, from hex (OTLP) or base64 (plain protobuf JSON).

    The two are unambiguous: base64 of 8 or 16 bytes ends with padding.
    """
    if not text or _HEX.fullmatch(text):
        return text.lower()
    try:
        return b64decode(text, validate=True).hex()
    except (BadBase64, ValueError):
        return text


def kind_name(kind: str | int) -> str:
    if isinstance(kind, int):
        return _KINDS[kind] if 0 <= kind < len(_KINDS) else _KINDS[0]
    return kind.removeprefix("SPAN_KIND_").lower()


def status_number(status: Status | None) -> int:
    """Return 0 for unset, 1 for ok, 2 for error."""
    if status is None:
        return 0
    return status.code if isinstance(status.code, int) else _STATUS.get(status.code, 0)


def plain(value: Value | None) -> Any:
    """Return the value for JSON. Integers beyond 64 bits, NaN and infinities stay text."""
    if value is None:
        return None
    if value.string_value is not None:
        return value.string_value
    if value.int_value is not None:
        return _whole(value.int_value)
    if value.bool_value is not None:
        return value.bool_value
    if value.double_value is not None:
        number = value.double_value
        return number if not isinstance(number, float) or math.isfinite(number) else str(number)
    if value.array_value is not None:
        return [plain(each) for each in value.array_value.values or ()]
    if value.kvlist_value is not None:
        return {each.key: plain(each.value) for each in value.kvlist_value.values or ()}
    return value.bytes_value


def _whole(value: str | int) -> int | str:
    try:
        number = int(value)
    except ValueError:
        return str(value)
    return number if -(2**63) <= number < 2**64 else str(number)


def key_values(attributes: list[Attribute] | None) -> list[dict[str, Any]]:
    return [{"key": each.key, "value": plain(each.value)} for each in attributes or ()]
