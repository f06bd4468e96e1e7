"""Ad hoc filters: a matcher for every vector selector of an expression."""

import re
from collections.abc import Sequence

from vedette_plugins.datasources.prometheus.model import AdHocFilter, BadQuery
from vedette_plugins.datasources.prometheus.promql import NotPromql, selectors

MAX_FILTERED = 256 * 1024
"""The maximum length of an expression with filters in each selector."""
_LABEL = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_OPERATORS = frozenset({"=", "!=", "=~", "!~"})


class BadFilter(BadQuery):
    code = "prometheus.bad_filter"


def with_filters(expr: str, filters: Sequence[AdHocFilter]) -> str:
    """Return the expression with the filters. Raises `BadFilter`."""
    complete = [each for each in filters if each.key]
    if not complete:
        return expr
    matchers = ",".join(_matcher(each) for each in complete)
    try:
        found = selectors(expr)
    except NotPromql as error:
        raise BadFilter(
            f"Cannot add the ad hoc filters, because the expression cannot be parsed: {error}."
        ) from error
    size = len(expr) + len(found) * (len(matchers) + 2)
    if size > MAX_FILTERED:
        raise BadFilter(
            f"The expression would have {size:,} characters with its ad hoc filters. The "
            f"limit is {MAX_FILTERED:,}. Use fewer filters or a shorter expression."
        )
    parts, position = [], 0
    for selector in found:
        parts.append(expr[position : selector.insert_at])
        if not selector.braces:
            parts.append(f"{{{matchers}}}")
        else:
            parts.append(matchers if selector.empty else f",{matchers}")
        position = selector.insert_at
    return "".join((*parts, expr[position:]))


def _matcher(each: AdHocFilter) -> str:
    if _LABEL.fullmatch(each.key) is None:
        raise BadFilter(f"{each.key[:60]!r} is not a valid label name.")
    if each.operator not in _OPERATORS:
        raise BadFilter(
            f"The filter on {each.key} uses {each.operator[:10]!r}. Labels can be compared "
            "with =, !=, =~ and !~."
        )
    return f'{each.key}{each.operator}"{_escape(each.value)}"'


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
