"""Integers beyond 64 bits in a JSON document, which no store or encoder accepts."""

import re

import orjson

from vedette.kernel.json import BadJson

_RUN = b"0" * 19
_AS_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_STARTS_NUMBER = re.compile(rb"(?:^|[\s:,\[.eE+-])\d{19}")
_PIECE, _OVERLAP = 64 * 1024, 32
_TEXT_OR_LONG_NUMBER = re.compile(rb'"[^"]*+"?|[-+.\deE]{19,}')


def within_64_bits(data: bytes) -> bytes:
    """Return the document with integers beyond 64 bits as floats.

    Made of steps that are short even for a large document, so that a thread can run it without
    stopping the others. Raises `BadJson` for a number that is too large for a float.
    """
    return _replaced(data) if _has_long_number(data) else data


def _has_long_number(data: bytes) -> bool:
    """Whether the document contains a long number; a text that looks like it counts as well."""
    if _RUN not in data.translate(_AS_ZEROS):
        return False
    starts = range(0, len(data), _PIECE)
    return any(
        _STARTS_NUMBER.search(data, max(0, start - _OVERLAP), start + _PIECE) for start in starts
    )


def _replaced(data: bytes) -> bytes:
    unescaped = data.replace(rb"\\", b"  ").replace(rb"\"", b"  ")  # Of the same length.
    kept, at = [], 0
    for found in _TEXT_OR_LONG_NUMBER.finditer(unescaped):
        start, end = found.span()
        if data[start] == ord('"'):
            continue
        kept += [data[at:start], _within(data, start, end)]
        at = end
    return b"".join([*kept, data[at:]])


def _within(data: bytes, start: int, end: int) -> bytes:
    number = data[start:end]
    try:
        return orjson.dumps(orjson.loads(number))
    except orjson.JSONDecodeError as error:
        if "infinity" not in error.msg:
            return number  # No number at all: the decoder refuses the document.
        line, column = data.count(b"\n", 0, start) + 1, start - data.rfind(b"\n", 0, start)
        fault = f"{error.msg}: line {line} column {column} (char {start})"
        raise BadJson(f"The body is not valid JSON: {fault}.") from error
