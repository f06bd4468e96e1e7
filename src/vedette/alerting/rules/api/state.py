"""`/api/prometheus/grafana`: rules with their states, as rule lists read them."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Annotated, Any

import msgspec

from vedette.access.guard import needs
from vedette.alerting.model import Instance, Matcher, matches_all
from vedette.alerting.model.matchers import BadMatcher, from_triple, parse
from vedette.alerting.rules.api import state_shapes as shapes
from vedette.alerting.rules.api.readers import EvaluationRead, RuleState, States
from vedette.alerting.rules.model import StoredRule
from vedette.alerting.rules.service import RuleService
from vedette.web.call import Call
from vedette.web.routes import Route

_BASE = "/api/prometheus/grafana/api/v1"
_INSTANCE_WORDS = {
    "firing": "Alerting",
    "alerting": "Alerting",
    "pending": "Pending",
    "recovering": "Recovering",
    "nodata": "NoData",
    "error": "Error",
    "normal": "Normal",
    "inactive": "Normal",
}
_RULE_WORDS = {"normal": "inactive", "inactive": "inactive", "firing": "firing"}
_Limit = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class RulesAsked(msgspec.Struct):
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


class StateApi:
    def __init__(self, service: RuleService, states: States) -> None:
        self._service = service
        self._states = states

    def routes(self) -> list[Route]:
        read = needs("alert.rules:read")
        return [
            Route(
                "GET", f"{_BASE}/rules", self.rules, read, query=RulesAsked,
                summary="Rule groups with the states of their rules and alerts.",
            ),
            Route(
                "GET", f"{_BASE}/alerts", self.alerts, needs("alert.instances:read"),
                summary="All instances of all rules.",
            ),
        ]  # fmt: skip

    async def rules(self, call: Call) -> Any:
        asked: RulesAsked = call.query
        if asked.dashboard_uid:
            panel = asked.panel_id
            found = await self._service.of_panel(call.who, asked.dashboard_uid, panel)
        else:
            found = await self._service.all(call.who)
        view = _View(
            asked,
            self._states,
            await self._states.instances(call.who.org_id),
            await self._states.evaluations(call.who.org_id),
        )
        return {"status": "success", "data": view.groups(found)}

    async def alerts(self, call: Call) -> Any:
        rules = {each.uid: each for each in await self._service.all(call.who)}
        instances = await self._states.instances(call.who.org_id)
        alerts = [
            shapes.alert_json(rules[uid], each)
            for uid, of_rule in instances.items()
            if uid in rules
            for each in of_rule
        ]
        return {"status": "success", "data": {"alerts": alerts}}


class _View:
    """One answer. Totals count what matches, also where limits leave some of it out."""

    def __init__(
        self,
        asked: RulesAsked,
        states: States,
        instances: Mapping[str, Collection[Instance]],
        evaluations: Mapping[str, EvaluationRead],
    ) -> None:
        self._asked = asked
        self._states = states
        self._instances = instances
        self._evaluations = evaluations
        self._words = {_INSTANCE_WORDS.get(each.lower(), each) for each in asked.state}
        self._rule_words = {_RULE_WORDS.get(each.lower(), "") for each in asked.state} - {""}
        self._matchers = _matchers(asked.matcher)

    def groups(self, rules: Sequence[StoredRule]) -> dict[str, Any]:
        asked = self._asked
        shown: list[dict[str, Any]] = []
        totals: dict[str, int] = {}
        token = ""
        is_after = not asked.group_next_token
        for _, of_group in groupby(rules, lambda each: each.group.id):
            members = list(of_group)
            if not is_after:
                is_after = _token(members[0]) == asked.group_next_token
                continue
            made = [each for each in map(self._rule, members) if each is not None]
            if not made:
                continue
            counts = shapes.counted([_counted_as(each) for each in made])
            for word, count in counts.items():
                totals[word] = totals.get(word, 0) + count
            if asked.group_limit is not None and len(shown) >= asked.group_limit:
                token = token or (_group_token(shown[-1]) if shown else "")
                continue
            limited = made if asked.limit_rules is None else made[: asked.limit_rules]
            shown.append(shapes.group_json(members[0], limited, counts))
        found: dict[str, Any] = {"groups": shown, "totals": totals}
        if token:
            found["groupNextToken"] = token
        return found

    def _rule(self, stored: StoredRule) -> dict[str, Any] | None:
        if not _is_asked(stored, self._asked):
            return None
        instances = self._instances.get(stored.uid, ())
        evaluation = self._evaluations.get(stored.uid)
        asked = self._asked
        health = (evaluation.health if evaluation else "") or "unknown"
        if asked.health and health not in asked.health:
            return None
        state = self._states.rule_state(instances)
        matching = [each for each in instances if self._matches(each)]
        if (self._words or self._matchers) and not matching and not self._matches_rule(state):
            return None
        totals = shapes.counted([each.state.shown.lower() for each in matching])
        alerts = None
        if not asked.exclude_alerts:
            newest_first = sorted(matching, key=lambda each: (not each.is_active, each.fingerprint))
            limited = newest_first[: asked.limit_alerts]
            alerts = [shapes.alert_json(stored, each) for each in limited]
        return shapes.rule_json(stored, state, evaluation, alerts, totals)

    def _matches(self, instance: Instance) -> bool:
        if self._words and instance.state.shown not in self._words:
            return False
        return matches_all(self._matchers, instance.labels)

    def _matches_rule(self, state: RuleState) -> bool:
        """A rule that nothing was seen of yet is among the inactive ones."""
        return not self._matchers and state in self._rule_words and state == "inactive"


def _is_asked(stored: StoredRule, asked: RulesAsked) -> bool:
    kind = "alerting" if stored.record is None else "recording"
    return (
        (not asked.folder_uid or stored.group.folder_uid == asked.folder_uid)
        and (not asked.rule_uid or stored.uid == asked.rule_uid)
        and (not asked.rule_group or stored.group.name in asked.rule_group)
        and (not asked.rule_name or stored.title in asked.rule_name)
        and (not asked.type or kind.startswith(asked.type))
        and (not asked.search or asked.search.lower() in stored.title.lower())
    )


def _matchers(texts: Sequence[str]) -> tuple[Matcher, ...]:
    """In the form of Prometheus, or as a JSON object. Raises `BadMatcher`."""
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
    except msgspec.DecodeError as error:
        raise BadMatcher(f"The matcher {text[:60]!r} can not be read.") from error
    is_regex, is_equal = bool(given.get("isRegex")), given.get("isEqual", True) is not False
    sign = ("=~" if is_equal else "!~") if is_regex else ("=" if is_equal else "!=")
    return from_triple([given.get("name"), sign, given.get("value")])


def _counted_as(rule: Mapping[str, Any]) -> str:
    health = rule["health"]
    return str(health if health in ("error", "nodata") else rule.get("state", "recording"))


def _token(stored: StoredRule) -> str:
    return f"{stored.group.folder_uid}/{stored.group.name}"


def _group_token(group: Mapping[str, Any]) -> str:
    return f"{group['folderUid']}/{group['name']}"
