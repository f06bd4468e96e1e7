"""The members of a JSON body under the names that the route's type gives them.

Clients of this API are written for a server that reads members without regard to case, takes null
for absent and skips what it does not know. Free maps (a dashboard, `jsonData`, labels) are data:
nothing in them changes.
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
    """`text` with the members that `kind` describes under their exact names.

    Where a member stands both under its exact name and in another case, the exact name wins. Null
    is left out where the member may be absent. A value of another shape than described stays as
    it is, for the decoder to refuse. Raises `msgspec.DecodeError` where `text` is not JSON.
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
    """The members by name, and the names by what they are without case."""
    described = _type(cls)
    assert isinstance(described, inspect.StructType | inspect.TypedDictType)
    members = {
        field.encode_name: _Member(field.required, _described(field.type))
        for field in described.fields
    }
    return members, {name.casefold(): name for name in members}


def _described(kind: inspect.Type) -> _Described | None:
    """The part of `kind` whose members have names, or None where there is none."""
    if isinstance(kind, inspect.UnionType):
        parts = (_described(part) for part in kind.types)
        return next((part for part in parts if part is not None), None)
    return kind if isinstance(kind, _Described) else None
