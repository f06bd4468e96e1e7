"""Maps DuckDB's types to field types: the SQL of each column, and its conversion."""

from collections.abc import Iterable

from vedette.sdk import FieldType
from vedette.sdk.sql.result import Head

_WHOLE = {
    "TINYINT": "int8",
    "SMALLINT": "int16",
    "INTEGER": "int32",
    "BIGINT": "int64",
    "UTINYINT": "uint8",
    "USMALLINT": "uint16",
    "UINTEGER": "uint32",
    "UBIGINT": "uint64",
}
_MICRO = frozenset(("TIMESTAMP", "TIMESTAMP WITH TIME ZONE", "TIMESTAMP_S", "TIMESTAMP_MS", "DATE"))


def shown(name: str, kind: str) -> str:
    """Return the SQL that converts a column of that type to a supported format."""
    if kind in _MICRO:
        return f"CASE WHEN isfinite({name}) THEN epoch_us({name}) END"
    if kind == "TIMESTAMP_NS":
        return f"epoch_ns({name})"
    if kind == "FLOAT":
        return f"CAST({name} AS VARCHAR)"
    if kind in ("DOUBLE", "HUGEINT", "UHUGEINT") or kind.startswith("DECIMAL"):
        return f"CAST({name} AS DOUBLE)"
    if kind in _WHOLE or kind in ("BOOLEAN", "VARCHAR"):
        return name
    return f"CAST({name} AS VARCHAR)"


def head(name: str, kind: str) -> Head:
    if kind in _MICRO:
        return Head(name, FieldType.TIME, _from_micros)
    if kind == "TIMESTAMP_NS":
        return Head(name, FieldType.TIME)
    if kind == "FLOAT":
        return Head(name, FieldType.NUMBER, _from_texts)
    if kind == "BOOLEAN":
        return Head(name, FieldType.BOOLEAN)
    if kind in _WHOLE:
        return Head(name, FieldType.NUMBER, frame_type=_WHOLE[kind])
    if kind in ("DOUBLE", "HUGEINT", "UHUGEINT") or kind.startswith("DECIMAL"):
        return Head(name, FieldType.NUMBER)
    return Head(name, FieldType.STRING)


def _from_micros(cells: Iterable[int | None]) -> list[int | None]:
    return [None if cell is None else cell * 1_000 for cell in cells]


def _from_texts(cells: Iterable[str | None]) -> list[float | None]:
    """Return single-precision numbers with the digits that DuckDB shows."""
    return [None if cell is None else float(cell) for cell in cells]
