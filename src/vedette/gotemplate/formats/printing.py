"""Formats any value by a verb, lists and maps with their elements."""

from collections.abc import Callable, Sequence
from datetime import datetime

from vedette.gotemplate.errors import LimitError
from vedette.gotemplate.formats.numbers import put_float, put_integer
from vedette.gotemplate.formats.output import Flags, Output
from vedette.gotemplate.formats.quoting import (
    can_backquote,
    character,
    quote,
    quote_character,
    unicode_point,
)
from vedette.gotemplate.limits import Budget
from vedette.gotemplate.times.texts import duration_text, time_text
from vedette.gotemplate.values import (
    Duration,
    MarkUp,
    Named,
    Struct,
    Value,
    ValueKind,
    encoded,
    entries,
    items,
    kind,
    plain,
    sorted_keys,
    type_name,
)

Escape = Callable[[str], str]
_MAX_DEPTH = 100


def text_of(value: Value, budget: Budget) -> str:
    """Return the output of an action, like fmt.Fprint."""
    if type(value) is str:
        return value
    out = Output(budget)
    put(out, Flags(), value, "v")
    return out.text()


def sprint(values: Sequence[Value], budget: Budget, escape: Escape | None = None) -> str:
    """Format like fmt.Sprint: a space separates two values if neither is a string."""
    out = Output(budget)
    after_text = True
    for index, value in enumerate(values):
        is_text = kind(value) is ValueKind.STRING
        if index and not is_text and not after_text:
            out.add(" ")
        put_safe(out, Flags(), value, "v", escape)
        after_text = is_text
    return out.text()


def sprintln(values: Sequence[Value], budget: Budget, escape: Escape | None = None) -> str:
    out = Output(budget)
    for index, value in enumerate(values):
        if index:
            out.add(" ")
        put_safe(out, Flags(), value, "v", escape)
    out.add("\n")
    return out.text()


def put_safe(out: Output, flags: Flags, value: Value, verb: str, escape: Escape | None) -> None:
    """Format like `put`, and escape data, but not literals of the template."""
    if escape is None:
        put(out, flags, value, verb)
    elif isinstance(value, MarkUp) and verb in "sv" and flags == Flags():
        out.add(value.printed)
    else:
        inner = out.beside()
        put(inner, flags, value, verb)
        out.add(escape(inner.text()))


def put(out: Output, flags: Flags, value: Value, verb: str, depth: int = 0) -> None:
    if depth > _MAX_DEPTH:
        raise LimitError(f"a value is nested deeper than {_MAX_DEPTH} levels")
    of = kind(value)
    if of is ValueKind.NONE:
        _put_nil(out, flags, value, verb, depth)
        return
    if verb == "T" and depth == 0:
        _put_string(out, flags, type_name(value), "s")
        return
    if verb == "p":
        _put_bad(out, flags, value, verb)
        return
    text = _own_text(value)
    if text is not None and verb in "vsxXq" and not flags.sharp_v:
        _put_string(out, flags, text, verb)
        return
    simple = plain(value)
    if isinstance(simple, bool):
        if verb in "tv":
            out.padded("true" if simple else "false", flags)
        else:
            _put_bad(out, flags, value, verb)
    elif isinstance(simple, int):
        _put_int(out, flags, value, simple, verb)
    elif isinstance(simple, float):
        if verb in "vbgGxXfFeE":
            put_float(out, flags, float(simple), verb)
        else:
            _put_bad(out, flags, value, verb)
    elif isinstance(simple, str):
        if verb in "vsxXq":
            _put_string(out, flags, simple, verb)
        else:
            _put_bad(out, flags, value, verb)
    else:
        _put_composite(out, flags, value, verb, depth)


def _own_text(value: Value) -> str | None:
    if isinstance(value, Named | Struct):
        return value.text() if value.text is not None else None
    simple = plain(value)
    if isinstance(simple, Duration):
        return duration_text(simple)
    return time_text(simple) if isinstance(simple, datetime) else None


def _put_nil(out: Output, flags: Flags, value: Value, verb: str, depth: int) -> None:
    if depth:
        out.add("interface {}(nil)" if flags.sharp_v else "<nil>")
    elif verb in "Tv":
        out.padded("<nil>", flags)
    else:
        _put_bad(out, flags, value, verb)


def _put_bad(out: Output, flags: Flags, value: Value, verb: str) -> None:
    if kind(value) is ValueKind.NONE:
        out.add(f"%!{verb}(<nil>)")
        return
    out.add(f"%!{verb}({type_name(value)}=")
    put(out, flags, value.value if isinstance(value, Named) else _bare(value), "v")
    out.add(")")


def _bare(value: Value) -> Value:
    """Return the value without methods: Go does not call them in error messages."""
    return int(value) if isinstance(value, Duration) else value


def _put_int(out: Output, flags: Flags, value: Value, number: int, verb: str) -> None:
    if verb in "vdboOxX":
        put_integer(out, flags, int(number), verb)
    elif verb == "c":
        out.padded(character(number), flags)
    elif verb == "q":
        out.padded(quote_character(number, ascii_only=flags.plus), flags)
    elif verb == "U":
        zero, flags.zero = flags.zero, False
        digits = flags.precision or 0
        out.room(digits)
        out.padded(unicode_point(number, digits=digits, sharp=flags.sharp), flags)
        flags.zero = zero
    else:
        _put_bad(out, flags, value, verb)


def _put_string(out: Output, flags: Flags, text: str, verb: str) -> None:
    if verb in "xX":
        _put_hex(out, flags, encoded(text), verb)
        return
    if flags.precision is not None:
        text = text[: flags.precision]
    if verb == "q" or flags.sharp_v:
        if flags.sharp and can_backquote(text):
            text = f"`{text}`"
        else:
            text = quote(text, ascii_only=flags.plus)
    out.padded(text, flags)


def _put_hex(out: Output, flags: Flags, data: bytes, verb: str) -> None:
    if flags.precision is not None:
        data = data[: flags.precision]
    start = f"0{verb}" if flags.sharp and data else ""
    between = (" " + start) if flags.space else ""
    digits = (f"{byte:02{verb}}" for byte in data)
    out.padded(start + between.join(digits), flags)


def _put_composite(out: Output, flags: Flags, value: Value, verb: str, depth: int) -> None:
    of = kind(value)
    if of is ValueKind.LIST:
        _put_list(out, flags, value, verb, depth)
    elif of is ValueKind.MAP:
        _put_map(out, flags, value, verb, depth)
    elif isinstance(value, Struct):
        _put_struct(out, flags, value, verb, depth)
    elif of is ValueKind.TIME:
        _put_string(out, flags, _own_text(value) or "", "s")
    else:
        out.add(f"%!{verb}({type_name(value)})")


def _put_list(out: Output, flags: Flags, value: Value, verb: str, depth: int) -> None:
    members = items(value)
    if verb in "xX" and type_name(value) == "[]uint8":
        _put_hex(out, flags, bytes(item for item in members if isinstance(item, int)), verb)
        return
    start, between, end = "[", " ", "]"
    if flags.sharp_v:
        start, between, end = f"{type_name(value)}{{", ", ", "}"
    out.add(start)
    for index, member in enumerate(members):
        if index:
            out.add(between)
        put(out, flags, member, verb, depth + 1)
    out.add(end)


def _put_map(out: Output, flags: Flags, value: Value, verb: str, depth: int) -> None:
    mapping = entries(value)
    start, between, end = "map[", " ", "]"
    if flags.sharp_v:
        start, between, end = f"{type_name(value)}{{", ", ", "}"
    out.add(start)
    for index, key in enumerate(sorted_keys(mapping)):
        if index:
            out.add(between)
        put(out, flags, key, verb, depth + 1)
        out.add(":")
        put(out, flags, mapping[key], verb, depth + 1)
    out.add(end)


def _put_struct(out: Output, flags: Flags, value: Struct, verb: str, depth: int) -> None:
    out.add(f"{value.name}{{" if flags.sharp_v else "{")
    for index, (name, member) in enumerate(value.fields.items()):
        if index:
            out.add(", " if flags.sharp_v else " ")
        if flags.sharp_v or flags.plus_v:
            out.add(f"{name}:")
        put(out, flags, member, verb, depth + 1)
    out.add("}")
