"""From a panel's target to the request: expression, grid and time."""

from datetime import timedelta

import msgspec

from vedette.sdk import Query, format_duration
from vedette_plugins.datasources.prometheus.adhoc import with_filters
from vedette_plugins.datasources.prometheus.macros import (
    Times,
    expand,
    is_interval,
    is_macro,
    mentions_rate_interval,
    rate_interval,
)
from vedette_plugins.datasources.prometheus.model import Target
from vedette_plugins.datasources.prometheus.step import (
    DEFAULT_SCRAPE,
    Grid,
    align,
    choose_step,
    duration_or,
)


class Plan(msgspec.Struct, frozen=True):
    expr: str
    grid: Grid
    time_ms: int

    @property
    def executed(self) -> str:
        """Return the text for the query inspector."""
        step = format_duration(timedelta(milliseconds=self.grid.step_ms))
        return f"Expr: {self.expr}\nStep: {step}"


def make_plan(query: Query, target: Target, time_interval: str) -> Plan:
    """Return the request. Raises `BadDuration` for a step, `BadFilter` for an invalid ad hoc
    filter."""
    scrape = duration_or(time_interval, DEFAULT_SCRAPE)
    asked = (target.interval or "").strip()
    own = duration_or(asked, scrape) if asked and not is_macro(asked) else None
    minimum = own or target.min_interval or scrape
    factor = 1.0 if mentions_rate_interval(asked) else target.interval_factor or 1.0
    step = choose_step(query.range.length, query.max_points, minimum, factor)
    if mentions_rate_interval(asked):
        step = rate = rate_interval(step, scrape)
    else:
        rate = rate_interval(query.interval, step if is_interval(asked) else own or scrape)
    times = Times(interval=step, rate_interval=rate, range=query.range.length)
    expr = with_filters(expand(target.expr, times), target.adhoc_filters or ())
    grid = align(query.range.start_ms, query.range.end_ms, step, target.utc_offset_sec or 0)
    return Plan(expr, grid, query.range.end_ms)
