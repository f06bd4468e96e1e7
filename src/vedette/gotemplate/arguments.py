"""Checks the arguments of function calls, like Go."""

from collections.abc import Mapping

from vedette.gotemplate.errors import CallError
from vedette.gotemplate.nodes import Bool, Nil, NumberNode, Operand, String
from vedette.gotemplate.values import (
    MarkUp,
    Parameter,
    Value,
    ValueKind,
    items,
    kind,
    plain,
    type_name,
)

_KINDS: Mapping[Parameter, ValueKind] = {
    "bool": ValueKind.BOOL,
    "int": ValueKind.INT,
    "float": ValueKind.FLOAT,
    "string": ValueKind.STRING,
    "text": ValueKind.STRING,
    "list": ValueKind.LIST,
    "strings": ValueKind.LIST,
    "map": ValueKind.MAP,
    "time": ValueKind.TIME,
}
_NAMES: Mapping[Parameter, str] = {
    "any": "interface {}",
    "float": "float64",
    "list": "[]interface {}",
    "strings": "[]string",
    "text": "string",
    "map": "map[string]interface {}",
    "time": "time.Time",
}
_NILABLE: frozenset[Parameter] = frozenset({"any", "list", "strings", "map"})
_CONSTANTS = Bool | Nil | NumberNode | String


def constant(node: _CONSTANTS, takes: Parameter) -> Value:
    """Return the value of a constant where the type `takes` is required."""
    if isinstance(node, Nil):
        if takes not in _NILABLE:
            raise CallError(f"cannot assign nil to {_NAMES.get(takes, takes)}")
        return {"any": None, "map": {}}.get(takes, [])
    if takes == "any":
        return ideal(node) if isinstance(node, NumberNode) else node.value
    if takes == "bool" and isinstance(node, Bool):
        return node.value
    if takes in ("string", "text") and isinstance(node, String):
        return node.value
    if takes == "int" and isinstance(node, NumberNode) and node.whole is not None:
        return node.whole
    if takes == "float" and isinstance(node, NumberNode) and node.real is not None:
        return node.real
    wanted = "integer" if takes == "int" else "string" if takes == "text" else takes
    if takes in ("bool", "string", "text", "int", "float"):
        raise CallError(f"expected {wanted}; found {node}")
    raise CallError(f"can't handle {node} for arg of type {_NAMES.get(takes, takes)}")


def ideal(node: NumberNode) -> int | float:
    """Return the value of a constant without a required type."""
    if node.is_float and node.real is not None:
        return node.real
    if node.whole is None or node.whole >= 2**63:
        raise CallError(f"{node.text} overflows int")
    return node.whole


def is_constant(node: Operand) -> bool:
    return isinstance(node, _CONSTANTS)


def accepted(value: Value, takes: Parameter) -> Value:
    """Return the plain value. Raises `CallError` if it has another type."""
    of = kind(value)
    if takes == "any":
        return None if of is ValueKind.NONE else value
    name = _NAMES.get(takes, takes)
    if of is ValueKind.NONE:
        if takes in _NILABLE:
            return {} if takes == "map" else []
        raise CallError(f"invalid value; expected {name}")
    if of is not _KINDS[takes]:
        raise CallError(f"wrong type for value; expected {name}; got {type_name(value)}")
    if takes == "strings":
        return [_string(member) for member in items(value)]
    return value if takes == "text" and isinstance(value, MarkUp) else plain(value)


def _string(member: Value) -> str:
    found = plain(member)
    if not isinstance(found, str):
        raise CallError(f"wrong type for value; expected []string; got one {type_name(member)}")
    return found
