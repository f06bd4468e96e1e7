"""Parses rule groups of a file. An invalid rule does not affect the others."""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from vedette.alerting.rules.forms import canonical
from vedette.alerting.rules.parsing import (
    DASHBOARD,
    PANEL,
    RuleDefaults,
    check_interval,
    parse_rule,
)
from vedette.alerting.transfer.provision.entries import (
    FolderName,
    GroupEntry,
    Refusal,
    RuleEntry,
)
from vedette.alerting.transfer.provision.organizations import org_of
from vedette.kernel.durations import parse_duration
from vedette.kernel.errors import VedetteError
from vedette.provisioning.entry import Entry
from vedette.provisioning.problems import DocumentError
from vedette.provisioning.values import DocumentMapping, Value

_KEYS = (
    "uid",
    "title",
    "condition",
    "data",
    "thresholds",
    "noDataState",
    "execErrState",
    "outage",
    "for",
    "keep_firing_for",
    "keepFiringFor",
    "missing_series_evals_to_resolve",
    "missingSeriesEvalsToResolve",
    "annotations",
    "labels",
    "isPaused",
    "notification_settings",
    "notificationSettings",
    "record",
    "dashboardUid",
    "dasboardUid",
    "panelId",
)
_OF_QUERY = ("refId", "queryType", "relativeTimeRange", "datasourceUid", "model")
_OF_NOTIFICATION = (
    "receiver",
    "group_by",
    "group_wait",
    "group_interval",
    "repeat_interval",
    "mute_time_intervals",
    "active_time_intervals",
)
_OF_RECORD = ("metric", "from", "target_datasource_uid")
_AS_TEXT = (
    "uid",
    "title",
    "condition",
    "noDataState",
    "execErrState",
    "outage",
    "for",
    "keep_firing_for",
    "keepFiringFor",
)
_ACTION = re.compile(r"\{\{(?:(?!\{\{).)*?\}\}", re.DOTALL)
_ESCAPED = re.compile(r"\$\$(?=[A-Za-z_])")


def read_group(
    entry: Entry, defaults: RuleDefaults, refusals: list[Refusal]
) -> list[RuleEntry | GroupEntry]:
    """Return the rules of a group, followed by the group. Raises `DocumentError`, `BadRule`."""
    org_id = org_of(entry)
    name = entry.required("name")
    folder = FolderName(entry.text("folder").strip(), entry.text("folderUid").strip())
    if not folder.title:
        raise DocumentError(
            f"The group {name!r}: folder is missing; set the title of the folder of the rules.",
            entry.line,
        )
    interval = None
    if entry.has("interval"):
        interval = parse_duration(_duration(entry.text("interval")))
        check_interval(interval, name, defaults)
    entry.value("interval")
    group = GroupEntry(org_id, folder, name, _milliseconds(interval), (), entry.line)
    rules: list[RuleEntry] = []
    value, _ = entry.value("rules")
    if value is not None and not isinstance(value, list):
        raise DocumentError(f"The group {name!r}: rules must be a list.", entry.line_of("rules"))
    for index, block in enumerate(value or ()):
        place = f"The group {name!r}, rules[{index}]"
        if not isinstance(block, DocumentMapping):
            refusals.append(Refusal(entry.line_of("rules"), f"{place} must be a mapping."))
            continue
        try:
            rules.append(_rule(Entry(block, entry.report), group, defaults))
        except DocumentError as error:
            refusals.append(Refusal(error.line or block.line, f"{place}: {error.message}"))
        except VedetteError as error:
            refusals.append(Refusal(block.line, error.public))
    order = tuple(rule.uid for rule in rules)
    placed = GroupEntry(org_id, folder, name, group.interval_ms, order, entry.line)
    return [*rules, placed] if rules else []


def _rule(entry: Entry, group: GroupEntry, defaults: RuleDefaults) -> RuleEntry:
    entry.asked.update(_KEYS)
    given: dict[str, Any] = dict(entry.block)
    for key in _AS_TEXT:
        if entry.has(key):
            given[key] = entry.text(key)
    if entry.has("isPaused"):
        given["isPaused"] = entry.flag("isPaused")
    for key in ("missing_series_evals_to_resolve", "missingSeriesEvalsToResolve"):
        if entry.has(key):
            given[key] = entry.whole(key)
    for key in ("notification_settings", "notificationSettings"):
        if entry.has(key):
            given[key] = _settings(entry.mapping(key))
    for key in ("labels", "annotations"):
        if isinstance(entry.block.get(key), DocumentMapping):
            given[key] = _as_written(entry.mapping(key))
    if isinstance(given.get("annotations"), dict):
        texts: dict[str, object] = given["annotations"]
        given["annotations"] = {key: _unescaped(text) for key, text in texts.items()}
    given |= _panel(entry, given.get("annotations"))
    if isinstance(given.get("data"), list):
        given["data"] = [_query(each) for each in given["data"]]
    uid = str(given.pop("uid", "") or "").strip()
    if not uid:
        raise DocumentError(
            f"the rule {str(given.get('title', ''))[:190]!r} has no uid; set one, so that the rule"
            " is recognized when the file is read again.",
            entry.line,
        )
    body = canonical(given)
    parse_rule(
        body,
        org_id=group.org_id,
        uid=uid,
        folder_uid="folder",
        folder_title=group.folder.title,
        group=group.group,
        interval=timedelta(milliseconds=group.interval_ms or 60_000),
        defaults=defaults,
    )
    entry.close()
    _name_unknown(entry)
    return RuleEntry(
        group.org_id, group.folder, group.group, group.interval_ms, uid, body, entry.line
    )


def _panel(entry: Entry, annotations: object) -> dict[str, object]:
    """Return the dashboard and the panel of a rule if its annotations have none.

    JSON exports of Grafana 10.4 misspell the key of the dashboard.
    """
    dashboard = entry.text("dashboardUid", "dasboardUid")
    panel = entry.whole("panelId", least=0)
    none: dict[str, object] = {"dashboardUid": None, "panelId": None}
    if isinstance(annotations, Mapping) and {DASHBOARD, PANEL} & annotations.keys():
        return none
    if bool(dashboard) != bool(panel):
        missing = "panelId" if dashboard else "dashboardUid"
        entry.report.warn(
            f"The rule is not linked to a panel, because {missing} is missing.", entry.line
        )
        return none
    return {"dashboardUid": dashboard or None, "panelId": panel or None}


def _query(value: Value) -> object:
    if not isinstance(value, DocumentMapping):
        return value
    query: dict[str, object] = dict(value)
    for key in ("refId", "queryType", "datasourceUid"):
        if value.get(key) is not None and key in value.written:
            query[key] = value.written[key]
    return query


def _settings(block: DocumentMapping) -> dict[str, object]:
    """Drop empty items of lists."""
    return {
        key: [
            each if isinstance(each, DocumentMapping | list) else str(each)
            for each in value
            if each not in (None, "")
        ]
        if isinstance(value, list)
        else block.written[key]
        if isinstance(value, str | int | float)
        else value
        for key, value in block.items()
    }


def _name_unknown(entry: Entry) -> None:
    """Warn about unknown keys of a rule, except in models, which belong to data sources."""
    queries = entry.block.get("data")
    for query in queries if isinstance(queries, list) else ():
        if isinstance(query, DocumentMapping):
            Entry(query, entry.report).only(*_OF_QUERY)
            _only(query, "relativeTimeRange", ("from", "to"), entry)
    for key in ("notification_settings", "notificationSettings"):
        _only(entry.block, key, _OF_NOTIFICATION, entry)
    _only(entry.block, "record", _OF_RECORD, entry)


def _only(block: DocumentMapping, key: str, known: Sequence[str], entry: Entry) -> None:
    below = block.get(key)
    if isinstance(below, DocumentMapping):
        Entry(below, entry.report).only(*known)


def _as_written(block: DocumentMapping) -> dict[str, object]:
    """Return scalars as strings as written, such as `1.10` and `0x1F`. null is an empty string."""
    return {
        key: ""
        if value is None
        else value
        if isinstance(value, DocumentMapping | list)
        else block.written[key]
        for key, value in block.items()
    }


def _unescaped(text: object) -> object:
    """Read `{{ $$labels.x }}` as `{{ $labels.x }}`.

    Annotations are not expanded, but files for older versions escape them. `$$` before a name is
    not a valid template.
    """
    if not isinstance(text, str) or "$$" not in text:
        return text
    return _ACTION.sub(lambda action: _ESCAPED.sub("$", action[0]), text)


def _duration(text: str) -> str:
    """A number without a unit is in seconds."""
    return f"{text}s" if text.isdecimal() else text


def _milliseconds(interval: timedelta | None) -> int | None:
    return None if interval is None else round(interval.total_seconds() * 1_000)
