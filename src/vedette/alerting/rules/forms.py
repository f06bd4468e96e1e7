"""Conversions between the stored format of rules and those of APIs and files."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, cast

from vedette.alerting.model.rules import INTERVAL_MS, MAX_POINTS
from vedette.alerting.rules.answers import ProvisionedGroup, ProvisionedRule, RulerRuleAnswer
from vedette.alerting.rules.model import StoredRule
from vedette.alerting.rules.parsing import DASHBOARD, PANEL
from vedette.kernel.clock import moment
from vedette.kernel.durations import format_duration
from vedette.sdk import Json

_KEPT = (
    "title",
    "condition",
    "data",
    "thresholds",
    "noDataState",
    "execErrState",
    "outage",
    "for",
    "keep_firing_for",
    "missing_series_evals_to_resolve",
    "annotations",
    "labels",
    "isPaused",
    "notification_settings",
    "record",
)
_OTHER_NAMES = {
    "keepFiringFor": "keep_firing_for",
    "missingSeriesEvalsToResolve": "missing_series_evals_to_resolve",
    "notificationSettings": "notification_settings",
}
_DEFAULT_SPAN = {"from": 600, "to": 0}
"""In seconds before the evaluation."""
_RULER = {
    "uid": "uid",
    "title": "title",
    "condition": "condition",
    "data": "data",
    "thresholds": "thresholds",
    "no_data_state": "noDataState",
    "exec_err_state": "execErrState",
    "outage": "outage",
    "is_paused": "isPaused",
    "notification_settings": "notification_settings",
    "record": "record",
    "missing_series_evals_to_resolve": "missing_series_evals_to_resolve",
}
_BESIDE = ("for", "keep_firing_for", "labels", "annotations")
_RESOLUTION = {"intervalMs": INTERVAL_MS, "maxDataPoints": MAX_POINTS}
_ASKING = {"condition", "data", "thresholds", "record"}
_PATCHED = ("title", "noDataState", "execErrState", "for", "labels", "annotations", "isPaused")
_EMPTY: tuple[object, ...] = (None, "", {}, [])
_NO_DATA, _ON_ERROR = "NoData", "Alerting"


def canonical(given: Json) -> dict[str, Any]:
    """Return the stored format of a rule in the format of the provisioning API or a file.

    Queries without a resolution get the default one. Invalid values stay, for `parse_rule` to
    reject; unknown keys of the rule are dropped.
    """
    named = {_OTHER_NAMES.get(key, key): value for key, value in given.items()}
    body = {key: named[key] for key in _KEPT if key in named and not _is_empty(named[key])}
    for key in ("labels", "annotations"):
        if key in body:
            body[key] = _as_texts(body[key])
    panel = {
        DASHBOARD: given.get("dashboardUid"),
        PANEL: given.get("panelId") if given.get("panelId") != 0 else None,
    }
    panel = {name: str(value) for name, value in panel.items() if not _is_empty(value)}
    if panel and isinstance(body.get("annotations", {}), Mapping):
        body["annotations"] = {**panel, **body.get("annotations", {})}
    if body.get("isPaused") is False:
        del body["isPaused"]
    if isinstance(body.get("title"), str):
        body["title"] = body["title"].strip()
    if isinstance(body.get("data"), list):
        body["data"] = [_query(each) for each in body["data"]]
    return body


def from_ruler(given: Json) -> dict[str, Any]:
    """Return the stored format of a rule in the format of the ruler API, with its `uid` if
    given."""
    inner = given.get("grafana_alert")
    named = {} if not isinstance(inner, Mapping) else inner
    body = {ours: named[theirs] for theirs, ours in _RULER.items() if theirs in named}
    body |= {key: given[key] for key in _BESIDE if key in given}
    return body


def patched(before: Json, given: Json) -> dict[str, Any]:
    """Return `given` with missing keys taken from the stored rule `before`.

    Queries and the condition belong together: either both are given or both are taken.
    """
    body = {key: value for key, value in given.items() if not _is_missing(key, value)}
    if not _ASKING & body.keys():
        body |= {key: before[key] for key in _ASKING if key in before}
    return {key: before[key] for key in _PATCHED if key in before} | body


def provisioning_json(stored: StoredRule) -> ProvisionedRule:
    """Return the format of `GET /api/v1/provisioning/alert-rules/{uid}`."""
    body = stored.body
    shown: dict[str, Any] = {
        "id": stored.id,
        "uid": stored.uid,
        "orgID": stored.org_id,
        "folderUID": stored.group.folder_uid,
        "ruleGroup": stored.group.name,
        "title": stored.title,
        "condition": stored.rule.condition,
        "data": body["data"],
        "updated": _time(stored.updated),
        "noDataState": body.get("noDataState", _NO_DATA),
        "execErrState": body.get("execErrState", _ON_ERROR),
        "for": body.get("for") or "0s",
        "annotations": body.get("annotations", {}),
        "labels": body.get("labels", {}),
        "isPaused": stored.is_paused,
        "version": stored.version,
    }
    if stored.provenance:
        shown["provenance"] = stored.provenance
    return cast(ProvisionedRule, shown | _rare(stored))


def ruler_json(stored: StoredRule) -> RulerRuleAnswer:
    """Return the format of a rule in the ruler API."""
    body = stored.body
    alert: dict[str, Any] = {
        "id": stored.id,
        "orgId": stored.org_id,
        "uid": stored.uid,
        "title": stored.title,
        "condition": stored.rule.condition,
        "data": body["data"],
        "updated": _time(stored.updated),
        "updated_by": {"name": stored.updated_by},
        "intervalSeconds": int(stored.group.interval.total_seconds()),
        "version": stored.version,
        "namespace_uid": stored.group.folder_uid,
        "rule_group": stored.group.name,
        "no_data_state": body.get("noDataState", _NO_DATA),
        "exec_err_state": body.get("execErrState", _ON_ERROR),
        "is_paused": stored.is_paused,
    }
    if stored.provenance:
        alert["provenance"] = stored.provenance
    rare = _rare(stored)
    keep_firing = rare.pop("keep_firing_for", None)
    shown: dict[str, Any] = {
        "expr": "",
        "for": body.get("for") or "0s",
        "labels": body.get("labels", {}),
        "annotations": body.get("annotations", {}),
        "grafana_alert": alert | rare,
    }
    if keep_firing is not None:
        shown["keep_firing_for"] = keep_firing
    return cast(RulerRuleAnswer, shown)


def group_json(group: str, folder_uid: str, rules: Sequence[StoredRule]) -> ProvisionedGroup:
    """Return the format of a group in the provisioning API. `interval` is in seconds."""
    seconds = int(rules[0].group.interval.total_seconds()) if rules else 0
    return {
        "title": group,
        "folderUid": folder_uid,
        "interval": seconds,
        "rules": [provisioning_json(each) for each in rules],
    }


def interval_text(interval: timedelta) -> str:
    return format_duration(interval)


def _rare(stored: StoredRule) -> dict[str, Any]:
    """Return optional settings, whose names both APIs share. `outage` is included if it does not
    follow from `execErrState`, so that a client can send back what it read."""
    keys = (
        "keep_firing_for",
        "missing_series_evals_to_resolve",
        "notification_settings",
        "record",
        "thresholds",
    )
    shown = {key: stored.body[key] for key in keys if key in stored.body}
    follows = "shared" if stored.body.get("execErrState") == "Error" else "rule"
    if stored.rule.outage != follows:
        shown["outage"] = stored.rule.outage
    return shown


def _query(given: object) -> object:
    if not isinstance(given, Mapping):
        return given
    model = given.get("model")
    query_type = model.get("queryType") if isinstance(model, Mapping) else None
    return {
        "refId": given.get("refId"),
        "queryType": query_type or given.get("queryType") or "",
        "relativeTimeRange": _span(given.get("relativeTimeRange")),
        "datasourceUid": given.get("datasourceUid") or "",
        "model": _model(model) if isinstance(model, Mapping) else model,
    }


def _span(given: object) -> object:
    if given is None:
        return dict(_DEFAULT_SPAN)
    if not isinstance(given, Mapping):
        return given
    set_here = {key: value for key, value in given.items() if value is not None}
    return {**_DEFAULT_SPAN, **set_here}


def _model(given: Json) -> dict[str, Any]:
    """Return the model with its resolution, so that readers need no defaults."""
    wrong = {key: default for key, default in _RESOLUTION.items() if not _is_count(given.get(key))}
    return {**given, **wrong}


def _is_count(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value != 0


def _as_texts(value: object) -> object:
    if not isinstance(value, Mapping):
        return value
    return {name: _as_text(each) for name, each in value.items() if each is not None}


def _as_text(value: object) -> object:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int | float) else value


def _is_missing(key: str, value: object) -> bool:
    """Return whether a key is missing. Labels and annotations can be empty, to remove them."""
    return value is None or (key not in ("labels", "annotations") and _is_empty(value))


def _is_empty(value: object) -> bool:
    return any(value == empty and type(value) is type(empty) for empty in _EMPTY)


def _time(milliseconds: int) -> str:
    return moment(milliseconds).isoformat(timespec="seconds").replace("+00:00", "Z")
