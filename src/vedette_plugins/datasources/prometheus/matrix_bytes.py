"""Range answers without an object per sample: number text is found, checked and copied.

A body is `{"status":...,"result":[SERIES,SERIES,...]}...` where a series is
`{"metric":{...},"values":[[1718000000,"1.5"],...]}`. Between the quotes inside a values section
stands nothing but numbers, so one bitmap says which bytes to keep: quotes become bits, the
running XOR of the bits is 1 from each opening quote up to its closing one, and what the
bitmap leaves of the batch are the numbers. All of it is a few numpy passes over 256 KB, which
stays in the processor's cache.

The markers below hold unescaped quotes, so they cannot occur inside a JSON string.
"""

import msgspec
import numpy as np
import numpy.typing as npt

from vedette.sdk import JsonColumn, JsonTally, charge_objects
from vedette_plugins.datasources.prometheus.series import (
    ENTITY_OF,
    SERIES_BYTES,
    Series,
    check_numbers,
)
from vedette_plugins.datasources.prometheus.timestamps import TimeColumns

BETWEEN_SERIES = b']]},{"metric":'
_VALUES = b'"values":[['
_FIRST = b'{"metric":'
_END = b"]]}"
_QUOTE, _COMMA = ord('"'), ord(",")
_DOUBLINGS = tuple(np.uint64(1 << power) for power in range(6))
_ONE, _TOP = np.uint64(1), np.uint64(63)
_SHORT_BATCH, _SHORT_SERIES = 12_000, 1_500
"""Sizes in bytes below which splitting text is faster than the numpy calls."""
_PLAIN = b"0123456789+-.,"
_LETTERS = b"eENaInf"
_ODD = b"!"
_MARKING = bytes(byte if byte in _PLAIN + _LETTERS + b"]" else _ODD[0] for byte in range(256))
"""Marks characters that do not occur in numbers."""
_ENTITIES = {text.encode(): name for text, name in ENTITY_OF.items()}

_decode_labels = msgspec.json.Decoder(dict[str, str]).decode

_Section = tuple[bytes, int, int]
"""A series: its labels as JSON, and the start and end of its values in the batch."""


class OtherShape(Exception):
    """The batch does not have the exact format of Prometheus and must be decoded as objects."""


def convert(body: bytes, length: int, times: TimeColumns) -> list[Series]:
    """Return the series in `body[:length]`, which starts with `{"metric":` and ends with `]]}`.

    Raises `OtherShape` if the text differs from the exact format of Prometheus, and the errors of
    `charge_objects` for too large labels.
    """
    sections = _sections(body, length)
    _charge_large_labels(sections)
    short = length < max(_SHORT_BATCH, _SHORT_SERIES * len(sections))
    texts = _split(body, sections) if short else _gather(body, length, sections)
    values = [_column(text, count) for text, count in texts]
    check_numbers([column.text for column in values])
    return [
        Series(_labels(labels), times.column(body, start, end, len(column)), column)
        for (labels, start, end), column in zip(sections, values, strict=True)
    ]


def _sections(body: bytes, length: int) -> list[_Section]:
    if not body.startswith(_FIRST) or not body.endswith(_END, 0, length):
        raise OtherShape
    sections: list[_Section] = []
    metric, last = len(_FIRST), length - len(_END)
    while True:
        marker = body.find(_VALUES, metric, last)
        if marker < 0:
            raise OtherShape
        start = marker + len(_VALUES)
        brace = body.find(b"{", start, last)  # No values section contains a brace.
        end = last if brace < 0 else brace - BETWEEN_SERIES.index(b"{")
        sections.append((body[metric : marker - 1], start, end))
        if brace < 0:
            return sections
        if not body.startswith(BETWEEN_SERIES, end):
            raise OtherShape
        metric = end + len(BETWEEN_SERIES)


def _charge_large_labels(sections: list[_Section]) -> None:
    tally = JsonTally()
    for labels, _, _ in sections:
        if len(labels) > SERIES_BYTES:
            tally.feed(labels)
    charge_objects(tally.objects)


def _labels(text: bytes) -> dict[str, str]:
    try:
        return _decode_labels(text)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise OtherShape from error


def _split(body: bytes, sections: list[_Section]) -> list[tuple[bytes, int]]:
    texts = []
    for _, start, end in sections:
        values = body[start:end].split(b'"')[1::2]
        text = b",".join(values)
        if not text or b"" in values or text.translate(None, _PLAIN + _LETTERS):
            raise OtherShape
        if text.count(b",") != len(values) - 1:
            raise OtherShape
        texts.append((text, len(values)))
    return texts


def _gather(body: bytes, length: int, sections: list[_Section]) -> list[tuple[bytes, int]]:
    """Return the values of each section joined by commas, and their number."""
    raw = np.frombuffer(body, np.uint8, length)
    quotes = np.empty(-(-(length + 1) // 64) * 64, np.bool_)
    np.equal(raw, _QUOTE, out=quotes[:length])
    counts, before = [], 0
    for _, start, end in sections:
        quotes[before:start] = False
        count, odd = divmod(int(np.count_nonzero(quotes[start:end])), 2)
        if odd or not count:
            raise OtherShape
        counts.append(count)
        before = end
    quotes[before:] = False
    keep = _values_bitmap(quotes)[:length]
    for _, _, end in sections:
        keep[end] = True  # The `]` at the end of a section separates it from the next.
    texts = _checked(_compressed(body, raw, keep), counts)  # Each is `,1,2,3`.
    return [(text[1:], count) for text, count in zip(texts, counts, strict=True)]


def _values_bitmap(quotes: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return True for every byte between an opening and a closing quote, and for the byte
    before."""
    bits = np.packbits(quotes, bitorder="little").view(np.uint64)
    inside = bits.copy()
    for distance in _DOUBLINGS:
        inside ^= inside << distance
    odd_so_far = np.bitwise_xor.accumulate((inside >> _TOP).astype(np.uint8))
    inside[1:] ^= np.negative(odd_so_far[:-1].astype(np.uint64))
    opening = inside & bits
    inside ^= opening
    inside |= opening >> _ONE
    inside[:-1] |= opening[1:] << _TOP
    return np.unpackbits(inside.view(np.uint8), bitorder="little").view(np.bool_)


def _compressed(body: bytes, raw: npt.NDArray[np.uint8], keep: npt.NDArray[np.bool_]) -> bytes:
    """Return `raw[keep]` in a quarter of its time, with invalid characters marked. Overwrites
    `keep`."""
    if body.find(b"\0", 0, len(raw)) >= 0:
        raise OtherShape
    marked = keep.view(np.uint8)
    np.multiply(raw, marked, out=marked)
    return marked.tobytes().translate(_MARKING, b"\0")


def _checked(kept: bytes, counts: list[int]) -> list[bytes]:
    """Return the sections. Raises `OtherShape` unless each is like `,1,-2.5`.

    The characters and the number of values are checked here; `check_numbers` refuses `1.2.3`.
    """
    sections, start = [], 0
    # This is faster than `split`.
    while (closing := kept.find(b"]", start)) >= 0:
        sections.append(kept[start:closing])
        start = closing + 1
    if len(sections) != len(counts) or start != len(kept) or _ODD in kept:
        raise OtherShape
    commas = np.frombuffer(kept, np.uint8) == _COMMA
    if np.count_nonzero(commas) != sum(counts):
        raise OtherShape
    if not all(each.startswith(b",") for each in sections):
        raise OtherShape
    return sections


def _column(text: bytes, count: int) -> JsonColumn:
    """Return a column. NaN and the infinities, which JSON lacks, become null and are listed by
    row."""
    if b"N" not in text and b"I" not in text:
        return JsonColumn(text, count)
    values = text.split(b",")
    entities: dict[str, list[int]] = {}
    for row, value in enumerate(values):
        name = _ENTITIES.get(value)
        if name is not None:
            entities.setdefault(name, []).append(row)
            values[row] = b"null"
    return JsonColumn(b",".join(values), count, entities)
