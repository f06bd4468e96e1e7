"""Evaluates a plan on query results. It needs no server; alerting calls it directly as well."""

import logging
from collections.abc import Collection, Mapping

from vedette.kernel.errors import VedetteError
from vedette.querying.expressions import classic, frames, reduce, resample, sql, threshold
from vedette.querying.expressions.errors import ExpressionFailed, InputFailed
from vedette.querying.expressions.graph import ExpressionPlan
from vedette.querying.expressions.limits import ExpressionLimits
from vedette.querying.expressions.math import evaluate as formulas
from vedette.querying.expressions.model import (
    Classic,
    Expression,
    Math,
    Reduce,
    Resample,
    Sql,
    Threshold,
)
from vedette.querying.expressions.running import Running
from vedette.querying.expressions.values import Variable
from vedette.sdk import Answer, Frame

_log = logging.getLogger("vedette.querying")


def evaluate(
    plan: ExpressionPlan,
    answers: Mapping[str, Answer],
    limits: ExpressionLimits,
    running: Running | None = None,
    firing: Mapping[str, Collection[frozenset[tuple[str, str]]]] | None = None,
) -> dict[str, Answer]:
    """Return a result for each expression of the plan; a failed one does not affect the others.

    `answers` are those of the data sources. Another thread can stop the work through `running`.
    `firing` has, by the refId of a threshold, the label sets that fired before.
    """
    results = {ref_id: Answer(ref_id, error=error) for ref_id, error in plan.refused.items()}
    run = _Run({**answers, **results}, limits, running or Running(), firing or {})
    for expression in plan.order:
        results[expression.ref_id] = run.answer(expression)
    return results


class _Run:
    def __init__(
        self,
        answers: dict[str, Answer],
        limits: ExpressionLimits,
        running: Running,
        firing: Mapping[str, Collection[frozenset[tuple[str, str]]]],
    ) -> None:
        self._answers = answers
        self._limits = limits
        self._running = running
        self._firing = firing
        self._variables: dict[str, Variable] = {}

    def answer(self, expression: Expression) -> Answer:
        ref_id = expression.ref_id
        try:
            self._running.check()
            self._check_inputs(expression)
            answer = Answer(ref_id, self._frames(expression))
        except VedetteError as error:
            answer = Answer(ref_id, error=error)
        except Exception:
            _log.exception("expression failed", extra={"ref_id": ref_id})
            text = f"Expression {ref_id} failed. See the server log."
            answer = Answer(ref_id, error=ExpressionFailed(text))
        self._answers[ref_id] = answer
        return answer

    def _check_inputs(self, expression: Expression) -> None:
        for source in expression.inputs:
            error = self._answers[source].error
            if error is not None:
                detail = error.detail if isinstance(error, InputFailed) else {}
                failed, reason = detail.get("failed", source), detail.get("reason", error.public)
                raise InputFailed(
                    f"Expression {expression.ref_id} was not evaluated, because {failed} failed:"
                    f" {reason}",
                    failed=failed,
                    reason=reason,
                )

    def _frames(self, expression: Expression) -> tuple[Frame, ...]:
        if isinstance(expression.operation, Sql):
            tables = {source: self._answers[source].frames for source in expression.inputs}
            statement = expression.operation.statement
            ref_id = expression.ref_id
            return sql.evaluate(ref_id, statement, tables, self._limits.sql, self._running)
        variable = self._variable(expression)
        self._variables[expression.ref_id] = variable
        return frames.write(expression.ref_id, variable)

    def _variable(self, expression: Expression) -> Variable:
        ref_id, most = expression.ref_id, self._limits.max_points
        inputs = {source: self._input(source) for source in expression.inputs}
        match expression.operation:
            case Math(formula):
                return formulas.evaluate(ref_id, formula, inputs, most)
            case Reduce() as how:
                return reduce.reduce(inputs[how.source], how)
            case Resample() as how:
                return resample.resample(ref_id, inputs[how.source], how, most)
            case Threshold(source, evaluator, unload):
                firing = self._firing.get(ref_id, ())
                return threshold.apply(inputs[source], evaluator, unload, firing)
            case Classic() as how:
                return classic.evaluate(how, inputs)
            case Sql():
                raise AssertionError("evaluated on frames")

    def _input(self, source: str) -> Variable:
        known = self._variables.get(source)
        if known is None:
            known = self._variables[source] = frames.read(self._answers[source])
        return known
