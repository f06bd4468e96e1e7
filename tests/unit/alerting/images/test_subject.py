"""An image shows what the condition tested, over time, with its thresholds."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.unit.alerting.made import rule

from vedette.alerting.images.graph import Zone
from vedette.alerting.images.subject import Subject, subject
from vedette.alerting.model import RuleQuery

AT = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
EXPRESSION = "__expr__"
ABOVE_80 = Zone(80.0, None)


def query(ref_id: str = "A", **changes: Any) -> RuleQuery:
    model = {"refId": ref_id, "expr": "up", "range": True, **changes.pop("model", {})}
    return RuleQuery(ref_id, "prom", model, **changes)


def expression(ref_id: str, kind: str, of: str, **more: Any) -> RuleQuery:
    return RuleQuery(ref_id, EXPRESSION, {"type": kind, "expression": of, **more})


def threshold(of: str, kind: str = "gt", *params: float, ref_id: str = "C") -> RuleQuery:
    evaluator = {"type": kind, "params": list(params or (80,))}
    return expression(ref_id, "threshold", of, conditions=[{"evaluator": evaluator}])


def reduced(of: str = "A", reducer: str = "last") -> RuleQuery:
    return expression("B", "reduce", of, reducer=reducer)


def shown(*queries: RuleQuery, condition: str = "C", levels: Any = None, **changes: Any) -> Subject:
    return subject(rule(queries=queries, condition=condition, **changes), levels or {}, AT)


def asked(found: Subject) -> dict[str, Any]:
    return {each.ref_id: each.model for each in found.batch.targets}


def test_a_reduced_query_is_shown_before_it_is_reduced():
    found = shown(query(), reduced(), threshold("B"))
    assert (found.shown, found.zones) == (("A",), (ABOVE_80,))
    assert list(asked(found)) == ["A"]
    assert found.batch.from_alert


@pytest.mark.parametrize(
    ("kind", "params", "zones"),
    [
        ("gt", (80,), (ABOVE_80,)),
        ("lt", (5,), (Zone(None, 5.0),)),
        ("within_range", (9, 1), (Zone(1.0, 9.0),)),
        ("outside_range_included", (1, 9), (Zone(None, 1.0), Zone(9.0, None))),
        ("eq", (3,), (Zone(3.0, 3.0),)),
    ],
)
def test_each_test_has_its_zones(kind, params, zones):
    assert shown(query(), reduced(), threshold("B", kind, *params)).zones == zones


def test_a_calculation_is_shown_over_time():
    """`A * 100 > 80`: the line of 80 belongs to the product, and not to A."""
    found = shown(query(), reduced(), expression("M", "math", "$B * 100"), threshold("M"))
    assert (found.shown, found.zones) == (("M", "A"), (ABOVE_80,))
    models = asked(found)
    assert list(models) == ["A", "B", "M"]
    assert models["B"] == {"type": "math", "expression": "${A}", "refId": "B"}


def test_points_of_a_sum_or_count_are_not_what_its_limit_is_for():
    assert shown(query(), reduced(reducer="count"), threshold("B")).zones == ()
    found = shown(
        query(), reduced(reducer="sum"), expression("M", "math", "$B * 2"), threshold("M")
    )
    assert found.zones == ()


@pytest.mark.parametrize("formula", ["$B > 80", "80 < $B", "${B} >= 80"])
def test_a_comparison_in_a_formula_is_a_limit(formula):
    found = shown(query(), reduced(), expression("C", "math", formula))
    assert (found.shown, found.zones) == (("A",), (ABOVE_80,))


def test_a_negative_limit_and_one_that_is_no_number():
    below = shown(query(), reduced(), expression("C", "math", "$B < -5"))
    assert below.zones == (Zone(None, -5.0),)
    assert shown(query(), reduced(), expression("C", "math", "$B > inf()")).zones == ()


def test_a_larger_formula_shows_its_first_value_without_limits():
    second = query("D")
    found = shown(query(), reduced(), second, expression("C", "math", "$B > 80 && $D < 3"))
    assert (found.shown, found.zones) == (("A",), ())


def test_classic_conditions_show_the_first_query():
    def condition(of: str, reducer: str, limit: float) -> dict[str, Any]:
        return {
            "query": {"params": [of]},
            "reducer": {"type": reducer},
            "operator": {"type": "and"},
            "evaluator": {"type": "gt", "params": [limit]},
        }

    conditions = [condition("A", "avg", 80), condition("A", "count", 3), condition("D", "avg", 1)]
    classic = RuleQuery("C", EXPRESSION, {"type": "classic_conditions", "conditions": conditions})
    found = shown(query(), query("D"), classic)
    assert (found.shown, found.zones) == (("A",), (ABOVE_80,))
    assert list(asked(found)) == ["A"]


def test_several_severities_are_several_limits():
    levels = {
        "of": "B",
        "levels": [
            {"evaluator": {"type": "gt", "params": [90]}},
            {"evaluator": {"type": "gt", "params": [80]}},
            {"evaluator": {"type": "gt", "from": "D"}},
        ],
    }
    compiled = expression("level", "math", "(${B} > 90) * 2 + (${B} > 80)")
    found = shown(query(), reduced(), compiled, condition="level", levels=levels)
    assert (found.shown, found.zones) == (("A",), (Zone(90.0, None), ABOVE_80))


def test_a_query_for_one_moment_asks_for_a_range():
    metrics = query(model={"instant": True, "range": False})
    assert asked(shown(metrics, threshold("A")))["A"]["instant"] is False
    assert asked(shown(metrics, threshold("A")))["A"]["range"] is True
    logs = query(model={"queryType": "instant"}, query_type="instant")
    assert asked(shown(logs, threshold("A")))["A"]["queryType"] == "range"


def test_the_range_is_the_rules_own_and_at_least_an_hour():
    found = shown(query(since=timedelta(minutes=5)), threshold("A"))
    assert (found.start, found.end) == (AT - timedelta(hours=1), AT)
    (target,) = found.batch.targets
    assert (target.range.start, target.range.end) == (found.start, found.end)
    assert target.max_points == 400 and target.interval == timedelta(seconds=9)
    day = shown(query(since=timedelta(days=2), until=timedelta(days=1)), threshold("A"))
    assert (day.start, day.end) == (AT - timedelta(days=2), AT - timedelta(days=1))
    long = shown(query(), threshold("A"), hold=timedelta(hours=3))
    assert long.start == AT - timedelta(hours=6)


def test_sql_is_not_followed_but_its_query_is_shown():
    found = shown(query(), expression("S", "sql", "SELECT * FROM A"), threshold("S"))
    assert (found.shown, found.zones) == (("A",), ())


def test_a_condition_that_is_a_query_is_shown_itself():
    found = shown(query(), condition="A")
    assert (found.shown, found.zones) == (("A",), ())


def test_what_cannot_be_read_still_shows_a_query():
    for broken in (
        expression("C", "math", "$B >"),
        expression("C", "nonsense", ""),
        threshold("gone"),
    ):
        found = shown(query(), broken)
        assert (found.shown, found.zones) == (("A",), ())
