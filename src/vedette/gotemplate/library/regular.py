"""Regular expressions in Go's syntax, by RE2: in linear time for any pattern."""

import re
from functools import lru_cache
from typing import Protocol

from vedette.gotemplate.errors import CallError
from vedette.gotemplate.limits import Budget
from vedette.gotemplate.values import decoded, encoded

MAX_LENGTH = 1_000
"""The maximum length of a pattern in characters."""
_MEMORY = 1 << 20
_REFERENCE = re.compile(r"\$(?:\$|\{(\w+)\}|(\w+))", re.ASCII)


class Match(Protocol):
    def start(self) -> int: ...
    def end(self) -> int: ...
    def group(self, which: int | str) -> bytes | None: ...


class Pattern(Protocol):
    groups: int
    groupindex: dict[str, int]

    def search(self, text: bytes, pos: int = 0) -> Match | None: ...


@lru_cache(maxsize=128)
def pattern(text: str) -> Pattern:
    """Compile a pattern. Raises `CallError` if it is invalid or too long."""
    # Loaded at the first use, because most templates have no patterns.
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
        text = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        raise CallError(f"error parsing regexp: {text[:200]}") from error
    return compiled


def matches(expression: str, text: str) -> bool:
    """Return whether the expression matches anywhere in the text."""
    return pattern(expression).search(encoded(text)) is not None


def replaced(expression: str, replacement: str, text: str, budget: Budget) -> str:
    """Replace every match by `replacement`, in which `$1`, `${name}` and `$$` are expanded as in
    Go."""
    compiled = pattern(expression)
    parts: list[bytes] = []
    data = encoded(text)
    at = last = length = 0
    while at <= len(data):
        match = compiled.search(data, at)
        if match is None:
            break
        start, end = match.start(), match.end()
        # An empty match directly after the last one does not count.
        if end > last or start == 0 or start != last:
            made = _expanded(replacement, compiled, match, length, budget)
            parts += [data[last:start], made]
            length += start - last + len(made)
            budget.room(length)
            last = end
        budget.step()
        at = end if end > start else _next(data, end)
    return decoded(b"".join(parts) + data[last:])


def _next(data: bytes, at: int) -> int:
    """Return the offset of the next character."""
    at += 1
    while at < len(data) and data[at] & 0xC0 == 0x80:
        at += 1
    return at


def _expanded(
    replacement: str, compiled: Pattern, match: Match, length: int, budget: Budget
) -> bytes:
    """Expand the replacement. `length` is that of the text before it."""
    budget.room(length + len(replacement))

    def one(reference: re.Match[str]) -> str:
        nonlocal length
        name = reference.group(1) or reference.group(2)
        if name is None:
            return "$"
        if name.isdecimal():
            index = int(name[:6])
            found = match.group(index) if index <= compiled.groups else b""
        else:
            found = match.group(name) if name in compiled.groupindex else b""
        length += len(found or b"")
        budget.room(length)
        return decoded(found or b"")

    return encoded(_REFERENCE.sub(one, replacement))
