"""The table format: all series of a query in one table, with a column for each label."""

import math
from collections.abc import Sequence
from typing import Any

from vedette.sdk import Field, FieldType, Frame, FrameKind, Json, charge_objects
from vedette_plugins.datasources.prometheus.series import Series, numbers

_BUCKET_LABEL = "le"
_ROW_BYTES, _CELL_BYTES = 80, 8


def table_frame(series: Sequence[Series], about: Json, *, ref_id: str, value_name: str) -> Frame:
    """Return the columns Time, the labels in alphabetical order, then the value.

    A missing label is empty. `le` becomes a number, so that buckets sort.
    """
    names = sorted({name for each in series for name in each.labels})
    rows = sum(len(each.values) for each in series)
    charge_objects(rows * (_ROW_BYTES + _CELL_BYTES * len(names)))
    times: list[int] = []
    values: list[float] = []
    columns: dict[str, list[Any]] = {name: [] for name in names}
    for each in series:
        column = numbers(each.values)
        times += [round(time) for time in numbers(each.times)]
        values += column
        for name in names:
            columns[name] += [each.labels.get(name, "")] * len(column)
    filterable: Json = {"filterable": True}
    fields = [Field("Time", FieldType.TIME, times)]
    for name in names:
        if name == _BUCKET_LABEL:
            bounds = [_bound(text) for text in columns[name]]
            fields.append(
                Field(name, FieldType.NUMBER, bounds, config=filterable, nullable=None in bounds)
            )
        else:
            fields.append(Field(name, FieldType.STRING, columns[name], config=filterable))
    fields.append(Field(value_name, FieldType.NUMBER, values))
    return Frame(FrameKind.TABLE, tuple(fields), ref_id=ref_id, meta={**about, "type": "table"})


def _bound(text: str) -> float | None:
    try:
        bound = float(text)
    except ValueError:
        return None
    return None if math.isnan(bound) else bound
