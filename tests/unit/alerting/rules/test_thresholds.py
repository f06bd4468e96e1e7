"""One rule with several severities, tried with the real expressions, templates and states."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.alerting.rules.bodies import body, expression, parsed, query

from vedette.alerting.evaluation.samples import outcome
from vedette.alerting.evaluation.states import firing_series, step
from vedette.alerting.evaluation.targets import batch
from vedette.alerting.model import Instance, Rule
from vedette.alerting.templates.rule_texts import RuleTexts
from vedette.querying.expressions.engine import evaluate
from vedette.querying.expressions.graph import plan
from vedette.querying.expressions.limits import ExpressionLimits
from vedette.querying.model import EXPRESSIONS
from vedette.sdk import Answer, Field, FieldType, Frame, FrameKind

START = datetime(2026, 5, 4, 12, tzinfo=UTC)
TEXTS = RuleTexts("http://localhost/", lambda: START)
Numbers = Mapping[str, float | None]
CRITICAL = {"labels": {"severity": "critical"}, "evaluator": {"type": "gt", "params": [90]}}
WARNING = {"labels": {"severity": "warning"}, "evaluator": {"type": "gt", "params": [80]}}


def two_severities(**changes: Any) -> Rule:
    thresholds = {"of": "B", "levels": [CRITICAL, WARNING]}
    made = {
        "condition": None,
        "data": [query("A"), reduced("B", "A")],
        "thresholds": thresholds,
        "for": "0s",
        "labels": {},
    }
    return parsed(body(**(made | changes)))


def reduced(ref_id: str, source: str) -> dict[str, Any]:
    return expression(ref_id, type="reduce", expression=source, reducer="last")


class Watch:
    """Evaluates a rule minute by minute; sources answer one number for each host."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.minute = 0
        self.prior: Mapping[str, Instance] = {}

    def see(self, **sources: Numbers) -> dict[str, str]:
        """Host to `state severity` of the alerts that are not normal."""
        tick = START + timedelta(minutes=self.minute)
        self.minute += 1
        targets = batch(self.rule, tick).targets
        asked = {name: _answer(name, numbers) for name, numbers in sources.items()}
        expressions = [each for each in targets if each.datasource_uid == EXPRESSIONS]
        firing = {each.ref_id: firing_series(self.prior.values()) for each in expressions}
        done = evaluate(plan(expressions, asked), asked, ExpressionLimits(), firing=firing)
        answers = {each.ref_id: {**asked, **done}[each.ref_id] for each in targets}
        stepped = step(self.rule, self.prior, outcome(self.rule, answers, tick), TEXTS)
        assert stepped.failure is None
        self.prior = stepped.by_fingerprint
        return {
            each.labels.get("host", "-"): f"{each.state} {each.labels.get('severity', '-')}"
            for each in stepped.instances
            if each.state.value != "normal"
        }


def _answer(ref_id: str, numbers: Numbers) -> Answer:
    frames = tuple(
        Frame(
            FrameKind.SERIES,
            (
                Field("Time", FieldType.TIME, [0]),
                Field("Value", FieldType.NUMBER, [value], {"host": host} if host else {}),
            ),
        )
        for host, value in numbers.items()
    )
    return Answer(ref_id, frames)


def test_the_highest_level_that_is_reached_gives_the_label() -> None:
    watch = Watch(two_severities())
    assert watch.see(A={"a": 95, "b": 85, "c": 70}) == {
        "a": "firing critical",
        "b": "firing warning",
    }


def test_a_series_goes_from_one_severity_to_the_other_and_ends() -> None:
    watch = Watch(two_severities())
    assert watch.see(A={"a": 85}) == {"a": "firing warning"}
    assert watch.see(A={"a": 95}) == {"a": "firing critical"}
    assert watch.see(A={"a": 85}) == {"a": "firing warning"}
    assert watch.see(A={"a": 10}) == {}


def test_a_worse_severity_does_not_wait_anew() -> None:
    watch = Watch(two_severities(**{"for": "2m"}))
    assert watch.see(A={"a": 85}) == {"a": "pending warning"}
    assert watch.see(A={"a": 95}) == {"a": "pending critical"}
    assert watch.see(A={"a": 95}) == {"a": "firing critical"}


def test_an_alert_that_is_kept_firing_keeps_its_severity() -> None:
    watch = Watch(two_severities(keep_firing_for="2m"))
    assert watch.see(A={"a": 95}) == {"a": "firing critical"}
    assert watch.see(A={"a": 10}) == {"a": "recovering critical"}
    assert watch.see(A={"a": 10}) == {"a": "recovering critical"}
    assert watch.see(A={"a": 10}) == {}


def test_a_label_that_a_level_leaves_out_is_the_rules_own() -> None:
    levels = [CRITICAL, {"evaluator": WARNING["evaluator"]}]
    rule = two_severities(
        thresholds={"of": "B", "levels": levels}, labels={"severity": "info", "team": "core"}
    )
    assert Watch(rule).see(A={"a": 95, "b": 85}) == {"a": "firing critical", "b": "firing info"}


def test_each_series_may_have_a_limit_of_its_own() -> None:
    level = {"labels": {"severity": "page"}, "evaluator": {"type": "gt", "from": "L"}}
    rule = two_severities(
        data=[query("A"), query("M"), reduced("B", "A"), reduced("L", "M")],
        thresholds={"of": "B", "levels": [level]},
    )
    seen = Watch(rule).see(A={"a": 50, "b": 50, "c": 50}, M={"a": 40, "b": 60})
    assert seen == {"a": "firing page"}


def test_one_limit_without_labels_counts_for_every_series() -> None:
    level = {"labels": {"severity": "page"}, "evaluator": {"type": "gte", "from": "M"}}
    rule = two_severities(
        data=[query("A"), query("M"), reduced("B", "A")],
        thresholds={"of": "B", "levels": [level]},
    )
    seen = Watch(rule).see(A={"a": 50, "b": 40, "c": 30}, M={"": 40})
    assert seen == {"a": "firing page", "b": "firing page"}


def test_the_lowest_level_may_recover_later_than_it_fires() -> None:
    last = {**WARNING, "unloadEvaluator": {"type": "lt", "params": [75]}}
    watch = Watch(two_severities(thresholds={"of": "B", "levels": [CRITICAL, last]}))
    assert watch.see(A={"a": 78}) == {}
    assert watch.see(A={"a": 85}) == {"a": "firing warning"}
    assert watch.see(A={"a": 78}) == {"a": "firing warning"}
    assert watch.see(A={"a": 95}) == {"a": "firing critical"}
    assert watch.see(A={"a": 74}) == {}


def test_messages_show_the_level_and_nothing_of_how_it_is_found() -> None:
    last = {**WARNING, "unloadEvaluator": {"type": "lt", "params": [75]}}
    watch = Watch(two_severities(thresholds={"of": "B", "levels": [CRITICAL, last]}))
    watch.see(A={"a": 95})
    assert [set(each.values) for each in watch.prior.values()] == [{"A", "B", "level"}]


def test_no_data_is_no_severity() -> None:
    watch = Watch(two_severities())
    watch.see(A={"a": 95, "b": 85})
    assert watch.see(A={})["-"] == "no_data -"


@pytest.mark.parametrize("value", [float("nan"), None])
def test_what_is_no_number_reaches_no_level(value: float | None) -> None:
    watch = Watch(two_severities(noDataState="OK"))
    assert watch.see(A={"a": value}) == {}


TESTS = {
    "gt": lambda value, low, high: value > low,
    "lt": lambda value, low, high: value < low,
    "gte": lambda value, low, high: value >= low,
    "lte": lambda value, low, high: value <= low,
    "eq": lambda value, low, high: value == low,
    "ne": lambda value, low, high: value != low,
    "within_range": lambda value, low, high: low < value < high,
    "within_range_included": lambda value, low, high: low <= value <= high,
    "outside_range": lambda value, low, high: value < low or value > high,
    "outside_range_included": lambda value, low, high: value <= low or value >= high,
}
VALUES = st.integers(-5, 5) | st.sampled_from([0.5, -0.5, 1e-9, 1e12, -1e12])


@given(
    st.lists(st.tuples(st.sampled_from(sorted(TESTS)), VALUES, VALUES), min_size=1, max_size=4),
    VALUES,
)
def test_levels_mean_what_thresholds_mean(
    tests: list[tuple[str, float, float]], value: float
) -> None:
    levels = [
        {
            "labels": {"severity": f"s{index}"},
            "evaluator": {"type": kind, "params": [low, high] if "range" in kind else [low]},
        }
        for index, (kind, low, high) in enumerate(tests)
    ]
    expected = next(
        (
            f"firing s{index}"
            for index, (kind, low, high) in enumerate(tests)
            if TESTS[kind](value, *(sorted((low, high)) if "range" in kind else (low, high)))
        ),
        None,
    )
    rule = two_severities(thresholds={"of": "B", "levels": levels})
    assert Watch(rule).see(A={"a": value}).get("a") == expected
