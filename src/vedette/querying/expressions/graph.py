"""Sorts expressions so that each comes after its inputs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from vedette.kernel.errors import VedetteError
from vedette.querying.expressions.errors import BadExpression
from vedette.querying.expressions.model import Classic, Expression
from vedette.querying.expressions.parse import read
from vedette.querying.model import QueryTarget


@dataclass(frozen=True, slots=True)
class ExpressionPlan:
    """The expressions that can be evaluated, in order, and the errors of the others."""

    order: tuple[Expression, ...]
    refused: Mapping[str, VedetteError]


def plan(targets: Sequence[QueryTarget], queries: Collection[str]) -> ExpressionPlan:
    """Return the plan. `queries` are the refIds of data sources.

    An expression is refused if it cannot be parsed, refers to an unknown refId, or is part of a
    cycle. Expressions that read a refused one stay in the order and fail when they are evaluated.
    """
    refused: dict[str, VedetteError] = {}
    expressions: dict[str, Expression] = {}
    known = {*queries, *(target.ref_id for target in targets)}
    for target in targets:
        try:
            expression = read(target, sorted(known))
            _check(expression, known)
        except BadExpression as error:
            refused[target.ref_id] = error
        else:
            expressions[target.ref_id] = expression
    for expression in list(expressions.values()):
        for source in expression.inputs:
            misused = _misused(expression, expressions.get(source), source)
            if misused is not None:
                refused[expression.ref_id] = misused
    for cycle in _cycles(expressions):
        for ref_id in cycle:
            refused[ref_id] = _cycle_error(cycle)
    left = {key: each for key, each in expressions.items() if key not in refused}
    return ExpressionPlan(tuple(_ordered(left)), refused)


def _check(expression: Expression, known: Collection[str]) -> None:
    for source in expression.inputs:
        if source not in known:
            raise BadExpression(
                f"Expression {expression.ref_id} refers to {source[:60]}, but no query of the "
                "request has that refId."
            )


def _misused(expression: Expression, source: Expression | None, name: str) -> BadExpression | None:
    """Return the error of a classic condition that reads an expression, or is read by one."""
    if source is None or source is expression:
        return None
    if isinstance(expression.operation, Classic):
        return BadExpression(
            f"Expression {expression.ref_id} has classic conditions, which can only refer to "
            f"queries of data sources. {name} is an expression."
        )
    if isinstance(source.operation, Classic):
        return BadExpression(
            f"Expression {expression.ref_id} refers to {name}, whose classic conditions "
            "cannot be the input of another expression."
        )
    return None


def _cycle_error(cycle: Sequence[str]) -> BadExpression:
    if len(cycle) == 1:
        return BadExpression(f"Expression {cycle[0]} refers to itself.")
    path = " -> ".join((*cycle, cycle[0]))
    return BadExpression(f"The expressions {path} refer to each other in a cycle.")


def _cycles(expressions: Mapping[str, Expression]) -> list[list[str]]:
    """Return one path for each cycle that a walk along the inputs finds."""
    cycles: list[list[str]] = []
    done: set[str] = set()
    for start in expressions:
        path: list[str] = []
        stack = [(start, iter(expressions[start].inputs))] if start not in done else []
        path.extend(ref_id for ref_id, _ in stack)
        while stack:
            ref_id, inputs = stack[-1]
            step = next((each for each in inputs if each in expressions and each not in done), None)
            if step is None:
                stack.pop()
                path.pop()
                done.add(ref_id)
            elif step in path:
                cycles.append(path[path.index(step) :])
            else:
                path.append(step)
                stack.append((step, iter(expressions[step].inputs)))
    return cycles


def _ordered(expressions: Mapping[str, Expression]) -> list[Expression]:
    ordered: list[Expression] = []
    placed: set[str] = set()
    waiting = dict(expressions)
    while waiting:
        ready = [
            each
            for each in waiting.values()
            if all(source in placed or source not in expressions for source in each.inputs)
        ]
        ordered += ready
        for each in ready:
            placed.add(each.ref_id)
            del waiting[each.ref_id]
    return ordered
