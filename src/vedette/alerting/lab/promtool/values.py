"""The notation of input series: `0+10x5 _x3 stale`, one value for each interval.

The values themselves are computed by promtool. What is checked here is the notation, so that a
mistake is named with its line, and the number of values, so that a test cannot exhaust memory.
"""

import re

MOST_VALUES = 100_000
"""Of one series."""
_DIGITS = r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_NUMBER = rf"[+-]?{_DIGITS}"
_ALONE = r"stale|[+-]?(?i:nan|inf)"
_HISTOGRAM = r"\{\{[^{}]*\}\}"
_WORD = re.compile(
    rf"{_ALONE}|(?:_|(?:{_NUMBER}|{_HISTOGRAM})(?:[+-](?:{_DIGITS}|{_HISTOGRAM})(?=x))?)(?:x(\d+))?"
)
_SPACES = re.compile(r"[ \t]+")


def problem_of_values(text: str) -> str:
    """Return what is wrong with the values of a series as a clause, or an empty text."""
    place = total = 0
    end = len(text.rstrip(" \t"))
    while place < end:
        if spaces := _SPACES.match(text, place):
            place = spaces.end()
        word = _WORD.match(text, place)
        if word is None or (word.end() < end and text[word.end()] not in " \t"):
            shown = text[place:].split()[0][:40]
            return f"{shown!r} is not a value such as 5, 5x3, 0+1x10, _, _x3, stale or nan"
        # Nine digits are more than any limit here.
        total += 1 + int((word[1] or "0")[:9])
        if total > MOST_VALUES:
            return f"a series has at most {MOST_VALUES:,} values"
        place = word.end()
    return ""
