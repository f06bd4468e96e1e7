"""Time intervals in the format of files and APIs: `monday:friday`, `-3:-1`, `09:00`."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vedette.alerting.muting.answers import IntervalAnswer
from vedette.alerting.muting.timings.model import DAY, TimeInterval, Timing
from vedette.kernel.errors import BadRequest
from vedette.kernel.zones import is_time_zone
from vedette.sdk import Json

WEEKDAYS = ("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday")
MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_KEYS = ("times", "weekdays", "days_of_month", "months", "years", "location")
_CLOCK = re.compile(r"(\d\d):(\d\d)")
_NUMBER = re.compile(r"-?\d{1,4}")
_MAX = 100

Range = tuple[int, int]


class BadTiming(BadRequest):
    code = "alerting.bad_timing"


def parse_timing(name: str, intervals: Sequence[Any]) -> Timing:
    """Parse a timing. Raises `BadTiming` with the name of the timing."""
    if not name:
        raise BadTiming("A mute timing needs a name.")
    if not isinstance(intervals, list | tuple) or len(intervals) > _MAX:
        raise BadTiming(f"The intervals of mute timing {name!r} must be a list of at most {_MAX}.")
    try:
        return Timing(name, tuple(parse_interval(each) for each in intervals))
    except BadTiming as error:
        raise BadTiming(f"Mute timing {name!r} cannot be used: {error.public}") from None


def parse_interval(text: Json) -> TimeInterval:
    """Parse an interval. Raises `BadTiming`."""
    if not isinstance(text, Mapping):
        raise BadTiming("An interval must be an object with times, weekdays and so on.")
    unknown = [str(key) for key in text if key not in _KEYS]
    if unknown:
        raise BadTiming(f"{unknown[0]!r} is not one of {', '.join(_KEYS)}.")
    return TimeInterval(
        times=tuple(_times(each) for each in _list(text, "times")),
        weekdays=_ranges(text, "weekdays", _named(WEEKDAYS, 0)),
        days=tuple(_days(each) for each in _list(text, "days_of_month")),
        months=_ranges(text, "months", _month),
        years=_ranges(text, "years", _number),
        location=_location(text.get("location")),
    )


def interval_json(interval: TimeInterval) -> IntervalAnswer:
    """Return the format that `parse_interval` reads, without unrestricted parts."""
    shown: IntervalAnswer = {}
    if interval.times:
        shown["times"] = [
            {"start_time": _clock(start), "end_time": _clock(end)} for start, end in interval.times
        ]
    if interval.weekdays:
        shown["weekdays"] = [_range(each, WEEKDAYS.__getitem__) for each in interval.weekdays]
    if interval.days:
        shown["days_of_month"] = [_range(each, str) for each in interval.days]
    if interval.months:
        shown["months"] = [_range(each, str) for each in interval.months]
    if interval.years:
        shown["years"] = [_range(each, str) for each in interval.years]
    if interval.location != "UTC":
        shown["location"] = interval.location
    return shown


def _list(text: Json, key: str) -> Sequence[Any]:
    found = text.get(key) or []
    if not isinstance(found, list | tuple) or len(found) > _MAX:
        raise BadTiming(f"{key} must be a list of at most {_MAX}.")
    return found


def _times(text: object) -> Range:
    if not isinstance(text, Mapping):
        raise BadTiming("Each entry of times must have a start_time and an end_time.")
    start, end = _minute(text.get("start_time")), _minute(text.get("end_time"))
    if start >= end:
        raise BadTiming(
            f"{_clock(start)} to {_clock(end)} does not end after it starts. Use two intervals "
            "for a range across midnight."
        )
    return start, end


def _minute(text: object) -> int:
    match = _CLOCK.fullmatch(text) if isinstance(text, str) else None
    minute = int(match[1]) * 60 + int(match[2]) if match and int(match[2]) < 60 else DAY + 1
    if minute > DAY:
        raise BadTiming(f"{str(text)[:20]!r} is not a time from 00:00 to 24:00.")
    return minute


def _days(text: object) -> Range:
    first, last = _pair(text, "days_of_month", _number)
    for day in (first, last):
        if not 1 <= abs(day) <= 31:
            raise BadTiming(f"{day} is not a day of a month: 1 to 31, or -1 to -31 from its end.")
    if first < 0 < last:
        raise BadTiming(f"Days {text} begin at the end of the month; so must their end.")
    if first > 0 > last:
        if first > 32 + last:
            raise BadTiming(f"Days {text} end before they begin in every month.")
    elif first > last:
        raise BadTiming(f"Days {text} end before they begin.")
    return first, last


def _ranges(text: Json, key: str, read: Callable[[str], int]) -> tuple[Range, ...]:
    found = []
    for each in _list(text, key):
        first, last = _pair(each, key, read)
        if first > last:
            raise BadTiming(f"{each!r} in {key} ends before it begins.")
        found.append((first, last))
    return tuple(found)


def _pair(text: object, key: str, read: Callable[[str], int]) -> Range:
    if not isinstance(text, str | int) or isinstance(text, bool):
        raise BadTiming(f"{str(text)[:40]!r} in {key} is not a string.")
    first, colon, last = str(text).strip().lower().partition(":")
    try:
        begin = read(first.strip())
        return begin, read(last.strip()) if colon else begin
    except ValueError:
        raise BadTiming(f"{str(text)[:40]!r} in {key} cannot be read.") from None


def _named(names: Sequence[str], base: int) -> Callable[[str], int]:
    return lambda text: names.index(text) + base


def _month(text: str) -> int:
    if text in MONTHS:
        return MONTHS.index(text) + 1
    month = _number(text)
    if not 1 <= month <= 12:
        raise ValueError(text)
    return month


def _number(text: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise ValueError(text)
    return int(text)


def _location(name: object) -> str:
    if name is None or name == "":
        return "UTC"
    if not isinstance(name, str) or not is_time_zone(name):
        raise BadTiming(f"{str(name)[:60]!r} is not a time zone such as Europe/Berlin.")
    return name


def _range(pair: Range, show: Callable[[int], str]) -> str:
    first, last = pair
    return show(first) if first == last else f"{show(first)}:{show(last)}"


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"
