"""Maps PostgreSQL's types to field types, by their object identifiers."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from vedette.sdk import FieldType
from vedette.sdk.sql.result import Head

_EPOCH_2000_US = 946_684_800_000_000
_INFINITE = (2**63 - 1, -(2**63))
_INFINITE_DAYS = (2**31 - 1, -(2**31))
_FLOAT4 = 700
_DATE, _TIMES = 1082, frozenset((1114, 1184))
_UUID = 2950
_TEXTS = frozenset((19, 25, 114, 705, 1042, 1043, 3802))
_NUMBERS = {
    20: "int64",
    21: "int16",
    23: "int32",
    26: "int64",
    _FLOAT4: "float64",
    701: "float64",
    1700: "float64",
}
_BOOL = 16
KNOWN = _TEXTS | _TIMES | {_DATE, _UUID, _BOOL, *_NUMBERS}
"""Types that are read directly; all others are read as text, as in psql."""


def head(name: str, oid: int) -> Head:
    if oid in _TIMES:
        return Head(name, FieldType.TIME, _moments)
    if oid == _DATE:
        return Head(name, FieldType.TIME, _days)
    if oid == _BOOL:
        return Head(name, FieldType.BOOLEAN)
    if oid == _UUID:
        return Head(name, FieldType.STRING, _texts)
    if oid in _NUMBERS:
        convert = _shortest if oid == _FLOAT4 else list
        return Head(name, FieldType.NUMBER, convert, _NUMBERS[oid])
    return Head(name, FieldType.STRING)


async def read_plain(connection: Any) -> None:
    """Make a connection return times as numbers of microseconds or days since 2000."""
    for name in ("timestamptz", "timestamp", "date"):
        await connection.set_type_codec(
            name, schema="pg_catalog", encoder=_refuse, decoder=_first, format="tuple"
        )
    await connection.set_type_codec(
        "numeric", schema="pg_catalog", encoder=_refuse, decoder=float, format="text"
    )


def _refuse(value: object) -> object:
    raise TypeError("queries have no parameters")


def _first(values: tuple[int]) -> int:
    return values[0]


def _moments(cells: Iterable[int | None]) -> list[int | None]:
    return [
        None if cell is None or cell in _INFINITE else (cell + _EPOCH_2000_US) * 1_000
        for cell in cells
    ]


def _days(cells: Iterable[int | None]) -> list[int | None]:
    return [
        None
        if cell is None or cell in _INFINITE_DAYS
        else (cell * 86_400_000_000 + _EPOCH_2000_US) * 1_000
        for cell in cells
    ]


def _texts(cells: Iterable[object]) -> list[str | None]:
    return [None if cell is None else str(cell) for cell in cells]


def _shortest(cells: Iterable[float | None]) -> list[float | None]:
    """Return single-precision numbers with the digits of psql: 0.1 instead of 0.10000000149."""
    return [None if cell is None else float(str(np.float32(cell))) for cell in cells]
