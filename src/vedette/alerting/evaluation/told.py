"""What an evaluation makes known: alerts to be told, and entries of the history."""

from collections.abc import Sequence
from datetime import datetime

from vedette.alerting.alerts.model import Alert
from vedette.alerting.evaluation.states import Step
from vedette.alerting.instances.model import Recorded
from vedette.alerting.model import Instance, Rule
from vedette.alerting.rules.parsing import DASHBOARD, PANEL

REASON = "grafana_state_reason"
"""Annotation that tells why a state is not what the condition alone says."""


def alerts(rule: Rule, step: Step, *, every: bool = False) -> Sequence[Alert]:
    """Those that fire and changed, with `every` all that fire, and those that ended."""
    ended = [each.after for each in step.transitions if each.resolves]
    found = {each.fingerprint: _alert(rule, each) for each in ended}
    for each in step.instances if every else step.changed:
        if each.is_active:
            found[each.fingerprint] = _alert(rule, each)
    return list(found.values())


def records(rule: Rule, step: Step, slot: datetime, now: datetime) -> Sequence[Recorded]:
    dashboard = rule.annotations.get(DASHBOARD, "")
    panel = rule.annotations.get(PANEL, "")
    failure = step.failure.public if step.failure is not None else ""
    return [
        Recorded(
            org_id=rule.org_id,
            rule_uid=rule.uid,
            rule_title=rule.title,
            rule_version=rule.version,
            folder_uid=rule.folder_uid,
            group=rule.group,
            dashboard_uid=dashboard,
            panel_id=int(panel) if panel.isdecimal() else 0,
            fingerprint=each.after.fingerprint,
            labels=each.after.labels,
            before=each.before.state if each.before is not None else None,
            after=each.after.state,
            reason=each.after.reason,
            values=each.after.values,
            failure=failure,
            slot=slot,
            created=now,
        )
        for each in step.transitions
    ]


def _alert(rule: Rule, instance: Instance) -> Alert:
    annotations = instance.annotations
    if instance.reason:
        annotations = {**annotations, REASON: instance.reason}
    return Alert(
        org_id=rule.org_id,
        fingerprint=instance.fingerprint,
        labels=instance.labels,
        annotations=annotations,
        starts_at=instance.fired_at or instance.since,
        ends_at=None if instance.is_active else instance.resolved_at,
        values=instance.values,
        rule_uid=rule.uid,
        notification=rule.notification,
    )
