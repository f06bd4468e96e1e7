"""Writes documents as resources of the Terraform provider for Grafana."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import orjson

from vedette.alerting.contacts.model import REDACTED
from vedette.alerting.transfer.export.documents import Document
from vedette.alerting.transfer.export.hcl import HclBlock, written
from vedette.kernel.durations import parse_duration
from vedette.plugins.errors import PluginBroken, PluginRefused
from vedette.plugins.registry import PluginRegistry
from vedette.sdk import TerraformNames

_RULE_KEYS = {
    "title": "name",
    "condition": "condition",
    "data": "data",
    "noDataState": "no_data_state",
    "execErrState": "exec_err_state",
    "for": "for",
    "keep_firing_for": "keep_firing_for",
    "missing_series_evals_to_resolve": "missing_series_evals_to_resolve",
    "annotations": "annotations",
    "labels": "labels",
    "isPaused": "is_paused",
}
_POLICY_KEYS = {
    "receiver": "contact_point",
    "group_by": "group_by",
    "group_wait": "group_wait",
    "group_interval": "group_interval",
    "repeat_interval": "repeat_interval",
    "continue": "continue",
    "mute_time_intervals": "mute_timings",
    "active_time_intervals": "active_timings",
}


def as_hcl(
    document: Document, folders: Mapping[tuple[str, str], str], registry: PluginRegistry
) -> str:
    """`folders` are uids, by `folder` and `folderUid` of the document's groups.

    Receivers in `registry` define how their settings are written.
    """
    resources = [
        _resource(f"rule_group_{index:04}", "grafana_rule_group", _group(each, folders))
        for index, each in enumerate(document.get("groups", ()))
    ]
    resources += [
        _resource(f"contact_point_{index}", "grafana_contact_point", _point(each, registry))
        for index, each in enumerate(document.get("contactPoints", ()))
    ]
    resources += [
        _resource(f"notification_policy_{index}", "grafana_notification_policy", _policy(each).body)
        for index, each in enumerate(document.get("policies", ()), 1)
    ]
    resources += [
        _resource(f"mute_timing_{index}", "grafana_mute_timing", _timing(each))
        for index, each in enumerate(document.get("muteTimes", ()), 1)
    ]
    resources += [
        _resource(
            f"message_template_{index}",
            "grafana_message_template",
            {"name": each["name"], "template": each["template"]},
        )
        for index, each in enumerate(document.get("templates", ()), 1)
    ]
    return written(resources)


def _resource(name: str, type_: str, body: dict[str, Any]) -> HclBlock:
    return HclBlock((type_, name), body)


def _group(group: Document, folders: Mapping[tuple[str, str], str]) -> dict[str, Any]:
    folder = group["folder"], group.get("folderUid", "")
    return {
        "org_id": group["orgId"],
        "name": group["name"],
        "folder_uid": folders.get(folder, folder[1] or folder[0]),
        "interval_seconds": int(parse_duration(group["interval"]).total_seconds()),
        "rule": [_rule(each) for each in group["rules"]],
    }


def _rule(rule: Document) -> HclBlock:
    body: dict[str, Any] = {}
    for ours, theirs in _RULE_KEYS.items():
        if ours == "data":
            body[theirs] = [_query(each) for each in rule["data"]]
        elif ours in rule and (ours, rule[ours]) != ("for", "0s"):
            body[theirs] = rule[ours]
    settings = rule.get("notification_settings")
    if settings:
        body["notification_settings"] = _named(settings, _POLICY_KEYS)
    if rule.get("record"):
        body["record"] = HclBlock((), dict(rule["record"]))
    return HclBlock((), body)


def _query(query: Document) -> HclBlock:
    span = query["relativeTimeRange"]
    body: dict[str, Any] = {"ref_id": query["refId"]}
    if query.get("queryType"):
        body["query_type"] = query["queryType"]
    body["relative_time_range"] = HclBlock((), {"from": span["from"], "to": span["to"]})
    body["datasource_uid"] = query["datasourceUid"]
    body["model"] = orjson.dumps(query["model"]).decode()
    return HclBlock((), body)


def _point(point: Document, registry: PluginRegistry) -> dict[str, Any]:
    body: dict[str, Any] = {"name": point["name"]}
    for receiver in point["receivers"]:
        names = _names(registry, receiver["type"])
        settings = names.prepare(receiver["settings"]) if names.prepare else receiver["settings"]
        block = HclBlock((), _settings(names, settings))
        block.body["disable_resolve_message"] = receiver["disableResolveMessage"]
        body.setdefault(names.block or receiver["type"].lower(), []).append(block)
    return body


def _names(registry: PluginRegistry, type_: str) -> TerraformNames:
    with suppress(PluginBroken, PluginRefused):
        plugin = registry.find_receiver(type_)
        if plugin is not None:
            return plugin.terraform
    return TerraformNames()


def _settings(
    names: TerraformNames, settings: Mapping[str, Any], place: str = ""
) -> dict[str, Any]:
    """`place` is the path of `settings` within those of the receiver, such as `payload.`."""
    shown: dict[str, Any] = {}
    unnamed: dict[str, str] = {}
    for key, value in settings.items():
        path = f"{place}{key}"
        if path in names.unnamed:
            unnamed[key] = str(value)
            continue
        if path in names.lists and isinstance(value, str):
            value = [each for each in re.split(r"[;,\n\s]+", value) if each]
        elif path in names.maps and value == REDACTED:
            value = {REDACTED: REDACTED}
        elif path in names.snake_maps and isinstance(value, Mapping):
            value = {_snake(inner): each for inner, each in value.items()}
        elif isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
            value = [HclBlock((), _settings(names, one, f"{path}.")) for one in value]
        elif isinstance(value, Mapping) and path not in names.maps:
            value = HclBlock((), _settings(names, value, f"{path}."))
        shown[names.names.get(path) or _snake(key)] = value
    return {**shown, "settings": unnamed} if unnamed else shown


def _policy(policy: Document) -> HclBlock:
    block = _named(policy, _POLICY_KEYS)
    block.body["matcher"] = [
        HclBlock((), {"label": label, "match": operator, "value": value})
        for label, operator, value in policy.get("object_matchers", ())
    ]
    block.body["policy"] = [_policy(each) for each in policy.get("routes", ())]
    for key in ("matcher", "policy"):
        if not block.body[key]:
            del block.body[key]
    return block


def _timing(timing: Document) -> dict[str, Any]:
    intervals = []
    for each in timing["time_intervals"]:
        body = {key: value for key, value in each.items() if key != "times"}
        times = [
            HclBlock((), {"start": span["start_time"], "end": span["end_time"]})
            for span in each.get("times", ())
        ]
        intervals.append(HclBlock((), {**body, "times": times} if times else body))
    return {"name": timing["name"], "intervals": intervals}


def _named(given: Mapping[str, Any], names: Mapping[str, str]) -> HclBlock:
    return HclBlock((), {theirs: given[ours] for ours, theirs in names.items() if ours in given})


def _snake(key: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", key).lower()
