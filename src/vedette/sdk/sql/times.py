"""Columns of times that a database returns as numbers or text."""

import math
from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from typing import Any

from vedette.sdk.frame import FieldType
from vedette.sdk.sql.errors import BadSqlQuery
from vedette.sdk.sql.result import Column

_S, _MS = 1_000_000_000, 1_000_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND_DIGITS, _NANO_DIGITS = 10, 19
_MOST = 2**63


def with_times(columns: Iterable[Column], names: Collection[str]) -> list[Column]:
    """Convert columns with those names to times if they hold numbers or text."""
    return [as_time(column) if column.name in names else column for column in columns]


def as_time(column: Column) -> Column:
    """Convert a column.

    Numbers with 10 digits before the point are seconds, those with 19 nanoseconds, all others
    milliseconds. Text is ISO 8601, in UTC without a zone. Raises `BadSqlQuery` for an invalid time.
    """
    if column.type is FieldType.NUMBER:
        values = [None if value is None else epoch_nanos(value) for value in column.values]
    elif column.type is FieldType.STRING:
        values = [_text_nanos(value, column.name) for value in column.values]
    else:
        return column
    return Column(column.name, FieldType.TIME, values)


def epoch_nanos(value: float) -> int | None:
    """Return nanoseconds since the epoch, from seconds, milliseconds or nanoseconds."""
    if not math.isfinite(value) or abs(value) >= _MOST:
        return None
    digits = len(str(abs(int(value))))
    if digits == _NANO_DIGITS:
        return int(value)
    factor = _S if digits == _SECOND_DIGITS else _MS
    return value * factor if isinstance(value, int) else round(value * 1_000) * (factor // 1_000)


def _text_nanos(value: Any, name: str) -> int | None:
    if value is None or value == "":
        return None
    try:
        moment = datetime.fromisoformat(str(value))
    except ValueError:
        raise BadSqlQuery(
            f"The column {name[:60]!r} contains {str(value)[:40]!r}, which is not a time."
        ) from None
    return datetime_nanos(moment)


def datetime_nanos(moment: datetime) -> int:
    """Return nanoseconds since the epoch. A time without a zone is in UTC."""
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    passed = moment - _EPOCH
    return (passed.days * 86_400 + passed.seconds) * _S + passed.microseconds * 1_000
