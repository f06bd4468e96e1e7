"""Evaluates a formula over variables with any number of items."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from vedette.kernel.memory import charge_objects
from vedette.querying.expressions.errors import BadExpression, ExpressionTooLarge
from vedette.querying.expressions.math import operators
from vedette.querying.expressions.math.join import Pair, joined
from vedette.querying.expressions.math.operators import Values
from vedette.querying.expressions.math.parser import (
    Constant,
    FunctionCall,
    Node,
    OperatorChain,
    Power,
    Reference,
    Sign,
)
from vedette.querying.expressions.values import (
    ITEM_BYTES,
    VALUE_BYTES,
    Item,
    Number,
    Series,
    Variable,
    size,
)

MOST_PAIRS = 100_000
_Operation: TypeAlias = Callable[[Values], Values]


def evaluate(
    ref_id: str, formula: Node, variables: Mapping[str, Variable], max_points: int
) -> Variable:
    """Return the result of the formula; no data if one of its variables has none.

    Raises `ExpressionTooLarge` before a step that would create more than `max_points` values.
    """
    return _Evaluation(ref_id, variables, max_points).run(formula)


class _Evaluation:
    def __init__(self, ref_id: str, variables: Mapping[str, Variable], max_points: int) -> None:
        self._ref_id = ref_id
        self._variables = variables
        self._max_points = max_points
        self._notices: dict[str, None] = {}

    def run(self, formula: Node) -> Variable:
        return Variable(tuple(self._of(formula)), tuple(self._notices))

    def _of(self, node: Node) -> Sequence[Item]:
        match node:
            case Constant(value):
                return (Number({}, value),)
            case Reference(ref_id, position):
                if ref_id not in self._variables:
                    where = f"Expression {self._ref_id}, position {position}"
                    raise BadExpression(f"{where}: no query has the refId {ref_id}.")
                return self._variables[ref_id].items
            case Sign(operator, operand):
                items = self._of(operand)
                return _each(items, lambda values: operators.signed(operator, values))
            case FunctionCall(name, argument):
                items = self._of(argument)
                return _each(items, lambda values: operators.call(name, values))
            case Power(base, exponent):
                return self._binary("**", self._of(base), self._of(exponent))
            case OperatorChain(first, rest):
                items = self._of(first)
                for operator, operand in rest:
                    items = self._binary(operator, items, self._of(operand))
                return items

    def _binary(self, operator: str, left: Sequence[Item], right: Sequence[Item]) -> list[Item]:
        if not left or not right:
            return []
        result = joined(left, right, MOST_PAIRS)
        if result is None:
            raise ExpressionTooLarge(
                f"Expression {self._ref_id} would join more than {MOST_PAIRS:,} pairs of "
                "series. Use fewer series, or labels on both sides that distinguish them."
            )
        points = _points(result.pairs)
        if points > self._max_points:
            raise ExpressionTooLarge(
                f"Expression {self._ref_id} would create more than {self._max_points:,} "
                "values. Use fewer series, a shorter range or a larger step."
            )
        charge_objects(ITEM_BYTES * len(result.pairs) + VALUE_BYTES * points)
        self._notice(result.left_out, bool(result.pairs))
        return _paired(operator, result.pairs)

    def _notice(self, left_out: tuple[int, int], any_pairs: bool) -> None:
        if not any(left_out):
            return
        text = (
            f"{left_out[0]} items on the left and {left_out[1]} items on the right of an "
            f"operator of expression {self._ref_id} have labels that match none on the other "
            "side"
        )
        self._notices[f"{text}; they are dropped." if any_pairs else f"{text}: no data."] = None


def _points(pairs: Sequence[Pair]) -> int:
    return sum(max(_length(left), _length(right)) for _, left, right in pairs)


def _length(item: Item) -> int:
    return 1 if isinstance(item, Number) else len(item)


def _paired(operator: str, pairs: Sequence[Pair]) -> list[Item]:
    """Calculate all numbers in one step, and each pair with a series in a step of its own."""
    numbers = [
        (row, left, right)
        for row, (_, left, right) in enumerate(pairs)
        if isinstance(left, Number) and isinstance(right, Number)
    ]
    results: dict[int, Item] = {}
    if numbers:
        columns = operators.binary(
            operator,
            _column([left.value for _, left, _ in numbers]),
            _column([right.value for _, _, right in numbers]),
        )
        for (row, _, _), value in zip(numbers, _values(columns), strict=True):
            results[row] = Number(pairs[row][0], value)
    for row, (labels, left, right) in enumerate(pairs):
        if isinstance(left, Series) and isinstance(right, Series):
            results[row] = _series_pair(operator, labels, left, right)
        elif isinstance(left, Series) and isinstance(right, Number):
            values = operators.binary(operator, _of_series(left), _column([right.value]))
            results[row] = Series(labels, left.times, *values)
        elif isinstance(right, Series) and isinstance(left, Number):
            values = operators.binary(operator, _column([left.value]), _of_series(right))
            results[row] = Series(labels, right.times, *values)
    return [results[row] for row in range(len(pairs))]


def _series_pair(operator: str, labels: Mapping[str, str], left: Series, right: Series) -> Series:
    """Combine two series at the times that both have. For duplicate times the last right value
    counts."""
    if left.times is right.times or np.array_equal(left.times, right.times):
        values = operators.binary(operator, _of_series(left), _of_series(right))
        return Series(labels, left.times, *values)
    rows = np.searchsorted(right.times, left.times, side="right") - 1
    kept = rows >= 0
    if len(right):
        kept &= right.times[rows] == left.times
    rows = rows[kept]
    values = operators.binary(
        operator,
        (left.values[kept], None if left.nulls is None else left.nulls[kept]),
        (right.values[rows], None if right.nulls is None else right.nulls[rows]),
    )
    return Series(labels, left.times[kept], *values)


def _each(items: Sequence[Item], operation: _Operation) -> list[Item]:
    charge_objects(sum(map(size, items)))
    numbers = [item for item in items if isinstance(item, Number)]
    values = iter(_values(operation(_column([item.value for item in numbers]))))
    results: list[Item] = []
    for item in items:
        if isinstance(item, Number):
            results.append(Number(item.labels, next(values)))
        else:
            results.append(Series(item.labels, item.times, *operation(_of_series(item))))
    return results


def _column(values: Sequence[float | None]) -> Values:
    numbers = np.array(values, np.float64)
    if None not in values:
        return numbers, None
    return numbers, np.array([value is None for value in values], np.bool_)


def _values(column: Values) -> list[float | None]:
    numbers, nulls = column
    found: list[float | None] = numbers.tolist()
    if nulls is not None:
        for row in np.flatnonzero(nulls).tolist():
            found[row] = None
    return found


def _of_series(series: Series) -> Values:
    return series.values, series.nulls
