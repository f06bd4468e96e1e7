"""Content of notifications: stored as of the decision, rendered when it is sent."""

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from urllib.parse import quote, urlencode

import msgspec
from msgspec.structs import replace

from vedette.alerting.alerts.model import Alert
from vedette.alerting.model import Labels
from vedette.alerting.model.labels import ALERT_NAME, FOLDER, RULE_UID, is_private
from vedette.alerting.templates.value_text import VALUE_TEXT, value_text
from vedette.kernel.clock import milliseconds, moment
from vedette.sdk import AlertView, Message

DASHBOARD, PANEL = "__dashboardUid__", "__panelId__"
"""Annotations that refer to the panel of a rule."""


class AlertSnapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """An alert as of the decision. Times are in milliseconds. `ends_at` is None for a firing alert.
    Numbers that JSON cannot represent are texts."""

    fingerprint: str
    labels: dict[str, str]
    annotations: dict[str, str]
    starts_at: int
    ends_at: int | None = None
    values: dict[str, float | str] = {}
    rule_uid: str = ""
    generator_url: str = ""


class Snapshot(msgspec.Struct, frozen=True):
    group_labels: dict[str, str]
    alerts: tuple[AlertSnapshot, ...]


_decode = msgspec.json.Decoder(Snapshot).decode


def snapshot(
    group_labels: Labels, firing: Iterable[Alert], resolved: Iterable[Alert], now: int
) -> str:
    """Return the content as JSON. An alert of `resolved` that keeps firing in another group ends at
    `now` for this group."""
    alerts = [
        *(_snapshot(alert, None) for alert in _ordered(firing)),
        *(
            _snapshot(alert, now if alert.ends_at is None else milliseconds(alert.ends_at))
            for alert in _ordered(resolved)
        ),
    ]
    return msgspec.json.encode(Snapshot(dict(group_labels), tuple(alerts))).decode()


def read_snapshot(text: str) -> Snapshot:
    return _decode(text)


def message(text: str, *, org_id: int, group_key: str, receiver: str, root_url: str) -> Message:
    """Return the notification. `root_url` is the public address of the server with a trailing
    slash."""
    kept = _decode(text)
    views = tuple(_view(alert, org_id, root_url) for alert in kept.alerts)
    return Message(
        org_id=org_id,
        group_key=group_key,
        receiver=receiver,
        alerts=views,
        group_labels=public(kept.group_labels),
        common_labels=_common([view.labels for view in views]),
        common_annotations=_common([view.annotations for view in views]),
        external_url=root_url,
    )


def with_images(what: Message, images: Mapping[str, bytes]) -> Message:
    """Add the image of each rule, by its uid, to the first alert of the rule."""
    left = dict(images)
    alerts = [
        replace(alert, image=left.pop(alert.rule_uid)) if alert.rule_uid in left else alert
        for alert in what.alerts
    ]
    return replace(what, alerts=tuple(alerts)) if images else what


def public(labels: Labels) -> dict[str, str]:
    """Return the labels without internal ones."""
    return {name: value for name, value in labels.items() if not is_private(name)}


def silence_url(labels: Labels, rule_uid: str, org_id: int, root_url: str) -> str:
    """Return the URL of the form that silences this alert. The uid of the rule replaces its name
    and folder."""
    matchers = [f"{RULE_UID}={rule_uid}"] if rule_uid else []
    skipped = (ALERT_NAME, FOLDER) if rule_uid else ()
    matchers += [
        f"{name}={value}"
        for name, value in sorted(labels.items())
        if name not in skipped and not is_private(name)
    ]
    pairs = [("alertmanager", "grafana"), *(("matcher", each) for each in matchers)]
    query = urlencode([*pairs, ("orgId", str(org_id))])
    return f"{root_url}alerting/silence/new?{query}"


def generator_url(rule_uid: str, org_id: int, root_url: str) -> str:
    """Return the URL of the rule, or an empty text without one."""
    if not rule_uid:
        return ""
    return f"{root_url}alerting/grafana/{quote(rule_uid, safe='')}/view?orgId={org_id}"


def _ordered(alerts: Iterable[Alert]) -> Sequence[Alert]:
    return sorted(alerts, key=lambda alert: (alert.starts_at, alert.fingerprint))


def _snapshot(alert: Alert, ends_at: int | None) -> AlertSnapshot:
    return AlertSnapshot(
        fingerprint=alert.fingerprint,
        labels=dict(alert.labels),
        annotations=dict(alert.annotations),
        starts_at=milliseconds(alert.starts_at),
        ends_at=ends_at,
        values={key: n if isfinite(n) else str(n) for key, n in alert.values.items()},
        rule_uid=alert.rule_uid,
        generator_url=alert.generator_url,
    )


def _view(alert: AlertSnapshot, org_id: int, root_url: str) -> AlertView:
    values = {key: float(number) for key, number in alert.values.items()}
    dashboard, panel = _panel_urls(alert.annotations, org_id, root_url)
    return AlertView(
        status="firing" if alert.ends_at is None else "resolved",
        labels=public(alert.labels),
        annotations=public(alert.annotations),
        values=values,
        value_text=alert.annotations.get(VALUE_TEXT) or value_text(values, {}),
        starts_at=moment(alert.starts_at),
        ends_at=None if alert.ends_at is None else moment(alert.ends_at),
        fingerprint=alert.fingerprint,
        generator_url=alert.generator_url or generator_url(alert.rule_uid, org_id, root_url),
        silence_url=silence_url(alert.labels, alert.rule_uid, org_id, root_url),
        dashboard_url=dashboard,
        panel_url=panel,
        rule_uid=alert.rule_uid,
    )


def _panel_urls(annotations: Mapping[str, str], org_id: int, root_url: str) -> tuple[str, str]:
    uid, panel = annotations.get(DASHBOARD, ""), annotations.get(PANEL, "")
    if not uid:
        return "", ""
    dashboard = f"{root_url}d/{quote(uid, safe='')}?orgId={org_id}"
    return dashboard, f"{dashboard}&viewPanel={quote(panel, safe='')}" if panel else ""


def _common(each: Sequence[Labels]) -> dict[str, str]:
    if not each:
        return {}
    common = set(each[0].items())
    for labels in each[1:]:
        common &= labels.items()
    return dict(sorted(common))
