"""Operators and functions on columns of numbers.

Null on either side of an operator gives null. NaN gives NaN, including comparisons, except where
the left side decides `||` and `&&`. Functions turn null into NaN, except those that test for it.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np

from vedette.querying.expressions.values import Floats, Mask

Values: TypeAlias = tuple[Floats, Mask | None]
"""Numbers, and a mask of nulls, which are NaN."""
_ARITHMETIC: Mapping[str, Callable[[Floats, Floats], Any]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "%": np.fmod,
    "**": np.power,
}
_COMPARISONS: Mapping[str, Callable[[Floats, Floats], Any]] = {
    "==": np.equal,
    "!=": np.not_equal,
    ">": np.greater,
    "<": np.less,
    ">=": np.greater_equal,
    "<=": np.less_equal,
}


def binary(operator: str, left: Values, right: Values) -> Values:
    """Apply an operator to equal lengths, or to one of length 1. Division by zero gives an
    infinity."""
    a, b = left[0], right[0]
    with np.errstate(all="ignore"):
        odd = np.isnan(a) | np.isnan(b)
        if operator in _ARITHMETIC:
            result = _ARITHMETIC[operator](a, b)
        elif operator in _COMPARISONS:
            result = _COMPARISONS[operator](a, b).astype(np.float64)
        elif operator == "||":
            result = ((a != 0) | (b != 0)).astype(np.float64)
            odd &= np.isnan(a) | (a == 0)
        else:
            result = ((a != 0) & (b != 0)).astype(np.float64)
            odd &= ~(a == 0)
    nulls = _either(left[1], right[1], result.shape)
    if nulls is not None:
        odd |= nulls
    result[odd] = np.nan
    return result, nulls


def signed(operator: str, operand: Values) -> Values:
    numbers, nulls = operand
    if operator == "-":
        return -numbers, nulls
    return np.where(np.isnan(numbers), np.nan, (numbers == 0).astype(np.float64)), nulls


def call(name: str, argument: Values) -> Values:
    numbers, nulls = argument
    with np.errstate(all="ignore"):
        return _FUNCTIONS[name](numbers, nulls), None


def _either(left: Mask | None, right: Mask | None, shape: tuple[int, ...]) -> Mask | None:
    if left is None and right is None:
        return None
    nulls = np.zeros(shape, np.bool_)
    for mask in (left, right):
        if mask is not None:
            nulls |= mask
    return nulls


def _round(numbers: Floats) -> Floats:
    """Round halves away from zero."""
    whole = np.trunc(numbers)
    return whole + np.copysign(np.abs(numbers - whole) >= 0.5, numbers)


def _is_null(numbers: Floats, nulls: Mask | None) -> Floats:
    return np.zeros(numbers.shape) if nulls is None else nulls.astype(np.float64)


def _is_nan(numbers: Floats, nulls: Mask | None) -> Floats:
    odd = np.isnan(numbers)
    return (odd if nulls is None else odd & ~nulls).astype(np.float64)


_FUNCTIONS: Mapping[str, Callable[[Floats, Mask | None], Floats]] = {
    "abs": lambda numbers, _: np.abs(numbers),
    "log": lambda numbers, _: np.log(numbers),
    "round": lambda numbers, _: _round(numbers),
    "ceil": lambda numbers, _: np.ceil(numbers),
    "floor": lambda numbers, _: np.floor(numbers),
    "is_inf": lambda numbers, _: np.isinf(numbers).astype(np.float64),
    "is_number": lambda numbers, _: np.isfinite(numbers).astype(np.float64),
    "is_nan": _is_nan,
    "is_null": _is_null,
}
