"""Evaluates a rule over a past range, slot by slot."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import datetime, timedelta

import msgspec

from vedette.alerting.evaluation import samples, states, targets
from vedette.alerting.evaluation.rendering import Render
from vedette.alerting.evaluation.states import Step
from vedette.alerting.model import EvaluationOutcome, Instance, Rule, Transition
from vedette.kernel.clock import Clock
from vedette.kernel.durations import format_duration
from vedette.kernel.errors import BadRequest
from vedette.kernel.memory import apart, charge_objects
from vedette.querying.model import Batch
from vedette.sdk import Answer

MOST_SLOTS = 1_500
MOST_TRANSITIONS = 50_000
"""A backtest ends after the slot that exceeds this number."""
_TRANSITION_BYTES = 500
_AHEAD = 4
"""Number of slots that are queried at once if none depends on the previous one."""

RunQueries = Callable[[Batch], Awaitable[Mapping[str, Answer]]]


class BadBacktest(BadRequest):
    code = "alerting.bad_backtest"


class Tick(msgspec.Struct, frozen=True):
    """The result of a slot. `step` has no instances, which would take too much memory."""

    slot: datetime
    step: Step


class Backtest(msgspec.Struct, frozen=True):
    """The result of a backtest. It has fewer ticks than `wanted` if it took too long or states
    changed too often."""

    ticks: tuple[Tick, ...]
    wanted: int


def slots(start: datetime, end: datetime, interval: timedelta) -> tuple[datetime, ...]:
    """Return the slots of a range. Raises `BadBacktest` if it is empty or has more than
    `MOST_SLOTS`."""
    if end < start:
        raise BadBacktest("The range of a backtest ends before it starts.")
    if interval < timedelta(seconds=1):
        raise BadBacktest("The interval of a backtest is at least 1s.")
    count = (end - start) // interval + 1
    if count > MOST_SLOTS:
        longest = interval * (MOST_SLOTS - 1)
        raise BadBacktest(
            f"The range has {count:,} evaluations; the maximum is {MOST_SLOTS:,}."
            f" Choose a range of at most {format_duration(longest)} or a longer interval."
        )
    return tuple(start + interval * number for number in range(count))


def replay(rule: Rule, outcomes: Iterable[EvaluationOutcome], render: Render) -> tuple[Tick, ...]:
    """Return the states that the live engine would reach with these outcomes."""
    prior: Mapping[str, Instance] = {}
    ticks = []
    for outcome in outcomes:
        step = states.step(rule, prior, outcome, render)
        prior = step.by_fingerprint
        ticks.append(_tick(outcome.tick, step))
    return tuple(ticks)


async def backtest(
    rule: Rule,
    start: datetime,
    end: datetime,
    ask: RunQueries,
    render: Render,
    clock: Clock,
    *,
    seconds: float = 60.0,
) -> Backtest:
    """Run a backtest. It begins without states at `start`, and returns a partial result after
    `seconds`.

    Raises `BadBacktest`.
    """
    wanted = slots(start, end, rule.interval)
    until = clock.monotonic() + seconds
    at_once = 1 if _remembers(rule) else _AHEAD
    prior: Mapping[str, Instance] = {}
    ticks: list[Tick] = []
    transitions = 0
    for first in range(0, len(wanted), at_once):
        some = wanted[first : first + at_once]
        with apart():
            answers = await asyncio.gather(
                *(ask(targets.batch(rule, slot, prior)) for slot in some)
            )
            for slot, answer in zip(some, answers, strict=True):
                outcome = await asyncio.to_thread(samples.outcome, rule, answer, slot)
                step = await asyncio.to_thread(states.step, rule, prior, outcome, render)
                prior = step.by_fingerprint
                ticks.append(_tick(slot, step))
                transitions += len(step.transitions)
        charge_objects(sum(_kept(each) for tick in ticks[first:] for each in tick.step.transitions))
        if clock.monotonic() > until or transitions > MOST_TRANSITIONS:
            break
    return Backtest(tuple(ticks), len(wanted))


def _tick(slot: datetime, step: Step) -> Tick:
    return Tick(slot, msgspec.structs.replace(step, instances=(), changed=(), gone=()))


def _kept(transition: Transition) -> int:
    """Return the approximate size of a transition, whose texts may be templates."""
    after = transition.after
    texts = (*after.labels.values(), *after.annotations.values())
    return _TRANSITION_BYTES + sum(map(len, texts))


def _remembers(rule: Rule) -> bool:
    """Return whether the result of a threshold depends on which series fire."""
    return any("unloadEvaluator" in str(each.model) for each in rule.queries)
