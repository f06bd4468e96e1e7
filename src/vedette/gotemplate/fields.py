"""`.Name` of a value: a method, a field or the entry of a map."""

from datetime import datetime
from typing import Literal

from vedette.gotemplate.errors import CallError
from vedette.gotemplate.times.methods import method as method_of_time
from vedette.gotemplate.values import (
    NO_VALUE,
    Duration,
    Function,
    Named,
    NoValue,
    Struct,
    Value,
    ValueKind,
    entries,
    kind,
    plain,
    type_name,
)

MissingKey = Literal["default", "zero", "error"]
"""The result for a missing key of a map: no value, the zero of its type, or an error."""


def method(receiver: Value, name: str) -> Function | None:
    if type(receiver) is dict:
        return None
    if isinstance(receiver, Struct | Named) and name in receiver.methods:
        return receiver.methods[name]
    if isinstance(receiver, Struct):
        return None
    simple = plain(receiver)
    return method_of_time(simple, name) if isinstance(simple, datetime | Duration) else None


def field(receiver: Value, name: str, missing_key: MissingKey, *, has_arguments: bool) -> Value:
    """Return the value of a name. Raises `CallError` if there is none, or if it gets arguments."""
    if isinstance(receiver, NoValue):
        if missing_key == "error":
            raise CallError(f'nil data; no entry for key "{name}"')
        return NO_VALUE
    if receiver is None:
        raise CallError(f"nil pointer evaluating interface {{}}.{name}")
    if isinstance(receiver, Struct) and name in receiver.fields:
        if has_arguments:
            raise CallError(f"{name} has arguments but cannot be invoked as function")
        return receiver.fields[name]
    if kind(receiver) is ValueKind.MAP:
        if has_arguments:
            raise CallError(f"{name} is not a method but has arguments")
        mapping = entries(receiver)
        return mapping[name] if name in mapping else _missing(receiver, name, missing_key)
    raise CallError(f"can't evaluate field {name} in type {type_name(receiver)}")


def _missing(receiver: Value, name: str, missing_key: MissingKey) -> Value:
    if missing_key == "error":
        raise CallError(f'map has no entry for key "{name}"')
    if missing_key == "zero":
        return receiver.zero if isinstance(receiver, Named) else None
    return NO_VALUE
