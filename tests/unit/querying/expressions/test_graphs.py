"""Expressions that read each other: order, errors that name who is wrong, hysteresis."""

import pytest
from tests.unit.querying.expressions.made import math, number, one, run, series, shown, target

from vedette.sdk import BadGateway


def test_expressions_may_come_in_any_order_and_read_each_other():
    found = run(math("D", "$C + 1"), math("C", "$B * 2"), math("B", "$A"), A=number(5))
    assert {ref_id: one(answer) for ref_id, answer in found.items()} == {"B": 5, "C": 10, "D": 11}


def test_names_may_hold_spaces():
    reduce = target("last value", type="reduce", expression="${my query}", reducer="last")
    found = run(math("X", "${last value} + 1"), reduce, **{"my query": series([1, 2])})
    assert one(found["X"]) == 3


def refused(*targets, **frames):
    found = run(*targets, **frames)
    return {key: answer.error.public for key, answer in found.items() if answer.error}


def test_a_cycle_is_named():
    errors = refused(math("B", "$C"), math("C", "$D + $A"), math("D", "$B"), A=number(1))
    assert set(errors.values()) == {
        "The expressions B -> C -> D -> B refer to each other in a cycle."
    }


def test_reading_oneself_is_named():
    assert refused(math("B", "$B + 1")) == {"B": "Expression B refers to itself."}


def test_what_reads_a_cycle_fails_because_of_it_and_the_rest_is_evaluated():
    targets = (math("B", "$C"), math("C", "$B"), math("D", "$B"), math("E", "$A"))
    errors = refused(*targets, A=number(1))
    assert errors["D"].startswith("Expression D was not evaluated, because B failed: The expr")
    assert "E" not in errors


def test_an_unknown_refid_is_named():
    assert refused(math("B", "$Z")) == {
        "B": "Expression B refers to Z, but no query of the request has that refId."
    }


def test_a_failed_query_fails_what_reads_it_with_its_name_and_reason():
    failure = BadGateway("Prometheus answered 422: too many samples.")
    errors = refused(math("C", "$A"), math("D", "$C"), math("E", "$B"), A=failure, B=number(1))
    reason = "because A failed: Prometheus answered 422: too many samples."
    assert errors == {
        "C": f"Expression C was not evaluated, {reason}",
        "D": f"Expression D was not evaluated, {reason}",
    }


def test_a_mistake_in_a_formula_has_the_refid_and_the_place():
    assert refused(math("B", "$A + "), A=number(1)) == {
        "B": "Expression B, position 6: a value is missing before the end."
    }


CONDITION = {
    "query": {"params": ["A"]},
    "reducer": {"type": "last"},
    "evaluator": {"type": "gt", "params": [1]},
}


def test_classic_conditions_read_queries_alone_and_feed_nothing():
    classic = target("C", type="classic_conditions", conditions=[CONDITION])
    errors = refused(classic, math("D", "$C"), A=number(1))
    assert "cannot be the input of another expression" in errors["D"]
    over = {**CONDITION, "query": {"params": ["B"]}}
    classic = target("C", type="classic_conditions", conditions=[over])
    errors = refused(math("B", "$A"), classic, A=number(1))
    assert "B is an expression" in errors["C"]


@pytest.mark.parametrize(
    ("model", "says"),
    [
        ({}, "is of the type none; it must be math"),
        ({"type": "forecast"}, "is of the type 'forecast'"),
        ({"type": "math"}, "has no expression"),
        ({"type": "reduce", "expression": "A", "reducer": "p99"}, "has the reducer 'p99'; use"),
        (
            {"type": "reduce", "expression": "A", "reducer": "sum", "settings": {"mode": "x"}},
            "mode",
        ),
        (
            {
                "type": "reduce",
                "expression": "A",
                "reducer": "sum",
                "settings": {"mode": "replaceNN"},
            },
            "replaceWithValue none, which is not a number",
        ),
        ({"type": "threshold", "expression": "A"}, "has no conditions"),
        ({"type": "threshold", "expression": "A", "conditions": [1]}, "that is not an object"),
        ({"type": "threshold", "expression": "A", "conditions": [{}]}, "without an evaluator"),
        (
            {
                "type": "threshold",
                "expression": "A",
                "conditions": [{"evaluator": {"type": "within_range", "params": [1]}}],
            },
            "with 1 of 2 params",
        ),
        (
            {
                "type": "threshold",
                "expression": "A",
                "conditions": [{"evaluator": {"type": "gt", "params": [10**400]}}],
            },
            "outside the range of numbers",
        ),
        ({"type": "classic_conditions", "conditions": [{}]}, "contains no query"),
        ({"type": "sql", "expression": " "}, "has no expression"),
    ],
)
def test_the_error_of_an_invalid_target_says_what_is_valid(model, says):
    (text,) = refused(target("X", **model), A=number(1)).values()
    assert text.startswith("Expression X ")
    assert says in text


def test_inputs_may_be_written_as_references():
    for name in ("A", "$A", "${A}"):
        found = run(target("R", type="reduce", expression=name, reducer="sum"), A=series([1, 2]))
        assert shown(found["R"]) == [({}, 3)]
