"""Rules with their states, in the format of the Prometheus API with additional keys."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, cast

from vedette.alerting.model import Instance
from vedette.alerting.model.labels import is_private
from vedette.alerting.rules.api.readers import EvaluationRead
from vedette.alerting.rules.api.state_answers import GroupStatus, InstanceAnswer, RuleStatus
from vedette.alerting.rules.forms import interval_text
from vedette.alerting.rules.model import StoredRule
from vedette.querying.model import is_expression
from vedette.sdk import Json

NEVER = "0001-01-01T00:00:00Z"
_TEXTS = ("expr", "query", "rawSql", "expression", "target", "queryText")


def rule_json(
    stored: StoredRule,
    state: str,
    evaluation: EvaluationRead | None,
    alerts: list[InstanceAnswer] | None,
    totals: Mapping[str, int],
) -> RuleStatus:
    """`alerts` is None if the response omits them."""
    rule, body = stored.rule, stored.body
    shown: dict[str, Any] = {
        "state": state,
        "name": stored.title,
        "uid": stored.uid,
        "folderUid": stored.group.folder_uid,
        "query": query_text(stored),
        "queriedDatasourceUIDs": stored.sources,
        "duration": rule.hold.total_seconds(),
        "keepFiringFor": rule.keep_firing.total_seconds(),
        "labels": body.get("labels", {}),
        "annotations": body.get("annotations", {}),
        "type": "alerting" if stored.record is None else "recording",
        "isPaused": stored.is_paused,
        "provenance": stored.provenance,
        "version": stored.version,
        "totals": totals,
        "totalsFiltered": totals,
        **health_json(evaluation),
    }
    if stored.record is not None:
        del shown["state"]
    elif alerts is not None:
        shown["alerts"] = alerts
        times = [each["activeAt"] for each in alerts if each["activeAt"] != NEVER]
        if times:
            shown["activeAt"] = min(times)
    if "notification_settings" in body:
        shown["notificationSettings"] = body["notification_settings"]
    return cast(RuleStatus, shown)


def health_json(evaluation: EvaluationRead | None) -> dict[str, Any]:
    if evaluation is None:
        return {"health": "unknown", "lastEvaluation": NEVER, "evaluationTime": 0.0}
    shown: dict[str, Any] = {
        "health": evaluation.health or "unknown",
        "lastEvaluation": time_text(evaluation.slot or evaluation.evaluated),
        "evaluationTime": evaluation.duration_ms / 1_000,
        "missedEvaluations": evaluation.missed,
    }
    if evaluation.failure:
        shown |= {"lastError": evaluation.failure, "lastErrorReason": evaluation.failure_reason}
    return shown


def alert_json(stored: StoredRule, instance: Instance) -> InstanceAnswer:
    """`value` is that of the condition in Prometheus notation; `values` are all numbers."""
    value = instance.values.get(stored.rule.condition)
    return {
        "labels": public(instance.labels),
        "annotations": public(instance.annotations),
        "state": state_text(instance.state.shown, instance.reason),
        "activeAt": time_text(instance.fired_at if instance.is_active else instance.since),
        "value": "" if value is None else f"{value:e}",
        "values": {name: finite(each) for name, each in instance.values.items()},
        "fingerprint": instance.fingerprint,
        "ruleUid": stored.uid,
    }


def group_json(
    stored: StoredRule, rules: list[RuleStatus], totals: Mapping[str, int]
) -> GroupStatus:
    """`stored` is one rule of the group."""
    group = stored.group
    last = max((each["lastEvaluation"] for each in rules), default=NEVER)
    return {
        "name": group.name,
        "file": group.folder_title,
        "folderUid": group.folder_uid,
        "interval": group.interval.total_seconds(),
        "intervalText": interval_text(group.interval),
        "lastEvaluation": last,
        "evaluationTime": sum(each["evaluationTime"] for each in rules),
        "rules": rules,
        "totals": totals,
    }


def query_text(stored: StoredRule) -> str:
    """Return the queries to data sources, separated by bars."""
    asked = [each for each in stored.rule.queries if not is_expression(each.datasource_uid)]
    return " | ".join(_text(each.model) for each in asked)


def state_text(state: str, reason: str) -> str:
    return f"{state} ({reason})" if reason else state


def public(labels: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in labels.items() if not is_private(name)}


def finite(value: float) -> float | str:
    """Return a finite number or a string, as JSON has no NaN and infinities."""
    return value if abs(value) < float("inf") else str(value)


def time_text(when: datetime | None) -> str:
    return NEVER if when is None else when.isoformat().replace("+00:00", "Z")


def counted(words: Collection[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for word in words:
        found[word] = found.get(word, 0) + 1
    return found


def _text(model: Json) -> str:
    for key in _TEXTS:
        value = model.get(key)
        if isinstance(value, str) and value:
            return value
    return ""
