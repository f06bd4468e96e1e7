"""Maps MySQL's types to field types."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from pymysql.constants import FIELD_TYPE

from vedette.sdk import FieldType
from vedette.sdk.sql.result import Head
from vedette.sdk.sql.times import datetime_nanos

_WHOLE = frozenset(
    (
        FIELD_TYPE.TINY,
        FIELD_TYPE.SHORT,
        FIELD_TYPE.LONG,
        FIELD_TYPE.LONGLONG,
        FIELD_TYPE.INT24,
        FIELD_TYPE.YEAR,
    )
)
_BROKEN = frozenset(
    (FIELD_TYPE.FLOAT, FIELD_TYPE.DOUBLE, FIELD_TYPE.DECIMAL, FIELD_TYPE.NEWDECIMAL)
)
_MOMENTS = frozenset(
    (FIELD_TYPE.TIMESTAMP, FIELD_TYPE.DATETIME, FIELD_TYPE.DATE, FIELD_TYPE.NEWDATE)
)

DECODERS: Mapping[int, Callable[[str], Any]] = {
    **dict.fromkeys(_WHOLE, int),
    **dict.fromkeys(_BROKEN, float),
}
"""Converters of the driver: other values stay text, or bytes without a character set."""


def head(name: str, code: int) -> Head:
    if code in _MOMENTS:
        return Head(name, FieldType.TIME, _nanos)
    if code in _WHOLE:
        return Head(name, FieldType.NUMBER, frame_type="int64")
    if code in _BROKEN:
        return Head(name, FieldType.NUMBER)
    if code == FIELD_TYPE.BIT:
        return Head(name, FieldType.NUMBER, _bits, "int64")
    return Head(name, FieldType.STRING, _texts)


def _nanos(cells: Iterable[str | None]) -> list[int | None]:
    """Return times without a zone as UTC; invalid dates such as 0000-00-00 become null."""
    return [None if cell is None else _moment(cell) for cell in cells]


def _moment(text: str) -> int | None:
    try:
        return datetime_nanos(datetime.fromisoformat(text))
    except ValueError:
        return None


def _bits(cells: Iterable[bytes | None]) -> list[int | None]:
    return [None if cell is None else int.from_bytes(cell, "big") for cell in cells]


def _texts(cells: Iterable[Any]) -> list[str | None]:
    return [_text(cell) if isinstance(cell, bytes) else cell for cell in cells]


def _text(value: bytes) -> str:
    """Return text; bytes that are not UTF-8 become hexadecimal digits."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return f"0x{value.hex().upper()}"
