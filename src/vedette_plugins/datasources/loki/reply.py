"""Responses of the query API, decoded by their schemas."""

import msgspec

from vedette.sdk import ReadLimits, check_series
from vedette_plugins.datasources.loki.errors import NotLoki, refused

CATEGORIZED = "categorize-labels"
"""The value of a header that requests indexed, structured and parsed labels separately."""


class Extra(msgspec.Struct, rename="camel", gc=False):
    """Labels of one line, in addition to those of its stream."""

    structured_metadata: dict[str, str] | None = None
    parsed: dict[str, str] | None = None


class Entry(msgspec.Struct, array_like=True, gc=False):
    """`[nanoseconds, line]`, and the labels of the line if the server separates them."""

    time: str
    line: str
    extra: Extra | None = None


class Stream(msgspec.Struct, gc=False):
    stream: dict[str, str]
    values: list[Entry]


class Sample(msgspec.Struct, array_like=True, gc=False):
    """A time in seconds, and a number as text."""

    at: float
    number: str


class Series(msgspec.Struct, gc=False):
    """`values` for a range, `value` for one time."""

    metric: dict[str, str] = {}
    values: list[Sample] = []
    value: Sample | None = None


class Data(msgspec.Struct, rename="camel"):
    """`result_type` is streams, matrix, vector or scalar."""

    result_type: str
    result: msgspec.Raw
    stats: msgspec.Raw = msgspec.Raw(b"{}")
    encoding_flags: list[str] | None = None


class _Reply(msgspec.Struct):
    status: str = "success"
    error: str = ""
    message: str = ""
    data: Data | None = None
    warnings: list[str] | None = None


class Reply(msgspec.Struct):
    """Either `streams` or `series` is filled, depending on `result_type`."""

    result_type: str
    streams: list[Stream] = []
    series: list[Series] = []
    is_categorized: bool = False
    stats: bytes = b"{}"
    warnings: list[str] = []
    has_time: bool = True
    """Loki sends a meaningless time for numbers that need no data."""


_reply = msgspec.json.Decoder(_Reply)
_pieces = msgspec.json.Decoder(list[msgspec.Raw])
_stream = msgspec.json.Decoder(Stream)
_series = msgspec.json.Decoder(Series)
_sample = msgspec.json.Decoder(Sample)


def decode_reply(body: bytes, limits: ReadLimits | None = None) -> Reply:
    """Decode a response.

    Raises `NotLoki` if the body is not a query response, and `TooManySeries` beyond the limits.
    """
    try:
        envelope = _reply.decode(body)
        data = envelope.data
        if data is None:
            said = envelope.error or envelope.message
            if not said:
                raise ValueError("no data")
            raise refused(502, said)
        reply = _decode_data(data, limits)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise NotLoki(
            "The response is not a result of a Loki query. Check the URL of the data source."
        ) from error
    reply.warnings = envelope.warnings or []
    return reply


def _decode_data(data: Data, limits: ReadLimits | None) -> Reply:
    """Decode one stream or series at a time, so that a thread releases the interpreter in
    between."""
    reply = Reply(data.result_type, stats=bytes(data.stats))
    match data.result_type:
        case "streams":
            reply.streams = [_stream.decode(piece) for piece in _pieces.decode(data.result)]
            reply.is_categorized = CATEGORIZED in (data.encoding_flags or ())
        case "matrix" | "vector":
            pieces = _pieces.decode(data.result)
            check_series(len(pieces), limits)
            reply.series = [_series.decode(piece) for piece in pieces]
        case "scalar":
            reply.series = [Series(value=_sample.decode(data.result))]
            reply.has_time = False
        case other:
            raise ValueError(other)
    return reply
