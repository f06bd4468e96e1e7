"""The service's own numbers, with no metrics store in sight."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from prometheus_client import CollectorRegistry, Counter, Histogram

from vedette.querying.errors import BadBatch
from vedette.querying.own_numbers import frames
from vedette.sdk import Query, TimeRange
from vedette.telemetry.history import MetricHistory

START = datetime(2026, 1, 1, tzinfo=UTC)
START_MS = round(START.timestamp() * 1000)


def asked(**model: Any) -> Query:
    everything = TimeRange(START, START + timedelta(hours=1))
    return Query("A", model, everything, timedelta(seconds=10), 100)


@pytest.fixture
def registry() -> CollectorRegistry:
    return CollectorRegistry()


def test_a_counter_is_shown_as_its_rate_and_added_up_over_labels(
    registry: CollectorRegistry,
) -> None:
    counter = Counter("served", "Answers.", ("path", "code"), registry=registry)
    history = MetricHistory(registry, 10)
    for step in range(4):
        counter.labels("/a", "200").inc(10)
        counter.labels("/a", "500").inc(5)
        counter.labels("/b", "200").inc(20)
        history.record(START_MS + step * 10_000)
    by_path = frames(asked(metric="served_total", function="rate", by=["path"]), history)
    assert [(dict(f.fields[1].labels or {}), list(f.fields[1].values)[1:]) for f in by_path] == [
        ({"path": "/a"}, [1.5, 1.5, 1.5]),
        ({"path": "/b"}, [2.0, 2.0, 2.0]),
    ]
    good = frames(asked(metric="served_total", match={"code": "200"}), history)
    assert list(good[0].fields[1].values) == [30.0, 60.0, 90.0, 120.0]
    either = frames(asked(metric="served_total", match={"code": ["500", "404"]}), history)
    assert list(either[0].fields[1].values) == [5.0, 10.0, 15.0, 20.0]
    never = frames(asked(metric="served_total", match={"code": "404"}), history)
    assert list(never[0].fields[1].values) == [0.0] * 4


def test_a_histogram_is_shown_as_the_mean_of_what_happened_since_the_last_look(
    registry: CollectorRegistry,
) -> None:
    histogram = Histogram("took", "Seconds.", registry=registry)
    history = MetricHistory(registry, 10)
    for step, seconds in enumerate((1.0, 3.0, 5.0)):
        histogram.observe(seconds)
        history.record(START_MS + step * 10_000)
    (frame,) = frames(asked(metric="took", function="mean"), history)
    assert list(frame.fields[1].values)[1:] == [3.0, 5.0]


def test_old_numbers_go_and_memory_stays_bounded(registry: CollectorRegistry) -> None:
    counter = Counter("wide", "Many series.", ("n",), registry=registry)
    for number in range(1000):
        counter.labels(str(number)).inc()
    history = MetricHistory(registry, 3600)
    for step in range(10):
        history.record(START_MS + step)
    assert len(history.times) == 2
    assert len(history.series("wide_total")) <= 400
    assert {len(one.values) for one in history.series("wide_total")} == {2}


@pytest.mark.parametrize(
    "model", [{}, {"metric": "x", "function": "sum"}, {"metric": "x", "by": 1}]
)
def test_a_query_that_makes_no_sense_is_refused(
    model: dict[str, Any], registry: CollectorRegistry
) -> None:
    with pytest.raises(BadBatch):
        frames(asked(**model), MetricHistory(registry, 10))
