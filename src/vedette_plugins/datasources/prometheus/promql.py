"""Finds the vector selectors of a PromQL expression.

A selector can only occur where an operand is expected, so the parser only keeps whether an operand
or an operator is next. This is enough to distinguish a metric named `sum` from the aggregation, and
a metric named `offset` from the modifier.
"""

import re
from typing import NamedTuple

import msgspec

MAX_LENGTH = 100_000

_TOKEN = re.compile(
    r"""
    (?P<space>\s+|\#[^\n]*)
  | (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)
  | (?P<number>0[xX][0-9a-fA-F_]+|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?:[a-z]\w*)?)
  | (?P<name>[A-Za-z_:][\w:]*)
  | (?P<operator>==|!=|<=|>=|=~|!~|[-+*/%^<>=@,(){}\[\]:])
    """,
    re.VERBOSE,
)
_AGGREGATIONS = frozenset(
    {"sum", "avg", "count", "min", "max", "group", "stddev", "stdvar", "topk", "bottomk"}
    | {"count_values", "quantile", "limitk", "limit_ratio"}
)
_BINARY_WORDS = frozenset({"and", "or", "unless", "atan2"})
_BINARY_SIGNS = frozenset({"+", "-", "*", "/", "%", "^", "==", "!=", "<", "<=", ">", ">="})
_MATCHING = frozenset({"on", "ignoring", "group_left", "group_right"})
_NUMBER_WORDS = frozenset({"inf", "nan"})


class NotPromql(ValueError):
    """`args[0]` names the unexpected token and its position."""


class Token(NamedTuple):
    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class Selector(msgspec.Struct, frozen=True):
    """A metric name, a list of matchers in braces, or both.

    `insert_at` is the position for a further matcher; `empty` whether it would be the first one
    there, and `braces` whether there are braces already.
    """

    insert_at: int
    braces: bool
    empty: bool


def selectors(expr: str) -> list[Selector]:
    """Return every vector selector in order. Raises `NotPromql`."""
    if len(expr) > MAX_LENGTH:
        raise NotPromql(f"the expression is longer than {MAX_LENGTH} characters")
    return _Walk(tokens(expr), len(expr)).run()


def tokens(expr: str) -> list[Token]:
    """Return the tokens without white space and comments. Raises `NotPromql`."""
    found, position = [], 0
    while position < len(expr):
        match = _TOKEN.match(expr, position)
        if match is None:
            raise NotPromql(f"unexpected {expr[position]!r} at character {position + 1}")
        if match.lastgroup != "space":
            found.append(Token(match.lastgroup or "", match[0], position))
        position = match.end()
    return found


class _Walk:
    def __init__(self, tokens: list[Token], length: int) -> None:
        self._tokens = [*tokens, Token("end", "", length)]
        self._at = 0
        self._found: list[Selector] = []

    def run(self) -> list[Selector]:
        depth = 0
        operand = True
        while self._next.kind != "end":
            token = self._take()
            if operand:
                if token.text in ("(", "+", "-"):
                    depth += token.text == "("
                elif token.text == ")":  # An empty argument list: `time()`.
                    depth, operand = depth - 1, False
                else:
                    operand = self._operand(token)
            elif token.text == ")":
                depth -= 1
            elif token.text == ",":
                operand = True
            else:
                operand = self._operator(token)
            if depth < 0:
                raise _unexpected(token)
        if depth:
            raise NotPromql("a bracket is not closed")
        return self._found

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        token = self._tokens[self._at]
        self._at += 1
        return token

    def _operand(self, token: Token) -> bool:
        """Parse an operand that starts with `token`; return True if another operand follows."""
        if token.kind in ("number", "string"):
            return False
        if token.text == "{":
            self._braces(named=False)
            return False
        if token.kind != "name":
            raise _unexpected(token)
        word = token.text.lower()
        if self._next.text == "(":
            return True
        if word in _AGGREGATIONS and self._grouping_follows():
            self._take()
            self._skip("(", ")")
            return True
        if word in _NUMBER_WORDS:
            return False
        if self._next.text == "{":
            self._take()
            self._braces(named=True)
        else:
            self._found.append(Selector(token.end, braces=False, empty=True))
        return False

    def _grouping_follows(self) -> bool:
        following = self._tokens[self._at + 1].text if self._next.kind == "name" else ""
        return self._next.text.lower() in ("by", "without") and following == "("

    def _operator(self, token: Token) -> bool:
        """Parse the token after an operand; return True if an operand must follow."""
        word = token.text.lower()
        if token.text in _BINARY_SIGNS or word in _BINARY_WORDS:
            self._matching()
            return True
        if token.text == "[":
            self._skip_rest("[", "]")
        elif word == "offset":
            self._sign_and_number()
        elif token.text == "@":
            self._moment()
        elif word in ("by", "without"):
            self._skip("(", ")")
        else:
            raise _unexpected(token)
        return False

    def _matching(self) -> None:
        """Parse `bool`, `on (...)`, `ignoring (...)`, `group_left (...)` and `group_right
        (...)`."""
        while self._next.kind == "name":
            word = self._next.text.lower()
            follows = self._tokens[self._at + 1].text
            if word in ("on", "ignoring") and follows != "(":
                return
            if word == "bool":
                self._take()
            elif word in _MATCHING:
                self._take()
                if follows == "(":
                    self._skip("(", ")")
            else:
                return

    def _sign_and_number(self) -> None:
        if self._next.text in ("+", "-"):
            self._take()
        if self._next.text == "(":
            self._skip("(", ")")
        elif self._take().kind != "number":
            raise NotPromql("offset without a duration")

    def _moment(self) -> None:
        if self._next.kind == "name":
            self._take()
            self._skip("(", ")")
        else:
            self._sign_and_number()

    def _skip(self, opening: str, closing: str) -> None:
        if self._take().text != opening:
            raise NotPromql(f"{opening} expected at character {self._tokens[self._at - 1].start}")
        self._skip_rest(opening, closing)

    def _skip_rest(self, opening: str, closing: str) -> None:
        depth = 1
        while depth:
            token = self._take()
            if token.kind == "end":
                raise NotPromql(f"{opening} is not closed")
            depth += (token.text == opening) - (token.text == closing)

    def _braces(self, *, named: bool) -> None:
        """Parse up to the closing brace; a matcher may follow the last one, or its comma."""
        opening = previous = self._tokens[self._at - 1]
        while self._next.text != "}":
            previous = self._take()
            if previous.kind == "end" or previous.text == "{":
                raise NotPromql("a brace is not closed")
        empty = previous is opening or previous.text == ","
        if previous is opening and not named:
            raise NotPromql("a selector needs a name or a matcher")
        self._found.append(Selector(previous.end, braces=True, empty=empty))
        self._take()


def _unexpected(token: Token) -> NotPromql:
    return NotPromql(f"unexpected {token.text!r} at character {token.start + 1}")
