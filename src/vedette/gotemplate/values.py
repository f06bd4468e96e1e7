"""What a template can touch: plain data and the two kinds of object a caller may make of it.

Plain data are None, bool, int, float, str, lists and tuples, mappings, aware datetimes (Go's
time.Time) and timedeltas (time.Duration). `Struct` and `Named` add fields and methods that their
maker lists. Nothing else is reachable: a template never sees an attribute of a Python object.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum
from typing import Final, Literal, Protocol

import msgspec

from vedette.gotemplate.errors import CallError
from vedette.gotemplate.limits import Budget

Value = object


class ValueKind(Enum):
    NONE = "nil"
    BOOL = "bool"
    INT = "int"
    FLOAT = "float"
    STRING = "string"
    LIST = "list"
    MAP = "map"
    STRUCT = "struct"
    TIME = "time"
    FUNCTION = "function"


class NoValue:
    """Stands where a key is missing. Prints as `<no value>`, unlike a None that is there."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<no value>"


NO_VALUE: Final = NoValue()

Parameter = Literal[
    "any", "bool", "int", "float", "string", "text", "list", "map", "time", "strings"
]
"""What a function takes: `strings` are a list of strings, `any` is everything; `text` is a string
that may be `MarkUp`."""


class Run(Protocol):
    """The execution a function is called in."""

    budget: Budget
    escape: Callable[[str], str] | None
    """What is applied to data that actions print; HTML has its own ways."""

    @property
    def is_html(self) -> bool: ...

    def render(self, name: str, data: Value) -> Value:
        """What the template of that name prints: a text, `MarkUp` where data is escaped.

        Raises `CallError` where there is none.
        """
        ...

    def render_text(self, text: str, data: Value) -> Value:
        """What a text prints that is a template itself. Raises `CallError` if it cannot."""
        ...

    def call_value(self, function: "Function", given: Sequence[Value]) -> Value: ...


class Function(msgspec.Struct, frozen=True):
    """A function a template can call. `call` gets plain Python values of the kinds told.

    `rest` is the kind of any number of further arguments. With `runs`, `call` gets the
    `Run` it is called in first. It says what is wrong by raising `CallError`.
    """

    call: Callable[..., Value]
    parameters: tuple[Parameter, ...] = ()
    rest: Parameter | None = None
    runs: bool = False


class Struct(msgspec.Struct, frozen=True, eq=False):
    """Named fields, and methods. `text` is what it prints as, where it is not its fields."""

    fields: Mapping[str, Value]
    methods: Mapping[str, Function] = msgspec.field(default_factory=dict)
    name: str = "struct"
    text: Callable[[], str] | None = None


class Named(msgspec.Struct, frozen=True, eq=False):
    """A plain value under a type's name, with methods, as `type KV map[string]string` in Go.

    `zero` is what `index` and `missingkey=zero` give for a missing key of a map.
    """

    value: Value
    methods: Mapping[str, Function] = msgspec.field(default_factory=dict)
    name: str = ""
    zero: Value = None
    text: Callable[[], str] | None = None


class MarkUp(Named, frozen=True, eq=False):
    """A text that is printed otherwise than functions and conditions see it.

    `value` is what it says; in `printed` the template's own parts are as they are written, and
    what came with the data is escaped. `is_own` where nothing of it came with the data.
    """

    printed: str = ""
    is_own: bool = False


class Duration(int):
    """Nanoseconds, as Go's time.Duration: an integer that prints as `1m30s`."""


_KINDS: dict[type, ValueKind] = {
    type(None): ValueKind.NONE,
    NoValue: ValueKind.NONE,
    bool: ValueKind.BOOL,
    int: ValueKind.INT,
    float: ValueKind.FLOAT,
    str: ValueKind.STRING,
    list: ValueKind.LIST,
    tuple: ValueKind.LIST,
    dict: ValueKind.MAP,
    datetime: ValueKind.TIME,
    timedelta: ValueKind.INT,
    Duration: ValueKind.INT,
    Struct: ValueKind.STRUCT,
    MarkUp: ValueKind.STRING,
    Function: ValueKind.FUNCTION,
}
_WIDER: tuple[tuple[type, ValueKind], ...] = (
    (bool, ValueKind.BOOL),
    (int, ValueKind.INT),
    (float, ValueKind.FLOAT),
    (str, ValueKind.STRING),
    (list, ValueKind.LIST),
    (tuple, ValueKind.LIST),
    (Mapping, ValueKind.MAP),
    (datetime, ValueKind.TIME),
)


def kind(value: Value) -> ValueKind:
    """Raises `CallError` for what is no data."""
    known = _KINDS.get(type(value))
    if known is not None:
        return known
    if isinstance(value, Named):
        return kind(value.value)
    for wider, its_kind in _WIDER:
        if isinstance(value, wider):
            return its_kind
    raise CallError("a value of a kind that templates cannot use")


def plain(value: Value) -> Value:
    """Without its type's name; a timedelta as the `Duration` it is in Go."""
    while isinstance(value, Named):
        value = value.value
    if isinstance(value, timedelta):
        return duration(value)
    return value


def duration(value: timedelta) -> Duration:
    return Duration((value.days * 86_400 + value.seconds) * 10**9 + value.microseconds * 1000)


def items(value: Value) -> list[Value] | tuple[Value, ...]:
    found = plain(value)
    if not isinstance(found, list | tuple):
        raise CallError(f"expected a list; found {type_name(value)}")
    return found


def entries(value: Value) -> Mapping[Value, Value]:
    found = plain(value)
    if not isinstance(found, Mapping):
        raise CallError(f"expected a map; found {type_name(value)}")
    return found


def sorted_keys(mapping: Mapping[Value, Value]) -> list[Value]:
    """In Go's order: numbers before texts, each in their own order."""
    return sorted(mapping, key=_order)


def _order(key: Value) -> tuple[int, float, bytes]:
    if isinstance(key, int | float):
        return 0, key, b""
    return 1, 0, encoded(str(key))


_TYPE_NAMES = {
    ValueKind.NONE: "<nil>",
    ValueKind.BOOL: "bool",
    ValueKind.INT: "int",
    ValueKind.FLOAT: "float64",
    ValueKind.STRING: "string",
    ValueKind.LIST: "[]interface {}",
    ValueKind.MAP: "map[string]interface {}",
    ValueKind.STRUCT: "struct",
    ValueKind.TIME: "time.Time",
    ValueKind.FUNCTION: "func()",
}


def type_name(value: Value) -> str:
    """As Go would call the type."""
    if isinstance(value, Struct):
        return value.name
    if isinstance(value, Named) and value.name:
        return value.name
    if isinstance(value, Named) and isinstance(value.zero, str):
        return "map[string]string"
    if isinstance(value, timedelta | Duration):
        return "time.Duration"
    return _TYPE_NAMES[kind(value)]


def truth(value: Value) -> bool:
    """Go's rule: false, zero, nil and what is empty are false; a struct is true."""
    of = kind(value)
    if of in (ValueKind.STRUCT, ValueKind.TIME, ValueKind.FUNCTION):
        return True
    return of is not ValueKind.NONE and bool(plain(value))


def encoded(text: str) -> bytes:
    """The bytes of a Go string. Bytes that are no UTF-8 stand in a str as `surrogateescape`."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def byte_length(text: str) -> int:
    return len(text) if text.isascii() else len(encoded(text))
