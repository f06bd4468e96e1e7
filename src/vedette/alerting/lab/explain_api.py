"""`GET /api/v1/alerting/rules/{uid}/explain`: an explanation of the newest evaluation."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from functools import partial
from typing import TypeAlias

from vedette.access.guard import needs
from vedette.alerting.evaluation import samples, targets
from vedette.alerting.lab.answers import RuleExplanation
from vedette.alerting.lab.explain import Explained, explained, next_evaluation, summary
from vedette.alerting.model import Instance
from vedette.alerting.rules.service import RuleService
from vedette.kernel.clock import Clock, milliseconds
from vedette.querying.frames_json import closing, results_json_in_turns
from vedette.querying.service import QueryService
from vedette.sdk import Json
from vedette.web import answer
from vedette.web.answer import ApiAnswer
from vedette.web.call import Call
from vedette.web.routes import RateLimit, Route

Evaluated: TypeAlias = tuple[datetime | None, datetime | None, Mapping[str, Instance]]
"""Returns the slot of the newest evaluation, the next due time, and the states."""
ReadStates: TypeAlias = Callable[[int, str], Awaitable[Evaluated]]
_RATE = RateLimit("rule_explanations", burst_seconds=15)


class RuleExplainApi:
    def __init__(
        self, rules: RuleService, read: ReadStates, queries: QueryService, clock: Clock
    ) -> None:
        self._rules = rules
        self._read = read
        self._queries = queries
        self._clock = clock

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET",
                "/api/v1/alerting/rules/:uid/explain",
                self.explain,
                needs("alerting:read"),
                answer=RuleExplanation,
                rate=_RATE,
                summary="Explain the newest evaluation of a rule and its states.",
            )
        ]

    async def explain(self, call: Call) -> ApiAnswer:
        """Run the queries again for the same slot, with the permissions of the caller."""
        rule = (await self._rules.get(call.who, call.params["uid"])).rule
        slot, due, instances = await self._read(call.who.org_id, rule.uid)
        tick = slot or self._clock.now()
        answers = await self._queries.run(call.who, targets.batch(rule, tick, instances))
        outcome = await asyncio.to_thread(samples.outcome, rule, answers, tick)
        extra: Json = {
            "slot": None if slot is None else milliseconds(slot),
            "summary": summary(rule, outcome),
            "next": next_evaluation(rule, due),
            "series": [_series_json(each) for each in explained(rule, outcome, instances)],
        }
        pieces = await results_json_in_turns(dict(answers), partial(self._clock.sleep, 0))
        return answer.raw_json(b"".join([*pieces, closing(extra)]))


def _series_json(each: Explained) -> Json:
    return {
        "labels": dict(each.labels),
        "values": {} if each.sample is None else dict(each.sample.values),
        "state": "" if each.instance is None else each.instance.state.shown,
        "fingerprint": "" if each.instance is None else each.instance.fingerprint,
        "sentence": " ".join(each.sentence.split()),
    }
