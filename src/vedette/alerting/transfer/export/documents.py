"""Stored objects in the format and key order of exports of Grafana 10.4.

Dollar signs are not escaped.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from vedette.alerting.contacts.model import Integration
from vedette.alerting.muting.inhibitions.model import StoredInhibitions
from vedette.alerting.muting.inhibitions.text import rule_json
from vedette.alerting.muting.timings.model import StoredTiming, TimeInterval
from vedette.alerting.muting.timings.text import interval_json
from vedette.alerting.routing.policy_text import policy_json
from vedette.alerting.routing.store import StoredPolicy
from vedette.alerting.rules.forms import interval_text
from vedette.alerting.rules.model import StoredRule
from vedette.alerting.rules.parsing import DASHBOARD, PANEL
from vedette.alerting.templates.store import TemplateGroup
from vedette.alerting.transfer.provision.entries import FolderName
from vedette.kernel.durations import format_duration, parse_duration

Document = dict[str, Any]
_ALERTING_DEFAULTS = {"noDataState": "NoData", "execErrState": "Alerting", "for": "0s"}
_RULE = (
    "uid",
    "title",
    "condition",
    "data",
    "thresholds",
    "dashboardUid",
    "panelId",
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
_NOTIFICATION = (
    "receiver",
    "group_by",
    "group_wait",
    "group_interval",
    "repeat_interval",
    "mute_time_intervals",
    "active_time_intervals",
)
_POLICY = (
    "receiver",
    "group_by",
    "object_matchers",
    "mute_time_intervals",
    "active_time_intervals",
    "continue",
    "routes",
    "group_wait",
    "group_interval",
    "repeat_interval",
)
_DURATIONS = frozenset(
    {"for", "keep_firing_for", "group_wait", "group_interval", "repeat_interval"}
)


class Short(list[Any]):
    """A list that YAML writes on one line."""


def rules_document(rules: Sequence[StoredRule], folders: Mapping[str, FolderName]) -> Document:
    """`rules` in the order of their groups; `folders` by uid."""
    groups = []
    ordered = sorted(rules, key=lambda each: (each.group.folder_uid, each.group.name))
    for _, of_group in groupby(ordered, lambda each: each.group.id):
        found = list(of_group)
        group = found[0].group
        folder = folders.get(group.folder_uid) or FolderName(group.folder_title)
        groups.append(
            group_entry(
                group.org_id,
                group.name,
                folder,
                interval_text(group.interval),
                [rule_entry({"uid": each.uid, **each.body}) for each in found],
            )
        )
    return {"apiVersion": 1, "groups": groups}


def group_entry(
    org_id: int, name: str, folder: FolderName, interval: str, rules: Sequence[Document]
) -> Document:
    """A nested folder also has its uid, as its title is not unique."""
    nested = {"folderUid": folder.uid} if folder.uid else {}
    return {
        "orgId": org_id,
        "name": name,
        "folder": folder.title,
        **nested,
        "interval": interval,
        "rules": list(rules),
    }


def rule_entry(rule: Mapping[str, Any]) -> Document:
    """`rule` is a stored body with its `uid`. Defaults are written explicitly."""
    shown = {**({} if rule.get("record") else _ALERTING_DEFAULTS), "isPaused": False, **rule}
    if not ({"execErrState", "record"} & rule.keys()):
        shown.setdefault("outage", "shared")  # An explicit state would replace the default "rule".
    annotations = rule.get("annotations") or {}
    panel = str(annotations.get(PANEL))
    if annotations.get(DASHBOARD) and panel.isascii() and panel.isdecimal():
        shown["dashboardUid"] = annotations[DASHBOARD]
        shown["panelId"] = int(panel)
    shown["data"] = [_query(each) for each in rule["data"]]
    for key in ("annotations", "labels"):
        shown[key] = _sorted(shown.get(key) or {})
        if not shown[key]:
            del shown[key]
    if settings := shown.pop("notification_settings", None):
        shown["notification_settings"] = _ordered(settings, _NOTIFICATION)
    return _ordered(shown, _RULE, keeps=("isPaused",))


def _query(query: Mapping[str, Any]) -> Document:
    span = query.get("relativeTimeRange") or {}
    shown: Document = {"refId": query["refId"]}
    if query.get("queryType"):
        shown["queryType"] = query["queryType"]
    shown["relativeTimeRange"] = {"from": span.get("from", 0), "to": span.get("to", 0)}
    shown["datasourceUid"] = query["datasourceUid"]
    shown["model"] = _sorted(query["model"])
    return shown


def _ordered(given: Mapping[str, Any], keys: Sequence[str], keeps: Sequence[str] = ()) -> Document:
    """Omit empty values, except those of the keys in `keeps`."""
    shown = {key: given[key] for key in keys if given.get(key) or key in keeps}
    for key in _DURATIONS & shown.keys():
        shown[key] = format_duration(parse_duration(str(shown[key])))
    return shown


def _sorted(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(each) for each in value] if isinstance(value, list) else value


def points_document(
    org_id: int, integrations: Sequence[tuple[Integration, Mapping[str, Any]]]
) -> Document:
    """`integrations` in the order of their contact point, each with the settings to export."""
    points = [
        {
            "orgId": org_id,
            "name": name,
            "receivers": [
                {
                    "uid": each.uid,
                    "type": each.type,
                    "settings": _sorted(settings),
                    "disableResolveMessage": each.disable_resolve,
                }
                for each, settings in of_point
            ],
        }
        for name, of_point in groupby(
            sorted(integrations, key=lambda pair: pair[0].name), lambda pair: pair[0].name
        )
    ]
    return {"apiVersion": 1, "contactPoints": points}


def policies_document(
    org_id: int, stored: StoredPolicy, inhibitions: StoredInhibitions
) -> Document:
    shown: Document = {
        "apiVersion": 1,
        "policies": [{"orgId": org_id, **_policy(policy_json(stored.policy))}],
    }
    if inhibitions.rules:
        shown["inhibitRules"] = [{"orgId": org_id, **rule_json(each)} for each in inhibitions.rules]
    return shown


def _policy(shown: Mapping[str, Any]) -> Document:
    """An empty `group_by` differs from a missing one."""
    policy = {key: shown[key] for key in _POLICY if key in shown}
    if "routes" in policy:
        policy["routes"] = [_policy(each) for each in policy["routes"]]
    return policy


def timings_document(org_id: int, timings: Sequence[StoredTiming]) -> Document:
    return {
        "apiVersion": 1,
        "muteTimes": [
            {
                "orgId": org_id,
                "name": each.timing.name,
                "time_intervals": [_interval(one) for one in each.timing.intervals],
            }
            for each in timings
        ],
    }


def _interval(interval: TimeInterval) -> Document:
    return {
        key: Short(value) if isinstance(value, list) and key != "times" else value
        for key, value in interval_json(interval).items()
    }


def templates_document(org_id: int, templates: Sequence[TemplateGroup]) -> Document:
    return {
        "apiVersion": 1,
        "templates": [
            {"orgId": org_id, "name": each.name, "template": each.body} for each in templates
        ],
    }
