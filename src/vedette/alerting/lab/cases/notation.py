"""The values of a given series: `0 0 95x3 _ 10+5x4 error`, one for each evaluation.

The notation is that of promtool unit tests: `95x3` is 95 and three more times 95, and `10+5x4`
starts at 10 and adds 5 four times. `_` is no value, `_x3` three times no value, and `stale` is the
same as `_`. `nan` and `inf` are numbers in upper or lower case. `error` is a failing query.
"""

import re
from enum import Enum
from typing import TypeAlias

from vedette.alerting.lab.cases.errors import BadCase

MOST_VALUES = 10_000
_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?(?i:nan|inf)"
_STEP = r"[+-](?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_WORD = re.compile(rf"(?P<first>{_NUMBER}|_|error|stale)(?P<step>{_STEP})?(?:x(?P<more>\d+))?")


class Missing(Enum):
    NONE = "_"
    FAILS = "error"


Value: TypeAlias = float | Missing


def parse_values(text: str) -> tuple[Value, ...]:
    """Parse the values of a series. Raises `BadCase`."""
    found: list[Value] = []
    for word in text.split():
        match = _WORD.fullmatch(word)
        if match is None:
            raise BadCase(f"{word[:40]!r} is not a value such as 5, 5x3, 0+1x10, _ or error.")
        more = int(match["more"] or 0)
        if len(found) + more >= MOST_VALUES:
            raise BadCase(f"A series has at most {MOST_VALUES:,} values.")
        first = _value(match["first"])
        step = float(match["step"] or 0)
        if match["step"] and (isinstance(first, Missing) or not match["more"]):
            raise BadCase(f"{word[:40]!r} has no start value. Write 0+1x10.")
        if match["first"] == "_" and match["more"]:
            found += [Missing.NONE] * more
            continue
        found += [
            first if isinstance(first, Missing) else first + step * number
            for number in range(more + 1)
        ]
    return tuple(found)


def _value(text: str) -> Value:
    if text in ("_", "stale"):
        return Missing.NONE
    return Missing.FAILS if text == "error" else float(text)
