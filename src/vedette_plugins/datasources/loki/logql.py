"""A partial parser of LogQL: its tokens and the ends of its selectors.

Strings, raw strings and comments are recognized, so that a brace in a line filter is not a selector
and a pipe in a template not a stage.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_TOKEN = re.compile(
    r"(?P<space>\s+|\#[^\n]*)"
    r'|(?P<string>"(?:\\.|[^"\\\n])*"|`[^`]*`)'
    r"|(?P<word>[A-Za-z_][A-Za-z0-9_.:]*)"
    r"|(?P<operator>\|[=~>]|![=~>]|=~|==|>=|<=|\|)"
    r"|(?P<other>.)",
    re.DOTALL,
)
_LOG_QUERY = re.compile(r"(?:[\s(]|\#[^\n]*)*+\{")
_PARSERS = frozenset({"json", "logfmt", "regexp", "pattern", "unpack"})
_STAGE_ENDS = frozenset({"|", "|=", "|~", "|>", "!=", "!~", "!>", "[", ")", "}", "{"})


class NotLogql(ValueError):
    """The text cannot be parsed; the message says where."""


@dataclass(frozen=True, slots=True)
class Token:
    """`text` starts at character `start` of the expression."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Selector:
    """A stream selector, with the positions for further matchers and label filters."""

    insert_at: int
    """The position before the closing brace."""
    needs_comma: bool
    filter_at: int
    """The position after the last parser of the pipeline, or after the brace without a parser."""


def tokens(expr: str) -> list[Token]:
    """Return the tokens without spaces and comments. Raises `NotLogql` for an unclosed string."""
    found = []
    for match in _TOKEN.finditer(expr):
        kind, text = match.lastgroup or "", match[0]
        if kind == "space":
            continue
        if kind == "other" and text in '"`':
            raise NotLogql(f"the string at character {match.start() + 1} does not end")
        found.append(Token(kind, text, match.start()))
    return found


def is_log_query(expr: str) -> bool:
    """Return whether the result are lines: such expressions start with a selector."""
    return _LOG_QUERY.match(expr) is not None


def selectors(expr: str) -> Sequence[Selector]:
    """Return every stream selector in order. Raises `NotLogql`."""
    return list(_selectors(tokens(expr)))


def _selectors(found: Sequence[Token]) -> Iterator[Selector]:
    position = 0
    while position < len(found):
        if found[position].text != "{":
            position += 1
            continue
        opening = position
        while found[position].text != "}":
            position += 1
            if position == len(found) or found[position].text == "{":
                raise NotLogql(f"the brace at character {found[opening].start + 1} is not closed")
        closing = found[position]
        last = found[position - 1]
        filter_at, position = _behind_parsers(found, position + 1, closing.end)
        needs_comma = last is not found[opening] and last.text != ","
        yield Selector(closing.start, needs_comma, filter_at)


def _behind_parsers(found: Sequence[Token], position: int, filter_at: int) -> tuple[int, int]:
    """Walk the pipeline; return the position of a label filter and the token after the pipeline."""
    while position < len(found) and found[position].text not in ("[", ")", "{"):
        token = found[position]
        position += 1
        if token.text != "|" or position == len(found) or found[position].text not in _PARSERS:
            continue
        while position < len(found) and found[position].text not in _STAGE_ENDS:
            filter_at = found[position].end
            position += 1
    return filter_at, position
