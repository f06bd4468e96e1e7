"""Prometheus remote write 1.0: the few protobuf messages and the snappy framing it needs."""

import struct
from collections.abc import Iterable, Mapping
from typing import Protocol

from tests.shop.send import post

_BATCH = 500
_LITERAL = 0xFFFF


class Written(Protocol):
    @property
    def labels(self) -> Mapping[str, str]: ...
    @property
    def samples(self) -> list[tuple[int, float]]: ...
    @property
    def exemplars(self) -> list[tuple[int, float, str]]: ...


def write_series(url: str, series: Iterable[Written]) -> None:
    """Samples of one series go in the order of their times."""
    messages = [_field(1, _series(each)) for each in series]
    headers = {
        "Content-Encoding": "snappy",
        "Content-Type": "application/x-protobuf",
        "X-Prometheus-Remote-Write-Version": "0.1.0",
    }
    for start in range(0, len(messages), _BATCH):
        post(url, _snappy(b"".join(messages[start : start + _BATCH])), headers)


def _series(series: Written) -> bytes:
    labels = b"".join(_label(*pair) for pair in sorted(series.labels.items()))
    samples = b"".join(_field(2, _sample(value, at)) for at, value in series.samples)
    exemplars = b"".join(
        _field(3, _label("traceID", trace) + _double(2, value) + _integer(3, at))
        for at, value, trace in series.exemplars
    )
    return labels + samples + exemplars


def _sample(value: float, at: int) -> bytes:
    return _double(1, value) + _integer(2, at)


def _label(name: str, value: str) -> bytes:
    return _field(1, _field(1, name.encode()) + _field(2, value.encode()))


def _field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _double(number: int, value: float) -> bytes:
    return _varint(number << 3 | 1) + struct.pack("<d", value)


def _integer(number: int, value: int) -> bytes:
    return _varint(number << 3) + _varint(value)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _snappy(data: bytes) -> bytes:
    """The block format with nothing but literals: valid, and as long as the data."""
    parts = [_varint(len(data))]
    for start in range(0, len(data), _LITERAL):
        piece = data[start : start + _LITERAL]
        parts += [bytes([61 << 2]), struct.pack("<H", len(piece) - 1), piece]
    return b"".join(parts)
