"""Ad hoc filters: matchers for indexed labels, label filters for others."""

import re
from collections.abc import Collection, Sequence

import orjson

from vedette_plugins.datasources.loki.logql import NotLogql, selectors
from vedette_plugins.datasources.loki.model import AdHocFilter, BadQuery

MAX_FILTERED = 256 * 1024
"""The maximum length of an expression with filters in each selector."""
_MOST_READ = 100_000
_LABEL = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([a-zA-Zµ]{1,3})?")
_MATCHERS = frozenset({"=", "!=", "=~", "!~"})
_COMPARISONS = frozenset({"<", ">"})


class BadFilter(BadQuery):
    code = "loki.bad_filter"


def with_filters(expr: str, filters: Sequence[AdHocFilter], indexed: Collection[str]) -> str:
    """Add the filters to each selector of the expression. Raises `BadFilter`.

    `indexed` are the labels of streams. Other labels come from parsers or structured metadata, so
    their filters follow the last parser.
    """
    complete = [each for each in filters if each.key]
    if not complete:
        return expr
    if len(expr) > _MOST_READ:
        raise BadFilter(
            f"Ad hoc filters can be added to expressions of at most {_MOST_READ:,} "
            f"characters. This one has {len(expr):,}."
        )
    matchers, stages = [], ""
    for each in complete:
        text = _comparison(each)
        if each.key in indexed and each.operator in _MATCHERS:
            matchers.append(text)
        else:
            stages += f" | {text}"
    try:
        found = selectors(expr)
    except NotLogql as error:
        raise BadFilter(
            f"Cannot add the ad hoc filters, because the expression cannot be parsed: {error}."
        ) from error
    size = len(expr) + len(found) * (sum(len(each) + 2 for each in matchers) + len(stages))
    if size > MAX_FILTERED:
        raise BadFilter(
            f"The expression would have {size:,} characters with its ad hoc filters. The "
            f"limit is {MAX_FILTERED:,}. Use fewer filters or a shorter expression."
        )
    parts, position = [], 0
    for selector in found:
        parts.append(expr[position : selector.insert_at])
        if matchers:
            parts.append((", " if selector.needs_comma else "") + ", ".join(matchers))
        parts += (expr[selector.insert_at : selector.filter_at], stages)
        position = selector.filter_at
    return "".join((*parts, expr[position:]))


def _comparison(each: AdHocFilter) -> str:
    if _LABEL.fullmatch(each.key) is None:
        raise BadFilter(f"{each.key[:60]!r} is not a valid label name.")
    if each.operator in _MATCHERS:
        return f"{each.key}{each.operator}{_quoted(each)}"
    if each.operator not in _COMPARISONS:
        raise BadFilter(
            f"The filter on {each.key} uses {each.operator[:10]!r}. Labels can be compared "
            "with =, !=, =~, !~, < and >."
        )
    if _NUMBER.fullmatch(each.value) is None:
        raise BadFilter(f"The filter on {each.key} requires a number, such as 5 or 200ms.")
    return f"{each.key} {each.operator} {each.value}"


def _quoted(each: AdHocFilter) -> str:
    try:
        return orjson.dumps(each.value).decode()
    except orjson.JSONEncodeError as error:
        raise BadFilter(f"The value of the filter on {each.key} must be text.") from error
