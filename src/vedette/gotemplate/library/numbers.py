"""Human-readable numbers: SI and binary prefixes, percentages, durations."""

import json
import math
import re
from collections.abc import Mapping

from vedette.gotemplate.errors import CallError
from vedette.gotemplate.formats.numbers import formatted
from vedette.gotemplate.values import Duration, Function, Value, plain, type_name

_DURATION = re.compile(
    r"(?:([0-9]+)y)?(?:([0-9]+)w)?(?:([0-9]+)d)?(?:([0-9]+)h)?(?:([0-9]+)m)?(?:([0-9]+)s)?"
    r"(?:([0-9]+)ms)?"
)
_UNITS = (365 * 86_400_000, 7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1_000, 1)
_MOST_MILLISECONDS = (2**63 - 1) // 10**6
_NUMBER = re.compile(
    r"[+-]?(?:(?:[0-9]+(?:_[0-9]+)*\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf(?:inity)?|nan)",
    re.IGNORECASE,
)
_LARGE = ("k", "M", "G", "T", "P", "E", "Z", "Y")
_LARGE_1024 = ("ki", "Mi", "Gi", "Ti", "Pi", "Ei", "Zi", "Yi")
_SMALL = ("m", "u", "n", "p", "f", "a", "z", "y")


def number(value: Value) -> float:
    """Return a float from a number, a text with a number, or a duration in seconds."""
    found = plain(value)
    if isinstance(found, Duration):
        return found / 10**9
    if isinstance(found, bool) or not isinstance(found, int | float | str):
        raise CallError(f"can't convert {type_name(value)} to float")
    try:
        if isinstance(found, str) and not _NUMBER.fullmatch(found):
            raise ValueError(found)
        return float(found)
    except (ValueError, OverflowError):
        raise CallError(f'can\'t convert "{str(found)[:40]}" to float') from None


def _four(value: float) -> str:
    return formatted(value, "g", 4)


def humanize(value: Value) -> str:
    """Format `1.235k`: four digits and an SI prefix."""
    left = number(value)
    if left == 0 or not math.isfinite(left):
        return _four(left)
    prefix = ""
    if abs(left) >= 1:
        for candidate in _LARGE:
            if abs(left) < 1000:
                break
            prefix, left = candidate, left / 1000
    else:
        for candidate in _SMALL:
            if abs(left) >= 1:
                break
            prefix, left = candidate, left * 1000
    return _four(left) + prefix


def humanize1024(value: Value) -> str:
    """Format `1Mi`: like `humanize` with powers of 1024."""
    left = number(value)
    if abs(left) <= 1 or not math.isfinite(left):
        return _four(left)
    prefix = ""
    for candidate in _LARGE_1024:
        if abs(left) < 1024:
            break
        prefix, left = candidate, left / 1024
    return _four(left) + prefix


def humanize_duration(value: Value) -> str:
    """Format seconds as `1d 2h 3m 4s`; four digits below one minute, `12.3ms` below one second."""
    left = number(value)
    if not math.isfinite(left):
        return _four(left)
    if left == 0:
        return _four(left) + "s"
    if abs(left) < 1:
        prefix = ""
        for candidate in _SMALL:
            if abs(left) >= 1:
                break
            prefix, left = candidate, left * 1000
        return f"{_four(left)}{prefix}s"
    sign, whole = ("-" if left < 0 else ""), int(abs(left))
    minutes, seconds = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{sign}{days}d {hours}h {minutes}m {seconds}s"
    if hours:
        return f"{sign}{hours}h {minutes}m {seconds}s"
    return f"{sign}{minutes}m {seconds}s" if minutes else f"{sign}{_four(abs(left))}s"


def humanize_percentage(value: Value) -> str:
    return _four(number(value) * 100) + "%"


def parse_seconds(text: str) -> float:
    """Return `1h30m` in seconds: whole numbers of units from years to milliseconds, in this
    order."""
    found = _DURATION.fullmatch(text)
    if not text or (found is None and text != "0"):
        raise CallError(f"not a valid duration string: {json.dumps(text[:40])}")
    counts = found.groups(default="0") if found else ()
    milliseconds = sum(int(count) * unit for count, unit in zip(counts, _UNITS, strict=False))
    if milliseconds > _MOST_MILLISECONDS:
        raise CallError("duration out of range")
    return milliseconds / 1_000


FUNCTIONS: Mapping[str, Function] = {
    "humanize": Function(humanize, ("any",)),
    "humanize1024": Function(humanize1024, ("any",)),
    "humanizeDuration": Function(humanize_duration, ("any",)),
    "humanizePercentage": Function(humanize_percentage, ("any",)),
    "parseDuration": Function(parse_seconds, ("string",)),
}
