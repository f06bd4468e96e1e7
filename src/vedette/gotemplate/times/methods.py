"""The methods of times and durations in templates, a subset of Go's."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

from vedette.gotemplate.errors import CallError
from vedette.gotemplate.times.texts import (
    MONTHS,
    WEEKDAYS,
    duration_text,
    format_time,
    time_text,
    zone_name,
)
from vedette.gotemplate.values import Duration, Function, Named, Parameter, Value, duration

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND = 10**9
_MOST = 2**63 - 1
"""The range of a duration, which is an int64 of nanoseconds in Go: about 292 years."""


def method(value: datetime | Duration, name: str) -> Function | None:
    known = _OF_TIMES if isinstance(value, datetime) else _OF_DURATIONS
    found = known.get(name)
    if found is None:
        return None
    call, parameters = found
    return Function(lambda *arguments: call(value, *arguments), parameters)


def nanoseconds(moment: datetime) -> int:
    """Return nanoseconds since the epoch."""
    return int(duration(moment - _EPOCH))


def difference(moment: datetime, other: datetime) -> Duration:
    """Return `moment` minus `other`, limited to the longest duration."""
    return _saturated(duration(moment - other))


def _saturated(value: int) -> Duration:
    return Duration(max(-_MOST - 1, min(value, _MOST)))


def _unix_nano(moment: datetime) -> int:
    """Return nanoseconds since the epoch, which wrap around like Go's int64 outside of 1678 to
    2262."""
    return (nanoseconds(moment) + _MOST + 1) % 2**64 - _MOST - 1


def month(number: int) -> Named:
    return Named(number, name="time.Month", text=lambda: MONTHS[number - 1])


def weekday(number: int) -> Named:
    return Named(number, name="time.Weekday", text=lambda: WEEKDAYS[number])


def add(moment: datetime, amount: int) -> datetime:
    """Add a duration. Raises `CallError` for a time that is out of range."""
    try:
        return moment + timedelta(microseconds=amount // 1000)
    except OverflowError:
        raise CallError("the time is out of range") from None


def _add_date(moment: datetime, years: int, months: int, days: int) -> datetime:
    try:
        year, index = divmod((moment.year + years) * 12 + moment.month - 1 + months, 12)
        return moment.replace(year=year, month=index + 1, day=1) + timedelta(
            days=moment.day - 1 + days
        )
    except (OverflowError, ValueError):
        raise CallError("the time is out of range") from None


def _truncated(value: Duration, unit: int) -> Duration:
    return Duration(value) if unit <= 0 else Duration(value - _rest(value, unit))


def _rest(value: int, unit: int) -> int:
    return value % unit if value >= 0 else -(-value % unit)


def _rounded(value: Duration, unit: int) -> Duration:
    if unit <= 0:
        return value
    down, rest = abs(value) // unit * unit, abs(value) % unit
    size = down if rest * 2 < unit else down + unit
    return _saturated(size if value >= 0 else -size)


def _time_truncated(moment: datetime, unit: int) -> datetime:
    if unit <= 0:
        return moment
    since_first = int(duration(moment - datetime(1, 1, 1, tzinfo=UTC)))
    return add(moment, -(since_first % unit))


_Methods = Mapping[str, tuple[Callable[..., Value], tuple[Parameter, ...]]]

_OF_TIMES: _Methods = {
    "Format": (format_time, ("string",)),
    "String": (time_text, ()),
    "Unix": (lambda t: nanoseconds(t) // _SECOND, ()),
    "UnixMilli": (lambda t: nanoseconds(t) // 10**6, ()),
    "UnixMicro": (lambda t: nanoseconds(t) // 1000, ()),
    "UnixNano": (_unix_nano, ()),
    "UTC": (lambda t: t.astimezone(UTC), ()),
    "Local": (lambda t: t.astimezone(UTC), ()),
    "Year": (lambda t: t.year, ()),
    "Month": (lambda t: month(t.month), ()),
    "Day": (lambda t: t.day, ()),
    "Weekday": (lambda t: weekday(t.isoweekday() % 7), ()),
    "YearDay": (lambda t: t.timetuple().tm_yday, ()),
    "Hour": (lambda t: t.hour, ()),
    "Minute": (lambda t: t.minute, ()),
    "Second": (lambda t: t.second, ()),
    "Nanosecond": (lambda t: t.microsecond * 1000, ()),
    "Add": (add, ("int",)),
    "AddDate": (_add_date, ("int", "int", "int")),
    "Sub": (difference, ("time",)),
    "Before": (lambda t, other: t < other, ("time",)),
    "After": (lambda t, other: t > other, ("time",)),
    "Equal": (lambda t, other: t == other, ("time",)),
    "Compare": (lambda t, other: (t > other) - (t < other), ("time",)),
    "IsZero": (lambda t: t == datetime(1, 1, 1, tzinfo=UTC), ()),
    "Truncate": (_time_truncated, ("int",)),
    "Location": (zone_name, ()),
}
"""A server has no local time: `Local` is UTC; `tz` of the library supports other zones."""

_OF_DURATIONS: _Methods = {
    "String": (duration_text, ()),
    "Nanoseconds": (int, ()),
    "Microseconds": (lambda d: _truncated(d, 1000) // 1000, ()),
    "Milliseconds": (lambda d: _truncated(d, 10**6) // 10**6, ()),
    "Seconds": (lambda d: int(d) / _SECOND, ()),
    "Minutes": (lambda d: int(d) / (60 * _SECOND), ()),
    "Hours": (lambda d: int(d) / (3600 * _SECOND), ()),
    "Abs": (lambda d: _saturated(abs(d)), ()),
    "Truncate": (_truncated, ("int",)),
    "Round": (_rounded, ("int",)),
}
