"""Whether a text is one statement that reads."""

from collections.abc import Collection
from dataclasses import dataclass

from vedette.sdk.sql.errors import BadSqlQuery, NotAllowed
from vedette.sdk.sql.scan import Lexis, SqlToken, SqlTokenKind, tokens

READING = frozenset(("select", "with", "values", "table", "show", "explain"))


@dataclass(frozen=True, slots=True)
class Grammar:
    """What one dialect lets through.

    `denied` are names, in lower case, that no query may use, and `denied_calls` functions that it
    may not call: those that reach the server's files, run text as SQL or outlive their
    transaction. A name that ends in `*` is a beginning. This is a second belt: what a login may do
    is decided in the database.
    """

    lexis: Lexis
    starts: Collection[str] = READING
    denied: Collection[str] = ()
    denied_calls: Collection[str] = ()
    denied_comments: Collection[str] = ()
    """Beginnings of comments that the database runs as SQL."""
    other_lexes: Collection[Lexis] = ()
    """How servers that are set up otherwise read the same text: it has to pass each of them."""
    denied_prefixes: Collection[str] = ()
    """Beginnings of quoted names with escapes, such as `U&`, which would hide a name."""


def one_statement(sql: str, grammar: Grammar) -> str:
    """The statement without the semicolon that ends it.

    Raises `BadSqlQuery` where there is none or more than one, `NotAllowed` where it would do more
    than read.
    """
    for lexis in grammar.other_lexes:
        _checked(sql, lexis, grammar)
    return _checked(sql, grammar.lexis, grammar)


def _checked(sql: str, lexis: Lexis, grammar: Grammar) -> str:
    first = name = ""
    start = end = 0
    closed = False
    for token in tokens(sql, lexis):
        if token.kind is SqlTokenKind.COMMENT:
            _check_comment(token.text, grammar)
            continue
        if token.text == ";" and token.kind is SqlTokenKind.SYMBOL:
            closed = bool(end)
            continue
        if closed:
            raise BadSqlQuery("A query must be a single statement.")
        if not end:
            start = token.start
        if not first and token.text != "(":
            first = token.text.lower() if token.kind is SqlTokenKind.WORD else " "
        if token.text == "(" and token.kind is SqlTokenKind.SYMBOL:
            _check_name(name, grammar.denied_calls)
        name = _name(token)
        _check_name(name, grammar.denied)
        if token.kind is SqlTokenKind.NAME and _is_escaped(sql, token.start, grammar):
            raise NotAllowed("Names with escapes are not allowed. Write them without escapes.")
        end = token.end
    if not end:
        raise BadSqlQuery("The query is empty.")
    if first not in grammar.starts:
        raise NotAllowed(
            f"Only read queries are allowed ({', '.join(sorted(grammar.starts)).upper()}), "
            f"but this one starts with {first.strip().upper()[:40]!r}."
        )
    return sql[start:end]


def _check_comment(text: str, grammar: Grammar) -> None:
    if any(text.startswith(each) for each in grammar.denied_comments):
        raise NotAllowed("Comments that the database executes are not allowed in a query.")


def _name(token: SqlToken) -> str:
    """The name a token stands for, in lower case; empty for all else."""
    if token.kind in (SqlTokenKind.WORD, SqlTokenKind.NAME):
        return token.text.lower()
    if token.text.startswith('"'):  # MySQL reads it as a name where ANSI_QUOTES is on.
        return token.text.strip('"').lower()
    return ""


def _check_name(name: str, names: Collection[str]) -> None:
    for denied in names:
        if name == denied or (denied[-1] == "*" and name.startswith(denied[:-1])):
            raise NotAllowed(f"{name[:60]} is not allowed in a query.")


def _is_escaped(sql: str, start: int, grammar: Grammar) -> bool:
    return any(
        sql[max(0, start - len(each)) : start].lower() == each for each in grammar.denied_prefixes
    )
