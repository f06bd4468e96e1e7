"""Turns the text of a template into tokens, by the package documentation of text/template."""

import re
from collections.abc import Container, Iterator
from enum import Enum

import msgspec

from vedette.gotemplate.errors import TemplateError, position

SPACES = " \t\r\n"
KEYWORDS = frozenset(
    {
        "block",
        "break",
        "continue",
        "define",
        "else",
        "end",
        "if",
        "nil",
        "range",
        "template",
        "with",
    }
)
_WORD = re.compile(r"\w+")
_SPACE = re.compile(r"[ \t\r\n]+")
_NUMBER = re.compile(
    r"[+-]?(?:0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?"
    r"|0[oO][0-7_]*(?:\.[0-7_]*)?|0[bB][01_]*(?:\.[01_]*)?"
    r"|[0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]*)?)i?"
)
_STRING = re.compile(r'"(?:[^"\\\n]|\\[^\n])*"')
_CHARACTER = re.compile(r"'(?:[^'\\\n]|\\[^\n])*'")
_ENDS_WORD = " \t\r\n.,|:()"


class TokenKind(Enum):
    TEXT = "text"
    LEFT = "{{"
    RIGHT = "}}"
    SPACE = "space"
    WORD = "word"
    KEYWORD = "keyword"
    BOOL = "bool"
    FIELD = "field"
    VARIABLE = "variable"
    DOT = "."
    NUMBER = "number"
    CHARACTER = "character constant"
    STRING = "string"
    RAW = "raw string"
    PIPE = "|"
    DECLARE = ":="
    ASSIGN = "="
    OPEN = "("
    CLOSE = ")"
    SIGN = "sign"
    END = "EOF"


class TemplateToken(msgspec.Struct, frozen=True):
    kind: TokenKind
    text: str
    at: int


class Lexer:
    """Iterates over the tokens lazily: an error is raised when it is reached.

    `functions` are the known names: one called `break` or `continue` hides the keyword.
    """

    def __init__(self, name: str, text: str, functions: Container[str]) -> None:
        self._name = name
        self._text = text
        self._functions = functions
        self._at = 0
        self._action_at = 0

    def __iter__(self) -> Iterator[TemplateToken]:
        text = self._text
        while True:
            start = self._at
            opened = text.find("{{", start)
            if opened < 0:
                if start < len(text):
                    yield TemplateToken(TokenKind.TEXT, text[start:], start)
                yield TemplateToken(TokenKind.END, "", len(text))
                return
            trims = text.startswith("-", opened + 2) and text[opened + 3 : opened + 4] in _SPACE_SET
            literal = text[start:opened]
            if trims:
                literal = literal.rstrip(SPACES)
            if literal:
                yield TemplateToken(TokenKind.TEXT, literal, start)
            self._action_at = opened
            self._at = opened + (4 if trims else 2)
            if text.startswith("/*", self._at):
                self._comment(self._at)
                continue
            yield TemplateToken(TokenKind.LEFT, "{{", opened)
            yield from self._action()

    def _comment(self, start: int) -> None:
        end = self._text.find("*/", start + 2)
        if end < 0:
            raise self.error(start, "unclosed comment")
        self._at = end + 2
        if not self._closes():
            raise self.error(end, "comment ends before closing delimiter")

    def _closes(self) -> bool:
        """Return whether the action ends here; trimmed space after it is then skipped."""
        text, at = self._text, self._at
        if text.startswith("}}", at):
            self._at = at + 2
            return True
        if text[at : at + 1] in _SPACE_SET and text.startswith("-}}", at + 1):
            after = _SPACE.match(text, at + 4)
            self._at = after.end() if after else at + 4
            return True
        return False

    def _action(self) -> Iterator[TemplateToken]:
        text = self._text
        depth = 0
        while True:
            at = self._at
            if self._closes():
                if depth:
                    raise self.error(at, "unclosed left paren")
                yield TemplateToken(TokenKind.RIGHT, "}}", at)
                return
            if at >= len(text):
                line = position(text, self._action_at)[0]
                here = position(text, at)[0]
                more = f" started at {self._name}:{line}" if line != here else ""
                raise self.error(at, f"unclosed action{more}")
            token = self._token(at)
            if token.kind is TokenKind.OPEN:
                depth += 1
            elif token.kind is TokenKind.CLOSE:
                depth -= 1
                if depth < 0:
                    raise self.error(at, "unexpected right paren")
            yield token

    def _token(self, at: int) -> TemplateToken:
        text = self._text
        sign = text[at]
        if sign in SPACES:
            return self._spaces(at)
        if sign == '"':
            return self._matched(TokenKind.STRING, _STRING, at, "unterminated quoted string")
        if sign == "'":
            return self._matched(
                TokenKind.CHARACTER, _CHARACTER, at, "unterminated character constant"
            )
        if sign == "`":
            end = text.find("`", at + 1)
            if end < 0:
                raise self.error(at, "unterminated raw quoted string")
            return self._take(TokenKind.RAW, at, end + 1)
        if sign == "$":
            return self._name_after(TokenKind.VARIABLE, at)
        if sign == "." and not text[at + 1 : at + 2].isdecimal():
            return self._name_after(TokenKind.FIELD, at)
        if sign in "+-." or "0" <= sign <= "9":
            return self._number(at)
        if sign == "_" or sign.isalnum():
            return self._word(at)
        return self._operator(at, sign)

    def _operator(self, at: int, sign: str) -> TemplateToken:
        if sign == ":":
            if not self._text.startswith(":=", at):
                raise self.error(at, "expected :=")
            return self._take(TokenKind.DECLARE, at, at + 2)
        if sign in _OPERATORS:
            return self._take(_OPERATORS[sign], at, at + 1)
        if " " < sign <= "~":
            return self._take(TokenKind.SIGN, at, at + 1)
        raise self.error(at, f"unrecognized character in action: {_named(sign)}")

    def _spaces(self, at: int) -> TemplateToken:
        match = _SPACE.match(self._text, at)
        end = match.end() if match else at + 1
        if self._text.startswith("-}}", end):
            # The last space belongs to the trim marker.
            end -= 1
        return self._take(TokenKind.SPACE, at, end)

    def _matched(
        self, kind: TokenKind, pattern: re.Pattern[str], at: int, missing: str
    ) -> TemplateToken:
        match = pattern.match(self._text, at)
        if match is None:
            raise self.error(at, missing)
        return self._take(kind, at, match.end())

    def _name_after(self, kind: TokenKind, at: int) -> TemplateToken:
        match = _WORD.match(self._text, at + 1)
        if match is None:
            self._check_end(at + 1)
            alone = TokenKind.DOT if kind is TokenKind.FIELD else kind
            return self._take(alone, at, at + 1)
        self._check_end(match.end())
        return self._take(kind, at, match.end())

    def _number(self, at: int) -> TemplateToken:
        match = _NUMBER.match(self._text, at)
        end = match.end() if match else at + 1
        following = self._text[end : end + 1]
        if following == "_" or following.isalnum():
            raise self.error(at, f'bad number syntax: "{self._text[at : end + 1]}"')
        return self._take(TokenKind.NUMBER, at, end)

    def _word(self, at: int) -> TemplateToken:
        match = _WORD.match(self._text, at)
        end = match.end() if match else at + 1
        self._check_end(end)
        word = self._text[at:end]
        kind = TokenKind.WORD
        if word in KEYWORDS and not (word in ("break", "continue") and word in self._functions):
            kind = TokenKind.KEYWORD
        elif word in ("true", "false"):
            kind = TokenKind.BOOL
        return self._take(kind, at, end)

    def _check_end(self, end: int) -> None:
        following = self._text[end : end + 1]
        if following not in _ENDS_WORD and not self._text.startswith("}}", end):
            raise self.error(end, f"bad character {_named(following)}")

    def _take(self, kind: TokenKind, start: int, end: int) -> TemplateToken:
        self._at = end
        return TemplateToken(kind, self._text[start:end], start)

    def error(self, at: int, what: str) -> TemplateError:
        line, column = position(self._text, at)
        return TemplateError(
            f"template: {self._name}:{line}:{column}: {what}",
            template=self._name,
            line=line,
            column=column,
        )


_SPACE_SET = frozenset(SPACES)
_OPERATORS = {"|": TokenKind.PIPE, "=": TokenKind.ASSIGN, "(": TokenKind.OPEN, ")": TokenKind.CLOSE}


def _named(sign: str) -> str:
    """Format a character like Go's `%#U`: `U+0023 '#'`."""
    return f"U+{ord(sign):04X}" + (f" '{sign}'" if sign.isprintable() else "")
