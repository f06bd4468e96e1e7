"""The body of Prometheus remote write 1.0: a protobuf `WriteRequest` in Snappy block format.

Field numbers are those of prompb/types.proto and remote.proto. Snappy allows input as uncompressed
literals; a few series do not benefit from compression.
"""

import struct
from collections.abc import Iterable, Mapping

HEADERS = {
    "Content-Type": "application/x-protobuf",
    "Content-Encoding": "snappy",
    "X-Prometheus-Remote-Write-Version": "0.1.0",
}
_VARINT, _DOUBLE, _BYTES = 0, 1, 2
_LITERAL = 1 << 16


def body(series: Iterable[tuple[Mapping[str, str], float]], time_ms: int) -> bytes:
    """Encode one sample of each series. Labels contain the metric name as `__name__`."""
    request = b"".join(
        _field(1, _BYTES, _sized(_series(labels, value, time_ms))) for labels, value in series
    )
    return _snappy(request)


def _series(labels: Mapping[str, str], value: float, time_ms: int) -> bytes:
    """Encode a series with labels sorted by name, as remote write requires."""
    pairs = [
        _field(1, _BYTES, _sized(_text(1, name) + _text(2, labels[name])))
        for name in sorted(labels)
    ]
    sample = _field(1, _DOUBLE, struct.pack("<d", value)) + _field(2, _VARINT, _varint(time_ms))
    return b"".join([*pairs, _field(2, _BYTES, _sized(sample))])


def _text(number: int, text: str) -> bytes:
    return _field(number, _BYTES, _sized(text.encode()))


def _field(number: int, kind: int, content: bytes) -> bytes:
    return _varint(number << 3 | kind) + content


def _sized(content: bytes) -> bytes:
    return _varint(len(content)) + content


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def _snappy(content: bytes) -> bytes:
    out = [_varint(len(content))]
    for start in range(0, len(content), _LITERAL):
        piece = content[start : start + _LITERAL]
        # Tag 61: a literal. Its length minus one follows in two bytes.
        out += [bytes([61 << 2]), struct.pack("<H", len(piece) - 1), piece]
    return b"".join(out)
