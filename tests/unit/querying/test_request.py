from datetime import UTC, datetime, timedelta

import pytest

from vedette.kernel.durations import BadTimeRange
from vedette.querying.errors import BadBatch
from vedette.querying.request import MAX_QUERIES, QueryRequest, read_targets

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
SOURCE = {"type": "prometheus", "uid": "prom"}


def targets(*queries, start="now-1h", end="now"):
    return read_targets(QueryRequest(list(queries), start, end), NOW)


def only(**query):
    (target,) = targets({"datasource": SOURCE, **query})
    return target


def test_a_bare_query_gets_the_documented_defaults():
    target = only()
    assert (target.ref_id, target.datasource_uid, target.max_points) == ("A", "prom", 100)
    assert target.interval == timedelta(seconds=1)
    assert (target.range.start, target.range.end) == (NOW - timedelta(hours=1), NOW)


def test_milliseconds_may_be_text_or_numbers():
    for start, end in (("1718000000000", "1718000060000"), (1718000000000, 1718000060000)):
        (target,) = targets({"datasource": SOURCE}, start=start, end=end)
        assert target.range.length == timedelta(minutes=1)


def test_a_query_may_have_its_own_range():
    assert only(timeRange={"from": "now-2d", "to": "now-1d"}).range.end == NOW - timedelta(days=1)


@pytest.mark.parametrize(
    ("query", "uid", "number"),
    [
        ({"datasource": "by-name"}, "by-name", None),
        ({"datasource": None, "datasourceId": 7}, "", 7),
        ({"datasourceId": -100}, "__expr__", None),
        ({"datasource": {"type": "__expr__"}}, "__expr__", None),
        ({"datasource": {"uid": "-- Grafana --"}}, "grafana", None),
        ({"datasource": {"type": "datasource", "uid": "grafana"}}, "grafana", None),
    ],
)
def test_sources_may_be_named_in_every_old_way(query, uid, number):
    (target,) = targets(query)
    assert (target.datasource_uid, target.datasource_id) == (uid, number)


@pytest.mark.parametrize(
    "query",
    [
        {"datasource": None},
        {"datasource": {"uid": 3}},
        {"datasource": SOURCE, "refId": 5},
        {"datasource": SOURCE, "refId": "x" * 101},
        {"datasource": SOURCE, "maxDataPoints": -1},
        {"datasource": SOURCE, "maxDataPoints": "many"},
        {"datasource": SOURCE, "intervalMs": float("inf")},
        {"datasource": SOURCE, "intervalMs": float("nan")},
        {"datasource": SOURCE, "intervalMs": True},
        {"datasourceId": True},
    ],
)
def test_queries_that_make_no_sense_are_refused(query):
    with pytest.raises(BadBatch):
        targets(query)


@pytest.mark.parametrize(
    ("start", "end"), [("now", "now-1h"), ("never", "now"), ("now-20y", "now"), ("9" * 30, "now")]
)
def test_impossible_ranges_are_refused(start, end):
    with pytest.raises(BadTimeRange):
        targets({"datasource": SOURCE}, start=start, end=end)


def test_points_and_intervals_are_bounded():
    """Proves T57."""
    target = only(maxDataPoints=10**12, intervalMs=1e300)
    assert target.max_points == 11_000
    assert target.interval <= timedelta(days=3_660)


def test_batches_are_bounded_and_their_ref_ids_differ():
    with pytest.raises(BadBatch):
        targets(*[{"datasource": SOURCE, "refId": str(n)} for n in range(MAX_QUERIES + 1)])
    with pytest.raises(BadBatch, match="Two queries"):
        targets({"datasource": SOURCE}, {"datasource": SOURCE})
    with pytest.raises(BadBatch, match="no queries"):
        targets()
    with pytest.raises(BadBatch, match="time range"):
        read_targets(QueryRequest([{"datasource": SOURCE}]), NOW)
