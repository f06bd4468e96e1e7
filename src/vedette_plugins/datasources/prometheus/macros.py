"""The time macros of an expression. The server fills them, so alert rules may use them too."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from vedette.sdk import format_duration

_NAMES = "__rate_interval_ms|__rate_interval|__interval_ms|__interval|__range_ms|__range_s|__range"
_FORMAT = r"[\w:.-]{0,40}"
"""As in `${__interval:raw}`; it changes nothing here."""
_MACRO = re.compile(
    rf"\$\{{(?P<braced>{_NAMES})(?::{_FORMAT})?\}}"
    rf"|\[\[(?P<bracketed>{_NAMES})(?::{_FORMAT})?\]\]"
    rf"|\$(?P<plain>{_NAMES})(?!\w)"
)
_RATE_INTERVAL = re.compile(rf"\$(?:\{{__rate_interval(?::{_FORMAT})?\}}|__rate_interval(?!\w))")


@dataclass(frozen=True, slots=True)
class Times:
    """What the macros stand for."""

    interval: timedelta
    rate_interval: timedelta
    range: timedelta


def rate_interval(interval: timedelta, scrape: timedelta) -> timedelta:
    """Long enough to hold four scrapes, so that `rate` always has two samples."""
    return max(interval + scrape, 4 * scrape)


def expand(text: str, times: Times) -> str:
    if "$" not in text and "[[" not in text:
        return text
    values = _values(times)

    def value(match: re.Match[str]) -> str:
        return values[match["braced"] or match["bracketed"] or match["plain"]]

    return _MACRO.sub(value, text)


def mentions_rate_interval(text: str) -> bool:
    return _RATE_INTERVAL.search(text) is not None


def is_macro(text: str) -> bool:
    """Whether a minimum step is nothing but a macro, which then sets no minimum."""
    return _MACRO.fullmatch(text.strip()) is not None


def _values(times: Times) -> Mapping[str, str]:
    def ms(duration: timedelta) -> str:
        return str(round(duration / timedelta(milliseconds=1)))

    seconds = max(1, round(times.range.total_seconds()))
    return {
        "__interval": format_duration(times.interval),
        "__interval_ms": ms(times.interval),
        "__rate_interval": format_duration(times.rate_interval),
        "__rate_interval_ms": ms(times.rate_interval),
        "__range": f"{seconds}s",
        "__range_s": str(seconds),
        "__range_ms": ms(times.range),
    }
