"""Tests of one number against limits, with hysteresis where a second test ends the first."""

import math
from collections.abc import Collection

import numpy as np

from vedette.kernel.memory import charge_objects
from vedette.querying.expressions.model import ConditionEvaluator
from vedette.querying.expressions.values import (
    Floats,
    Item,
    Labels,
    Mask,
    Number,
    Series,
    Variable,
    size,
)


def passes(evaluator: ConditionEvaluator, value: float | None) -> bool:
    """NaN passes `ne` alone, null passes `no_value` alone."""
    if value is None:
        return evaluator.kind == "no_value"
    return bool(_tested(evaluator, np.array([value]))[0])


def apply(
    variable: Variable,
    evaluator: ConditionEvaluator,
    unload: ConditionEvaluator | None = None,
    firing: Collection[frozenset[tuple[str, str]]] = (),
) -> Variable:
    """1 where the test holds, 0 where not, null where there is no value.

    `firing` are the label sets, as frozen items, of what fired before: with `unload` such an item
    keeps its 1 until the unload test holds.
    """
    charge_objects(sum(map(size, variable.items)))
    items = []
    for item in variable.items:
        fires = unload is not None and frozenset(item.labels.items()) in firing
        items.append(_item(item, evaluator, unload if fires else None))
    return Variable(tuple(items))


def _item(item: Item, evaluator: ConditionEvaluator, unload: ConditionEvaluator | None) -> Item:
    if isinstance(item, Series):
        held = _held(evaluator, unload, item.values)
        values = held.astype(np.float64)
        if item.nulls is not None:
            values[item.nulls] = np.nan
        return Series(item.labels, item.times, values, item.nulls)
    if item.value is None:
        return item
    return _number(item.labels, _held(evaluator, unload, np.array([item.value])))


def _number(labels: Labels, held: Mask) -> Number:
    return Number(labels, float(held[0]))


def _held(evaluator: ConditionEvaluator, unload: ConditionEvaluator | None, values: Floats) -> Mask:
    return _tested(evaluator, values) if unload is None else ~_tested(unload, values)


def _tested(evaluator: ConditionEvaluator, values: Floats) -> Mask:
    low = evaluator.limits[0] if evaluator.limits else math.nan
    high = evaluator.limits[-1] if evaluator.limits else math.nan
    held: Mask
    match evaluator.kind:
        case "gt":
            held = values > low
        case "lt":
            held = values < low
        case "gte":
            held = values >= low
        case "lte":
            held = values <= low
        case "eq":
            held = values == low
        case "ne":
            held = values != low
        case "within_range":
            held = (values > low) & (values < high)
        case "within_range_included":
            held = (values >= low) & (values <= high)
        case "outside_range":
            held = (values < low) | (values > high)
        case "outside_range_included":
            held = (values <= low) | (values >= high)
        case _:
            held = np.zeros(values.shape, np.bool_)
    return held
