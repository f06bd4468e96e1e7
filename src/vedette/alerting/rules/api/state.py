"""`/api/prometheus/grafana`: rules with their states, for rule lists."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import Annotated, Any, TypedDict

import msgspec

from vedette.access.guard import needs
from vedette.alerting.model import AlertState, Instance, Matcher, matches_all, rule_state
from vedette.alerting.model.matchers import BadMatcher, from_triple, parse
from vedette.alerting.rules.api import state_shapes as shapes
from vedette.alerting.rules.api.readers import EvaluationRead, States
from vedette.alerting.rules.api.state_answers import (
    FoundGroups,
    GroupStatus,
    InstancesStatus,
    RulesStatus,
    RuleStatus,
)
from vedette.alerting.rules.errors import BadRule, PanelWithoutDashboard, RuleNotFound
from vedette.alerting.rules.model import StoredRule
from vedette.alerting.rules.service import RuleService
from vedette.kernel.clock import Clock
from vedette.kernel.threads import apart
from vedette.web.answer import encoded
from vedette.web.call import Call
from vedette.web.routes import Route

_BASE = "/api/prometheus/grafana/api/v1"
_INSTANCE_WORDS = {state.shown.lower(): state.shown for state in AlertState} | {
    "firing": AlertState.FIRING.shown,
    "inactive": AlertState.NORMAL.shown,
}
_HEALTHS = ("ok", "nodata", "error", "unknown")
_TYPES = ("alert", "alerting", "record", "recording")
_Limit = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class RulesQuery(msgspec.Struct):
    dashboard_uid: str = ""
    panel_id: int | None = None
    folder_uid: str = ""
    rule_uid: str = ""
    rule_group: list[str] = []
    rule_name: list[str] = []
    search: str = ""
    type: str = ""
    state: list[str] = []
    health: list[str] = []
    matcher: list[str] = []
    limit_alerts: _Limit | None = None
    limit_rules: _Limit | None = None
    group_limit: _Limit | None = None
    group_next_token: str = ""
    exclude_alerts: bool = False


class Firing(TypedDict):
    rules: int


class StateApi:
    def __init__(self, service: RuleService, states: States, clock: Clock) -> None:
        self._service = service
        self._states = states
        self._clock = clock

    def routes(self) -> list[Route]:
        read = needs("alert.rules:read")
        return [
            Route(
                "GET",
                f"{_BASE}/rules",
                self.rules,
                read,
                answer=RulesStatus,
                query=RulesQuery,
                summary="List rule groups with the states of their rules and alerts.",
            ),
            Route(
                "GET",
                f"{_BASE}/alerts",
                self.alerts,
                needs("alert.instances:read"),
                answer=InstancesStatus,
                summary="List all instances of all rules.",
            ),
            Route(
                "GET",
                "/api/v1/alerting/firing",
                self.firing,
                read,
                answer=Firing,
                summary="Count the firing rules.",
            ),
        ]

    async def rules(self, call: Call) -> RulesStatus:
        asked: RulesQuery = call.query
        _check_words("state", asked.state, _INSTANCE_WORDS)
        _check_words("health", asked.health, _HEALTHS)
        _check_words("type", [asked.type] if asked.type else [], _TYPES)
        rules = await self._candidates(call)
        found = await apart(
            len(rules), lambda: [each for each in rules if _is_requested(each, asked)]
        )
        matchers = _matchers(asked.matcher)
        # Evaluations are read first, so that the states read next are as new or newer.
        evaluations = await self._states.evaluations(call.who.org_id)
        instances: Mapping[str, Collection[Instance]] = {}
        shows_alerts = not asked.exclude_alerts and asked.limit_alerts != 0
        if shows_alerts or matchers:
            uids = [each.uid for each in found]
            instances = await self._states.instances(call.who.org_id, uids)
        view = _View(
            self._clock,
            asked,
            matchers,
            await self._states.counts(call.who.org_id),
            evaluations,
            instances,
        )
        return {"status": "success", "data": await view.groups(found)}

    async def firing(self, call: Call) -> Firing:
        return {"rules": await self._states.firing_rules(call.who.org_id)}

    async def alerts(self, call: Call) -> InstancesStatus:
        rules = {each.uid: each for each in await self._service.all(call.who)}
        instances = await self._states.instances(call.who.org_id, list(rules))
        alerts = await apart(
            len(rules) + sum(map(len, instances.values())),
            lambda: [
                encoded(shapes.alert_json(rules[uid], each))
                for uid, of_rule in instances.items()
                for each in of_rule
            ],
        )
        return {"status": "success", "data": {"alerts": alerts}}

    async def _candidates(self, call: Call) -> Sequence[StoredRule]:
        asked: RulesQuery = call.query
        if asked.dashboard_uid:
            return await self._service.of_panel(call.who, asked.dashboard_uid, asked.panel_id)
        if asked.panel_id is not None:
            raise PanelWithoutDashboard
        if asked.rule_uid:
            with suppress(RuleNotFound):
                return [await self._service.get(call.who, asked.rule_uid)]
            return []
        return await self._service.all(call.who)


class _View:
    """One response. Totals count all matches, including those beyond the limits."""

    def __init__(
        self,
        clock: Clock,
        asked: RulesQuery,
        matchers: Sequence[Matcher],
        counts: Mapping[str, Mapping[AlertState, int]],
        evaluations: Mapping[str, EvaluationRead],
        instances: Mapping[str, Collection[Instance]],
    ) -> None:
        self._clock = clock
        self._asked = asked
        self._matchers = matchers
        self._counts = counts
        self._evaluations = evaluations
        self._instances = instances
        self._words = {_INSTANCE_WORDS[each.lower()] for each in asked.state}
        self._wants_inactive = not {"inactive", "normal"}.isdisjoint(map(str.lower, asked.state))

    async def groups(self, rules: Sequence[StoredRule]) -> FoundGroups:
        asked = self._asked
        shown: list[GroupStatus] = []
        totals: dict[str, int] = {}
        token = last_shown = ""
        is_after = not asked.group_next_token
        for _, of_group in groupby(rules, lambda each: each.group.id):
            members = list(of_group)
            if not is_after:
                is_after = _token(members[0]) == asked.group_next_token
                continue
            await self._clock.sleep(0)  # Yield to other tasks in long lists.
            made = await apart(len(members), partial(self._rules, members))
            if not made:
                continue
            counts = shapes.counted([_counted_as(each) for each in made])
            for word, count in counts.items():
                totals[word] = totals.get(word, 0) + count
            if asked.group_limit is not None and len(shown) >= asked.group_limit:
                token = token or last_shown
                continue
            limited = made if asked.limit_rules is None else made[: asked.limit_rules]
            group = shapes.group_json(members[0], limited, counts)
            last_shown = _group_token(group)
            shown.append(encoded(group))
        found: FoundGroups = {"groups": shown, "totals": totals}
        if token:
            found["groupNextToken"] = token
        return found

    def _rules(self, members: Sequence[StoredRule]) -> list[RuleStatus]:
        return [each for each in map(self._rule, members) if each is not None]

    def _rule(self, stored: StoredRule) -> RuleStatus | None:
        asked = self._asked
        evaluation = self._evaluations.get(stored.uid)
        health = (evaluation and evaluation.health) or "unknown"
        if asked.health and health not in map(str.lower, asked.health):
            return None
        counts = self._counts.get(stored.uid, {})
        state = rule_state(counts.keys())
        matching = [each for each in self._instances.get(stored.uid, ()) if self._matches(each)]
        if self._matchers:
            totals = shapes.counted([each.state.shown.lower() for each in matching])
        else:
            totals = {
                each.shown.lower(): count
                for each, count in counts.items()
                if not self._words or each.shown in self._words
            }
        is_quiet = self._wants_inactive and not self._matchers and state == "inactive"
        if (self._words or self._matchers) and not totals and not is_quiet:
            return None
        alerts = None
        if not asked.exclude_alerts:
            active_first = sorted(matching, key=lambda each: (not each.is_active, each.fingerprint))
            alerts = [
                shapes.alert_json(stored, each) for each in active_first[: asked.limit_alerts]
            ]
        return shapes.rule_json(stored, state, evaluation, alerts, totals)

    def _matches(self, instance: Instance) -> bool:
        if self._words and instance.state.shown not in self._words:
            return False
        return matches_all(self._matchers, instance.labels)


def _check_words(name: str, sent: Sequence[str], known: Collection[str]) -> None:
    """Raises `BadRule`."""
    for each in sent:
        if each.lower() not in known:
            raise BadRule(f"{name} is {each[:40]!r}; use {', '.join(known)}.")


def _is_requested(stored: StoredRule, asked: RulesQuery) -> bool:
    kind = "alerting" if stored.record is None else "recording"
    return (
        (not asked.folder_uid or stored.group.folder_uid == asked.folder_uid)
        and (not asked.rule_uid or stored.uid == asked.rule_uid)
        and (not asked.rule_group or stored.group.name in asked.rule_group)
        and (not asked.rule_name or stored.title in asked.rule_name)
        and (not asked.type or kind.startswith(asked.type.lower()))
        and all(word in stored.title.lower() for word in asked.search.lower().split())
    )


def _matchers(texts: Sequence[str]) -> tuple[Matcher, ...]:
    """Parse matchers in the Prometheus format or as JSON objects. Raises `BadMatcher`."""
    found: list[Matcher] = []
    for text in texts[:100]:
        if text.lstrip().startswith('{"'):
            found.append(_from_json(text))
        else:
            found += parse(text)
    return tuple(found)


def _from_json(text: str) -> Matcher:
    try:
        given = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadMatcher(f"The matcher {text[:60]!r} cannot be read.") from error
    is_regex, is_equal = bool(given.get("isRegex")), given.get("isEqual", True) is not False
    sign = ("=~" if is_equal else "!~") if is_regex else ("=" if is_equal else "!=")
    return from_triple([given.get("name"), sign, given.get("value")])


def _counted_as(rule: RuleStatus) -> str:
    health = rule["health"]
    return str(health if health in ("error", "nodata") else rule.get("state", "recording"))


def _token(stored: StoredRule) -> str:
    return f"{stored.group.folder_uid}/{stored.group.name}"


def _group_token(group: GroupStatus) -> str:
    return f"{group['folderUid']}/{group['name']}"
