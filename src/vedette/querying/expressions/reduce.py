"""Reduces a series to one number."""

import math
from collections.abc import Callable, Mapping

import numpy as np

from vedette.querying.expressions.model import Reduce
from vedette.querying.expressions.values import (
    Floats,
    Item,
    Number,
    Series,
    Variable,
    is_number,
)

_REDUCERS: Mapping[str, Callable[[Floats], float]] = {
    "count": lambda values: float(len(values)),
    "sum": lambda values: float(values.sum()),
    "mean": lambda values: float(values.mean()),
    "min": lambda values: float(values.min()),
    "max": lambda values: float(values.max()),
    "median": lambda values: float(np.median(values)),
    "last": lambda values: float(values[-1]),
}
_OF_NOTHING = {"count": 0.0, "sum": 0.0}


def reduce(variable: Variable, how: Reduce) -> Variable:
    """Reduce each series. Numbers stay as they are, with a notice."""
    notices: tuple[str, ...] = ()
    if any(isinstance(item, Number) for item in variable.items):
        notices = (f"{how.source} is already a number and cannot be reduced.",)
    return Variable(tuple(_item(item, how) for item in variable.items), notices)


def of(reducer: str, values: Floats) -> float:
    """Return the reduced value in strict mode.

    Null, NaN and infinities result in NaN, except that `count` counts every point. Without values,
    count and sum are 0 and the others NaN.
    """
    if not len(values):
        return _OF_NOTHING.get(reducer, math.nan)
    if reducer != "count" and not np.isfinite(values[-1:] if reducer == "last" else values).all():
        return math.nan
    with np.errstate(over="ignore", invalid="ignore"):
        return _REDUCERS[reducer](values)


def _item(item: Item, how: Reduce) -> Item:
    if not isinstance(item, Series):
        return item
    values = item.values
    match how.mode:
        case "drop":
            result: float | None = of(how.reducer, values[np.isfinite(values)])
            if result is not None and math.isnan(result):
                result = None
        case "replace":
            result = of(how.reducer, np.where(np.isfinite(values), values, how.replacement))
            if not is_number(result):
                result = how.replacement
        case _:
            result = of(how.reducer, values)
    return Number(item.labels, result)
