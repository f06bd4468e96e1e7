"""Columns of attributes: numbers if all values are numbers, else text."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from vedette.sdk import Field, FieldType
from vedette_plugins.datasources.tempo.otlp import Attribute, plain


def attribute_fields(rows: Sequence[Mapping[str, Any]]) -> list[Field]:
    """Return a column for each key, in the order of first appearance."""
    names = dict.fromkeys(name for row in rows for name in row)
    return [_column(name, [row.get(name) for row in rows]) for name in names]


def as_row(attributes: Sequence[Attribute] | None) -> dict[str, Any]:
    return {each.key: plain(each.value) for each in attributes or ()}


def as_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return orjson.dumps(value).decode()


def _column(name: str, values: list[Any]) -> Field:
    present = [value for value in values if value is not None]
    has_gaps = len(present) < len(values)
    if present and all(_is_number(value) for value in present):
        return Field(name, FieldType.NUMBER, values, nullable=has_gaps)
    texts = [None if value is None else as_text(value) for value in values]
    return Field(name, FieldType.STRING, texts, nullable=has_gaps)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
