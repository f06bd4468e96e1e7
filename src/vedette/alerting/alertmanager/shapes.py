"""Alerts and their groups in the format of the Alertmanager API v2."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import msgspec

from vedette.alerting.alertmanager.answers import AlertAnswer, AlertGroupAnswer, AlertStatus
from vedette.alerting.alertmanager.view import View, ViewedAlert
from vedette.alerting.alerts.model import RESOLVE_TIMEOUT
from vedette.alerting.delivery.message import generator_url
from vedette.alerting.muting.silences.text import time_text
from vedette.alerting.muting.suppression import Suppression
from vedette.alerting.routing.grouping import group_key, group_labels
from vedette.alerting.routing.tree import PolicyRoute


class ShownGroup(msgspec.Struct):
    key: str
    labels: Mapping[str, str]
    route: PolicyRoute
    members: list[ViewedAlert] = msgspec.field(default_factory=list)


def alert_json(seen: ViewedAlert, now: datetime, root_url: str) -> AlertAnswer:
    """`endsAt` of a firing alert is when it would resolve without updates.

    `root_url` is the public address of the server with a trailing slash.
    """
    alert = seen.alert
    return {
        "annotations": dict(alert.annotations),
        "endsAt": time_text(alert.ends_at or alert.expires_at or now + RESOLVE_TIMEOUT),
        "fingerprint": alert.fingerprint,
        "receivers": [{"name": name} for name in seen.receivers],
        "startsAt": time_text(alert.starts_at),
        "status": status_json(seen.suppression),
        "updatedAt": time_text(alert.updated or alert.starts_at),
        "generatorURL": alert.generator_url
        or generator_url(alert.rule_uid, alert.org_id, root_url),
        "labels": dict(alert.labels),
    }


def status_json(suppression: Suppression) -> AlertStatus:
    return {
        "state": "suppressed" if suppression.is_muted else "active",
        "silencedBy": list(suppression.silenced_by),
        "inhibitedBy": list(suppression.inhibited_by),
        "mutedBy": list(suppression.muted_by),
    }


def groups_of(alerts: Iterable[ViewedAlert]) -> Sequence[ShownGroup]:
    """Return the groups of alerts, by route and shared labels, ordered by labels. An alert can be
    in several groups."""
    found: dict[tuple[str, str], ShownGroup] = {}
    for seen in alerts:
        for route in seen.routes:
            key = group_key(route, seen.alert.labels)
            labels = group_labels(route, seen.alert.labels)
            group = found.setdefault((key, route.receiver), ShownGroup(key, labels, route))
            group.members.append(seen)
    return sorted(found.values(), key=lambda group: (sorted(group.labels.items()), group.key))


def group_json(
    group: ShownGroup, view: View, due_at: datetime | None, root_url: str
) -> AlertGroupAnswer:
    """`mutedBy`, `groupKey` and `dueAt`, the time of the next flush, are additions to version 2."""
    shown: AlertGroupAnswer = {
        "alerts": [alert_json(seen, view.now, root_url) for seen in group.members],
        "labels": dict(group.labels),
        "receiver": {"name": group.route.receiver},
        "groupKey": group.key,
        "mutedBy": list(view.timings_of(group.route)),
    }
    if due_at is not None:
        shown["dueAt"] = time_text(due_at)
    return shown
