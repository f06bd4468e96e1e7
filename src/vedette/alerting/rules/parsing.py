"""Reads a rule as the provisioning API spells it, into the rule that is evaluated."""

from collections.abc import Mapping
from datetime import timedelta
from typing import cast

import msgspec

from vedette.alerting.model import NotificationSettings, Rule
from vedette.alerting.model.labels import ALERT_NAME, FOLDER, RESERVED
from vedette.alerting.model.rules import (
    MAX_INSTANCES,
    ErrorPolicy,
    NoDataPolicy,
    OutagePolicy,
)
from vedette.alerting.rules.errors import BadRule
from vedette.alerting.rules.queries import read_queries
from vedette.alerting.rules.reading import Reader
from vedette.alerting.rules.thresholds import LEVEL, compiled
from vedette.kernel.ids import is_uid
from vedette.sdk import Json

BASE_INTERVAL = timedelta(seconds=10)
"""Every interval is a multiple of it, or of the server's `min_interval` where that is shorter."""
MAX_INTERVAL = timedelta(days=365)
MAX_TITLE = 190
MAX_LABELS, MAX_LABEL = 100, 4_096
MAX_ANNOTATION = 65_536
DASHBOARD, PANEL = "__dashboardUid__", "__panelId__"
"""Annotations that tie a rule to a panel."""
IMPORTED = "importedFrom"
"""Key of a query's model that says which rule of Prometheus it was."""
_NO_DATA = ("NoData", "Alerting", "OK", "KeepLast")
_ON_ERROR = ("Error", "Alerting", "OK", "KeepLast")


class RuleDefaults(msgspec.Struct, frozen=True):
    """What the server's settings say of every rule."""

    min_interval: timedelta = BASE_INTERVAL
    disabled_labels: frozenset[str] = frozenset()
    max_instances: int = MAX_INSTANCES


DEFAULTS = RuleDefaults()


class Recording(msgspec.Struct, frozen=True):
    """Writes the numbers of the query `source` as the metric, instead of raising alerts."""

    metric: str
    source: str
    target_datasource_uid: str = ""


def parse_rule(
    body: Json,
    *,
    org_id: int,
    uid: str,
    folder_uid: str,
    folder_title: str,
    group: str,
    interval: timedelta,
    defaults: RuleDefaults = DEFAULTS,
    version: int = 1,
) -> Rule:
    """Raises `BadRule`, whose sentence names the rule and the place, and what to do.

    A data source that does not exist is no mistake here: the rule fails with that reason until
    there is one. Texts that are templates are not looked into: one that fails stops no alert.
    """
    rule = read_rule(
        body,
        org_id=org_id,
        uid=uid,
        folder_uid=folder_uid,
        folder_title=folder_title,
        group=group,
        interval=interval,
        defaults=defaults,
        version=version,
    )
    check_interval(interval, group, defaults)
    _check_graph(rule)
    return rule


def read_rule(
    body: Json,
    *,
    org_id: int,
    uid: str,
    folder_uid: str,
    folder_title: str,
    group: str,
    interval: timedelta,
    defaults: RuleDefaults = DEFAULTS,
    version: int = 1,
) -> Rule:
    """Read a body that `parse_rule` accepted before, under settings that may have changed since.

    An interval below the server's minimum is raised to it, and expressions are not checked again.
    Raises `BadRule`.
    """
    reader = Reader(body, title_of(body, uid))
    title = reader.text("title", MAX_TITLE)
    if not is_uid(uid):
        raise reader.wrong("uid", "has to be 1 to 40 letters, digits, - or _")
    if not group.strip() or len(group) > MAX_TITLE or "\0" in group:
        raise reader.wrong("ruleGroup", f"has to be a name of 1 to {MAX_TITLE} characters")
    labels = reader.pairs("labels", MAX_LABELS, MAX_LABEL)
    annotations = reader.pairs("annotations", MAX_LABELS, MAX_ANNOTATION)
    panel_of(reader, annotations)
    alert_name = labels.get(ALERT_NAME, "")
    queries, condition = read_queries(reader), _condition(reader)
    levels = compiled(reader, queries, labels)
    if levels is not None:
        queries, condition, labels = levels.queries, LEVEL, levels.labels
    if condition not in {query.ref_id for query in queries}:
        raise reader.wrong(
            "record.from" if reader.value.get("record") else "condition",
            f"is {condition!r}, but no query has that refId; name one of"
            f" {', '.join(query.ref_id for query in queries)}",
        )
    on_error = reader.one_of("execErrState", _ON_ERROR)
    outage = reader.one_of("outage", ("shared", "rule"))
    if not outage:
        outage = "shared" if on_error in ("", "Error") else "rule"
    return Rule(
        uid=uid,
        org_id=org_id,
        title=title,
        folder_uid=folder_uid,
        folder=folder_title,
        group=group,
        interval=max(interval, defaults.min_interval),
        queries=queries,
        condition=condition,
        hold=reader.duration("for") or timedelta(0),
        keep_firing=reader.duration("keep_firing_for") or timedelta(0),
        no_data=cast(NoDataPolicy, reader.one_of("noDataState", _NO_DATA) or "NoData"),
        on_error=cast(ErrorPolicy, on_error or "Alerting"),
        outage=cast(OutagePolicy, outage),
        missing_evaluations=reader.whole("missing_series_evals_to_resolve", 2, 1, 10_000),
        # In Prometheus several rules have one name; other rules of ours have their title alone.
        alert_name=alert_name if any(IMPORTED in query.model for query in queries) else "",
        labels={name: value for name, value in labels.items() if name not in RESERVED},
        annotations=annotations,
        disabled_labels=defaults.disabled_labels,
        notification=_notification(reader),
        is_paused=reader.flag("isPaused"),
        max_instances=defaults.max_instances,
        version=version,
    )


def check_interval(interval: timedelta, group: str, defaults: RuleDefaults = DEFAULTS) -> None:
    """Raises `BadRule`. An interval below the server's `min_interval` is raised to it, not here."""
    base = min(BASE_INTERVAL, defaults.min_interval)
    if not base <= interval <= MAX_INTERVAL or interval % base:
        raise BadRule(
            f"The rule group {group[:190]!r}: its interval is"
            f" {interval.total_seconds():g} seconds; it has to be a multiple of"
            f" {base.total_seconds():g} seconds, at most a year."
        )


def recording(body: Json) -> Recording | None:
    """None for a rule that raises alerts. Raises `BadRule`."""
    record = Reader(body, title_of(body)).below("record")
    if record is None:
        return None
    metric = record.text("metric", 1_000)
    if not metric.replace(":", "_").replace(".", "_").isidentifier():
        raise record.wrong("metric", f"is {metric[:60]!r}, which is no name of a metric")
    return Recording(
        metric,
        record.text("from", 100),
        record.text("target_datasource_uid", 40, is_needed=False),
    )


def panel_of(reader: Reader, annotations: Mapping[str, str]) -> tuple[str, int]:
    """The dashboard and the panel a rule is tied to: both or neither. Raises `BadRule`."""
    dashboard, panel = annotations.get(DASHBOARD, ""), annotations.get(PANEL, "")
    if bool(dashboard) != bool(panel):
        missing = PANEL if dashboard else DASHBOARD
        raise reader.wrong(
            f"annotations.{missing}", "is missing; name both the dashboard and the panel, or none"
        )
    if dashboard and not is_uid(dashboard):
        raise reader.wrong(f"annotations.{DASHBOARD}", "is no uid of a dashboard")
    if panel and not (panel.isascii() and panel.isdecimal() and len(panel) < 16):
        raise reader.wrong(f"annotations.{PANEL}", "has to be the number of a panel")
    return dashboard, int(panel or 0)


def title_of(body: Json, uid: str = "") -> str:
    """What errors call the rule: its title, or its uid where it has none."""
    title = body.get("title")
    return title if isinstance(title, str) and title.strip() else uid or "without a title"


def _condition(reader: Reader) -> str:
    record = recording(reader.value)
    if record is not None:
        return record.source
    is_needed = reader.value.get("thresholds") is None
    return reader.text("condition", 100, is_needed=is_needed)


def _notification(reader: Reader) -> NotificationSettings | None:
    settings = reader.below("notification_settings")
    if settings is None or not settings.value:
        return None
    group_by = settings.texts("group_by", 100)
    missing = [name for name in (ALERT_NAME, FOLDER) if name not in group_by]
    if group_by and missing and group_by != ("...",):
        raise settings.wrong(
            "group_by", f"lacks {' and '.join(missing)}; add them, or group by '...' alone"
        )
    for key in ("group_wait", "group_interval", "repeat_interval"):
        duration = settings.duration(key)
        is_empty = duration == timedelta(0) and key != "group_wait"
        if is_empty or (duration or timedelta(0)) > MAX_INTERVAL:
            raise settings.wrong(key, "has to be longer than 0s and at most a year")
    return NotificationSettings(
        receiver=settings.text("receiver", 200),
        group_by=group_by or None,
        group_wait=settings.duration("group_wait"),
        group_interval=settings.duration("group_interval"),
        repeat_interval=settings.duration("repeat_interval"),
        mute_timings=settings.texts("mute_time_intervals", 100),
        active_timings=settings.texts("active_time_intervals", 100),
    )


def _check_graph(rule: Rule) -> None:
    """Expressions can be read, name queries that exist and go in no circle. Raises `BadRule`."""
    # Loads numpy, which only those who write rules need.
    from vedette.alerting.rules.graph import first_mistake

    mistake = first_mistake(rule.queries)
    if mistake is not None:
        ref_id, reason = mistake
        raise BadRule(f"The rule {rule.title!r}: the query {ref_id} can not be used: {reason}")
