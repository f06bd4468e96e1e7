"""Finds definite syntax errors in expressions, both in PromQL and in LogQL.

Checks only quotes, brackets and durations in brackets, as a complete parser would have to follow
every version of Prometheus.
"""

import re

_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)
    |(?P<quote>["'`])
    |(?P<bracket>[()\[\]{}])
    |(?P<other>[^#"'`()\[\]{}]+)""",
    re.VERBOSE | re.DOTALL,
)
_OPENING = {")": "(", "]": "[", "}": "{"}
_SPAN = re.compile(r"\d\w*")
_DURATION = re.compile(
    r"(?:\d+(?:\.\d+)?(?:ms|us|ns|[smhdwy]))+|\d+(?:\.\d+)?(?:e\d+)?|0x[0-9a-f]+"
)


def problem_of_expression(text: str) -> str:
    """Return the error as a clause without a full stop, or an empty text."""
    opened: list[str] = []
    is_empty = True
    for token in _TOKEN.finditer(text):
        kind, found = token.lastgroup, token[0]
        if kind == "quote":
            return f"the quote {found} is not closed"
        if kind == "bracket" and found in _OPENING:
            if not opened or opened.pop() != _OPENING[found]:
                return f"the bracket {found} at character {token.start() + 1} closes nothing"
        elif kind == "bracket":
            opened.append(found)
        elif kind == "other" and opened and opened[-1] == "[":
            for span in found.split(":"):
                written = span.strip()
                if _SPAN.fullmatch(written) and not _DURATION.fullmatch(written):
                    return f"[{found.strip()[:40]}] is not a duration such as [5m]"
        is_empty &= kind == "comment" or not found.strip()
    if opened:
        return f"the bracket {opened[-1]} is not closed"
    return "the expression is empty" if is_empty else ""
