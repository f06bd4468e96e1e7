"""Series that Tempo computes from spans (TraceQL metrics)."""

from datetime import timedelta

import msgspec

from vedette.sdk import Field, FieldType, Frame, FrameKind, Json, Query, parse_duration
from vedette_plugins.datasources.tempo.attributes import as_row, as_text, attribute_fields
from vedette_plugins.datasources.tempo.otlp import Attribute

MOST_POINTS = 11_000


class Sample(msgspec.Struct, rename="camel"):
    """A point. Zeros are omitted in the response; numbers that JSON lacks are text."""

    timestamp_ms: str | int = 0
    value: float | str = 0.0


class Exemplar(Sample):
    labels: list[Attribute] | None = None


class Series(msgspec.Struct, rename="camel"):
    """`samples` of a range, `value` of an instant query."""

    labels: list[Attribute] | None = None
    samples: list[Sample] | None = None
    exemplars: list[Exemplar] | None = None
    prom_labels: str = ""
    timestamp_ms: str | int = 0
    value: float | str = 0.0


class MetricsReply(msgspec.Struct, rename="camel"):
    series: list[Series] | None = None
    status: str | int = ""
    message: str = ""


decoder = msgspec.json.Decoder(MetricsReply)


def step_of(query: Query, asked: str | None) -> timedelta:
    """Return the step of the target, or else the panel's interval; coarser for too many points."""
    text = (asked or "").strip()
    step = parse_duration(text) if text else query.interval
    least = max(timedelta(seconds=1), query.range.length / MOST_POINTS)
    return timedelta(seconds=-(-max(step, least) // timedelta(seconds=1)))


def range_frames(reply: MetricsReply, step: timedelta, ref_id: str, executed: str) -> list[Frame]:
    about = _about("timeseries-multi", "matrix", executed)
    interval: Json = {"interval": round(step / timedelta(milliseconds=1))}
    frames = [
        Frame(
            FrameKind.SERIES,
            (
                Field("Time", FieldType.TIME, _moments(each.samples), config=interval),
                _values(each, [_number(sample.value) for sample in each.samples or ()]),
            ),
            ref_id,
            meta=about,
        )
        for each in reply.series or ()
    ]
    dots = _exemplars(reply, ref_id, executed)
    return _noticed([*frames, *dots] or [_empty(ref_id, about)], reply)


def instant_frames(reply: MetricsReply, at_ms: int, ref_id: str, executed: str) -> list[Frame]:
    about = _about("numeric-multi", "vector", executed)
    frames = [
        Frame(
            FrameKind.NUMBERS,
            (
                Field("Time", FieldType.TIME, [int(each.timestamp_ms) or at_ms]),
                _values(each, [_number(each.value)]),
            ),
            ref_id,
            meta=about,
        )
        for each in reply.series or ()
    ]
    return _noticed(frames or [_empty(ref_id, about)], reply)


def _about(kind: str, result: str, executed: str) -> Json:
    return {
        "type": kind,
        "typeVersion": [0, 1],
        "custom": {"resultType": result},
        "executedQueryString": executed,
        "preferredVisualisationType": "graph",
    }


def _values(each: Series, values: list[float]) -> Field:
    labels = {key: as_text(value) for key, value in as_row(each.labels).items()}
    named = next(iter(labels.values())) if len(labels) == 1 else each.prom_labels
    config: Json = {"displayNameFromDS": named} if named else {}
    return Field("Value", FieldType.NUMBER, values, labels, config)


def _exemplars(reply: MetricsReply, ref_id: str, executed: str) -> list[Frame]:
    """Return exemplars: spans of the series as points in a graph, with their `traceId`."""
    found = [dot for each in reply.series or () for dot in each.exemplars or ()]
    if not found:
        return []
    rows = [{_dot_label(key): as_text(v) for key, v in as_row(dot.labels).items()} for dot in found]
    fields = (
        Field("Time", FieldType.TIME, _moments(found)),
        Field("Value", FieldType.NUMBER, [_number(dot.value) for dot in found]),
        *attribute_fields(rows),
    )
    about = {**_about("table", "exemplar", executed), "dataTopic": "annotations"}
    return [Frame(FrameKind.TABLE, fields, ref_id, "exemplar", meta=about)]


def _dot_label(key: str) -> str:
    return "traceId" if key == "trace:id" else key


def _moments(samples: "list[Sample] | list[Exemplar] | None") -> list[int]:
    return [int(sample.timestamp_ms) for sample in samples or ()]


def _number(value: float | str) -> float:
    return float(value)


def _empty(ref_id: str, about: Json) -> Frame:
    return Frame(FrameKind.SERIES, (), ref_id, meta=about)


def _noticed(frames: list[Frame], reply: MetricsReply) -> list[Frame]:
    if reply.status != "PARTIAL" and not reply.message:
        return frames
    why = f": {reply.message[:500]}" if reply.message else "."
    notice = {"severity": "warning", "text": f"The result is incomplete{why}"}
    first = frames[0]
    noticed = Frame(first.kind, first.fields, first.ref_id, first.name, (notice,), first.meta)
    return [noticed, *frames[1:]]
