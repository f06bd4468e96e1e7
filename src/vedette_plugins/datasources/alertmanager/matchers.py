"""Matchers as people write them, one at a time as the API wants them."""

import re

_PART = re.compile(r'(?:[^",]|"(?:[^"\\]|\\.)*"?)+')


def matchers(text: str) -> list[str]:
    """`{severity="critical", site=~"a|b"}`, with or without braces, as its single matchers.

    Commas inside quotes separate nothing. What is no matcher is left for the server to refuse.
    """
    inner = text.strip()
    if inner.startswith("{") and inner.endswith("}"):
        inner = inner[1:-1]
    return [part.strip() for part in _PART.findall(inner) if part.strip()]
