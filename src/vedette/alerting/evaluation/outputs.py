"""The alerts and history entries that follow from an evaluation."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from vedette.alerting.alerts.model import Alert
from vedette.alerting.evaluation.states import Step
from vedette.alerting.instances.model import TransitionRecord
from vedette.alerting.model import Instance, Labels, Rule, Sample
from vedette.alerting.rules.parsing import DASHBOARD, PANEL
from vedette.alerting.templates.value_text import VALUE_TEXT, value_text

REASON = "grafana_state_reason"
"""Annotation with the reason of a state that does not follow from the condition alone."""


def alerts(
    rule: Rule, step: Step, samples: Iterable[Sample] = (), *, every: bool = False
) -> Sequence[Alert]:
    """Return alerts that changed and fire, and those that resolved. `every` includes all that fire.

    `samples` are those of the step. All numbers of a series without a sample have its labels.
    """
    found = {each.after.fingerprint: each.after for each in step.transitions if each.resolves}
    for each in step.instances if every else step.changed:
        if each.is_active:
            found[each.fingerprint] = each
    if not found:
        return []
    labels = {frozenset(each.labels.items()): each.value_labels for each in samples}
    return [
        _alert(rule, each, labels.get(frozenset(each.series.items()), {}))
        for each in found.values()
    ]


def records(rule: Rule, step: Step, slot: datetime, now: datetime) -> Sequence[TransitionRecord]:
    dashboard = rule.annotations.get(DASHBOARD, "")
    panel = rule.annotations.get(PANEL, "")
    failure = step.failure.public if step.failure is not None else ""
    return [
        TransitionRecord(
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


def _alert(rule: Rule, instance: Instance, value_labels: Mapping[str, Labels]) -> Alert:
    annotations = dict(instance.annotations)
    if instance.reason:
        annotations[REASON] = instance.reason
    if instance.values:
        labels = {**dict.fromkeys(instance.values, instance.series), **value_labels}
        annotations[VALUE_TEXT] = value_text(instance.values, labels)
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
