"""Frames as bytes, straight from their columns: no object is made for a value.

The wire shape: `{"schema": {...}, "data": {"values": [...], "entities": [...], "nanos": [...]}}`,
columns of equal length, times in milliseconds. `entities` lists the rows that hold NaN or an
infinity, for which `values` has null.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

import orjson

from vedette.kernel.errors import VedetteError
from vedette.querying.errors import NotWritable
from vedette.sdk import Answer, Field, FieldType, Frame, Json, JsonColumn

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from typing_extensions import TypeIs

_TYPE_INFO = {
    FieldType.TIME: ("time", "time.Time"),
    FieldType.NUMBER: ("number", "float64"),
    FieldType.STRING: ("string", "string"),
    FieldType.BOOLEAN: ("boolean", "bool"),
    FieldType.JSON: ("other", "json.RawMessage"),
}
_Entities = Mapping[str, Sequence[int]]


class FrameAnswer(TypedDict):
    """`schema` has name, refId, meta and fields; `data` has values, and where needed entities."""

    schema: dict[str, Any]
    data: dict[str, Any]


class QueryAnswer(TypedDict):
    status: int
    frames: list[FrameAnswer]
    error: NotRequired[str]
    errorSource: NotRequired[str]
    errorCode: NotRequired[str]


class QueryAnswers(TypedDict):
    """`results` by refId."""

    results: dict[str, QueryAnswer]


def results_json(answers: Mapping[str, Answer], extra: Json | None = None) -> list[bytes]:
    """The body of a query answer in pieces, to be sent one after the other.

    `extra` adds fields beside `results`.
    """
    pieces = [b'{"results":{']
    separator = b""
    for ref_id, answer in answers.items():
        pieces += (separator, orjson.dumps(ref_id), b":{")
        separator = b","
        pieces += _answer_json(answer)
        pieces.append(b"}")
    pieces.append(b"}")
    for name, value in (extra or {}).items():
        pieces += (b",", orjson.dumps(name), b":", orjson.dumps(value))
    pieces.append(b"}")
    return pieces


def frame_json(frame: Frame) -> bytes:
    """One frame on its own. Raises `NotWritable`."""
    pieces: list[bytes] = []
    try:
        _add_frames(pieces, (frame,))
    except (TypeError, ValueError) as error:
        raise NotWritable("A frame holds values that JSON can not.") from error
    return b"".join(pieces)


def _answer_json(answer: Answer) -> list[bytes]:
    pieces: list[bytes] = []
    try:
        _add_frames(pieces, answer.frames)
    except (TypeError, ValueError):  # Such as a whole number of more than 64 bits.
        text = f"The answer of query {answer.ref_id} holds values that JSON can not."
        answer, pieces = Answer(answer.ref_id, error=NotWritable(text)), []
    error = b"" if answer.error is None else _error_fields(answer.error)
    return [error, b'"status":%d,"frames":[' % answer_status(answer), *pieces, b"]"]


def answer_status(answer: Answer) -> int:
    """200, or the status of the answer's error: the store's own one where it had one."""
    if answer.error is None:
        return 200
    upstream = answer.error.detail.get("upstreamStatus")
    return upstream if isinstance(upstream, int) and upstream >= 400 else answer.error.status


def _error_fields(error: VedetteError) -> bytes:
    source = "downstream" if error.source == "downstream" else "plugin"
    fields = {"error": error.public, "errorSource": source, "errorCode": error.code}
    return orjson.dumps(fields)[1:-1] + b","


def _add_frames(pieces: list[bytes], frames: Sequence[Frame]) -> None:
    meta: Json | None = None
    meta_text = b""
    separator = b""
    shared: dict[int, bytes] = {}
    for frame in frames:
        if frame.notices:
            frame_meta = orjson.dumps({**frame.meta, "notices": list(frame.notices)})
        elif frame.meta is meta:
            frame_meta = meta_text
        else:
            meta, meta_text = frame.meta, orjson.dumps(frame.meta)
            frame_meta = meta_text
        pieces.append(separator)
        separator = b","
        _add_frame(pieces, frame, frame_meta, shared)


def _add_frame(pieces: list[bytes], frame: Frame, meta: bytes, shared: dict[int, bytes]) -> None:
    """`shared` holds the schemas of time fields, which the frames of an answer share, by `id`."""
    pieces.append(b'{"schema":{')
    if frame.name:
        pieces += (b'"name":', orjson.dumps(frame.name), b",")
    if frame.ref_id:
        pieces += (b'"refId":', orjson.dumps(frame.ref_id), b",")
    if meta != b"{}":
        pieces += (b'"meta":', meta, b",")
    separator = b'"fields":['
    for field in frame.fields:
        pieces += (separator, _field_text(field, shared))
        separator = b","
    if not frame.fields:
        pieces.append(separator)
    pieces.append(b']},"data":{"values":[')
    entities: list[_Entities | None] = []
    has_nanos = False
    separator = b"["
    for field in frame.fields:
        entities.append(_add_column(pieces, separator, field) or None)
        separator = b",["
        if field.nanos is not None:
            has_nanos = has_nanos or any(field.nanos)
    pieces.append(b"]")
    if any(entities):
        pieces += (b',"entities":', orjson.dumps(entities))
    if has_nanos:
        nanos = [None if field.nanos is None else list(field.nanos) for field in frame.fields]
        pieces += (b',"nanos":', orjson.dumps(nanos))
    pieces.append(b"}}")


def _field_text(field: Field, shared: dict[int, bytes]) -> bytes:
    if field.type is not FieldType.TIME:
        return orjson.dumps(_field_schema(field))
    text = shared.get(id(field))
    if text is None:
        text = shared[id(field)] = orjson.dumps(_field_schema(field))
    return text


def _field_schema(field: Field) -> dict[str, Any]:
    type_name, frame_type = _TYPE_INFO[field.type]
    info: dict[str, Any] = {"frame": field.frame_type or frame_type}
    if field.nullable:
        info["nullable"] = True
    schema: dict[str, Any] = {"name": field.name, "type": type_name, "typeInfo": info}
    if field.labels is not None:
        schema["labels"] = dict(field.labels)
    if field.config:
        schema["config"] = field.config
    return schema


def _add_column(pieces: list[bytes], separator: bytes, field: Field) -> _Entities | None:
    """Adds `separator`, which ends in `[`, and the column; returns its entities."""
    values = field.values
    if isinstance(values, JsonColumn):
        pieces += (separator, values.text, b"]")
        return values.entities
    entities: _Entities | None = None
    if _is_array(values):
        if values.dtype.kind == "f":
            entities = _array_entities(values, field.nulls)
        text = _array_json(values, field.nulls)
    else:
        if field.type is FieldType.NUMBER:
            entities = _list_entities(values)
        text = orjson.dumps(values if isinstance(values, list) else list(values))
    pieces += (separator[:-1], text)
    return entities


def _is_array(values: Any) -> "TypeIs[npt.NDArray[Any]]":
    return hasattr(values, "dtype")


def _array_json(values: "npt.NDArray[Any]", nulls: "npt.NDArray[np.bool_] | None") -> bytes:
    if nulls is not None and bool(nulls.any()):
        rows = zip(values.tolist(), nulls.tolist(), strict=True)
        return orjson.dumps([None if missing else value for value, missing in rows])
    if values.dtype.kind in "iufb" and values.flags.c_contiguous:
        return orjson.dumps(values, option=orjson.OPT_SERIALIZE_NUMPY)
    return orjson.dumps(values.tolist())


def _array_entities(
    values: "npt.NDArray[np.float64]", nulls: "npt.NDArray[np.bool_] | None"
) -> _Entities | None:
    import numpy as np

    odd = ~np.isfinite(values)
    if nulls is not None:
        odd &= ~nulls
    rows = np.flatnonzero(odd)
    return _sorted_out(zip(rows.tolist(), values[rows].tolist(), strict=True))


def _list_entities(values: Sequence[Any]) -> _Entities | None:
    return _sorted_out(
        (row, value)
        for row, value in enumerate(values)
        if isinstance(value, float) and not math.isfinite(value)
    )


def _sorted_out(rows: Iterable[tuple[int, float]]) -> _Entities | None:
    entities: dict[str, list[int]] = {}
    for row, value in rows:
        name = "NaN" if math.isnan(value) else "Inf" if value > 0 else "NegInf"
        entities.setdefault(name, []).append(row)
    return entities or None
