"""Search results as tables: traces with nested spans, spans, or the raw response."""

from typing import Any

import msgspec
import orjson
from msgspec.structs import replace

from vedette.sdk import Field, FieldType, Frame, FrameKind, Json
from vedette_plugins.datasources.tempo.attributes import as_row, attribute_fields
from vedette_plugins.datasources.tempo.model import TableType
from vedette_plugins.datasources.tempo.otlp import Attribute

META: Json = {"preferredVisualisationType": "table"}
_NS_PER_MS = 1_000_000
_COLUMNS = frozenset(
    {"traceIdHidden", "traceService", "traceName", "spanID", "time", "name", "duration"}
)


class FoundSpan(msgspec.Struct, rename="camel"):
    span_id: str = msgspec.field(default="", name="spanID")
    name: str = ""
    start_time_unix_nano: str | int = 0
    duration_nanos: str | int = 0
    attributes: list[Attribute] | None = None


class SpanSet(msgspec.Struct, rename="camel"):
    """`attributes` are the values that the query computed for the set, such as `count()`."""

    spans: list[FoundSpan] | None = None
    attributes: list[Attribute] | None = None


class FoundTrace(msgspec.Struct, rename="camel"):
    """A trace. Without a known root span it has neither its service nor its name."""

    trace_id: str = msgspec.field(default="", name="traceID")
    root_service_name: str = ""
    root_trace_name: str = ""
    start_time_unix_nano: str | int = 0
    duration_ms: float = 0
    span_set: SpanSet | None = None
    span_sets: list[SpanSet] | None = None

    @property
    def spans(self) -> list[FoundSpan]:
        """Return the spans, each with the values that its set computed."""
        sets = self.span_sets or ([self.span_set] if self.span_set else [])
        return [
            replace(span, attributes=[*(span.attributes or ()), *(each.attributes or ())])
            for each in sets
            for span in each.spans or ()
        ]


class SearchReply(msgspec.Struct):
    traces: list[FoundTrace] | None = None


_decode = msgspec.json.Decoder(SearchReply).decode


def search_frame(body: bytes, table: TableType, ref_id: str, traceql: str) -> Frame:
    """Return the table, the newest trace first. Raises `msgspec.DecodeError` and `ValueError`."""
    about = {**META, "executedQueryString": traceql}
    if table is TableType.RAW:
        return _raw(body, ref_id, about)
    traces = sorted(
        _decode(body).traces or (),
        key=lambda trace: int(trace.start_time_unix_nano),
        reverse=True,
    )
    if table is TableType.SPANS:
        return _spans(traces, ref_id, about)
    return _traces(traces, ref_id, about)


def _traces(traces: list[FoundTrace], ref_id: str, about: Json) -> Frame:
    fields = (
        _texts("traceID", [trace.trace_id for trace in traces], "Trace ID"),
        times("startTime", [int(trace.start_time_unix_nano) for trace in traces], "Start time"),
        _texts("traceService", [trace.root_service_name for trace in traces], "Service"),
        _texts("traceName", [trace.root_trace_name for trace in traces], "Name"),
        Field(
            "traceDuration",
            FieldType.NUMBER,
            [trace.duration_ms for trace in traces],
            config={"displayNameFromDS": "Duration", "unit": "ms"},
        ),
        Field(
            "nested",
            FieldType.JSON,
            [[_nested(trace)] if trace.spans else [] for trace in traces],
            frame_type="nestedFrames",
        ),
    )
    return Frame(FrameKind.TABLE, fields, ref_id, "Traces", meta=about)


def _spans(traces: list[FoundTrace], ref_id: str, about: Json) -> Frame:
    rows = [(trace, span) for trace in traces for span in trace.spans]
    fields = (
        _texts("traceIdHidden", [trace.trace_id for trace, _ in rows], "Trace ID"),
        _texts("traceService", [trace.root_service_name for trace, _ in rows], "Trace service"),
        _texts("traceName", [trace.root_trace_name for trace, _ in rows], "Trace name"),
        *_span_fields([span for _, span in rows]),
    )
    return Frame(FrameKind.TABLE, fields, ref_id, "Spans", meta=about)


def _span_fields(spans: list[FoundSpan]) -> list[Field]:
    return [
        _texts("spanID", [span.span_id for span in spans], "Span ID"),
        times("time", [int(span.start_time_unix_nano) for span in spans], "Start time"),
        _texts("name", [span.name for span in spans], "Name"),
        *attribute_fields([_own_columns(span) for span in spans]),
        Field(
            "duration",
            FieldType.NUMBER,
            [int(span.duration_nanos) for span in spans],
            config={"displayNameFromDS": "Duration", "unit": "ns"},
        ),
    ]


def _own_columns(span: FoundSpan) -> Json:
    """Return the attributes; names that equal another column are made unique."""
    found = as_row(span.attributes)
    return {f"span.{key}" if key in _COLUMNS else key: value for key, value in found.items()}


def _nested(trace: FoundTrace) -> Json:
    """Return a frame inside a cell, in the format of frames in responses."""
    spans = trace.spans
    hidden = _texts("traceIdHidden", [trace.trace_id] * len(spans), "Trace ID")
    fields = [hidden, *_span_fields(spans)]
    schema = [
        {"name": field.name, "type": field.type.value, "config": dict(field.config)}
        for field in fields
    ]
    data: dict[str, Any] = {"values": [field.values for field in fields]}
    if any(any(field.nanos or ()) for field in fields):
        data["nanos"] = [list(field.nanos) if field.nanos else None for field in fields]
    return {"schema": {"name": "Spans", "meta": META, "fields": schema}, "data": data}


def _raw(body: bytes, ref_id: str, about: Json) -> Frame:
    reply = Field("response", FieldType.JSON, [orjson.loads(body)])
    return Frame(FrameKind.TABLE, (reply,), ref_id, "Raw response", meta=about)


def times(name: str, nanoseconds: list[int], title: str = "") -> Field:
    return Field(
        name,
        FieldType.TIME,
        [at // _NS_PER_MS for at in nanoseconds],
        config={"displayNameFromDS": title} if title else {},
        nanos=[at % _NS_PER_MS for at in nanoseconds],
    )


def _texts(name: str, values: list[str], title: str) -> Field:
    return Field(name, FieldType.STRING, values, config={"displayNameFromDS": title})
