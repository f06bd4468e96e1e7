"""Exemplars: observations with a trace id, reduced to those that a graph can show."""

import statistics
from collections.abc import Iterable, Sequence

import msgspec

from vedette.sdk import Field, FieldType, Frame, FrameKind, Json, charge_objects
from vedette_plugins.datasources.prometheus.series import milliseconds
from vedette_plugins.datasources.prometheus.settings import ExemplarDestination

_LABEL_BYTES = 100
_SPREAD = 2.0
"""The minimum distance of points within one step, in standard deviations."""


class _Exemplar(msgspec.Struct):
    labels: dict[str, str]
    value: str
    timestamp: float


class _SeriesExemplars(msgspec.Struct, rename="camel"):
    series_labels: dict[str, str] = {}
    exemplars: list[_Exemplar] = []


class Point(msgspec.Struct, frozen=True):
    time_ms: int
    value: float
    labels: dict[str, str]


def read_exemplars(data: object) -> list[Point]:
    """Decode the `data` of a response. Raises `msgspec.ValidationError`, `ValueError`."""
    found = msgspec.convert(data, list[_SeriesExemplars])
    charge_objects(
        sum(
            _LABEL_BYTES * (len(series.series_labels) + len(each.labels))
            for series in found
            for each in series.exemplars
        )
    )
    return [
        Point(milliseconds(each.timestamp), float(each.value), series.series_labels | each.labels)
        for series in found
        for each in series.exemplars
    ]


def thin(points: Sequence[Point], step_ms: int) -> list[Point]:
    """Return the highest point of each step, and points clearly below the previous one."""
    values = [point.value for point in points]
    gap = _SPREAD * statistics.stdev(values) if len(values) > 1 else 0.0
    steps: dict[int, list[Point]] = {}
    for point in points:
        steps.setdefault(point.time_ms // step_ms, []).append(point)
    kept = []
    for _, candidates in sorted(steps.items()):
        last: float | None = None
        for point in sorted(candidates, key=lambda each: each.value, reverse=True):
            if last is None or (gap > 0 and last - point.value > gap):
                kept.append(point)
                last = point.value
    return sorted(kept, key=lambda point: point.time_ms)


def exemplar_frame(
    points: Iterable[Point],
    about: Json,
    destinations: Iterable[ExemplarDestination],
    ref_id: str,
) -> Frame:
    points = list(points)
    links = {each.name: [_link(each)] for each in destinations}
    names = sorted({name for point in points for name in point.labels})
    charge_objects(8 * len(points) * len(names))
    fields = [
        Field("Time", FieldType.TIME, [point.time_ms for point in points]),
        Field("Value", FieldType.NUMBER, [point.value for point in points]),
    ]
    for name in names:
        values = [point.labels.get(name, "") for point in points]
        config: Json = {"links": links[name]} if name in links else {}
        fields.append(Field(name, FieldType.STRING, values, config=config))
    exemplar_meta = {**about, "dataTopic": "annotations"}
    return Frame(FrameKind.TABLE, tuple(fields), ref_id=ref_id, name="exemplar", meta=exemplar_meta)


def _link(destination: ExemplarDestination) -> Json:
    title = destination.url_display_label or f"Query with {destination.name}"
    if destination.datasource_uid:
        query = {"query": "${__value.raw}", "queryType": "traceql"}
        return {
            "title": title,
            "url": "",
            "internal": {"query": query, "datasourceUid": destination.datasource_uid},
        }
    return {"title": title, "url": destination.url, "targetBlank": True}
