"""Stored objects in the form of provisioning files: dollar signs as they are meant."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from vedette.alerting.contacts.model import Integration
from vedette.alerting.muting.inhibition_text import rule_json
from vedette.alerting.muting.interval_text import interval_json
from vedette.alerting.muting.store import StoredInhibitions, StoredTiming
from vedette.alerting.routing.policy_text import policy_json
from vedette.alerting.routing.store import StoredPolicy
from vedette.alerting.rules.forms import file_json, interval_text
from vedette.alerting.rules.model import StoredRule
from vedette.alerting.rules.parsing import DASHBOARD, PANEL
from vedette.alerting.templates.store import TemplateGroup
from vedette.alerting.transfer.folders import folder_text

Document = dict[str, Any]


def rules_document(rules: Sequence[StoredRule], folders: Mapping[str, Sequence[str]]) -> Document:
    """`rules` by folder and group; `folders` are titles from the root, by uid."""
    groups = []
    for _, of_group in groupby(rules, lambda each: each.group.id):
        found = list(of_group)
        group = found[0].group
        groups.append(
            {
                "orgId": group.org_id,
                "name": group.name,
                "folder": folder_text(folders.get(group.folder_uid, (group.folder_title,))),
                "interval": interval_text(group.interval),
                "rules": [rule_entry(file_json(each)) for each in found],
            }
        )
    return {"apiVersion": 1, "groups": groups}


def rule_entry(rule: Mapping[str, Any]) -> Document:
    """The panel of a rule is told by its own keys, so its annotations are left out."""
    shown = dict(rule)
    annotations = shown.pop("annotations", None) or {}
    if annotations.get(DASHBOARD):
        shown["dashboardUid"] = annotations[DASHBOARD]
        shown["panelId"] = int(annotations[PANEL])
    left = {key: text for key, text in annotations.items() if key not in (DASHBOARD, PANEL)}
    return {**shown, "annotations": left} if left else shown


def points_document(
    org_id: int, integrations: Sequence[tuple[Integration, Mapping[str, Any]]]
) -> Document:
    """`integrations` by contact point, each with the settings to show."""
    points = [
        {
            "orgId": org_id,
            "name": name,
            "receivers": [
                {
                    "uid": each.uid,
                    "type": each.type,
                    "settings": dict(settings),
                    "disableResolveMessage": each.disable_resolve,
                }
                for each, settings in of_point
            ],
        }
        for name, of_point in groupby(integrations, lambda pair: pair[0].name)
    ]
    return {"apiVersion": 1, "contactPoints": points}


def policies_document(
    org_id: int, stored: StoredPolicy, inhibitions: StoredInhibitions
) -> Document:
    shown: Document = {
        "apiVersion": 1,
        "policies": [{"orgId": org_id, **policy_json(stored.policy)}],
    }
    if inhibitions.rules:
        shown["inhibitRules"] = [{"orgId": org_id, **rule_json(each)} for each in inhibitions.rules]
    return shown


def timings_document(org_id: int, timings: Sequence[StoredTiming]) -> Document:
    return {
        "apiVersion": 1,
        "muteTimes": [
            {
                "orgId": org_id,
                "name": each.timing.name,
                "time_intervals": [interval_json(one) for one in each.timing.intervals],
            }
            for each in timings
        ],
    }


def templates_document(org_id: int, templates: Sequence[TemplateGroup]) -> Document:
    return {
        "apiVersion": 1,
        "templates": [
            {"orgId": org_id, "name": each.name, "template": each.body} for each in templates
        ],
    }
