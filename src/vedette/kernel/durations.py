"""Durations and time ranges in text form: `5m`, `now-6h`, `now/d`, milliseconds."""

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import ClassVar

from vedette.kernel.errors import BadRequest

_SECONDS = {
    "ms": 0.001,
    "s": 1.0,
    "m": 60.0,
    "h": 3_600.0,
    "d": 86_400.0,
    "w": 604_800.0,
    "M": 2_592_000.0,
    "y": 31_536_000.0,
}
_PART = re.compile(r"(\d+(?:\.\d+)?)(ms|[smhdwMy])")
_DURATION = re.compile(r"(?:\d+(?:\.\d+)?(?:ms|[smhdwMy]))+")
_PROMETHEUS = re.compile(
    r"0|(?=.)(?:\d+y)?(?:\d+w)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?(?:\d+ms)?", re.ASCII
)
_MILLISECONDS = re.compile(r"-?\d{1,16}")
_FISCAL = r"(?:f(?=[Qy]))?"
"""Fiscal years start in January, because requests do not state another month."""
_RELATIVE_STEP = re.compile(rf"([+-])(\d{{1,6}}){_FISCAL}([smhdwMQy])|/{_FISCAL}([smhdwMQy])")
_MAX_SECONDS = 100 * 31_536_000.0
_MAX_MOMENT = 100
_MOST_KEPT = 20
MAX_RANGE = timedelta(days=3_653)


class BadDuration(BadRequest):
    code: ClassVar[str] = "duration.bad"


class BadTimeRange(BadRequest):
    code: ClassVar[str] = "time_range.bad"


def parse_duration(text: str) -> timedelta:
    """Parse `90s`, `1h30m`, `500ms`; months are 30 days and years 365. Raises `BadDuration`."""
    return _known_duration(text) if len(text) <= _MOST_KEPT else _duration(text)


def _duration(text: str) -> timedelta:
    if _DURATION.fullmatch(text) is None:
        raise BadDuration(f"{text[:40]!r} is not a duration such as 30s, 5m or 1h.")
    seconds = sum(float(number) * _SECONDS[unit] for number, unit in _PART.findall(text))
    if seconds > _MAX_SECONDS:
        raise BadDuration("A duration can be at most 100 years.")
    return timedelta(seconds=seconds)


def parse_prometheus_duration(text: str) -> timedelta:
    """Parse a duration of Prometheus and Alertmanager: whole numbers, largest unit first, or `0`.

    Raises `BadDuration`.
    """
    if _PROMETHEUS.fullmatch(text) is None:
        raise BadDuration(f"{text[:40]!r} is not a Prometheus duration such as 30s or 1h30m.")
    return timedelta(0) if text == "0" else parse_duration(text)


_known_duration = lru_cache(maxsize=256)(_duration)


@lru_cache(maxsize=256)
def format_duration(duration: timedelta) -> str:
    """Return the shortest exact form in whole units: `1h30m`, `15s`, `250ms`."""
    left = round(duration.total_seconds() * 1000)
    if left == 0:
        return "0s"
    parts = []
    for unit in ("w", "d", "h", "m", "s", "ms"):
        size = round(_SECONDS[unit] * 1000)
        count, left = divmod(left, size)
        if count:
            parts.append(f"{count}{unit}")
    return "".join(parts)


def parse_time_range(start: str, end: str, now: datetime) -> tuple[datetime, datetime]:
    """Return both ends of a request's range, aware and in UTC.

    Accepts milliseconds since the epoch, ISO 8601 and `now` with steps and rounding: the start is
    rounded down, the end up to the end of the unit. Raises `BadTimeRange` if an end is invalid, the
    range is reversed, or it is longer than ten years.
    """
    first = _parse_moment(start, now, round_up=False)
    last = _parse_moment(end, now, round_up=True)
    if last < first:
        raise BadTimeRange("The time range ends before it starts.")
    if last - first > MAX_RANGE:
        raise BadTimeRange("The time range is longer than ten years.")
    return first, last


def _parse_moment(text: str, now: datetime, *, round_up: bool) -> datetime:
    text = text.strip()
    try:
        if len(text) > _MAX_MOMENT:
            raise ValueError(text[:40])
        if text.startswith("now"):
            return _parse_relative(text[3:], now, round_up=round_up)
        if _MILLISECONDS.fullmatch(text):
            return datetime.fromtimestamp(int(text) / 1000, UTC)
        moment = datetime.fromisoformat(text)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise BadTimeRange(
            f"{text[:40]!r} is not a time. Use milliseconds, ISO 8601 or a relative time such "
            "as now-6h."
        ) from error


def _parse_relative(steps: str, now: datetime, *, round_up: bool) -> datetime:
    moment, position = now, 0
    while position < len(steps):
        match = _RELATIVE_STEP.match(steps, position)
        if match is None:
            raise ValueError(steps)
        sign, amount, unit, rounding = match.groups()
        if rounding:
            moment = _round(moment, rounding, up=round_up)
        else:
            moment = _add(moment, (1 if sign == "+" else -1) * int(amount), unit)
        position = match.end()
    return moment


def _add(moment: datetime, amount: int, unit: str) -> datetime:
    if unit in "MQy":
        months = amount * {"M": 1, "Q": 3, "y": 12}[unit] + moment.month - 1
        year, month = moment.year + months // 12, months % 12 + 1
        day = min(moment.day, _days_in_month(year, month))
        return moment.replace(year=year, month=month, day=day)
    return moment + timedelta(seconds=amount * _SECONDS[unit])


def _round(moment: datetime, unit: str, *, up: bool) -> datetime:
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    start = {
        "s": moment.replace(microsecond=0),
        "m": moment.replace(second=0, microsecond=0),
        "h": moment.replace(minute=0, second=0, microsecond=0),
        "d": day,
        "w": day - timedelta(days=day.weekday()),
        "M": day.replace(day=1),
        "Q": day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1),
        "y": day.replace(month=1, day=1),
    }[unit]
    return _add(start, 1, unit) - timedelta(milliseconds=1) if up else start


def _days_in_month(year: int, month: int) -> int:
    following = datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)
    return (following - timedelta(days=1)).day
