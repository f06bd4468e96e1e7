"""eq, ne, lt, le, gt and ge by the rules of Go: types must match, but not the size of integers."""

from vedette.gotemplate.errors import CallError
from vedette.gotemplate.values import Struct, Value, ValueKind, encoded, kind, plain, type_name

_BASIC = frozenset({ValueKind.BOOL, ValueKind.INT, ValueKind.FLOAT, ValueKind.STRING})
_ORDERED = frozenset({ValueKind.INT, ValueKind.FLOAT, ValueKind.STRING})


def equal(first: Value, *others: Value) -> bool:
    """Return whether the first argument equals one of the others."""
    if not others:
        raise CallError("missing argument for comparison")
    return any(_same(first, other) for other in others)


def not_equal(first: Value, second: Value) -> bool:
    return not _same(first, second)


def less(first: Value, second: Value) -> bool:
    first_kind, second_kind = kind(first), kind(second)
    if first_kind not in _BASIC or second_kind not in _BASIC:
        raise CallError("invalid type for comparison")
    if first_kind is not second_kind:
        raise CallError(_incompatible(first, second))
    if first_kind not in _ORDERED:
        raise CallError("invalid type for comparison")
    one, two = plain(first), plain(second)
    if isinstance(one, str) and isinstance(two, str):
        return encoded(one) < encoded(two)
    if isinstance(one, int | float) and isinstance(two, int | float):
        return one < two
    raise CallError("invalid type for comparison")


def less_or_equal(first: Value, second: Value) -> bool:
    return less(first, second) or _same(first, second)


def greater(first: Value, second: Value) -> bool:
    return not less_or_equal(first, second)


def greater_or_equal(first: Value, second: Value) -> bool:
    return not less(first, second)


def _same(first: Value, second: Value) -> bool:
    first_kind, second_kind = kind(first), kind(second)
    if ValueKind.NONE in (first_kind, second_kind):
        return first_kind is second_kind
    if first_kind in _BASIC and second_kind in _BASIC:
        if first_kind is not second_kind:
            raise CallError(_incompatible(first, second))
        if first_kind is ValueKind.STRING:
            return encoded(str(plain(first))) == encoded(str(plain(second)))
        return plain(first) == plain(second)
    if first_kind in _BASIC or second_kind in _BASIC:
        raise CallError(_incompatible(first, second))
    for value, of in ((first, first_kind), (second, second_kind)):
        if of in (ValueKind.LIST, ValueKind.MAP, ValueKind.FUNCTION):
            raise CallError(f"non-comparable type: {type_name(value)}")
    if isinstance(first, Struct) or isinstance(second, Struct):
        return _same_fields(first, second)
    return plain(first) == plain(second)


def _same_fields(first: Value, second: Value) -> bool:
    if not isinstance(first, Struct) or not isinstance(second, Struct):
        return False
    return (
        first.name == second.name
        and first.fields.keys() == second.fields.keys()
        and all(_same(first.fields[name], second.fields[name]) for name in first.fields)
    )


def _incompatible(first: Value, second: Value) -> str:
    return f"incompatible types for comparison: {type_name(first)} and {type_name(second)}"
