"""The step and the start of the grid of a range query."""

import math
from datetime import timedelta

import msgspec

from vedette.sdk import parse_duration

MAX_POINTS = 11_000
"""Prometheus's own limit of points per series."""
DEFAULT_SCRAPE = timedelta(seconds=15)

_MINUTE, _HOUR, _DAY = 60_000, 3_600_000, 86_400_000
# (upper bound in milliseconds, rounded step), both ascending.
_NICE = (
    (10, 1),
    (15, 10),
    (35, 20),
    (75, 50),
    (150, 100),
    (350, 200),
    (750, 500),
    (1_500, 1_000),
    (3_500, 2_000),
    (7_500, 5_000),
    (12_500, 10_000),
    (17_500, 15_000),
    (25_000, 20_000),
    (45_000, 30_000),
    (1.5 * _MINUTE, _MINUTE),
    (3.5 * _MINUTE, 2 * _MINUTE),
    (7.5 * _MINUTE, 5 * _MINUTE),
    (12.5 * _MINUTE, 10 * _MINUTE),
    (17.5 * _MINUTE, 15 * _MINUTE),
    (25 * _MINUTE, 20 * _MINUTE),
    (45 * _MINUTE, 30 * _MINUTE),
    (1.5 * _HOUR, _HOUR),
    (2.5 * _HOUR, 2 * _HOUR),
    (4.5 * _HOUR, 3 * _HOUR),
    (9 * _HOUR, 6 * _HOUR),
    (24 * _HOUR, 12 * _HOUR),
    (7 * _DAY, _DAY),
    (21 * _DAY, 7 * _DAY),
    (42 * _DAY, 30 * _DAY),
)


class Grid(msgspec.Struct, frozen=True):
    """The times of a range query, in milliseconds: start, start + step, ... up to end."""

    start_ms: int
    end_ms: int
    step_ms: int


def nice_interval(milliseconds: float) -> int:
    """Return the closest human-readable step, in milliseconds."""
    for limit, length in _NICE:
        if milliseconds < limit:
            return length
    return 365 * _DAY


def choose_step(
    length: timedelta,
    max_points: int,
    minimum: timedelta,
    factor: float = 1,
) -> timedelta:
    """Return the step for a range of this length.

    It results in about `max_points` points, at most `MAX_POINTS`, and is at least `minimum`. The
    deprecated `factor` makes it coarser.
    """
    length_ms = length / timedelta(milliseconds=1)
    step = max(nice_interval(length_ms / max(max_points, 1)), minimum / timedelta(milliseconds=1))
    if length_ms / step > MAX_POINTS:
        step = _nice_at_least(length_ms / MAX_POINTS)
    if math.isfinite(factor) and factor > 1:
        step *= factor
    return timedelta(milliseconds=max(1, round(step)))


def _nice_at_least(milliseconds: float) -> float:
    for _, length in _NICE:
        if length >= milliseconds:
            return length
    return milliseconds


def align(start_ms: int, end_ms: int, step: timedelta, utc_offset_seconds: float = 0) -> Grid:
    """Round both ends down to a multiple of the step, counted from local midnight."""
    step_ms = max(1, round(step / timedelta(milliseconds=1)))
    offset = round(utc_offset_seconds * 1000) if abs(utc_offset_seconds) <= 86_400 else 0
    start = (start_ms + offset) // step_ms * step_ms - offset
    end = (end_ms + offset) // step_ms * step_ms - offset
    return Grid(start, end, step_ms)


def duration_or(text: str | None, otherwise: timedelta) -> timedelta:
    """Return a configured duration, such as `>10s`. Raises `BadDuration` if it is invalid."""
    text = (text or "").strip().lstrip(">").strip()
    if not text:
        return otherwise
    if text.isdecimal():
        text += "s"
    duration = parse_duration(text)
    return duration if duration > timedelta(0) else otherwise
