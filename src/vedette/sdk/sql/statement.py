"""Checks that a text is one reading statement."""

from collections.abc import Collection
from dataclasses import dataclass

from vedette.sdk.sql.errors import BadSqlQuery, NotAllowed
from vedette.sdk.sql.scan import Lexis, SqlToken, SqlTokenKind, tokens

READING = frozenset(("select", "with", "values", "table", "show", "explain"))


@dataclass(frozen=True, slots=True)
class Grammar:
    """The statements that a dialect allows.

    `denied` are lower-case names that no query can use, and `denied_calls` functions that it cannot
    call: those that access the server's files, run text as SQL or outlive their transaction. A name
    that ends in `*` is a prefix. This check is defence in depth: the permissions of the login in
    the database decide.
    """

    lexis: Lexis
    starts: Collection[str] = READING
    denied: Collection[str] = ()
    denied_calls: Collection[str] = ()
    denied_comments: Collection[str] = ()
    """Prefixes of comments that the database runs as SQL."""
    other_lexes: Collection[Lexis] = ()
    """Other configurations of servers, with which the statement has to pass as well."""
    denied_prefixes: Collection[str] = ()
    """Prefixes of quoted names with escapes, such as `U&`, which could hide a name."""


def one_statement(sql: str, grammar: Grammar) -> str:
    """Return the statement without its final semicolon.

    Raises `BadSqlQuery` for none or more than one statement, and `NotAllowed` if it would do more
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
    """Return the name of a token in lower case; empty for other tokens."""
    if token.kind in (SqlTokenKind.WORD, SqlTokenKind.NAME):
        return token.text.lower()
    if token.text.startswith('"'):  # MySQL reads it as a name with ANSI_QUOTES.
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
