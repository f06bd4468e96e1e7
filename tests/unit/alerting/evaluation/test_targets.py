"""What is asked of the data sources at one tick."""

from datetime import timedelta

import pytest
from tests.unit.alerting.made import MINUTE, at, rule

from vedette.alerting.evaluation.targets import batch
from vedette.alerting.model import RuleQuery
from vedette.sdk import TimeRange


def test_each_query_has_its_own_range_before_the_tick() -> None:
    queries = (
        RuleQuery("A", "prom", {"expr": "up"}, 10 * MINUTE, MINUTE),
        RuleQuery("B", "-100", {"type": "reduce", "expression": "A"}),
    )
    made = batch(rule(queries=queries), at(60))
    assert made.from_alert and made.wants_fresh
    one, other = made.targets
    assert one.range == TimeRange(at(50), at(59))
    assert one.model == {"expr": "up", "refId": "A"}
    assert (other.datasource_uid, other.ref_id) == ("__expr__", "B")


@pytest.mark.parametrize(
    ("model", "seconds", "points"),
    [
        ({}, 1, 43_200),
        ({"intervalMs": 15_000, "maxDataPoints": 100}, 15, 100),
        ({"intervalMs": 0, "maxDataPoints": -1}, 1, 43_200),
        ({"intervalMs": "x", "maxDataPoints": True}, 1, 43_200),
        ({"intervalMs": None, "maxDataPoints": float("nan")}, 1, 43_200),
    ],
)
def test_interval_and_points_are_those_of_the_model_or_the_known_defaults(
    model: dict, seconds: int, points: int
) -> None:
    (target,) = batch(rule(queries=(RuleQuery("A", "prom", model),)), at(0)).targets
    assert (target.interval, target.max_points) == (timedelta(seconds=seconds), points)
