"""The grammar of formulas, from the lowest to the highest precedence.

`||`, `&&`, comparisons, `+ -`, `* / %`, then `**` (right-associative), then the signs `-` and `!`.
A sign binds more tightly than `**`: `-2 ** 2` is 4, as in Grafana 10.4.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from vedette.querying.expressions.math.lexer import (
    FormulaError,
    FormulaToken,
    FormulaTokenKind,
    tokens,
)

MAX_DEPTH = 50
MAX_NODES = 1_000
ONE_ARGUMENT = frozenset(
    {"abs", "log", "round", "ceil", "floor", "is_inf", "is_nan", "is_null", "is_number"}
)
CONSTANTS = frozenset({"inf", "infn", "nan", "null"})
LEVELS = (
    ("||",),
    ("&&",),
    ("==", "!=", ">=", "<=", ">", "<"),
    ("+", "-"),
    ("*", "/", "%"),
)


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant; None is null."""

    value: float | None


@dataclass(frozen=True, slots=True)
class Reference:
    ref_id: str
    position: int


@dataclass(frozen=True, slots=True)
class Sign:
    operator: str
    operand: "Node"


@dataclass(frozen=True, slots=True)
class OperatorChain:
    """Operators of one level from left to right, so that a long sum is not a deep tree."""

    first: "Node"
    rest: tuple[tuple[str, "Node"], ...]


@dataclass(frozen=True, slots=True)
class Power:
    base: "Node"
    exponent: "Node"


@dataclass(frozen=True, slots=True)
class FunctionCall:
    name: str
    argument: "Node"


Node: TypeAlias = Constant | Reference | Sign | OperatorChain | Power | FunctionCall


def parse(text: str) -> Node:
    """Parse a formula. Raises `FormulaError` with the position of the error."""
    parser = _Parser(tokens(text))
    if parser.token.kind is FormulaTokenKind.END:
        raise FormulaError("the formula is empty", 1)
    node = parser.level(0)
    rest = parser.token
    if rest.kind is not FormulaTokenKind.END:
        raise FormulaError(f"unexpected {_shown(rest)} after the end of the formula", rest.position)
    return node


def references(node: Node) -> Iterator[str]:
    """Return the distinct refIds of the node in their order."""
    return iter(dict.fromkeys(_references(node)))


def _references(node: Node) -> Iterator[str]:
    match node:
        case Reference(ref_id):
            yield ref_id
        case Sign(_, operand) | FunctionCall(_, operand):
            yield from _references(operand)
        case Power(base, exponent):
            yield from _references(base)
            yield from _references(exponent)
        case OperatorChain(first, rest):
            yield from _references(first)
            for _, operand in rest:
                yield from _references(operand)
        case Constant():
            return


class _Parser:
    def __init__(self, found: list[FormulaToken]) -> None:
        self._tokens = found
        self._at = 0
        self._depth = 0
        self._nodes = 0

    @property
    def token(self) -> FormulaToken:
        return self._tokens[self._at]

    def level(self, index: int) -> Node:
        if index == len(LEVELS):
            return self._power()
        first = self.level(index + 1)
        rest: list[tuple[str, Node]] = []
        while self._is_operator(*LEVELS[index]):
            operator = self._next()
            rest.append((operator.text, self.level(index + 1)))
            self._count(operator)
        return OperatorChain(first, tuple(rest)) if rest else first

    def _power(self) -> Node:
        base = self._sign()
        if not self._is_operator("**"):
            return base
        operator = self._next()
        self._enter(operator)
        exponent = self._power()
        self._depth -= 1
        return Power(base, exponent)

    def _sign(self) -> Node:
        if not self._is_operator("-", "!"):
            return self._atom()
        operator = self._next()
        self._enter(operator)
        operand = self._sign()
        self._depth -= 1
        return Sign(operator.text, operand)

    def _atom(self) -> Node:
        token = self._next()
        self._count(token)
        match token.kind:
            case FormulaTokenKind.NUMBER:
                return Constant(_number(token))
            case FormulaTokenKind.REFERENCE:
                return Reference(token.text, token.position)
            case FormulaTokenKind.OPEN:
                self._enter(token)
                node = self.level(0)
                self._close(token)
                return node
            case FormulaTokenKind.NAME:
                return self._call(token)
            case _:
                raise FormulaError(f"a value is missing before {_shown(token)}", token.position)

    def _call(self, name: FormulaToken) -> Node:
        if name.text not in ONE_ARGUMENT and name.text not in CONSTANTS:
            known = ", ".join(sorted(ONE_ARGUMENT | CONSTANTS))
            raise FormulaError(
                f"{name.text[:40]!r} is not a function; there are {known}, and references "
                "start with '$'",
                name.position,
            )
        opening = self._next()
        if opening.kind is not FormulaTokenKind.OPEN:
            raise FormulaError(f"'(' is missing after {name.text!r}", opening.position)
        self._enter(opening)
        if name.text in CONSTANTS:
            self._close(opening)
            return Constant(_CONSTANT_VALUES[name.text])
        if self.token.kind is FormulaTokenKind.CLOSE:
            raise FormulaError(f"{name.text!r} takes one argument", self.token.position)
        argument = self.level(0)
        self._close(opening)
        return FunctionCall(name.text, argument)

    def _close(self, opening: FormulaToken) -> None:
        token = self._next()
        if token.kind is not FormulaTokenKind.CLOSE:
            text = f"the '(' at position {opening.position} is not closed before {_shown(token)}"
            raise FormulaError(text, token.position)
        self._depth -= 1

    def _enter(self, token: FormulaToken) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise FormulaError(
                f"the formula is nested more than {MAX_DEPTH} levels deep", token.position
            )
        self._count(token)

    def _count(self, token: FormulaToken) -> None:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise FormulaError(f"the formula has more than {MAX_NODES:,} parts", token.position)

    def _is_operator(self, *texts: str) -> bool:
        return self.token.kind is FormulaTokenKind.OPERATOR and self.token.text in texts

    def _next(self) -> FormulaToken:
        token = self.token
        if token.kind is not FormulaTokenKind.END:
            self._at += 1
        return token


_CONSTANT_VALUES = {
    "inf": float("inf"),
    "infn": float("-inf"),
    "nan": float("nan"),
    "null": None,
}


def _number(token: FormulaToken) -> float:
    """Parse a number: hexadecimal after `0x`, octal after a zero unless a digit is not octal."""
    text = token.text
    if text[:2] in ("0x", "0X"):
        return float(int(text, 16))
    if len(text) > 1 and text.startswith("0") and not set(text) - set("01234567"):
        return float(int(text, 8))
    return float(text)


def _shown(token: FormulaToken) -> str:
    if token.kind is FormulaTokenKind.END:
        return "the end"
    return repr(f"${token.text}" if token.kind is FormulaTokenKind.REFERENCE else token.text)
