"""Selects what the image of a rule shows: the tested values and their limits.

A rule queries the last minutes and reduces them to one number. An image runs the same queries over
a longer range without the reduction, so that each point is a number that the condition could have
tested.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from vedette.alerting.evaluation import targets
from vedette.alerting.images.graph import Zone
from vedette.alerting.model import Rule, RuleQuery
from vedette.querying.expressions.errors import BadExpression
from vedette.querying.expressions.math.parser import Constant, Node, OperatorChain, Reference, Sign
from vedette.querying.expressions.model import Classic, Expression, Math, Reduce, Sql, Threshold
from vedette.querying.expressions.parse import read
from vedette.querying.model import EXPRESSIONS, Batch, QueryTarget, is_expression
from vedette.sdk import Json, TimeRange

LEAST_SPAN = timedelta(hours=1)
MOST_POINTS = 400
_SOME_TIME = datetime(2000, 1, 1, tzinfo=UTC)
_SAME_SCALE = frozenset({"last", "mean", "avg", "median", "min", "max"})
"""Reducers whose result has the same scale as their input."""
_MIRRORED = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "==": "==", "!=": "!="}
_KINDS = {">": "gt", "<": "lt", ">=": "gte", "<=": "lte", "==": "eq", "!=": "ne"}


class Subject(msgspec.Struct, frozen=True):
    """`shown` are refIds by preference: the next one is used if one has no series."""

    shown: tuple[str, ...]
    zones: tuple[Zone, ...]
    """The zones of the first of `shown`."""
    batch: Batch
    start: datetime
    end: datetime


class _Tested(msgspec.Struct, frozen=True):
    ref_id: str
    zones: tuple[Zone, ...] = ()


def subject(rule: Rule, levels: Json, at: datetime) -> Subject:
    """Return the subject of a rule. `levels` are its `thresholds` as stored, empty without any."""
    queries = {each.ref_id: each for each in rule.queries}
    expressions = {
        each.ref_id: found for each in rule.queries if (found := _expression(each, queries))
    }
    tested = _of_levels(levels) if levels else _of_condition(rule.condition, expressions)
    plain = _unreduced(tested, expressions)
    asked = [each.ref_id for each in rule.queries if not is_expression(each.datasource_uid)]
    drawable = {*asked, *expressions}
    shown = tuple(dict.fromkeys(each for each in (plain.ref_id, *asked[:1]) if each in drawable))
    needed = {each for one in shown for each in _below(one, expressions)}
    first = next((queries[each] for each in queries if each in needed and each in asked), None)
    until = first.until if first else timedelta(0)
    span = max(LEAST_SPAN, first.since - until if first else LEAST_SPAN, 2 * rule.hold)
    wanted = tuple(
        _query(each, expressions.get(each.ref_id), until, span)
        for each in rule.queries
        if each.ref_id in needed
    )
    batch = targets.batch(msgspec.structs.replace(rule, queries=wanted), at)
    zones = plain.zones if plain.ref_id in drawable else ()
    return Subject(shown, zones, batch, at - until - span, at - until)


def _expression(query: RuleQuery, queries: Mapping[str, RuleQuery]) -> Expression | None:
    if not is_expression(query.datasource_uid):
        return None
    range_ = TimeRange(_SOME_TIME, _SOME_TIME + query.since)
    target = QueryTarget(query.ref_id, EXPRESSIONS, query.model, range_, timedelta(seconds=1), 1)
    try:
        return read(target, sorted(queries))
    except BadExpression:
        return None


def _of_condition(condition: str, expressions: Mapping[str, Expression]) -> _Tested:
    expression = expressions.get(condition)
    if expression is None:
        return _Tested(condition)
    match expression.operation:
        case Threshold(source, evaluator):
            return _Tested(source, _zones(evaluator.kind, evaluator.limits))
        case Classic(conditions):
            source = conditions[0].source
            zones = [
                zone
                for each in conditions
                if each.source == source and each.reducer in _SAME_SCALE
                for zone in _zones(each.evaluator.kind, each.evaluator.limits)
            ]
            return _Tested(source, tuple(zones))
        case Math(formula):
            found = _of_formula(formula)
            if found is not None:
                return found
    return _Tested(next(iter(expression.inputs), ""))


def _of_formula(formula: Node) -> _Tested | None:
    """Return the limit of a comparison with a number, such as `$B > 80`."""
    match formula:
        case OperatorChain(Reference(ref_id), ((sign, other),)) if sign in _KINDS:
            number = _number(other)
        case OperatorChain(other, ((sign, Reference(ref_id)),)) if sign in _KINDS:
            number, sign = _number(other), _MIRRORED[sign]
        case _:
            return None
    return None if number is None else _Tested(ref_id, _zones(_KINDS[sign], (number,)))


def _number(node: Node) -> float | None:
    match node:
        case Constant(value):
            return value
        case Sign("-", Constant(float(value))):
            return -value
    return None


def _of_levels(levels: Json) -> _Tested:
    """Return the limits of all severities. A limit that is the value of another query has no
    line."""
    zones: list[Zone] = []
    for level in levels.get("levels") or ():
        evaluator = level.get("evaluator") or {}
        if evaluator.get("from") is None:
            zones += _zones(evaluator.get("type", ""), evaluator.get("params") or ())
    return _Tested(levels.get("of", ""), tuple(zones))


def _zones(kind: str, params: Sequence[Any]) -> tuple[Zone, ...]:
    kind = kind.removesuffix("_included")
    limits = sorted(float(each) for each in params)
    if not limits or not all(map(math.isfinite, limits)):
        return ()
    low, high = limits[0], limits[-1]
    match kind:
        case "gt" | "gte":
            return (Zone(low, None),)
        case "lt" | "lte":
            return (Zone(None, low),)
        case "within_range":
            return (Zone(low, high),)
        case "outside_range":
            return (Zone(None, low), Zone(high, None))
        case _:
            return (Zone(low, low),)


def _unreduced(tested: _Tested, expressions: Mapping[str, Expression]) -> _Tested:
    """Return the tested values before their reduction. Limits of a sum or a count do not apply to
    its points."""
    below = [
        expressions[each] for each in _below(tested.ref_id, expressions) if each in expressions
    ]
    operations = [each.operation for each in below]
    if any(isinstance(each, Sql) for each in operations):
        return _Tested("")
    reducers = {each.reducer for each in operations if isinstance(each, Reduce)}
    zones = tested.zones if reducers <= _SAME_SCALE else ()
    ref_id, known = tested.ref_id, set[str]()
    while ref_id in expressions and ref_id not in known:
        known.add(ref_id)
        operation = expressions[ref_id].operation
        if not isinstance(operation, Reduce):
            break
        ref_id = operation.source
    return _Tested(ref_id, zones)


def _below(ref_id: str, expressions: Mapping[str, Expression]) -> Iterator[str]:
    """Return the node and all its inputs."""
    waiting, known = [ref_id], set[str]()
    while waiting:
        one = waiting.pop()
        if one not in known:
            known.add(one)
            yield one
            waiting += expressions[one].inputs if one in expressions else ()


def _query(
    query: RuleQuery, expression: Expression | None, until: timedelta, span: timedelta
) -> RuleQuery:
    """Return the query of the rule, over the range of the image."""
    model = dict(query.model)
    kind = query.query_type
    if expression is not None and isinstance(expression.operation, Reduce):
        model = {"type": "math", "expression": f"${{{expression.operation.source}}}"}
    elif expression is None:
        model, kind = _over_time(model), "range" if kind == "instant" else kind
        step = span // timedelta(milliseconds=1) // MOST_POINTS
        own = model.get("intervalMs")
        given = own if isinstance(own, int | float) and not isinstance(own, bool) else 0
        model |= {"intervalMs": max(step, given, 1_000), "maxDataPoints": MOST_POINTS}
    return msgspec.structs.replace(
        query, model=model, query_type=kind, since=until + span, until=until
    )


def _over_time(model: dict[str, Any]) -> dict[str, Any]:
    """Convert an instant query of metrics or logs to a range query."""
    if model.get("instant"):
        model |= {"instant": False, "range": True}
    if model.get("queryType") == "instant":
        model["queryType"] = "range"
    return model
