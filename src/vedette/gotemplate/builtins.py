"""The built-in functions, except the calls of `and` and `or`, which the executor evaluates."""

from collections.abc import Callable, Mapping
from urllib.parse import quote_plus

from vedette.gotemplate import comparison, formats
from vedette.gotemplate.errors import CallError
from vedette.gotemplate.html import escape_text
from vedette.gotemplate.values import (
    NO_VALUE,
    Function,
    MarkUp,
    Named,
    Run,
    Value,
    ValueKind,
    byte_length,
    decoded,
    encoded,
    entries,
    items,
    kind,
    plain,
    truth,
    type_name,
)

_JS = {
    "\\": "\\\\",
    "'": "\\'",
    '"': '\\"',
    "<": "\\u003C",
    ">": "\\u003E",
    "&": "\\u0026",
    "=": "\\u003D",
}


def _index(item: Value, *indexes: Value) -> Value:
    if kind(item) is ValueKind.NONE:
        raise CallError("index of untyped nil")
    for position in indexes:
        of = kind(item)
        if of is ValueKind.NONE:
            raise CallError("index of nil pointer")
        if of is ValueKind.LIST:
            members = items(item)
            item = members[_checked(position, len(members), last=len(members) - 1)]
        elif of is ValueKind.STRING:
            data = encoded(str(plain(item)))
            item = Named(data[_checked(position, len(data), last=len(data) - 1)], name="uint8")
        elif of is ValueKind.MAP:
            item = _entry(item, position)
        else:
            raise CallError(f"can't index item of type {type_name(item)}")
    return item


def _entry(item: Value, key: Value) -> Value:
    mapping = entries(item)
    of = kind(key)
    if of is ValueKind.NONE:
        raise CallError("value is nil; should be of type string")
    takes = ValueKind.STRING if not mapping else kind(next(iter(mapping)))
    if of is not takes:
        raise CallError(f"value has type {type_name(key)}; should be {takes.value}")
    return mapping.get(plain(key), item.zero if isinstance(item, Named) else None)


def _checked(position: Value, size: int, *, last: int) -> int:
    of = kind(position)
    if of is ValueKind.NONE:
        raise CallError("cannot index slice/array with nil")
    number = plain(position)
    if of is not ValueKind.INT or not isinstance(number, int):
        raise CallError(f"cannot index slice/array with type {type_name(position)}")
    if not 0 <= number <= last:
        raise CallError(f"index out of range: {number}")
    return int(number)


def _slice(item: Value, *indexes: Value) -> Value:
    of = kind(item)
    if of is ValueKind.NONE:
        raise CallError("slice of untyped nil")
    if len(indexes) > 3:
        raise CallError(f"too many slice indexes: {len(indexes)}")
    if of is ValueKind.STRING:
        if len(indexes) == 3:
            raise CallError("cannot 3-index slice a string")
        data = encoded(str(plain(item)))
        start, end = _ends(indexes, len(data))
        return decoded(data[start:end])
    if of is not ValueKind.LIST:
        raise CallError(f"can't slice item of type {type_name(item)}")
    members = items(item)
    start, end = _ends(indexes, len(members))
    return members[start:end]


def _ends(indexes: tuple[Value, ...], size: int) -> tuple[int, int]:
    found = [_checked(index, size, last=size) for index in indexes]
    start = found[0] if found else 0
    end = found[1] if len(found) > 1 else size
    if start > end:
        raise CallError(f"invalid slice index: {start} > {end}")
    if len(found) == 3 and end > found[2]:
        raise CallError(f"invalid slice index: {end} > {found[2]}")
    return start, end


def _len(item: Value) -> int:
    of = kind(item)
    if of is ValueKind.NONE:
        raise CallError("len of nil pointer")
    if of is ValueKind.STRING:
        return byte_length(str(plain(item)))
    if of is ValueKind.LIST:
        return len(items(item))
    if of is ValueKind.MAP:
        return len(entries(item))
    raise CallError(f"len of type {type_name(item)}")


def _print(run: Run, *values: Value) -> Value:
    return _formatted(run, lambda escape: formats.sprint(values, run.budget, escape))


def _println(run: Run, *values: Value) -> Value:
    return _formatted(run, lambda escape: formats.sprintln(values, run.budget, escape))


def _printf(run: Run, text: Value, *values: Value) -> Value:
    form = str(plain(text))
    if not isinstance(text, MarkUp) or not text.is_own:
        return formats.sprintf(form, values, run.budget)
    return _formatted(run, lambda escape: formats.sprintf(form, values, run.budget, escape))


def _formatted(run: Run, render: Callable[[Callable[[str], str] | None], str]) -> Value:
    """Format values; literals of the template stay separate from the data."""
    said = render(None)
    return MarkUp(said, printed=render(run.escape)) if run.escape else said


def _text(run: Run, values: tuple[Value, ...]) -> str:
    """Return the argument of html, js and urlquery as text."""
    shown = ["<no value>" if kind(value) is ValueKind.NONE else value for value in values]
    return formats.sprint(shown, run.budget)


def _html(run: Run, *values: Value) -> Value:
    escaped = escape_text(_text(run, values))
    return Named(escaped, name="template.HTML") if run.is_html else escaped


def _js(run: Run, *values: Value) -> str:
    return "".join(_js_escaped(sign) for sign in _text(run, values))


def _js_escaped(sign: str) -> str:
    if sign in _JS:
        return _JS[sign]
    if sign < " " or not (sign.isascii() or sign.isprintable()):
        return f"\\u{ord(sign):04X}"
    return sign


def _urlquery(run: Run, *values: Value) -> str:
    return quote_plus(encoded(_text(run, values)))


def _call(run: Run, function: Value, *arguments: Value) -> Value:
    if kind(function) is ValueKind.NONE:
        raise CallError("call of nil")
    if not isinstance(function, Function):
        raise CallError(f"non-function of type {type_name(function)}")
    return run.call_value(function, arguments)


def _not(value: Value) -> bool:
    return not truth(value)


BUILTINS: Mapping[str, Function] = {
    # The executor evaluates only as many of their arguments as needed.
    "and": Function(lambda *values: NO_VALUE, ("any",), rest="any"),
    "or": Function(lambda *values: NO_VALUE, ("any",), rest="any"),
    "not": Function(_not, ("any",)),
    "eq": Function(comparison.equal, ("any",), rest="any"),
    "ne": Function(comparison.not_equal, ("any", "any")),
    "lt": Function(comparison.less, ("any", "any")),
    "le": Function(comparison.less_or_equal, ("any", "any")),
    "gt": Function(comparison.greater, ("any", "any")),
    "ge": Function(comparison.greater_or_equal, ("any", "any")),
    "index": Function(_index, ("any",), rest="any"),
    "slice": Function(_slice, ("any",), rest="any"),
    "len": Function(_len, ("any",)),
    "print": Function(_print, rest="any", runs=True),
    "println": Function(_println, rest="any", runs=True),
    "printf": Function(_printf, ("text",), rest="any", runs=True),
    "html": Function(_html, rest="any", runs=True),
    "js": Function(_js, rest="any", runs=True),
    "urlquery": Function(_urlquery, rest="any", runs=True),
    "call": Function(_call, ("any",), rest="any", runs=True),
}
