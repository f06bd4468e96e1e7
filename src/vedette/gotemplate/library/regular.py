"""Regular expressions of Go's syntax, by RE2: linear in time for any pattern."""

import re
from functools import lru_cache
from typing import Protocol

from vedette.gotemplate.errors import CallError

MAX_LENGTH = 1_000
"""Signs of a pattern."""
_MEMORY = 1 << 20
_REFERENCE = re.compile(r"\$(?:\$|\{(\w+)\}|(\w+))", re.ASCII)


class Match(Protocol):
    def start(self) -> int: ...
    def end(self) -> int: ...
    def group(self, which: int | str) -> str | None: ...


class Pattern(Protocol):
    groups: int
    groupindex: dict[str, int]

    def search(self, text: str, pos: int = 0) -> Match | None: ...


@lru_cache(maxsize=128)
def pattern(text: str) -> Pattern:
    """Raises `CallError` for what is no regular expression or too long."""
    # Loaded at the first use: most templates have none.
    import re2

    if len(text) > MAX_LENGTH:
        raise CallError(f"a regular expression is longer than {MAX_LENGTH} characters")
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MEMORY
    try:
        compiled: Pattern = re2.compile(text, options)
    except (re2.error, UnicodeEncodeError) as error:
        reason = error.args[0] if error.args else ""
        told = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        raise CallError(f"error parsing regexp: {told[:200]}") from error
    return compiled


def matches(expression: str, text: str) -> bool:
    """Anywhere in the text."""
    return pattern(expression).search(text) is not None


def replaced(expression: str, replacement: str, text: str) -> str:
    """Every match by `replacement`, in which `$1`, `${name}` and `$$` stand for what Go says."""
    compiled = pattern(expression)
    parts: list[str] = []
    at = last = 0
    while at <= len(text):
        match = compiled.search(text, at)
        if match is None:
            break
        start, end = match.start(), match.end()
        # An empty match right behind the last one does not count.
        if end > last or start == 0 or start != last:
            parts.append(text[last:start])
            parts.append(_expanded(replacement, compiled, match))
            last = end
        at = end if end > start else end + 1
    return "".join(parts) + text[last:]


def _expanded(replacement: str, compiled: Pattern, match: Match) -> str:
    def one(reference: re.Match[str]) -> str:
        name = reference.group(1) or reference.group(2)
        if name is None:
            return "$"
        if name.isdecimal():
            index = int(name[:6])
            return (match.group(index) or "") if index <= compiled.groups else ""
        return (match.group(name) or "") if name in compiled.groupindex else ""

    return _REFERENCE.sub(one, replacement)
