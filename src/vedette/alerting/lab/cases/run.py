"""Runs rule tests with the engine's step function, expressions and templates."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from vedette.alerting.evaluation import samples, states, targets
from vedette.alerting.evaluation.rendering import Render
from vedette.alerting.lab.cases.answers import GivenSeries, answers
from vedette.alerting.lab.cases.document import CaseText, ExpectedAlert
from vedette.alerting.lab.cases.errors import BadCase
from vedette.alerting.lab.cases.notation import parse_values
from vedette.alerting.model import AlertState, Instance, Rule
from vedette.kernel.durations import parse_duration
from vedette.querying.expressions.calls import ExpressionCalls
from vedette.querying.expressions.limits import ExpressionLimits
from vedette.querying.model import EXPRESSIONS

_STATES = frozenset(state.shown for state in AlertState)
_MOST_EVALUATIONS = 10_000


class CaseDifference(msgspec.Struct, frozen=True):
    """`text` shows expected and actual alerts, one per line."""

    at: str
    text: str


async def run_case(
    case: CaseText, rules: Mapping[str, Rule], render: Render
) -> list[CaseDifference]:
    """Return the differences of a test case. `rules` are by title and by uid. Raises `BadCase`."""
    rule = rules.get(case.rule)
    if rule is None:
        raise BadCase(f"The rule files do not contain the rule {case.rule!r}.")
    if case.interval:
        rule = replace(rule, interval=parse_duration(case.interval))
    given = {
        ref_id: [GivenSeries(each.labels, parse_values(each.values)) for each in of_query]
        for ref_id, of_query in case.series.items()
    }
    wanted = sorted((_number(each.at, rule.interval), each) for each in case.expect)
    start = _start(case.start)
    differences = []
    prior: Mapping[str, Instance] = {}
    number = -1
    calls = ExpressionCalls(ExpressionLimits())
    for last, expectation in wanted:
        while number < last:
            number += 1
            slot = start + number * rule.interval
            batch = targets.batch(rule, slot, prior)
            asked = answers(rule, given, number, start)
            expressions = [each for each in batch.targets if each.datasource_uid == EXPRESSIONS]
            found = await calls.answers(expressions, asked, batch.firing)
            outcome = samples.outcome(rule, {**asked, **found}, slot)
            prior = states.step(rule, prior, outcome, render).by_fingerprint
        text = _compared(expectation.alerts, list(prior.values()))
        if text:
            differences.append(CaseDifference(expectation.at, text))
    return differences


def _number(at: str, interval: timedelta) -> int:
    number, rest = divmod(parse_duration(at), interval)
    if rest:
        raise BadCase(f"at {at} is not a multiple of the interval, {interval.total_seconds():g}s.")
    if number > _MOST_EVALUATIONS:
        raise BadCase(f"at {at} is after more than {_MOST_EVALUATIONS:,} evaluations.")
    return number


def _start(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise BadCase(f"start {text[:40]!r} is not a time such as 2026-01-01T00:00:00Z.") from None
    if moment.tzinfo is None:
        raise BadCase(f"start {text[:40]!r} lacks its time zone, such as Z.")
    return moment


def _compared(expected: Sequence[ExpectedAlert], instances: Sequence[Instance]) -> str:
    """Match each expected alert with a found one. Returns the rest of both."""
    for each in expected:
        if each.state not in _STATES:
            raise BadCase(f"{each.state[:40]!r} is no state; {', '.join(sorted(_STATES))} are.")
    left = [each for each in instances if each.state is not AlertState.NORMAL]
    missing = []
    # The most specific first, so that a general one does not take the only match of another.
    for wanted in sorted(expected, key=lambda each: -len(each.labels) - len(each.annotations)):
        fitting = next((each for each in left if _fits(wanted, each)), None)
        if fitting is None:
            missing.append(wanted)
        else:
            left.remove(fitting)
    if not missing and not left:
        return ""
    lines = [f"expected {_text(each.state, each.labels, each.annotations)}" for each in missing]
    lines += [f"found    {_text(each.state.shown, each.labels, each.annotations)}" for each in left]
    return "\n".join(lines)


def _fits(wanted: ExpectedAlert, found: Instance) -> bool:
    return (
        wanted.state == found.state.shown
        and all(found.labels.get(name) == value for name, value in wanted.labels.items())
        and all(found.annotations.get(name) == value for name, value in wanted.annotations.items())
    )


def _text(state: str, labels: Mapping[str, str], annotations: Mapping[str, str]) -> str:
    shown = ", ".join(f"{name}={value}" for name, value in sorted(labels.items()))
    notes = "".join(
        f"\n             {name}: {value}" for name, value in sorted(annotations.items())
    )
    return f"{state} {{{shown}}}{notes}"
