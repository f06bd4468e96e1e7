"""A tokenizer for SQL that distinguishes statements, names, texts and comments."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto


@dataclass(frozen=True, slots=True)
class Lexis:
    """How a dialect writes quotes, semicolons and names."""

    name_quotes: str = '"'
    """Characters that quote a name: `"`, a backtick, `[` (closed by `]`)."""
    has_backslashes: bool = False
    """Whether a backslash escapes in every text, as in MySQL. `E''` texts are always recognized."""
    has_dollar_quotes: bool = False
    has_hash_comments: bool = False
    has_nested_comments: bool = False
    dashes_need_space: bool = False
    """Whether `--` starts a comment only before white space, as in MySQL."""


class SqlTokenKind(Enum):
    WORD = auto()
    NAME = auto()
    """A quoted name; `text` is the content of the quotes."""
    TEXT = auto()
    COMMENT = auto()
    SYMBOL = auto()


@dataclass(frozen=True, slots=True)
class SqlToken:
    kind: SqlTokenKind
    text: str
    start: int
    end: int


def tokens(sql: str, lexis: Lexis) -> Iterator[SqlToken]:
    """Return the tokens with their positions, without white space.

    A token that is not closed extends to the end.
    """
    pattern = _pattern(lexis)
    place = 0
    while place < len(sql):
        match = pattern.match(sql, place)
        if match is None:
            place += 1
            continue
        kind, end, text = match.lastgroup or "", match.end(), match[0]
        if kind == "block":
            end = _comment_end(sql, place, nested=lexis.has_nested_comments)
            yield SqlToken(SqlTokenKind.COMMENT, sql[place:end], place, end)
        elif kind == "name":
            inner = text[1:-1].replace(text[-1] * 2, text[-1])
            yield SqlToken(SqlTokenKind.NAME, inner, place, end)
        else:
            yield SqlToken(_KINDS[kind], text, place, end)
        place = end


_KINDS = {
    "line": SqlTokenKind.COMMENT,
    "text": SqlTokenKind.TEXT,
    "dollar": SqlTokenKind.TEXT,
    "word": SqlTokenKind.WORD,
    "symbol": SqlTokenKind.SYMBOL,
}
_COMMENT_END = re.compile(r"\*/")
_COMMENT_MARK = re.compile(r"\*/|/\*")
_PATTERNS: dict[Lexis, re.Pattern[str]] = {}


def _pattern(lexis: Lexis) -> re.Pattern[str]:
    found = _PATTERNS.get(lexis)
    if found is None:
        found = _PATTERNS[lexis] = _compile(lexis)
    return found


def _compile(lexis: Lexis) -> re.Pattern[str]:
    escaped = r"(?:[^'\\]++|''|\\.?)*+(?:'|\Z)"
    plain = r"(?:[^']++|'')*+(?:'|\Z)"
    text = f"'{escaped}" if lexis.has_backslashes else f"[eE]'{escaped}|'{plain}"
    if lexis.has_backslashes:
        text += r'|"(?:[^"\\]++|""|\\.?)*+(?:"|\Z)' if '"' not in lexis.name_quotes else ""
    line = r"--(?=\s|\Z)[^\n]*+" if lexis.dashes_need_space else r"--[^\n]*+"
    if lexis.has_hash_comments:
        line += r"|\#[^\n]*+"
    parts = [f"(?P<line>{line})", r"(?P<block>/\*)", f"(?P<text>{text})"]
    if lexis.has_dollar_quotes:
        parts.append(r"(?P<dollar>(?P<tag>\$(?:[^\W\d]\w*)?\$).*?(?:(?P=tag)|\Z))")
    names = "|".join(_name(quote) for quote in lexis.name_quotes)
    parts += [f"(?P<name>{names})", r"(?P<word>\$?\w[\w$]*+)", r"(?P<symbol>\S)"]
    return re.compile("|".join(parts), re.DOTALL)


def _name(quote: str) -> str:
    closing = re.escape("]" if quote == "[" else quote)
    return rf"{re.escape(quote)}(?:[^{closing}]++|{closing}{closing})*+(?:{closing}|\Z)"


def _comment_end(sql: str, start: int, *, nested: bool) -> int:
    depth = 1
    for mark in (_COMMENT_MARK if nested else _COMMENT_END).finditer(sql, start + 2):
        depth += 1 if mark[0] == "/*" else -1
        if not depth:
            return mark.end()
    return len(sql)
