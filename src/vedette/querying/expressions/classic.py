"""Classic conditions of legacy alerting: one number without labels for all series."""

from collections.abc import Callable, Mapping

import numpy as np

from vedette.kernel.memory import charge_objects
from vedette.querying.expressions.model import Classic, Condition
from vedette.querying.expressions.threshold import passes
from vedette.querying.expressions.values import Floats, Item, Number, Variable

_MATCH_BYTES = 400


def evaluate(how: Classic, variables: Mapping[str, Variable]) -> Variable:
    """Return 1 if the conditions hold, 0 if not, and null if there was no value to test.

    A condition holds if it holds for one of its series. Operators apply from the first to the last;
    `logic-or` after a true condition skips all that follow.
    """
    fires = no_data = False
    matches: list[Mapping[str, object]] = []
    for index, condition in enumerate(how.conditions):
        if index and condition.operator == "logic-or" and fires:
            break
        held, empty = _condition(condition, variables[condition.source], matches)
        if index == 0:
            fires, no_data = held, empty
        elif condition.operator == "and":
            fires, no_data = fires and held, no_data and empty
        else:
            fires, no_data = fires or held, no_data or empty
    value = 1.0 if fires else None if no_data else 0.0
    return Variable((Number({}, value),), custom=matches if fires else [])


def _condition(
    condition: Condition, variable: Variable, matches: list[Mapping[str, object]]
) -> tuple[bool, bool]:
    """Return whether the condition holds, and whether it had no value. Adds matches to
    `matches`."""
    if not variable.items:
        held = passes(condition.evaluator, None)
        if held:
            matches.append({"metric": "NoData", "labels": None, "value": None})
        return held, True
    values = [(item, _reduced(condition.reducer, item)) for item in variable.items]
    held = False
    charge_objects(_MATCH_BYTES * len(values))
    for item, value in values:
        if passes(condition.evaluator, value):
            held = True
            about = {"metric": condition.source, "labels": dict(item.labels), "value": value}
            matches.append(about)
    return held, all(value is None for _, value in values)


def _reduced(reducer: str, item: Item) -> float | None:
    if isinstance(item, Number):
        return item.value
    return of(reducer, item.values)


def of(reducer: str, values: Floats) -> float | None:
    """Return the reduced value; None without values. Only `count` counts null and NaN."""
    if reducer == "count":
        return float(len(values))
    there = values[~np.isnan(values)]
    if not len(there):
        return None
    with np.errstate(all="ignore"):
        return float(_REDUCED[reducer](there)) if reducer in _REDUCED else _change(reducer, there)


_REDUCED: Mapping[str, Callable[[Floats], float]] = {
    "avg": np.mean,
    "min": np.min,
    "max": np.max,
    "sum": np.sum,
    "median": np.median,
    "last": lambda values: values[-1],
    "count_non_null": len,
}


def _change(reducer: str, values: Floats) -> float:
    """Return the change from the oldest to the newest value, in percent of the oldest if
    required."""
    change = values[-1] - values[0]
    if reducer.startswith("percent"):
        change = change / np.abs(values[0]) * 100
    return float(np.abs(change) if reducer.endswith("_abs") else change)
