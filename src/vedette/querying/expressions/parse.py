"""Parses the targets of expressions. Every error names the target by its refId."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from vedette.kernel.durations import BadDuration, parse_duration
from vedette.querying.expressions import table_names
from vedette.querying.expressions.errors import BadExpression
from vedette.querying.expressions.math.lexer import FormulaError
from vedette.querying.expressions.math.parser import parse as parse_formula
from vedette.querying.expressions.math.parser import references
from vedette.querying.expressions.model import (
    CLASSIC_REDUCERS,
    DOWNSAMPLERS,
    ONE_LIMIT,
    REDUCERS,
    TWO_LIMITS,
    UPSAMPLERS,
    Classic,
    Condition,
    ConditionEvaluator,
    Expression,
    Math,
    Reduce,
    Resample,
    Sql,
    Threshold,
)
from vedette.querying.model import QueryTarget
from vedette.sdk import Json

_MODES = {"": "strict", "strict": "strict", "dropNN": "drop", "replaceNN": "replace"}
_MOST_CONDITIONS = 100
_OPERATORS = ("and", "or", "logic-or")


def read(target: QueryTarget, others: Iterable[str]) -> Expression:
    """Return the expression. `others` are all refIds of the batch, which SQL can use.

    Raises `BadExpression`.
    """
    reader = _Reader(target)
    kind = target.model.get("type")
    match kind:
        case "math":
            return reader.math()
        case "reduce":
            return reader.of_source(reader.reduce())
        case "resample":
            return reader.of_source(reader.resample())
        case "threshold":
            return reader.of_source(reader.threshold())
        case "classic_conditions":
            return reader.classic()
        case "sql":
            statement = reader.text("expression", "its SQL statement")
            inputs = table_names.used(statement, others)
            return Expression(target.ref_id, Sql(statement), inputs)
    known = "math, reduce, resample, threshold, classic_conditions or sql"
    raise reader.wrong(f"is of the type {_shown(kind)}; it must be {known}")


class _Reader:
    def __init__(self, target: QueryTarget) -> None:
        self._target = target
        self._model = target.model
        self._ref_id = target.ref_id

    def wrong(self, text: str) -> BadExpression:
        return BadExpression(f"Expression {self._ref_id} {text}.")

    def of_source(self, operation: Reduce | Resample | Threshold) -> Expression:
        return Expression(self._ref_id, operation, (operation.source,))

    def text(self, key: str, what: str) -> str:
        value = self._model.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(f"has no {key}, which contains {what}")
        return value

    def math(self) -> Expression:
        formula = self.text("expression", "its formula")
        try:
            node = parse_formula(formula)
        except FormulaError as error:
            where = f"Expression {self._ref_id}, position {error.position}"
            raise BadExpression(f"{where}: {error.text}.") from error
        return Expression(self._ref_id, Math(node), tuple(references(node)))

    def reduce(self) -> Reduce:
        settings = self._object(self._model, "settings")
        mode = settings.get("mode") or ""
        if mode not in _MODES:
            raise self.wrong(f"has the reduce mode {_shown(mode)}; use dropNN, replaceNN or none")
        replacement = 0.0
        if mode == "replaceNN":
            replacement = self._number(settings.get("replaceWithValue"), "replaceWithValue")
        reducer = self._one_of(self._model.get("reducer"), "reducer", REDUCERS)
        return Reduce(self._source(), reducer, _MODES[mode], replacement)

    def resample(self) -> Resample:
        text = self.text("window", "a duration such as 10s")
        try:
            window = round(parse_duration(text.strip()).total_seconds() * 1000)
        except BadDuration as error:
            raise self.wrong(f"has the window {_shown(text)}; use a form such as 10s") from error
        if window < 1:
            raise self.wrong("has a window of zero length")
        return Resample(
            self._source(),
            window,
            self._one_of(self._model.get("downsampler"), "downsampler", DOWNSAMPLERS),
            self._one_of(self._model.get("upsampler"), "upsampler", UPSAMPLERS),
            self._target.range,
        )

    def threshold(self) -> Threshold:
        condition = self._conditions()[0]
        kinds = (*ONE_LIMIT, *TWO_LIMITS)
        unload = condition.get("unloadEvaluator")
        return Threshold(
            self._source(),
            self._evaluator(condition.get("evaluator"), kinds),
            None if unload is None else self._evaluator(unload, kinds),
        )

    def classic(self) -> Expression:
        conditions = tuple(map(self._condition, self._conditions()))
        inputs = tuple(dict.fromkeys(condition.source for condition in conditions))
        return Expression(self._ref_id, Classic(conditions), inputs)

    def _condition(self, model: Json) -> Condition:
        params = self._object(model, "query").get("params")
        if not isinstance(params, list) or not params or not isinstance(params[0], str):
            raise self.wrong("has a condition whose query.params contains no query")
        reducer = self._object(model, "reducer").get("type")
        operator = self._object(model, "operator").get("type") or "and"
        kinds = (*ONE_LIMIT, *TWO_LIMITS, "no_value")
        return Condition(
            params[0],
            self._one_of(reducer, "reducer", CLASSIC_REDUCERS),
            self._one_of(operator, "operator", _OPERATORS),
            self._evaluator(model.get("evaluator"), kinds),
        )

    def _conditions(self) -> list[Json]:
        conditions = self._model.get("conditions")
        if not isinstance(conditions, list) or not conditions:
            raise self.wrong("has no conditions")
        if len(conditions) > _MOST_CONDITIONS:
            raise self.wrong(f"has {len(conditions):,} conditions; the limit is {_MOST_CONDITIONS}")
        if not all(isinstance(each, Mapping) for each in conditions):
            raise self.wrong("has a condition that is not an object")
        return conditions

    def _evaluator(self, model: object, kinds: tuple[str, ...]) -> ConditionEvaluator:
        if not isinstance(model, Mapping):
            raise self.wrong("has a condition without an evaluator")
        kind = self._one_of(model.get("type"), "evaluator", kinds)
        params = model.get("params")
        given = params if isinstance(params, list) else []
        wanted = 0 if kind == "no_value" else 2 if kind in TWO_LIMITS else 1
        if len(given) < wanted:
            raise self.wrong(f"has an evaluator {kind} with {len(given)} of {wanted} params")
        return ConditionEvaluator(
            kind, tuple(sorted(self._number(each, "params") for each in given[:wanted]))
        )

    def _source(self) -> str:
        name = self.text("expression", "the refId of its input").strip().removeprefix("$")
        return name[1:-1] if name.startswith("{") and name.endswith("}") else name

    def _object(self, model: Json, key: str) -> Json:
        value = model.get(key)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise self.wrong(f"has {key} that is not an object")
        return value

    def _one_of(self, value: Any, key: str, known: Iterable[str]) -> str:
        if isinstance(value, str) and value.lower() in known:
            return value.lower()
        raise self.wrong(f"has the {key} {_shown(value)}; use {', '.join(known)}")

    def _number(self, value: object, key: str) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong(f"has {key} {_shown(value)}, which is not a number")
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            raise self.wrong(f"has {key} outside the range of numbers")
        return number


def _shown(value: object) -> str:
    return "none" if value is None else repr(value)[:40]
