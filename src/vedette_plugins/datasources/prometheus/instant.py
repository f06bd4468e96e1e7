"""Responses of instant queries: vectors, scalars, texts, and the matrix of a range selector."""

import msgspec

from vedette.sdk import ReadLimits, charge_objects, check_series
from vedette_plugins.datasources.prometheus.errors import refused, unreadable
from vedette_plugins.datasources.prometheus.matrix_objects import (
    LEAST_BYTES,
    Envelope,
    HistogramBody,
    SeriesBody,
    add_series,
    histogram,
)
from vedette_plugins.datasources.prometheus.series import (
    SERIES_BYTES,
    HistogramSeries,
    Matrix,
    Series,
    milliseconds,
    number,
)


class InstantReply(msgspec.Struct):
    """`result_type` is vector, scalar, string or matrix; `text` is only set for string."""

    result_type: str
    matrix: Matrix = msgspec.field(default_factory=Matrix)
    text: tuple[int, str] | None = None


class _Sample(msgspec.Struct):
    metric: dict[str, str] = {}
    value: tuple[float, str] | None = None
    histogram: tuple[float, HistogramBody] | None = None


class _Data(msgspec.Struct, rename="camel"):
    result_type: str
    result: msgspec.Raw


class _Reply(Envelope, rename="camel"):
    data: _Data | None = None


_reply = msgspec.json.Decoder(_Reply)
_vector = msgspec.json.Decoder(list[_Sample])
_pair = msgspec.json.Decoder(tuple[float, str])
_series = msgspec.json.Decoder(list[SeriesBody])
_pieces = msgspec.json.Decoder(list[msgspec.Raw])


def decode_instant(body: bytes, limits: ReadLimits | None = None) -> InstantReply:
    """Decode a response.

    Raises `NotPrometheus` if the body is not a response of an instant query, and `TooManySeries`
    beyond the limits.
    """
    try:
        reply = _reply.decode(body)
        if reply.data is None:
            raise refused(reply.error_type, reply.error, status=502)
        _check_count(reply.data, limits)
        charge_objects(SERIES_BYTES * body.count(b'"metric"'))
        answer = _decode_data(reply.data)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise unreadable(error) from error
    answer.matrix.warnings += reply.warnings or []
    answer.matrix.infos += reply.infos or []
    return answer


def _check_count(data: _Data, limits: ReadLimits | None) -> None:
    """Check the number of series, which takes a tenth of the time of decoding and little memory."""
    if limits is None or data.result_type not in ("vector", "matrix"):
        return
    if memoryview(data.result).nbytes > limits.series * LEAST_BYTES:
        check_series(len(_pieces.decode(data.result)), limits)


def _decode_data(data: _Data) -> InstantReply:
    answer = InstantReply(data.result_type)
    match data.result_type:
        case "vector":
            _add_vector(answer.matrix, _vector.decode(data.result))
        case "matrix":
            add_series(answer.matrix, _series.decode(data.result))
        case "scalar":
            time, text = _pair.decode(data.result)
            answer.matrix.series.append(Series({}, [milliseconds(time)], [number(text)]))
        case "string":
            time, text = _pair.decode(data.result)
            answer.text = milliseconds(time), text
        case other:
            raise ValueError(other)
    return answer


def _add_vector(matrix: Matrix, samples: list[_Sample]) -> None:
    for sample in samples:
        if sample.value is not None:
            time, text = sample.value
            matrix.series.append(Series(sample.metric, [milliseconds(time)], [number(text)]))
        elif sample.histogram is not None:
            matrix.histograms.append(HistogramSeries(sample.metric, [histogram(*sample.histogram)]))
