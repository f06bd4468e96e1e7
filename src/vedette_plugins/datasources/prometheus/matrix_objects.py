"""Decodes range results as objects, for responses that differ from the exact format of
Prometheus."""

from collections.abc import Iterable
from sys import getsizeof

import msgspec

from vedette.sdk import charge_objects
from vedette_plugins.datasources.prometheus.series import (
    Histogram,
    HistogramSeries,
    Matrix,
    Series,
    milliseconds,
    number,
)


class HistogramBody(msgspec.Struct):
    buckets: list[tuple[int, str, str, str]] = []


class SeriesBody(msgspec.Struct):
    metric: dict[str, str] = {}
    values: list[tuple[float, str]] = []
    histograms: list[tuple[float, HistogramBody]] = []


class _Data(msgspec.Struct):
    result: list[SeriesBody]


class _Counted(msgspec.Struct):
    result: list[msgspec.Raw]


class _Count(msgspec.Struct):
    data: _Counted | None = None


class Envelope(msgspec.Struct, rename="camel"):
    """The fields around the series, which every response of the API has."""

    status: str = "success"
    error: str = ""
    error_type: str = ""
    warnings: list[str] | None = None
    infos: list[str] | None = None


class Reply(Envelope, rename="camel"):
    data: _Data | None = None


_SAMPLE_BYTES, _BUCKET_BYTES = 80, 200
LEAST_BYTES = len('{"metric":{},"value":[1,"1"]},')
"""The minimum length of a series."""
_series = msgspec.json.Decoder(list[SeriesBody])
_count = msgspec.json.Decoder(_Count)
decode_envelope = msgspec.json.Decoder(Envelope).decode
decode_reply = msgspec.json.Decoder(Reply).decode


def count_series(body: bytes) -> int:
    """Count the series. Raises `msgspec.DecodeError` if the body is not a response with series."""
    data = _count.decode(body).data
    return len(data.result) if data is not None else 0


def add_batch(matrix: Matrix, batch: bytes) -> None:
    """Add series, given as JSON objects separated by commas.

    Raises `msgspec.DecodeError` or `ValueError` for other text.
    """
    add_series(matrix, _series.decode(b"[" + batch + b"]"))


def add_series(matrix: Matrix, bodies: Iterable[SeriesBody]) -> None:
    for body in bodies:
        buckets = sum(len(histogram.buckets) for _, histogram in body.histograms)
        labels = sum(getsizeof(value) for value in body.metric.values())
        charge_objects(labels + _SAMPLE_BYTES * len(body.values) + _BUCKET_BYTES * buckets)
        if body.values or not body.histograms:
            times = [milliseconds(time) for time, _ in body.values]
            values = [number(text) for _, text in body.values]
            matrix.series.append(Series(body.metric, times, values))
        if body.histograms:
            matrix.histograms.append(
                HistogramSeries(body.metric, [histogram(*pair) for pair in body.histograms])
            )


def histogram(time: float, body: HistogramBody) -> Histogram:
    buckets = tuple(
        (number(lower), number(upper), number(count)) for _, lower, upper, count in body.buckets
    )
    return Histogram(milliseconds(time), buckets)
