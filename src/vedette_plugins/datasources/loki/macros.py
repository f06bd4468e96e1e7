"""The time macros of an expression. The server expands them, so alert rules can use them too."""

import re
from dataclasses import dataclass
from datetime import timedelta

from vedette.sdk import format_duration

_NAMES = "__rate_interval|__interval_ms|__interval|__range_ms|__range_s|__range|__auto"
_FORMAT = r"[\w:.-]{0,40}"
"""A format such as `${__interval:raw}`, which is ignored."""
_MACRO = re.compile(
    rf"\$\{{(?P<braced>{_NAMES})(?::{_FORMAT})?\}}"
    rf"|\[\[(?P<bracketed>{_NAMES})(?::{_FORMAT})?\]\]"
    rf"|\$(?P<plain>{_NAMES})(?!\w)"
)


@dataclass(frozen=True, slots=True)
class Times:
    """The values of macros; `auto` is the step, or the whole range of an instant query."""

    interval: timedelta
    range: timedelta
    auto: timedelta


def expand(text: str, times: Times) -> str:
    interval = format_duration(times.interval)
    seconds = max(1, round(times.range.total_seconds()))
    values = {
        "__auto": format_duration(times.auto),
        "__interval": interval,
        "__interval_ms": _milliseconds(times.interval),
        "__rate_interval": interval,
        "__range": f"{seconds}s",
        "__range_s": str(seconds),
        "__range_ms": _milliseconds(times.range),
    }

    def value(match: re.Match[str]) -> str:
        return values[match["braced"] or match["bracketed"] or match["plain"]]

    return _MACRO.sub(value, text)


def _milliseconds(duration: timedelta) -> str:
    return str(round(duration / timedelta(milliseconds=1)))
