"""Functions of time."""

import math
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from vedette.gotemplate.errors import CallError
from vedette.gotemplate.formats.numbers import formatted
from vedette.gotemplate.library.numbers import number
from vedette.gotemplate.times.methods import difference
from vedette.gotemplate.times.texts import format_time, time_text
from vedette.gotemplate.values import Function, Value

_MOST_NANOSECONDS = float(2**63 - 1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def to_time(value: Value) -> datetime:
    """Return the time of seconds since the epoch, truncated to milliseconds towards the epoch."""
    seconds = number(value)
    if not math.isfinite(seconds):
        raise CallError(f"{formatted(seconds, 'g', None)} is no time")
    if abs(seconds * 1e9) > _MOST_NANOSECONDS:
        raise CallError("the time is out of range")
    return _EPOCH + timedelta(milliseconds=int(int(seconds * 1e9) / 1e6))


def humanize_timestamp(value: Value) -> str:
    """Format seconds since the epoch as `2015-06-23 13:19:44.128 +0000 UTC`."""
    seconds = number(value)
    return time_text(to_time(seconds)) if math.isfinite(seconds) else formatted(seconds, "g", 4)


def _date(layout: str, moment: datetime) -> str:
    return format_time(moment, layout)


def _tz(name: str, moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC if name in ("", "UTC") else ZoneInfo(name))
    except (KeyError, ValueError, OSError, OverflowError):
        raise CallError(f"unknown time zone {name[:40]}") from None


def functions(now: Callable[[], datetime]) -> Mapping[str, Function]:
    return {
        "toTime": Function(to_time, ("any",)),
        "humanizeTimestamp": Function(humanize_timestamp, ("any",)),
        "date": Function(_date, ("string", "time")),
        "tz": Function(_tz, ("string", "time")),
        "now": Function(now),
        "since": Function(lambda moment: difference(now(), moment), ("time",)),
    }
