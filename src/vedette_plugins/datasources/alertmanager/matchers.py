"""Splits a text with matchers into single matchers, as the API expects them."""

import re

_PART = re.compile(r'(?:[^",]|"(?:[^"\\]|\\.)*"?)+')


def matchers(text: str) -> list[str]:
    """Return the matchers of `{severity="critical", site=~"a|b"}`, with or without braces.

    Commas inside quotes do not separate. An invalid matcher is sent unchanged, so that the server
    refuses it.
    """
    inner = text.strip()
    if inner.startswith("{") and inner.endswith("}"):
        inner = inner[1:-1]
    return [part.strip() for part in _PART.findall(inner) if part.strip()]
