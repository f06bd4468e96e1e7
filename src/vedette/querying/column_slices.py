"""Divides columns into slices of limited size as JSON, even if rows share large values."""

from collections.abc import Iterator, Mapping
from typing import Any

from vedette.sdk import Field, FieldType, JsonColumn

_ROWS = 16_384
_BYTES = 256 * 1024
_SIZED = (FieldType.STRING, FieldType.JSON)


def slices(field: Field) -> Iterator[tuple[int, int]]:
    """Return the first and last rows of slices. A single row may exceed the size of a slice."""
    rows = len(field.values)
    start = size = 0
    if is_sized(field):
        for row, own in enumerate(_sizes(field.values)):
            size += own
            if size > _BYTES or row - start == _ROWS:
                yield start, row + 1
                start, size = row + 1, 0
    while start < rows:
        yield start, min(rows, start + _ROWS)
        start += _ROWS


def is_sized(field: Field) -> bool:
    """Return whether values have any size and may be shared by rows, so that their JSON is
    larger."""
    values = field.values
    return (
        field.type in _SIZED and not isinstance(values, JsonColumn) and not hasattr(values, "dtype")
    )


def size_of(field: Field) -> int:
    """Return about the size of the values as JSON in bytes, without escapes."""
    return sum(own + 2 for own in _sizes(field.values))


def _sizes(values: Any) -> Iterator[int]:
    known: dict[int, int] = {}
    for value in values:
        if type(value) is str:
            yield len(value)
        elif value is None:
            yield 2
        else:  # Rows may share one object.
            own = known.get(id(value))
            if own is None:
                own = known[id(value)] = _size(value)
            yield own


def _size(value: Any) -> int:
    if isinstance(value, str | bytes):
        return len(value)
    if isinstance(value, Mapping):
        return sum(len(str(key)) + 6 + _size(each) for key, each in value.items())
    if isinstance(value, list | tuple):
        return 2 + sum(map(_size, value))
    return 8
