"""Splits a formula into tokens with their positions."""

import re
from dataclasses import dataclass
from enum import StrEnum

MAX_LENGTH = 10_000


class FormulaError(Exception):
    """An error in a formula. `text` is a clause; `position` counts characters from 1."""

    def __init__(self, text: str, position: int) -> None:
        super().__init__(text)
        self.text = text
        self.position = position


class FormulaTokenKind(StrEnum):
    NUMBER = "number"
    REFERENCE = "reference"
    NAME = "name"
    OPERATOR = "operator"
    OPEN = "("
    CLOSE = ")"
    COMMA = ","
    END = "end"


@dataclass(frozen=True, slots=True)
class FormulaToken:
    """A token. The `text` of a reference is the refId, without dollar sign and braces."""

    kind: FormulaTokenKind
    text: str
    position: int


_TOKEN = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<number>0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    | \$(?P<reference>\w+)
    | \$\{(?P<braced>[^{}]+)\}
    | (?P<name>[^\W\d]\w*)
    | (?P<operator>\*\*|&&|\|\||==|!=|>=|<=|[-+*/%<>!])
    | (?P<open>\()
    | (?P<close>\))
    | (?P<comma>,)
    """,
    re.VERBOSE,
)
_KINDS = {
    "number": FormulaTokenKind.NUMBER,
    "reference": FormulaTokenKind.REFERENCE,
    "braced": FormulaTokenKind.REFERENCE,
    "name": FormulaTokenKind.NAME,
    "operator": FormulaTokenKind.OPERATOR,
    "open": FormulaTokenKind.OPEN,
    "close": FormulaTokenKind.CLOSE,
    "comma": FormulaTokenKind.COMMA,
}


def tokens(text: str) -> list[FormulaToken]:
    """Return the tokens; the last one is `END`. Raises `FormulaError` at an invalid character."""
    if len(text) > MAX_LENGTH:
        raise FormulaError(f"the formula is longer than {MAX_LENGTH:,} characters", MAX_LENGTH + 1)
    found: list[FormulaToken] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise FormulaError(_unreadable(text, at), at + 1)
        group = match.lastgroup or ""
        if group != "space":
            kind = _KINDS[group]
            if kind is FormulaTokenKind.NUMBER and text[match.end() : match.end() + 1].isalnum():
                raise FormulaError(f"{_word(text, at)!r} is not a number", at + 1)
            found.append(FormulaToken(kind, match[group], at + 1))
        at = match.end()
    found.append(FormulaToken(FormulaTokenKind.END, "", len(text) + 1))
    return found


def _unreadable(text: str, at: int) -> str:
    if text.startswith("${", at):
        return "'${' starts a reference without a closing '}'"
    if text[at] == "$":
        return "'$' is not followed by a refId"
    if text[at] in "&|=":
        return f"{text[at]!r} is not an operator; did you mean {text[at] * 2!r}"
    return f"{text[at]!r} is not allowed here"


def _word(text: str, at: int) -> str:
    match = re.compile(r"[\w.]+").match(text, at)
    return match[0][:40] if match else text[at]
