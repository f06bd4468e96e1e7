"""Converts results into frames."""

from collections.abc import Sequence

from vedette.sdk.frame import Field, FieldType, Frame, FrameKind, Json
from vedette.sdk.sql.fill import filled, without_gaps
from vedette.sdk.sql.macros import Fill
from vedette.sdk.sql.result import Column, SqlResult
from vedette.sdk.sql.series import Wide, to_wide
from vedette.sdk.timerange import TimeRange

TIME = "Time"
_MS = 1_000_000


def empty_frame(ref_id: str, executed: str, notices: Sequence[Json] = ()) -> Frame:
    """Return a frame without fields, for an empty or failed query; `executed` is the query."""
    meta = _meta(executed) if executed else {}
    return Frame(FrameKind.TABLE, (), ref_id, notices=tuple(notices), meta=meta)


def table_frame(result: SqlResult, ref_id: str, executed: str) -> Frame:
    fields = tuple(_field(column) for column in result.columns)
    return Frame(FrameKind.TABLE, fields, ref_id, notices=result.notices, meta=_meta(executed))


def series_frame(
    result: SqlResult,
    ref_id: str,
    executed: str,
    time_names: Sequence[str],
    fill: Fill | None,
    span: TimeRange,
) -> Frame:
    """Return one frame: the times, and a field for each series. Raises `BadQuery`; see
    `to_wide`."""
    wide = to_wide(result, time_names)
    if fill is not None and wide.times:
        wide = filled(wide, fill, span)
    fields = [_times(TIME, wide.times)]
    for each in wide.series:
        values = without_gaps(each.values)
        labels = each.labels or None
        fields.append(Field(each.name, FieldType.NUMBER, values, labels, nullable=True))
    notices = result.notices + _dropped(wide)
    return Frame(
        FrameKind.SERIES_WIDE,
        tuple(fields),
        ref_id,
        notices=notices,
        meta={"type": "timeseries-wide", "typeVersion": [0, 1], **_meta(executed)},
    )


def _meta(executed: str) -> Json:
    return {"executedQueryString": executed}


def _dropped(wide: Wide) -> tuple[Json, ...]:
    if not wide.dropped:
        return ()
    return ({"severity": "warning", "text": f"{wide.dropped:,} rows without a time were dropped."},)


def _field(column: Column) -> Field:
    if column.type is FieldType.TIME:
        return _times(column.name, column.values, nullable=True)
    return Field(
        column.name, column.type, column.values, nullable=True, frame_type=column.frame_type
    )


def _times(name: str, values: Sequence[int | None], *, nullable: bool = False) -> Field:
    moments = [None if value is None else value // _MS for value in values]
    nanos = [0 if value is None else value % _MS for value in values]
    return Field(
        name,
        FieldType.TIME,
        moments,
        nullable=nullable,
        nanos=nanos if any(nanos) else None,
    )
