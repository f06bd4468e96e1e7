"""From a panel's target to the request: expression, range, step and limit."""

import math
import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from vedette.sdk import Query, format_duration, parse_duration
from vedette_plugins.datasources.loki.adhoc import with_filters
from vedette_plugins.datasources.loki.macros import Times, expand
from vedette_plugins.datasources.loki.model import BadQuery, Target

MAX_POINTS = 11_000
"""Loki's own limit of points per series."""
_NS_PER_MS = 1_000_000
_MOMENT = re.compile(r"[0-9]{1,19}")
_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Plan:
    """A request. Times are nanoseconds since the epoch; `end_ns` is the time of an instant query.

    Loki includes lines at `start_ns` and excludes those at `end_ns`.
    """

    expr: str
    start_ns: int
    end_ns: int
    step: timedelta
    limit: int
    direction: str
    is_log_query: bool

    @property
    def executed(self) -> str:
        """Return the text for the query inspector."""
        text = f"Expr: {self.expr}"
        return text if self.is_log_query else f"{text}\nStep: {format_duration(self.step)}"


def make_plan(query: Query, target: Target, lines: int, indexed: Collection[str] = ()) -> Plan:
    """Return the request. `lines` is the limit if the target has none.

    Raises `BadDuration` for a step, `BadFilter` for an ad hoc filter, `BadQuery` for an invalid
    time.
    """
    start = _moment(target.start_ns, query.range.start_ms, query.ref_id)
    end = _moment(target.end_ns, query.range.end_ms, query.ref_id)
    length = timedelta(microseconds=max(0, end - start) // 1_000)
    step = choose_step(target, query.interval, length)
    whole = timedelta(seconds=max(1, round(length.total_seconds())))
    times = Times(query.interval, length, whole if target.is_instant else step)
    expr = with_filters(expand(target.expr, times), target.adhoc_filters or (), indexed)
    return Plan(
        expr=expr,
        start_ns=start,
        end_ns=end,
        step=step,
        limit=target.max_lines or lines,
        direction="forward" if target.direction == "forward" else "backward",
        is_log_query=target.is_log_query,
    )


def choose_step(target: Target, interval: timedelta, length: timedelta) -> timedelta:
    """Return the target's own step, else its interval, with at most `MAX_POINTS` points.

    The deprecated `resolution` divides the number of points.
    """
    safe = timedelta(milliseconds=math.ceil(length / _MILLISECOND / MAX_POINTS))
    factor = target.resolution or 1
    factor = factor if math.isfinite(factor) and 1 <= factor <= 1_000 else 1
    usual = max(interval * factor, safe, _MILLISECOND)
    if not (target.step or "").strip():
        return usual
    text = expand(target.step or "", Times(interval, length, usual)).strip()
    step = parse_duration(f"{text}s" if text.isdecimal() else text) * factor
    return max(step, safe, _MILLISECOND)


def _moment(text: str | None, otherwise_ms: int, ref_id: str) -> int:
    if not text:
        return otherwise_ms * _NS_PER_MS
    if _MOMENT.fullmatch(text) is None:
        raise BadQuery(f"Query {ref_id}: startNs and endNs must be nanoseconds since the epoch.")
    return int(text)
