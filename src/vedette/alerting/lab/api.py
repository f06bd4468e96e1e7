"""HTTP API to test rules: a single evaluation, or a past range. Nothing is stored or sent."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from vedette.access.guard import needs
from vedette.alerting.evaluation.rendering import Render
from vedette.alerting.lab.answers import (
    BacktestAnswer,
    BacktestTransition,
    PreviewAnswer,
    RaisedAlert,
)
from vedette.alerting.lab.backtest import Backtest, BadBacktest, backtest
from vedette.alerting.lab.counted_texts import CountedTexts
from vedette.alerting.lab.messages import WouldSend, would_send
from vedette.alerting.lab.preview import Preview, instance_json, preview
from vedette.alerting.model import Rule, Transition
from vedette.alerting.muting.timings.model import Timing
from vedette.alerting.routing.tree import PolicyRoute
from vedette.alerting.rules.bodies import QueryBody, RuleBody, RulerRule
from vedette.alerting.rules.forms import from_ruler
from vedette.alerting.rules.parsing import DEFAULTS, RuleDefaults, parse_rule
from vedette.kernel.clock import Clock, milliseconds, moment
from vedette.kernel.durations import parse_duration
from vedette.querying.frames_json import QueryAnswers, closing, results_json_in_turns
from vedette.querying.service import QueryService
from vedette.sdk import Answer, Json
from vedette.web import answer
from vedette.web.answer import ApiAnswer
from vedette.web.call import Call
from vedette.web.routes import RateLimit, Route

Routing: TypeAlias = Callable[[int], Awaitable[tuple[PolicyRoute, Mapping[str, Timing]]]]
"""Returns the policies and mute timings of an organization."""
_MOST_BYTES = 4 * 1024 * 1024
_RATE = RateLimit("rule_tests", burst_seconds=15)
_NO_TITLE = "New rule"
_MOST_LISTED = 100
"""Maximum alerts listed for each notification of a backtest. The counts include all of them."""


class EvalBody(msgspec.Struct):
    data: list[QueryBody]
    condition: str = ""
    now: datetime | None = None


class PreviewBody(msgspec.Struct):
    """`rule` has the format of the provisioning API. Its title, folder and group are optional."""

    rule: RuleBody
    now: datetime | None = None


class RulerTestBody(msgspec.Struct):
    rule: RulerRule
    folderTitle: str = ""
    folderUid: str = ""
    ruleGroup: str = ""


class BacktestBody(msgspec.Struct):
    """`start` and `end` are in milliseconds. `interval` is that of the group, such as `1m`."""

    rule: RuleBody
    start: int = msgspec.field(name="from")
    end: int = msgspec.field(name="to")
    interval: str = "1m"


class LabApi:
    def __init__(
        self,
        queries: QueryService,
        routing: Routing,
        render: Render,
        clock: Clock,
        defaults: RuleDefaults = DEFAULTS,
    ) -> None:
        self._queries = queries
        self._routing = routing
        self._render = render
        self._clock = clock
        self._defaults = defaults

    def routes(self) -> list[Route]:
        post = partial(_route, "POST")
        return [
            post(
                "/api/v1/eval",
                self.evaluate,
                EvalBody,
                QueryAnswers,
                "Run the queries of a rule and return their results.",
            ),
            post(
                "/api/v1/alerting/rules/preview",
                self.preview,
                PreviewBody,
                PreviewAnswer,
                "Evaluate a rule now and return its instances.",
            ),
            post(
                "/api/v1/rule/test/grafana",
                self.test,
                RulerTestBody,
                list[RaisedAlert],
                "Evaluate a rule now and return the alerts that it would raise.",
            ),
            post(
                "/api/v1/alerting/rules/backtest",
                self.backtest,
                BacktestBody,
                BacktestAnswer,
                "Evaluate a rule over a past range and return its notifications.",
            ),
        ]

    async def evaluate(self, call: Call) -> ApiAnswer:
        body: EvalBody = call.body
        condition = body.condition or (str(body.data[-1].get("refId", "")) if body.data else "")
        rule = self._rule(call, {"data": body.data, "condition": condition})
        made = await self._preview(call, rule, body.now)
        return await self._answers(made.answers)

    async def preview(self, call: Call) -> ApiAnswer:
        body: PreviewBody = call.body
        made = await self._preview(call, self._rule(call, body.rule), body.now)
        step = made.step
        extra: Json = {
            "health": step.health,
            "failure": "" if step.failure is None else step.failure.public,
            "instances": [instance_json(each) for each in step.instances],
        }
        return await self._answers(made.answers, extra)

    async def _answers(self, answers: Mapping[str, Answer], extra: Json | None = None) -> ApiAnswer:
        pieces = await results_json_in_turns(dict(answers), partial(self._clock.sleep, 0))
        return answer.raw_json(b"".join([*pieces, closing(extra)]))

    async def test(self, call: Call) -> list[RaisedAlert]:
        """Evaluate without pending period, as only the firing alerts matter."""
        body: RulerTestBody = call.body
        given = from_ruler(body.rule)
        rule = replace(self._rule(call, given), hold=timedelta(0), folder=body.folderTitle)
        made = await self._preview(call, rule, None)
        firing = [each for each in made.step.instances if each.is_active]
        return [
            {
                "labels": dict(each.labels),
                "annotations": dict(each.annotations),
                "startsAt": each.since.isoformat(),
                "endsAt": (each.since + 4 * rule.interval).isoformat(),
                "generatorURL": "",
            }
            for each in firing
        ]

    async def backtest(self, call: Call) -> BacktestAnswer:
        """Raises `BadBacktest`, or `BadRule`."""
        body: BacktestBody = call.body
        start, end = _moment(body.start), _moment(body.end)
        rule = self._rule(call, body.rule, parse_duration(body.interval))
        ask = partial(self._queries.run, call.who)
        done = await backtest(rule, start, end, ask, CountedTexts(self._render), self._clock)
        root, timings = await self._routing(call.who.org_id)
        ends = done.ticks[-1].slot if done.ticks else start
        return await asyncio.to_thread(_shown, rule, done, root, timings, ends)

    def _rule(self, call: Call, body: Json, interval: timedelta = timedelta(minutes=1)) -> Rule:
        titled = {**body, "title": body.get("title") or _NO_TITLE}
        return parse_rule(
            titled,
            org_id=call.who.org_id,
            uid=str(body.get("uid") or "new"),
            folder_uid=str(body.get("folderUID") or ""),
            folder_title=str(body.get("folderTitle") or ""),
            group=str(body.get("ruleGroup") or "new"),
            interval=interval,
            defaults=self._defaults,
        )

    async def _preview(self, call: Call, rule: Rule, now: datetime | None) -> Preview:
        tick = now or self._clock.now()
        return await preview(self._queries, call.who, rule, tick, CountedTexts(self._render))


def _route(
    method: str,
    path: str,
    handler: Callable[[Call], Awaitable[Any]],
    body: type[msgspec.Struct],
    answer_type: Any,
    summary: str,
) -> Route:
    return Route(
        method,
        path,
        handler,
        needs("alerting:read"),
        body=body,
        answer=answer_type,
        max_body=_MOST_BYTES,
        rate=_RATE,
        summary=summary,
    )


def _moment(milliseconds_: int) -> datetime:
    try:
        return moment(milliseconds_)
    except (OverflowError, OSError, ValueError):
        raise BadBacktest("from and to are milliseconds since 1970.") from None


def _shown(
    rule: Rule, done: Backtest, root: PolicyRoute, timings: Mapping[str, Timing], end: datetime
) -> BacktestAnswer:
    return _backtest_json(done, would_send(rule, done.ticks, root, timings, end))


def _backtest_json(done: Backtest, notifications: tuple[WouldSend, ...]) -> BacktestAnswer:
    return {
        "evaluations": {"made": len(done.ticks), "wanted": done.wanted},
        "failures": [
            {"at": milliseconds(tick.slot), "error": tick.step.failure.public}
            for tick in done.ticks
            if tick.step.failure is not None
        ],
        "transitions": [
            _transition_json(tick.slot, each)
            for tick in done.ticks
            for each in tick.step.transitions
        ],
        "messages": [
            {
                "at": milliseconds(each.at),
                "receiver": each.receiver,
                "why": each.reason.value,
                "group": dict(each.group),
                "firing": [dict(labels) for labels in each.firing[:_MOST_LISTED]],
                "resolved": [dict(labels) for labels in each.resolved[:_MOST_LISTED]],
                "firingCount": len(each.firing),
                "resolvedCount": len(each.resolved),
            }
            for each in notifications
        ],
    }


def _transition_json(slot: datetime, transition: Transition) -> BacktestTransition:
    before, after = transition.before, transition.after
    return {
        "at": milliseconds(slot),
        "fingerprint": after.fingerprint,
        "labels": dict(after.labels),
        "before": "Normal" if before is None else before.state.shown,
        "after": after.state.shown,
        "reason": after.reason,
        "values": dict(after.values),
    }
