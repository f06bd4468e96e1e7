"""The values of a made-up series: `0 0 95x3 _ 10+5x4 error`, one for each evaluation.

As in unit tests of promtool, `95x3` is 95 and three times more 95, and `10+5x4` starts at 10 and
adds 5 four times. `_` is no value, `_x3` three times no value, and `stale` the same as `_`. `nan`
and `inf` are numbers in any case. `error` is a query that fails.
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
    """Raises `BadCase`."""
    found: list[Value] = []
    for word in text.split():
        match = _WORD.fullmatch(word)
        if match is None:
            raise BadCase(f"{word[:40]!r} is no value such as 5, 5x3, 0+1x10, _ or error.")
        more = int(match["more"] or 0)
        if len(found) + more >= MOST_VALUES:
            raise BadCase(f"A series has at most {MOST_VALUES:,} values.")
        first = _value(match["first"])
        step = float(match["step"] or 0)
        if match["step"] and (isinstance(first, Missing) or not match["more"]):
            raise BadCase(f"{word[:40]!r} adds to nothing; write it as 0+1x10.")
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
