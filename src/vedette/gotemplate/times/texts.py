"""Formats of times and durations: Go's Time.String, Duration.String and Time.Format."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, timezone

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
_NANOSECONDS = 10**9
_CHUNK = re.compile(
    r"January|Jan(?![a-z])|Monday|Mon(?![a-z])|MST|002|0[1-6]|15|1|2006|__2|_2(?!006)|2|3|4|5"
    r"|PM|pm|[-Z]07:00:00|[-Z]070000|[-Z]07:00|[-Z]0700|[-Z]07|[.,](?:0+|9+)(?![0-9])"
)


def duration_text(nanoseconds: int) -> str:
    """Return `1h0m0s`, `1.5s`, `250ms` or `0s`."""
    sign = "-" if nanoseconds < 0 else ""
    left = abs(int(nanoseconds))
    if left == 0:
        return "0s"
    if left < _NANOSECONDS:
        for unit, size in (("ns", 1), ("µs", 1000), ("ms", 10**6)):
            if left < size * 1000:
                return f"{sign}{_decimal(left, size)}{unit}"
    minutes, rest = divmod(left, 60 * _NANOSECONDS)
    hours, minutes = divmod(minutes, 60)
    text = f"{_decimal(rest, _NANOSECONDS)}s"
    if hours:
        return f"{sign}{hours}h{minutes}m{text}"
    return f"{sign}{minutes}m{text}" if minutes else sign + text


def _decimal(value: int, unit: int) -> str:
    whole, rest = divmod(value, unit)
    if not rest:
        return str(whole)
    return f"{whole}.{rest:0{len(str(unit)) - 1}d}".rstrip("0")


def time_text(moment: datetime) -> str:
    return format_time(moment, "2006-01-02 15:04:05.999999999 -0700 MST")


def format_time(moment: datetime, layout: str) -> str:
    """Format like Go's Time.Format: the layout shows Mon Jan 2 15:04:05 MST 2006 in the wanted
    form."""
    return _CHUNK.sub(lambda match: _chunk(moment, match.group()), layout)


def _chunk(moment: datetime, chunk: str) -> str:
    if chunk in _FIXED:
        return _FIXED[chunk](moment)
    if chunk[0] in "-Z":
        return _offset(moment, chunk)
    digits = f"{moment.microsecond * 1000:09d}"[: len(chunk) - 1].ljust(len(chunk) - 1, "0")
    if chunk[1] == "9":
        digits = digits.rstrip("0")
    return chunk[0] + digits if digits else ""


def _offset(moment: datetime, chunk: str) -> str:
    seconds = round((moment.utcoffset() or timedelta()).total_seconds())
    if chunk[0] == "Z" and seconds == 0:
        return "Z"
    sign = "-" if seconds < 0 else "+"
    minutes, second = divmod(abs(seconds), 60)
    hour, minute = divmod(minutes, 60)
    colon = ":" if ":" in chunk else ""
    parts = [f"{hour:02d}", f"{minute:02d}", f"{second:02d}"]
    return sign + colon.join(parts[: sum(sign.isdigit() for sign in chunk) // 2])


def zone_name(moment: datetime) -> str:
    offset = moment.utcoffset() or timedelta()
    name = moment.tzname() or ""
    if isinstance(moment.tzinfo, timezone):
        return "UTC" if not offset else _offset(moment, "-0700")
    return name


_FIXED: Mapping[str, Callable[[datetime], str]] = {
    "January": lambda t: MONTHS[t.month - 1],
    "Jan": lambda t: MONTHS[t.month - 1][:3],
    "01": lambda t: f"{t.month:02d}",
    "1": lambda t: str(t.month),
    "Monday": lambda t: WEEKDAYS[t.isoweekday() % 7],
    "Mon": lambda t: WEEKDAYS[t.isoweekday() % 7][:3],
    "02": lambda t: f"{t.day:02d}",
    "_2": lambda t: f"{t.day:2d}",
    "2": lambda t: str(t.day),
    "002": lambda t: f"{t.timetuple().tm_yday:03d}",
    "__2": lambda t: f"{t.timetuple().tm_yday:3d}",
    "15": lambda t: f"{t.hour:02d}",
    "03": lambda t: f"{t.hour % 12 or 12:02d}",
    "3": lambda t: str(t.hour % 12 or 12),
    "04": lambda t: f"{t.minute:02d}",
    "4": lambda t: str(t.minute),
    "05": lambda t: f"{t.second:02d}",
    "5": lambda t: str(t.second),
    "2006": lambda t: f"{t.year:04d}",
    "06": lambda t: f"{t.year % 100:02d}",
    "PM": lambda t: "AM" if t.hour < 12 else "PM",
    "pm": lambda t: "am" if t.hour < 12 else "pm",
    "MST": zone_name,
}
