"""Whether our answer is Go's, errors included."""

import re
from collections.abc import Mapping

_COLUMN = re.compile(r"^(template: [^:]+:\d+):\d+: (?!executing)")
"""Ours tells the column also of a text that cannot be read."""
_PLACE = re.compile(r"^template: ([^:]+:\d+)")
_TYPE = re.compile(r"(can't evaluate field \w+) in type .*", re.DOTALL)
"""Go names the type of the variable, mostly `interface {}`; ours that of the value."""
_INSIDES_OF_TIMES = re.compile(r"time\.Location|6384[0-9]{7}")
"""By a verb that is none of times Go prints their private fields."""
_TOLD_DIFFERENTLY = re.compile(
    "|".join(
        [
            "non-comparable type",
            "index out of range",
            "non-function",
            "maximum template depth",
            "error parsing regexp",
            "overflow",
            "error calling (toJson|base64decode|tz|urlUnescape|call|len)",
            "no template .* associated",
            "can't print",
            r"(wrong type for|invalid) value; expected \w+",
        ]
    )
)
_PARENTHESES = re.compile(r"executing .*at <.*?>: ", re.DOTALL)


def same(ours: Mapping[str, str], gos: Mapping[str, str]) -> bool:
    """The same text, or both errors of the same line; in execution for the same reason."""
    if ours == gos or _INSIDES_OF_TIMES.search(gos["output"]):
        return True
    mine, its = ours["error"], gos["error"]
    if not mine or not its:
        return False
    mine = _TYPE.sub(r"\1", _COLUMN.sub(r"\1: ", mine))
    its = _TYPE.sub(r"\1", its)
    if mine == its:
        return True
    place, other = _PLACE.match(mine), _PLACE.match(its)
    if place and other and place.group(1) != other.group(1):
        return False
    if "executing" not in its and "executing" not in mine:
        return True
    if _TOLD_DIFFERENTLY.search(its):
        return True
    # Go names the last operand it looked at, ours the chain that failed.
    return _PARENTHESES.sub("", mine) == _PARENTHESES.sub("", its) or _reason(mine) == _reason(its)


def _reason(message: str) -> str:
    return message.rpartition(">: ")[2]


def told(ours: Mapping[str, str], gos: Mapping[str, str], text: str) -> str:
    return f"{text!r}\n  Go   {gos}\n  ours {ours}"
