"""Tests numbers against thresholds, with hysteresis if there is a recovery threshold."""

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
    """Return whether the test passes. NaN passes only `ne`, null only `no_value`."""
    if value is None:
        return evaluator.kind == "no_value"
    return bool(_tested(evaluator, np.array([value]))[0])


def apply(
    variable: Variable,
    evaluator: ConditionEvaluator,
    unload: ConditionEvaluator | None = None,
    firing: Collection[frozenset[tuple[str, str]]] = (),
) -> Variable:
    """Return 1 if the test holds, 0 if not, null without a value.

    `firing` are the label sets, as frozen items, that fired before: with `unload` such an item
    stays 1 until the unload test holds.
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
