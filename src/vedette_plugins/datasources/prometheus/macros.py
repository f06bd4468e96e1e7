"""The time macros of an expression. The server expands them, so alert rules can use them too."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from vedette.sdk import format_duration

_NAMES = "__rate_interval_ms|__rate_interval|__interval_ms|__interval|__range_ms|__range_s|__range"
_FORMAT = r"[\w:.-]{0,40}"
"""A format such as `${__interval:raw}`, which is ignored."""
_MACRO = re.compile(
    rf"\$\{{(?P<braced>{_NAMES})(?::{_FORMAT})?\}}"
    rf"|\[\[(?P<bracketed>{_NAMES})(?::{_FORMAT})?\]\]"
    rf"|\$(?P<plain>{_NAMES})(?!\w)"
)
_RATE_INTERVAL = re.compile(rf"\$(?:\{{__rate_interval(?::{_FORMAT})?\}}|__rate_interval(?!\w))")


@dataclass(frozen=True, slots=True)
class Times:
    """The values of macros."""

    interval: timedelta
    rate_interval: timedelta
    range: timedelta


def rate_interval(interval: timedelta, scrape: timedelta) -> timedelta:
    """Return a range with at least four scrapes, so that `rate` always has two samples.

    `interval` is that of the query, `scrape` the scrape interval.
    """
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
    """Return whether a minimum step is a macro, which sets no minimum."""
    return _MACRO.fullmatch(text.strip()) is not None


def is_interval(text: str) -> bool:
    """Return whether a minimum step is the macro `$__interval`, in any form."""
    found = _MACRO.fullmatch(text.strip())
    return found is not None and "__interval" in found.groups()


def _values(times: Times) -> Mapping[str, str]:
    def ms(duration: timedelta) -> str:
        return str(round(duration / timedelta(milliseconds=1)))

    seconds = max(1, round(times.range.total_seconds()))
    return {
        "__interval": format_duration(times.interval),
        "__interval_ms": ms(times.interval),
        "__rate_interval": _clock_duration(times.rate_interval),
        "__rate_interval_ms": ms(times.rate_interval),
        "__range": f"{seconds}s",
        "__range_s": str(seconds),
        "__range_ms": ms(times.range),
    }


def _clock_duration(duration: timedelta) -> str:
    """Return the duration with its minutes and seconds even if they are zero: `1m0s`.

    This is the format of the rate interval in Grafana 10.4, so that expressions from its query
    inspector can be compared. Fractions are milliseconds, as PromQL has no decimal point.
    """
    seconds, ms = divmod(round(duration / timedelta(milliseconds=1)), 1_000)
    if not seconds:
        return f"{ms}ms"
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{seconds}s{ms}ms" if ms else f"{seconds}s"
    if hours:
        return f"{hours}h{minutes}m{text}"
    return f"{minutes}m{text}" if minutes else text
