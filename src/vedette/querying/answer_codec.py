"""Encodes query results for the cache, in a versioned format of its own on top of MessagePack.

The format names no code, so decoding untrusted bytes returns a result or `None` and has no other
effect. Fields, columns and meta that frames share are written once and shared again.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vedette.sdk import Answer, Field, FieldType, Frame, FrameKind, JsonColumn

_VERSION = 1
_PLAIN_DTYPES = "biuf"


class _Json(msgspec.Struct, array_like=True, tag="j"):
    text: bytes
    count: int
    entities: dict[str, list[int]] | None


class _Array(msgspec.Struct, array_like=True, tag="a"):
    dtype: str
    data: bytes


class _List(msgspec.Struct, array_like=True, tag="l"):
    values: list[Any]


class _Field(msgspec.Struct, array_like=True):
    name: str
    type: FieldType
    values: _Json | _Array | _List
    labels: dict[str, str] | None
    config: dict[str, Any]
    nullable: bool
    frame_type: str | None
    nulls: bytes | None
    nanos: list[int] | None


class _Frame(msgspec.Struct, array_like=True):
    kind: FrameKind
    fields: list[int]
    ref_id: str
    name: str
    notices: list[dict[str, Any]]
    meta: int


class _Stored(msgspec.Struct, array_like=True):
    version: int
    asked_ms: int
    seconds: float
    fields: list[_Field]
    metas: list[dict[str, Any]]
    answers: list[tuple[str, list[_Frame]]]


class CachedResult(msgspec.Struct, frozen=True):
    """Results with the time of their query and its duration."""

    answers: tuple[Answer, ...]
    asked_ms: int
    seconds: float


_decoder = msgspec.msgpack.Decoder(_Stored)


def encode(kept: CachedResult, most_bytes: int) -> bytes | None:
    """Return None if a result is too large or holds a value that the format does not support."""
    if sum(map(_size, kept.answers)) > most_bytes:
        return None
    writer = _Writer()
    try:
        stored = _Stored(
            _VERSION,
            kept.asked_ms,
            kept.seconds,
            writer.fields,
            writer.metas,
            [
                (each.ref_id, [writer.frame(frame) for frame in each.frames])
                for each in kept.answers
            ],
        )
        encoded = msgspec.msgpack.encode(stored)
    except (TypeError, ValueError, OverflowError):
        return None
    return encoded if len(encoded) <= most_bytes else None


def decode(data: bytes) -> CachedResult | None:
    """Return None if the bytes are of another version or invalid."""
    try:
        stored = _decoder.decode(data)
        if stored.version != _VERSION:
            return None
        fields = [_field(each) for each in stored.fields]
        answers = tuple(
            Answer(ref_id, tuple(_frame(each, fields, stored.metas) for each in frames))
            for ref_id, frames in stored.answers
        )
    except (msgspec.DecodeError, ValueError, TypeError, IndexError):
        return None
    return CachedResult(answers, stored.asked_ms, stored.seconds)


def _size(answer: Answer) -> int:
    """Return a lower bound of the encoded size in bytes, without encoding."""
    seen: set[int] = set()
    total = 0
    for frame in answer.frames:
        for field in frame.fields:
            if id(field.values) not in seen:
                seen.add(id(field.values))
                values = field.values
                if isinstance(values, JsonColumn):
                    total += len(values.text)
                else:
                    total += getattr(values, "nbytes", len(values))
    return total


class _Writer:
    def __init__(self) -> None:
        self.fields: list[_Field] = []
        self.metas: list[dict[str, Any]] = []
        self._places: dict[int, int] = {}

    def frame(self, frame: Frame) -> _Frame:
        return _Frame(
            frame.kind,
            [self._field_place(field) for field in frame.fields],
            frame.ref_id,
            frame.name,
            [dict(notice) for notice in frame.notices],
            self._meta_place(frame.meta),
        )

    def _field_place(self, field: Field) -> int:
        place = self._places.get(id(field))
        if place is None:
            place = self._places[id(field)] = len(self.fields)
            self.fields.append(
                _Field(
                    field.name,
                    field.type,
                    _column(field.values),
                    None if field.labels is None else dict(field.labels),
                    dict(field.config),
                    field.nullable,
                    field.frame_type,
                    None if field.nulls is None else field.nulls.tobytes(),
                    None if field.nanos is None else [int(nano) for nano in field.nanos],
                )
            )
        return place

    def _meta_place(self, meta: Mapping[str, Any]) -> int:
        place = self._places.get(id(meta))
        if place is None:
            place = self._places[id(meta)] = len(self.metas)
            self.metas.append(dict(meta))
        return place


def _column(values: Any) -> _Json | _Array | _List:
    if isinstance(values, JsonColumn):
        entities = values.entities
        return _Json(
            values.text,
            values.count,
            None if entities is None else {name: list(rows) for name, rows in entities.items()},
        )
    dtype = getattr(values, "dtype", None)
    if dtype is None:
        return _List(values if isinstance(values, list) else list(values))
    if dtype.kind in _PLAIN_DTYPES and values.ndim == 1:
        return _Array(dtype.str, values.tobytes())
    return _List(values.tolist())


def _field(stored: _Field) -> Field:
    nulls = None
    if stored.nulls is not None:
        nulls = _numbers("|b1", stored.nulls)
    return Field(
        stored.name,
        stored.type,
        _values(stored.values),
        stored.labels,
        stored.config,
        stored.nullable,
        stored.frame_type,
        nulls,
        stored.nanos,
    )


def _values(stored: _Json | _Array | _List) -> Any:
    if isinstance(stored, _Json):
        return JsonColumn(stored.text, stored.count, stored.entities)
    if isinstance(stored, _Array):
        return _numbers(stored.dtype, stored.data)
    return stored.values


def _numbers(dtype: str, data: bytes) -> Any:
    import numpy as np

    kind = np.dtype(dtype)
    if kind.kind not in _PLAIN_DTYPES:
        raise ValueError(dtype)
    return np.frombuffer(data, kind)


def _frame(stored: _Frame, fields: Sequence[Field], metas: Sequence[dict[str, Any]]) -> Frame:
    return Frame(
        stored.kind,
        tuple(fields[place] for place in stored.fields),
        stored.ref_id,
        stored.name,
        tuple(stored.notices),
        metas[stored.meta],
    )
