from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from vedette.sdk import BadRequest
from vedette.sdk.testing import query
from vedette_plugins.datasources.prometheus.macros import Times, expand, rate_interval
from vedette_plugins.datasources.prometheus.model import read_target
from vedette_plugins.datasources.prometheus.plan import make_plan
from vedette_plugins.datasources.prometheus.step import (
    MAX_POINTS,
    align,
    choose_step,
    nice_interval,
)

SECOND = timedelta(seconds=1)


def planned(model, *, hours=1.0, max_points=240, scrape="", interval=15 * SECOND):
    asked = query({"expr": "up", **model}, hours=hours, max_points=max_points)
    asked = replace(asked, interval=interval)
    return make_plan(asked, read_target(asked), scrape)


def step_of(model, **more) -> float:
    return planned(model, **more).grid.step_ms / 1000


@pytest.mark.parametrize(
    ("model", "more", "seconds"),
    [
        ({}, {}, 15),
        ({}, {"max_points": 60}, 60),
        ({}, {"hours": 24}, 300),
        ({}, {"hours": 0.01, "max_points": 11_000}, 15),
        ({}, {"scrape": "1m"}, 60),
        ({"interval": "5s"}, {"scrape": "1m", "max_points": 2_000}, 5),
        ({"interval": "2m"}, {}, 120),
        ({"interval": ">2m"}, {}, 120),
        ({"interval": "30"}, {}, 30),
        ({"interval": 30}, {}, 30),
        ({"interval": "$__interval"}, {}, 15),
        ({"interval": "${__interval}"}, {"scrape": "30s"}, 30),
        ({"interval": "$__rate_interval"}, {}, 60),
        ({"intervalFactor": 4}, {}, 60),
        ({"intervalMs": 120_000}, {}, 120),
        ({"intervalMs": 1_000}, {"max_points": 11_000, "hours": 0.1}, 1),
        ({"intervalMs": 5_000}, {"scrape": "1m", "max_points": 2_000}, 5),
        ({"interval": "$__rate_interval", "intervalFactor": 4}, {}, 60),
        ({"interval": "$__rate_interval", "intervalMs": 1_000}, {"max_points": 60}, 75),
        ({"intervalMs": 120_000, "interval": "10s"}, {"max_points": 1_000}, 10),
        ({"interval": "1s"}, {"hours": 24 * 30, "max_points": 11_000}, 300),
    ],
)
def test_the_step_follows_the_panel_the_query_and_the_source(model, more, seconds):
    assert step_of(model, **more) == seconds


@given(
    st.floats(0.001, 3_653 * 86_400),
    st.integers(1, MAX_POINTS),
    st.floats(0.001, 86_400),
    st.floats(0, 100),
)
def test_no_query_asks_for_more_points_than_prometheus_gives(length, points, minimum, factor):
    step = choose_step(timedelta(seconds=length), points, timedelta(seconds=minimum), factor)
    assert step > timedelta(0)
    assert timedelta(seconds=length) / step <= MAX_POINTS + 1


@given(st.floats(10, 41 * 86_400_000))
def test_nice_intervals_stay_close_to_what_was_asked(milliseconds):
    assert milliseconds / 7 <= nice_interval(milliseconds) <= milliseconds * 2


@given(st.integers(0, 10**13), st.integers(0, 10**9), st.integers(1, 10**9))
def test_grids_start_on_a_multiple_of_the_step(start, length, step_ms):
    grid = align(start, start + length, timedelta(milliseconds=step_ms))
    assert grid.start_ms % grid.step_ms == grid.end_ms % grid.step_ms == 0
    assert 0 <= start - grid.start_ms < grid.step_ms
    assert 0 <= start + length - grid.end_ms < grid.step_ms


def test_day_long_steps_start_at_local_midnight():
    day, offset = timedelta(days=1), 2 * 3_600
    grid = align(1_718_000_000_000, 1_718_500_000_000, day, offset)
    assert (grid.start_ms / 1000 + offset) % 86_400 == 0


@pytest.mark.parametrize("interval", ["often", "-5s", "5 apples", "999y9999999y"])
def test_steps_that_are_no_durations_are_refused(interval):
    with pytest.raises(BadRequest):
        planned({"interval": interval})


@pytest.mark.parametrize(
    "model", [{"expr": 5}, {"expr": "  "}, {"range": "yes"}, {"adhocFilters": [{"key": 1}]}]
)
def test_models_with_wrong_types_are_refused_by_name(model):
    with pytest.raises(BadRequest, match="Query A"):
        planned(model)


TIMES = Times(timedelta(seconds=30), timedelta(minutes=2), timedelta(hours=6))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[$__interval]", "[30s]"),
        ("[${__interval}]", "[30s]"),
        ("[${__interval:raw}]", "[30s]"),
        ("[[[__interval]]]", "[30s]"),
        ("$__interval_ms", "30000"),
        ("[$__rate_interval]", "[2m0s]"),
        ("${__rate_interval_ms}", "120000"),
        ("[$__range] $__range_s $__range_ms", "[21600s] 21600 21600000"),
        ("$__intervals $__ranger", "$__intervals $__ranger"),
        ("$__unknown $job", "$__unknown $job"),
    ],
)
def test_macros_are_filled_in_every_form(text, wanted):
    assert expand(text, TIMES) == wanted


def test_the_rate_interval_holds_four_scrapes():
    assert rate_interval(15 * SECOND, 15 * SECOND) == 60 * SECOND
    assert rate_interval(300 * SECOND, 15 * SECOND) == 315 * SECOND
    assert planned({"expr": "x[$__rate_interval]"}, scrape="30s").expr == "x[2m0s]"
    assert planned({"expr": "x[$__rate_interval]", "interval": "1m"}).expr == "x[4m0s]"


@pytest.mark.parametrize(
    ("model", "more", "wanted"),
    [
        ({}, {"interval": 300 * SECOND}, "5m15s"),
        ({}, {"interval": SECOND, "max_points": 1}, "1m0s"),
        ({}, {"interval": 3_600 * SECOND, "scrape": "1h"}, "4h0m0s"),
        ({}, {"interval": 60 * SECOND, "scrape": "250ms"}, "1m0s250ms"),
        ({"interval": "$__interval"}, {"max_points": 60}, "4m0s"),
        ({"interval": "$__rate_interval"}, {"max_points": 60}, "1m15s"),
    ],
)
def test_the_rate_interval_grows_with_the_interval_of_the_query(model, more, wanted):
    """A panel shows the same rates as it did in Grafana."""
    assert planned({"expr": "x[$__rate_interval]", **model}, **more).expr == f"x[{wanted}]"
