"""The values of templates: plain data, and two types of objects that callers can build from it.

Plain data are None, bool, int, float, str, lists and tuples, mappings, aware datetimes (Go's
time.Time) and timedeltas (time.Duration). `Struct` and `Named` add listed fields and methods.
Nothing else is reachable: a template never sees an attribute of a Python object.
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
    """The value of a missing key. Prints as `<no value>`, unlike a None that is present."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<no value>"


NO_VALUE: Final = NoValue()

Parameter = Literal[
    "any", "bool", "int", "float", "string", "text", "list", "map", "time", "strings"
]
"""The type of a parameter: `strings` is a list of strings, `any` is every type; `text` is a string
that may be `MarkUp`."""


class Run(Protocol):
    """The execution in which a function is called."""

    budget: Budget
    escape: Callable[[str], str] | None
    """The escape function for data in the output; HTML has its own."""

    @property
    def is_html(self) -> bool: ...

    def render(self, name: str, data: Value) -> Value:
        """Return the output of the named template: a text, or `MarkUp` if data is escaped.

        Raises `CallError` if it does not exist.
        """
        ...

    def render_text(self, text: str, data: Value) -> Value:
        """Return the output of a text that is a template. Raises `CallError` if it fails."""
        ...

    def call_value(self, function: "Function", given: Sequence[Value]) -> Value: ...


class Function(msgspec.Struct, frozen=True):
    """A function of templates.

    `call` gets plain Python values of the types in `takes`. `rest` is the type of any number of
    further arguments. With `runs`, `call` gets the current `Run` first. It reports errors by
    raising `CallError`.
    """

    call: Callable[..., Value]
    parameters: tuple[Parameter, ...] = ()
    rest: Parameter | None = None
    runs: bool = False


class Struct(msgspec.Struct, frozen=True, eq=False):
    """An object with named fields and methods. `text` is its output if it is not that of its
    fields."""

    fields: Mapping[str, Value]
    methods: Mapping[str, Function] = msgspec.field(default_factory=dict)
    name: str = "struct"
    text: Callable[[], str] | None = None


class Named(msgspec.Struct, frozen=True, eq=False):
    """A plain value with a type name and methods, such as `type KV map[string]string` in Go.

    `zero` is the result of `index` and `missingkey=zero` for a missing key of a map.
    """

    value: Value
    methods: Mapping[str, Function] = msgspec.field(default_factory=dict)
    name: str = ""
    zero: Value = None
    text: Callable[[], str] | None = None


class MarkUp(Named, frozen=True, eq=False):
    """A text whose output differs from its value in functions and conditions.

    `value` is the unescaped text. In `printed`, literals of the template are unchanged and data is
    escaped. `is_own` means that it contains no data.
    """

    printed: str = ""
    is_own: bool = False


class Duration(int):
    """Nanoseconds like Go's time.Duration: an integer that prints as `1m30s`."""


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
    """Return the kind of a value. Raises `CallError` for an unsupported type."""
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
    """Return the value without its type name, and a timedelta as a `Duration`."""
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
    """Return the keys in Go's order: numbers before texts, each in their own order."""
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
    """Return the name of the type in Go."""
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
    """Return the truth by Go's rule: false, zero, nil and empty values are false; a struct is
    true."""
    of = kind(value)
    if of in (ValueKind.STRUCT, ValueKind.TIME, ValueKind.FUNCTION):
        return True
    return of is not ValueKind.NONE and bool(plain(value))


def encoded(text: str) -> bytes:
    """Return the bytes of a Go string. Bytes that are not UTF-8 are surrogates in the str."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def byte_length(text: str) -> int:
    return len(text) if text.isascii() else len(encoded(text))
