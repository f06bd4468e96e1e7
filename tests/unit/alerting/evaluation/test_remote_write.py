"""The bytes of remote write, read by the rules of protobuf and Snappy."""

import struct
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from vedette.alerting.evaluation.remote_write import body

WIDE = {"__name__": "m", "text": "x" * 200_000}


def unpacked(data: bytes) -> bytes:
    """Snappy's block format, as far as it is written: a length, then literals."""
    length, at = varint(data, 0)
    out = bytearray()
    while at < len(data):
        assert data[at] == 61 << 2
        size = struct.unpack_from("<H", data, at + 1)[0] + 1
        out += data[at + 3 : at + 3 + size]
        at += 3 + size
    assert len(out) == length
    return bytes(out)


def varint(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = data[at]
        number |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return number, at


def fields(data: bytes) -> Iterator[tuple[int, int | float | bytes]]:
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0:
            number, at = varint(data, at)
            yield tag >> 3, number
        elif tag & 7 == 1:
            yield tag >> 3, struct.unpack_from("<d", data, at)[0]
            at += 8
        else:
            size, at = varint(data, at)
            yield tag >> 3, data[at : at + size]
            at += size


def written(data: bytes) -> list[tuple[list[tuple[str, str]], float, int]]:
    found = []
    for number, series in fields(unpacked(data)):
        assert number == 1
        assert isinstance(series, bytes)
        labels, sample = [], b""
        for part, content in fields(series):
            assert isinstance(content, bytes)
            if part == 1:
                name, value = (text for _, text in fields(content))
                assert isinstance(name, bytes)
                assert isinstance(value, bytes)
                labels.append((name.decode(), value.decode()))
            else:
                sample = content
        value, time = (each for _, each in fields(sample))
        found.append((labels, value, time))
    return found


def test_a_store_reads_what_was_written_with_labels_in_order() -> None:
    data = body(
        [({"zone": "é", "__name__": "m"}, 1.5), ({"__name__": "m"}, -2.0)], 1_795_292_738_618
    )
    assert written(data) == [
        ([("__name__", "m"), ("zone", "é")], 1.5, 1_795_292_738_618),
        ([("__name__", "m")], -2.0, 1_795_292_738_618),
    ]


def test_more_than_one_literal_is_read_too() -> None:
    assert written(body([(WIDE, 1.0)], 1))[0][0] == sorted(WIDE.items())


def test_nothing_is_nothing() -> None:
    assert body([], 1) == b"\0"


@given(
    st.lists(
        st.tuples(
            st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=4),
            st.floats(allow_nan=False),
        ),
        max_size=5,
    ),
    st.integers(0, 1 << 62),
)
def test_any_series_survive(series: list[tuple[dict[str, str], float]], time: int) -> None:
    found = written(body(series, time))
    assert found == [(sorted(labels.items()), value, time) for labels, value in series]
