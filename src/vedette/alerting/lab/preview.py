"""Evaluates a rule now without storing or sending anything."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from vedette.alerting.evaluation import samples, states, targets
from vedette.alerting.evaluation.rendering import Render
from vedette.alerting.evaluation.states import Step
from vedette.alerting.model import Instance, Rule
from vedette.kernel.principal import Principal
from vedette.querying.service import QueryService
from vedette.sdk import Answer


class Preview(msgspec.Struct, frozen=True):
    """The results of all queries, and the states of a rule in its first evaluation."""

    answers: Mapping[str, Answer]
    step: Step


async def preview(
    queries: QueryService, who: Principal, rule: Rule, tick: datetime, render: Render
) -> Preview:
    """Evaluate with the permissions of `who` for each data source. A failing query is part of the
    result."""
    answers = await queries.run(who, targets.batch(rule, tick))
    return await asyncio.to_thread(_stepped, rule, answers, tick, render)


def _stepped(rule: Rule, answers: Mapping[str, Answer], tick: datetime, render: Render) -> Preview:
    outcome = samples.outcome(rule, answers, tick)
    return Preview(answers, states.step(rule, {}, outcome, render))


def instance_json(instance: Instance) -> dict[str, Any]:
    return {
        "fingerprint": instance.fingerprint,
        "labels": dict(instance.labels),
        "series": dict(instance.series),
        "state": instance.state.shown,
        "reason": instance.reason,
        "since": instance.since.isoformat(),
        "values": dict(instance.values),
        "annotations": dict(instance.annotations),
    }
