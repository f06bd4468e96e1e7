"""Match members of a JSON body with the names of the route's type.

Clients of Grafana's API expect that names are matched without regard to case, that null means
absent and that unknown members are ignored. Free maps (a dashboard, `jsonData`, labels) are data
and stay unchanged.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

_object = msgspec.json.Decoder(dict[str, msgspec.Raw])
_list = msgspec.json.Decoder(list[msgspec.Raw])

_Described = inspect.StructType | inspect.TypedDictType | inspect.ListType


class _Member(msgspec.Struct, frozen=True):
    required: bool
    inner: _Described | None


def with_known_members(text: bytes, kind: Any) -> bytes:
    """Return `text` with the members that `kind` describes under their exact names.

    If a member occurs under its exact name and in another case, the exact name applies. Null is
    removed if the member is optional. A value of another type stays unchanged, for the decoder to
    refuse. Raises `msgspec.DecodeError` if `text` is not JSON.
    """
    described = _described(_type(kind))
    return text if described is None else _value(text, described)


def _value(text: bytes, kind: _Described) -> bytes:
    opening = text.lstrip()[:1]
    if isinstance(kind, inspect.ListType):
        item = _described(kind.item_type)
        if item is None or opening != b"[":
            return text
        items = _list.decode(text)
        return msgspec.json.encode([msgspec.Raw(_value(bytes(value), item)) for value in items])
    return _object_text(text, kind.cls) if opening == b"{" else text


def _object_text(text: bytes, cls: type) -> bytes:
    members, exact_names = _members(cls)
    sent = _object.decode(text)
    known: dict[str, msgspec.Raw] = {}
    for sent_name, value in sent.items():
        name = sent_name if sent_name in members else exact_names.get(sent_name.casefold())
        if name is None:
            known[sent_name] = value
            continue
        member = members[name]
        if (name != sent_name and name in sent) or (
            bytes(value) == b"null" and not member.required
        ):
            continue
        known[name] = (
            value if member.inner is None else msgspec.Raw(_value(bytes(value), member.inner))
        )
    return msgspec.json.encode(known)


@cache
def _type(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


@cache
def _members(cls: type) -> tuple[Mapping[str, _Member], Mapping[str, str]]:
    """Return the members by name, and the names by their form without case."""
    described = _type(cls)
    assert isinstance(described, inspect.StructType | inspect.TypedDictType)
    members = {
        field.encode_name: _Member(field.required, _described(field.type))
        for field in described.fields
    }
    return members, {name.casefold(): name for name in members}


def _described(kind: inspect.Type) -> _Described | None:
    """Return the part of `kind` whose members have names, or None."""
    if isinstance(kind, inspect.UnionType):
        parts = (_described(part) for part in kind.types)
        return next((part for part in parts if part is not None), None)
    return kind if isinstance(kind, _Described) else None
