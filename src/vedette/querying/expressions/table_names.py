"""Finds the queries that an SQL statement uses as tables, without running any SQL."""

import re
from collections.abc import Iterable

_TOKEN = re.compile(
    r"""
      (?P<skip>\s+|--[^\n]*|/\*.*?(?:\*/|\Z)|'(?:[^']++|'')*+')
    | "(?P<quoted>(?:[^"]++|"")*+)"
    | (?P<word>[^\W\d]\w*)
    | (?P<mark>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_BEFORE_TABLE = frozenset({"FROM", "JOIN"})
_AFTER_FROM = frozenset(
    {"WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "WINDOW", "QUALIFY", "OFFSET"}
    | {"UNION", "INTERSECT", "EXCEPT", "SELECT"}
)


def used(statement: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the refIds of `known` in the position of a table, in any case.

    A false match costs an unnecessary input. Names that the statement itself defines with `name AS
    (` are left out.
    """
    found = _tokens(statement)
    defined = _defined(found)
    exact = {ref_id: ref_id for ref_id in known}
    folded = {ref_id.casefold(): ref_id for ref_id in exact}
    names = [name for name in _tables(found) if name.casefold() not in defined]
    inputs = (exact.get(name) or folded.get(name.casefold()) for name in names)
    return tuple(dict.fromkeys(ref_id for ref_id in inputs if ref_id is not None))


def _tokens(statement: str) -> list[tuple[str, bool]]:
    """Return words and symbols; True for quoted names, which are no keywords."""
    found = []
    for match in _TOKEN.finditer(statement):
        if match.lastgroup == "quoted":
            found.append((match["quoted"].replace('""', '"'), True))
        elif match.lastgroup != "skip":
            found.append((match[0], False))
    return found


def _defined(found: list[tuple[str, bool]]) -> set[str]:
    """Return the names before `AS (` or `AS [NOT] MATERIALIZED (`, with or without columns."""
    words = [text.upper() if not quoted else "" for text, quoted in found]
    names = set()
    for at, word in enumerate(words):
        after = at + 1
        while after < len(words) and words[after] in ("NOT", "MATERIALIZED"):
            after += 1
        if word != "AS" or after >= len(words) or words[after] != "(" or at == 0:
            continue
        name = at - 1
        if words[name] == ")":
            while name > 0 and words[name] != "(":
                name -= 1
            name -= 1
        names.add(found[max(name, 0)][0].casefold())
    return names


def _tables(found: list[tuple[str, bool]]) -> Iterable[str]:
    """Return the names after FROM, JOIN and, in a FROM clause, after commas of the same depth."""
    in_from = [False]
    expected = False
    for text, quoted in found:
        word = "" if quoted else text.upper()
        if word == "(":
            in_from.append(expected)
        elif word == ")":
            if len(in_from) > 1:
                in_from.pop()
            expected = False
        elif word in _BEFORE_TABLE:
            in_from[-1] = expected = True
        elif word == "," and in_from[-1]:
            expected = True
        elif word in _AFTER_FROM:
            in_from[-1] = expected = False
        elif expected and word not in ("LATERAL", "ONLY"):
            yield text
            expected = False
