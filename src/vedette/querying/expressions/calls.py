"""Evaluates the expressions of a batch without blocking the event loop."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from vedette.querying.expressions.errors import ExpressionsOff
from vedette.querying.expressions.limits import ExpressionLimits
from vedette.querying.model import QueryTarget
from vedette.sdk import Answer

if TYPE_CHECKING:
    from vedette.querying.expressions.running import Running

Firing: TypeAlias = Mapping[str, Collection[frozenset[tuple[str, str]]]]
_MIN_VALUES_FOR_THREAD = 100_000
"""The number of values from which a thread is used; for fewer, the thread would cost more."""
_VALUES_A_FRAME = 20
"""The cost of one item, in values."""


class ExpressionCalls:
    def __init__(self, limits: ExpressionLimits) -> None:
        self._limits = limits
        self._slots = asyncio.Semaphore(limits.sql_at_once)
        self._loaded = False

    async def answers(
        self,
        targets: Sequence[QueryTarget],
        answers: Mapping[str, Answer],
        firing: Firing | None = None,
    ) -> Mapping[str, Answer]:
        """Return a result for each target. `answers` are those of the data sources."""
        if not self._limits.enabled:
            error = ExpressionsOff("Expressions are disabled: [expressions] enabled is false.")
            return {target.ref_id: Answer(target.ref_id, error=error) for target in targets}
        if not self._loaded:
            await asyncio.to_thread(_load)
            self._loaded = True
        if any(target.model.get("type") == "sql" for target in targets):
            async with self._slots:
                return await self._in_thread(targets, answers, firing)
        if _size(answers) * len(targets) >= _MIN_VALUES_FOR_THREAD:
            return await self._in_thread(targets, answers, firing)
        return _evaluate(targets, answers, self._limits, None, firing)

    async def _in_thread(
        self, targets: Sequence[QueryTarget], answers: Mapping[str, Answer], firing: Firing | None
    ) -> Mapping[str, Answer]:
        from vedette.querying.expressions.running import Running

        running = Running()
        try:
            return await asyncio.to_thread(
                _evaluate, targets, answers, self._limits, running, firing
            )
        finally:
            running.stop()


def _load() -> None:
    """Load the engine at the first expression, because numpy is slow to load."""
    import vedette.querying.expressions.engine  # noqa: F401


def _evaluate(
    targets: Sequence[QueryTarget],
    answers: Mapping[str, Answer],
    limits: ExpressionLimits,
    running: "Running | None",
    firing: Firing | None,
) -> Mapping[str, Answer]:
    from vedette.querying.expressions.engine import evaluate
    from vedette.querying.expressions.graph import plan

    return evaluate(plan(targets, answers), answers, limits, running, firing)


def _size(answers: Mapping[str, Answer]) -> int:
    return sum(
        _VALUES_A_FRAME + len(frame.fields[0].values) * len(frame.fields)
        for answer in answers.values()
        for frame in answer.frames
        if frame.fields
    )
