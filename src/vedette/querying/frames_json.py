"""Encodes frames as JSON directly from their columns, without an object per value.

The format: `{"schema": {...}, "data": {"values": [...], "entities": [...], "nanos": [...]}}`,
columns of equal length, times in milliseconds. `entities` lists the rows that hold NaN or an
infinity, for which `values` has null.
"""

import math
from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

import orjson

from vedette.kernel.errors import VedetteError
from vedette.kernel.memory import charge
from vedette.querying.column_slices import is_sized, size_of, slices
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
_TURN = 256 * 1024
"""Bytes that are encoded before memory is charged and the event loop gets control."""


class FrameAnswer(TypedDict):
    """`schema` has name, refId, meta and fields; `data` has values and, if needed, entities."""

    schema: dict[str, Any]
    data: dict[str, Any]


class QueryAnswer(TypedDict):
    status: int
    frames: list[FrameAnswer]
    error: NotRequired[str]
    errorSource: NotRequired[str]
    errorCode: NotRequired[str]


class QueryAnswers(TypedDict):
    """The response. `results` are by refId."""

    results: dict[str, QueryAnswer]


def results_json(answers: Mapping[str, Answer], extra: Json | None = None) -> list[bytes]:
    """Return the body of a query response in pieces.

    `extra` adds fields next to `results`. A result that exceeds the memory limit of the request
    becomes an error of its query.
    """
    pieces: list[bytes] = []
    for _ in _write(pieces, dict(answers)):
        pass
    return [*pieces, closing(extra)]


async def results_json_in_turns(
    answers: dict[str, Answer], pause: Callable[[], Awaitable[None]]
) -> list[bytes]:
    """Return the body up to `closing`, and await `pause` between the parts of large results.

    A result that cannot be encoded becomes an error in `answers`.
    """
    pieces: list[bytes] = []
    for _ in _write(pieces, answers):
        await pause()
    return pieces


def closing(extra: Json | None = None) -> bytes:
    """Return the end of a body, with the fields next to `results`."""
    fields = orjson.dumps(extra or {})
    return b"}" if fields == b"{}" else b"," + fields[1:]


def _write(pieces: list[bytes], answers: dict[str, Answer]) -> Iterator[None]:
    pieces.append(b'{"results":{')
    separator = b""
    for ref_id, answer in list(answers.items()):
        pieces += (separator, orjson.dumps(ref_id), b":{")
        separator = b","
        answers[ref_id] = yield from _write_answer(pieces, answer)
        pieces.append(b"}")
    pieces.append(b"}")


def frame_json(frame: Frame) -> bytes:
    """Return one frame as JSON. Raises `NotWritable`."""
    pieces: list[bytes] = []
    try:
        for _ in _write_frames(pieces, (frame,)):
            pass
    except (TypeError, ValueError) as error:
        raise NotWritable("A frame contains values that JSON cannot represent.") from error
    return b"".join(pieces)


def _write_answer(pieces: list[bytes], answer: Answer) -> Generator[None, None, Answer]:
    """Encode a result; return it, or the error that replaces it."""
    frames: list[bytes] = []
    try:
        yield from _write_frames(frames, answer.frames)
    except (TypeError, ValueError):  # For example an integer of more than 64 bits.
        text = f"The result of query {answer.ref_id} contains values that JSON cannot represent."
        answer, frames = Answer(answer.ref_id, error=NotWritable(text)), []
    except VedetteError as error:  # The result exceeds the memory limit.
        answer, frames = Answer(answer.ref_id, error=error), []
    if answer.error is not None:
        pieces.append(_error_fields(answer.error))
    pieces.append(b'"status":%d,"frames":[' % answer_status(answer))
    pieces += frames
    pieces.append(b"]")
    return answer


def answer_status(answer: Answer) -> int:
    """Return 200, or the status of the result's error: that of the store if there is one."""
    if answer.error is None:
        return 200
    upstream = answer.error.detail.get("upstreamStatus")
    return upstream if isinstance(upstream, int) and upstream >= 400 else answer.error.status


def _error_fields(error: VedetteError) -> bytes:
    source = "downstream" if error.source == "downstream" else "plugin"
    fields = {"error": error.public, "errorSource": source, "errorCode": error.code}
    return orjson.dumps(fields)[1:-1] + b","


def _write_frames(pieces: list[bytes], frames: Sequence[Frame]) -> Iterator[None]:
    """Encode frames. Memory is charged before it is used; raises the errors of `charge`."""
    for frame in frames:
        for field in frame.fields:
            if is_sized(field):
                charge(size_of(field))
                yield
    meta: Json | None = None
    meta_text = b""
    separator = b""
    shared: dict[int, bytes] = {}
    made = 0
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
        made += len(frame_meta)
        for size in _write_frame(pieces, frame, frame_meta, shared):
            made += size
            if made > _TURN:
                charge(made)
                made = 0
                yield
    charge(made)


def _write_frame(
    pieces: list[bytes], frame: Frame, meta: bytes, shared: dict[int, bytes]
) -> Iterator[int]:
    """Encode a frame; yield the number of bytes since the last yield.

    `shared` holds the schemas of time fields, which frames of a result share, by `id`.
    """
    pieces.append(b'{"schema":{')
    if frame.name:
        pieces += (b'"name":', orjson.dumps(frame.name), b",")
    if frame.ref_id:
        pieces += (b'"refId":', orjson.dumps(frame.ref_id), b",")
    if meta != b"{}":
        pieces += (b'"meta":', meta, b",")
    separator = b'"fields":[{'
    for field in frame.fields:
        text = _field_text(field, shared)
        pieces += (separator, text)
        separator = b",{"
        yield len(text)
    if not frame.fields:
        pieces.append(b'"fields":[')
    pieces.append(b']},"data":{"values":[')
    entities: list[_Entities | None] = []
    has_nanos = False
    separator = b"["
    for field in frame.fields:
        values = field.values
        if isinstance(values, JsonColumn):  # The text is stored and charged already.
            pieces += (separator, values.text, b"]")
            entities.append(values.entities or None)
        else:
            found: dict[str, list[int]] = {}
            pieces.append(separator)
            yield from _write_column(pieces, field, values, found)
            pieces.append(b"]")
            entities.append(found or None)
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
    """Return the field without its opening brace.

    A slice uses less memory than the result of `dumps`, whose buffer is up to ten times as large.
    """
    if field.type is not FieldType.TIME:
        return orjson.dumps(_field_schema(field))[1:]
    text = shared.get(id(field))
    if text is None:
        text = shared[id(field)] = orjson.dumps(_field_schema(field))[1:]
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


def _write_column(
    pieces: list[bytes], field: Field, values: Any, entities: dict[str, list[int]]
) -> Iterator[int]:
    """Encode the values without brackets, slice by slice; add non-finite rows to `entities`."""
    counted = is_sized(field)
    for start, end in slices(field):
        part = values[start:end]
        if _is_array(part):
            nulls = None if field.nulls is None else field.nulls[start:end]
            if part.dtype.kind == "f":
                _add_array_entities(entities, start, part, nulls)
            text = _array_json(part, nulls)
        else:
            if field.type is FieldType.NUMBER:
                _add_list_entities(entities, start, part)
            text = orjson.dumps(part if isinstance(part, list) else list(part))
        if start:
            pieces.append(b",")
        pieces.append(text[1:-1])
        yield 0 if counted else len(text)


def _is_array(values: Any) -> "TypeIs[npt.NDArray[Any]]":
    return hasattr(values, "dtype")


def _array_json(values: "npt.NDArray[Any]", nulls: "npt.NDArray[np.bool_] | None") -> bytes:
    if nulls is not None and bool(nulls.any()):
        rows = zip(values.tolist(), nulls.tolist(), strict=True)
        return orjson.dumps([None if missing else value for value, missing in rows])
    if values.dtype.kind in "iufb" and values.flags.c_contiguous:
        return orjson.dumps(values, option=orjson.OPT_SERIALIZE_NUMPY)
    return orjson.dumps(values.tolist())


def _add_array_entities(
    entities: dict[str, list[int]],
    start: int,
    values: "npt.NDArray[np.float64]",
    nulls: "npt.NDArray[np.bool_] | None",
) -> None:
    import numpy as np

    odd = ~np.isfinite(values)
    if nulls is not None:
        odd &= ~nulls
    rows = np.flatnonzero(odd)
    _sort_out(entities, start, zip(rows.tolist(), values[rows].tolist(), strict=True))


def _add_list_entities(entities: dict[str, list[int]], start: int, values: Sequence[Any]) -> None:
    odd = (
        (row, value)
        for row, value in enumerate(values)
        if isinstance(value, float) and not math.isfinite(value)
    )
    _sort_out(entities, start, odd)


def _sort_out(
    entities: dict[str, list[int]], start: int, rows: Iterable[tuple[int, float]]
) -> None:
    for row, value in rows:
        name = "NaN" if math.isnan(value) else "Inf" if value > 0 else "NegInf"
        entities.setdefault(name, []).append(start + row)
