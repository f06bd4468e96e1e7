"""A trace as a frame: one row per span."""

from vedette.sdk import Field, FieldType, Frame, FrameKind
from vedette_plugins.datasources.tempo.spans import JsonTexts, Spans

META = {"preferredVisualisationType": "trace"}
_NS_PER_MS = 1e6
_NO_PARENT = "0" * 16
_HIGH_HALF = "0" * 16


def trace_frame(spans: Spans, ref_id: str) -> Frame:
    """Return the columns of Grafana 10.4.

    Times are milliseconds with fractions. Trace ids of 64 bits have 16 digits; spans without a
    parent have a parent id of 16 zeros.
    """
    starts = [start / _NS_PER_MS for start in spans.starts]
    durations = [
        (end - start) / _NS_PER_MS for start, end in zip(spans.starts, spans.ends, strict=True)
    ]
    fields = (
        _texts("traceID", [each.removeprefix(_HIGH_HALF) or each for each in spans.trace_ids]),
        _texts("spanID", spans.ids),
        _texts("parentSpanID", [each or _NO_PARENT for each in spans.parents]),
        _texts("operationName", spans.names),
        _texts("serviceName", spans.services),
        _texts("kind", spans.kinds),
        Field("statusCode", FieldType.NUMBER, spans.status_codes, frame_type="int64"),
        _texts("statusMessage", spans.status_messages),
        _texts("instrumentationLibraryName", spans.libraries),
        _texts("instrumentationLibraryVersion", spans.versions),
        _texts("traceState", spans.states),
        _json("serviceTags", spans.service_tags),
        Field("startTime", FieldType.NUMBER, starts),
        Field("duration", FieldType.NUMBER, durations),
        _json("logs", spans.logs),
        _json("references", spans.references),
        _json("tags", spans.tags),
        _json("warnings", spans.warnings),
    )
    return Frame(FrameKind.SPANS, fields, ref_id, "Trace", tuple(spans.notices), META)


def _texts(name: str, values: list[str]) -> Field:
    return Field(name, FieldType.STRING, values)


def _json(name: str, values: JsonTexts) -> Field:
    return Field(name, FieldType.JSON, values.column())
