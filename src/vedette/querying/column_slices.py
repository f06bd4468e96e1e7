"""Columns in slices that are small as JSON, however large the values that their rows share."""

from collections.abc import Iterator, Mapping
from typing import Any

from vedette.sdk import Field, FieldType

_ROWS = 16_384
_BYTES = 256 * 1024
_SIZED = (FieldType.STRING, FieldType.JSON)


def slices(field: Field) -> Iterator[tuple[int, int]]:
    """Starts and ends of its rows. One row alone may be larger than a slice is to be."""
    rows = len(field.values)
    if field.type in _SIZED and not hasattr(field.values, "dtype"):
        yield from _sized(field.values, rows)
        return
    for start in range(0, rows, _ROWS):
        yield start, min(rows, start + _ROWS)


def _sized(values: Any, rows: int) -> Iterator[tuple[int, int]]:
    start = size = 0
    known: dict[int, int] = {}
    for row in range(rows):
        value = values[row]
        if type(value) is str:
            size += len(value)
        elif value is not None:  # Rows may share one object.
            own = known.get(id(value))
            if own is None:
                own = known[id(value)] = _size(value)
            size += own
        if size > _BYTES or row - start == _ROWS:
            yield start, row + 1
            start, size = row + 1, 0
    if start < rows:
        yield start, rows


def _size(value: Any) -> int:
    if isinstance(value, str | bytes):
        return len(value)
    if isinstance(value, Mapping):
        return sum(len(str(key)) + 6 + _size(each) for key, each in value.items())
    if isinstance(value, list | tuple):
        return 2 + sum(map(_size, value))
    return 8
