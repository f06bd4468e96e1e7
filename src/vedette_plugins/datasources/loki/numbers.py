"""Metrics from log lines: a frame for each series, with its labels on the value field."""

from collections.abc import Iterable

from vedette.sdk import Field, FieldType, Frame, FrameKind, Json, charge_objects
from vedette_plugins.datasources.loki.legend import series_names
from vedette_plugins.datasources.loki.reply import Series

_SERIES_BYTES, _SAMPLE_BYTES = 1_000, 80
"""The size of a frame, and of one of its rows."""


def number_frames(
    series: Iterable[Series],
    about: Json,
    *,
    ref_id: str,
    expr: str,
    legend: str | None,
    step_ms: int | None,
) -> list[Frame]:
    """Return the frames. `step_ms` tells a graph which points have a gap; None for an instant
    query.

    Raises `ValueError` for an invalid value.
    """
    kind = FrameKind.SERIES if step_ms else FrameKind.NUMBERS
    time_config: Json = {} if step_ms is None else {"interval": step_ms}
    frames = []
    name_of = series_names(legend, expr)
    for each in series:
        samples = each.values if each.value is None else [each.value]
        name = name_of(each.metric)
        charge_objects(_SERIES_BYTES + _SAMPLE_BYTES * len(samples) + len(name or ""))
        time = Field(
            "Time",
            FieldType.TIME,
            [round(sample.at * 1000) for sample in samples],
            config=time_config,
        )
        value = Field(
            "Value",
            FieldType.NUMBER,
            [float(sample.number) for sample in samples],
            labels=each.metric,
            config={} if name is None else {"displayNameFromDS": name},
        )
        frames.append(Frame(kind, (time, value), ref_id=ref_id, meta=about))
    return frames
