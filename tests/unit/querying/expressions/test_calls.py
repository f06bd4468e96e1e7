"""Expressions beside the event loop: nobody waits for another's, and leaving ends one's own."""

import asyncio
import threading

import pytest
from tests.unit.querying.expressions.made import math, number, target

from vedette.querying.expressions import calls
from vedette.querying.expressions.calls import ExpressionCalls
from vedette.querying.expressions.limits import ExpressionLimits
from vedette.sdk import Answer

ENDLESS = "SELECT count(*) FROM range(1e6::BIGINT), range(1e6::BIGINT)"


async def test_leaving_ends_the_process_of_an_sql_expression():
    asked = ExpressionCalls(ExpressionLimits())
    before = threading.active_count()
    task = asyncio.ensure_future(asked.answers([target("Q", type="sql", expression=ENDLESS)], {}))
    await asyncio.sleep(0.5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    answers = await asyncio.wait_for(asked.answers([math("X", "1 + 1")], {}), 5)
    assert answers["X"].error is None
    assert threading.active_count() <= before + 2


async def test_much_work_leaves_the_event_loop_alone(monkeypatch):
    threads = []
    evaluate = calls._evaluate

    def noted(*args):
        threads.append(threading.current_thread() is threading.main_thread())
        return evaluate(*args)

    monkeypatch.setattr(calls, "_evaluate", noted)
    asked = ExpressionCalls(ExpressionLimits())
    few = {"A": Answer("A", (number(1),))}
    many = {"A": Answer("A", tuple(number(1, i=str(row)) for row in range(6_000)))}
    for answers in (few, many):
        found = await asked.answers([math("X", "$A")], answers)
        assert found["X"].error is None
    assert threads == [True, False]


async def test_what_fired_is_tested_against_the_second_limit():
    conditions = [
        {
            "evaluator": {"type": "gt", "params": [10]},
            "unloadEvaluator": {"type": "lt", "params": [5]},
        }
    ]
    threshold = target("T", type="threshold", expression="A", conditions=conditions)
    answers = {"A": Answer("A", (number(7.0, host="a"), number(7.0, host="b")))}
    firing = {"T": frozenset({frozenset({("host", "a")})})}
    found = await ExpressionCalls(ExpressionLimits()).answers([threshold], answers, firing)
    held = {f.fields[0].labels["host"]: f.fields[0].values[0] for f in found["T"].frames}
    assert held == {"a": 1.0, "b": 0.0}
