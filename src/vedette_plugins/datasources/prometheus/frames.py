"""Converts results to frames: one per series, with its labels on the value field."""

from collections.abc import Iterable, Sequence

from vedette.sdk import Field, FieldType, Frame, FrameKind, Json, charge_objects
from vedette_plugins.datasources.prometheus.instant import InstantReply
from vedette_plugins.datasources.prometheus.legend import series_names
from vedette_plugins.datasources.prometheus.series import Matrix, Series

_VERSION = [0, 1]
_FRAME_BYTES = 500
"""The size of a frame without its columns, labels and name."""
_COUNTED_FROM = 256 * 1024


def meta(frame_type: str, result_type: str, executed: str) -> Json:
    return {
        "type": frame_type,
        "typeVersion": _VERSION,
        "custom": {"resultType": result_type},
        "executedQueryString": executed,
    }


def series_frames(
    series: Iterable[Series],
    about: Json,
    *,
    ref_id: str,
    expr: str,
    legend: str | None,
    step_ms: int | None,
    kind: FrameKind = FrameKind.SERIES,
) -> list[Frame]:
    """Return the frames. The value field has the name of the metric, or `Value` without one.

    `step_ms` tells a graph which points have a gap; None for an instant query.
    """
    time_config: Json = {} if step_ms is None else {"interval": step_ms}
    name_of = series_names(legend, expr)
    frames = []
    time = None
    made = 0
    for each in series:
        if time is None or time.values is not each.times:
            time = Field("Time", FieldType.TIME, each.times, config=time_config)
        name = name_of(each.labels)
        config: Json = {} if name is None else {"displayNameFromDS": name}
        metric = each.labels.get("__name__") or "Value"
        value = Field(metric, FieldType.NUMBER, each.values, labels=each.labels, config=config)
        frames.append(Frame(kind, (time, value), ref_id=ref_id, meta=about))
        made += _FRAME_BYTES if name is None else _FRAME_BYTES + len(name)
        if made > _COUNTED_FROM:
            charge_objects(made)
            made = 0
    charge_objects(made)
    return frames


def text_frame(reply: InstantReply, about: Json, ref_id: str) -> Frame:
    time_ms, text = reply.text or (0, "")
    fields = (
        Field("Time", FieldType.TIME, [time_ms]),
        Field("Value", FieldType.STRING, [text]),
    )
    return Frame(FrameKind.TABLE, fields, ref_id=ref_id, meta=about)


def empty_frame(about: Json, ref_id: str) -> Frame:
    return Frame(FrameKind.TABLE, (), ref_id=ref_id, meta=about)


def notices(matrix: Matrix) -> list[Json]:
    return [
        *({"severity": "warning", "text": text} for text in matrix.warnings),
        *({"severity": "info", "text": text} for text in matrix.infos),
    ]


def with_notices(frames: Sequence[Frame], notices: Sequence[Json]) -> tuple[Frame, ...]:
    """Return the frames with the notices on the first one."""
    if not notices or not frames:
        return tuple(frames)
    first = frames[0]
    noticed = Frame(
        first.kind,
        first.fields,
        first.ref_id,
        first.name,
        (*first.notices, *notices),
        first.meta,
    )
    return (noticed, *frames[1:])
