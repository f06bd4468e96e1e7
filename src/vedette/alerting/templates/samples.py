"""Sample notifications from the alerts of a request, or from an example."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import msgspec

from vedette.alerting.model import Labels, fingerprint
from vedette.alerting.model.labels import ALERT_NAME, FOLDER, is_private
from vedette.alerting.templates.value_text import VALUE_TEXT, value_text
from vedette.sdk import AlertView, Message

SAMPLE_LABELS: Mapping[str, str] = {ALERT_NAME: "TestAlert", "instance": "Vedette"}
SAMPLE_ANNOTATIONS: Mapping[str, str] = {"summary": "Notification test"}
_GROUPED_BY = (ALERT_NAME, FOLDER)


class SampleAlert(msgspec.Struct, rename="camel"):
    """An alert in the format of the Alertmanager API. Unknown fields are ignored."""

    labels: dict[str, str] = {}
    annotations: dict[str, str] = {}
    status: str | dict[str, Any] = ""
    values: dict[str, float] | None = None
    starts_at: str | None = None
    ends_at: str | None = None
    generator_url: str = msgspec.field(default="", name="generatorURL")
    silence_url: str = msgspec.field(default="", name="silenceURL")
    dashboard_url: str = msgspec.field(default="", name="dashboardURL")
    panel_url: str = msgspec.field(default="", name="panelURL")


def sample_message(
    alerts: Sequence[SampleAlert],
    *,
    org_id: int,
    receiver: str,
    root_url: str,
    now: datetime,
    group_labels: Labels | None = None,
) -> Message:
    """Without alerts, an example is used. `root_url` is the server's address with a trailing slash.

    Grouped by the default labels of policies unless given.
    """
    views = [_view(each, org_id, root_url, now) for each in alerts or (SampleAlert(),)]
    views.sort(key=lambda alert: alert.status)
    labels = _shared([each.labels for each in views])
    grouped = {name: labels[name] for name in _GROUPED_BY if name in labels}
    return Message(
        org_id=org_id,
        group_key=f"test/{receiver}/{int(now.timestamp())}",
        receiver=receiver,
        alerts=tuple(views),
        group_labels=grouped if group_labels is None else group_labels,
        common_labels=labels,
        common_annotations=_shared([each.annotations for each in views]),
        external_url=root_url,
    )


def _view(alert: SampleAlert, org_id: int, root_url: str, now: datetime) -> AlertView:
    labels = _public(alert.labels or SAMPLE_LABELS)
    ends = _time(alert.ends_at)
    over = alert.status == "resolved" or (ends is not None and ends.year > 1 and ends <= now)
    values = {"B": 22.0, "C": 1.0} if alert.values is None else alert.values
    return AlertView(
        status="resolved" if over else "firing",
        labels=labels,
        annotations=_public(alert.annotations or SAMPLE_ANNOTATIONS),
        values=values,
        value_text=alert.annotations.get(VALUE_TEXT) or _value_text(values, labels),
        starts_at=_time(alert.starts_at) or now - timedelta(minutes=5),
        ends_at=(ends if ends and ends.year > 1 else now) if over else None,
        fingerprint=fingerprint(labels),
        generator_url=alert.generator_url
        or f"{root_url}alerting/grafana/sample/view?orgId={org_id}",
        silence_url=alert.silence_url or _silence_url(labels, org_id, root_url),
        dashboard_url=alert.dashboard_url,
        panel_url=alert.panel_url,
    )


def _value_text(values: Mapping[str, float], labels: Labels) -> str:
    own = {name: value for name, value in labels.items() if name not in _GROUPED_BY}
    return value_text(values, dict.fromkeys(values, own))


def _silence_url(labels: Labels, org_id: int, root_url: str) -> str:
    matchers = [("matcher", f"{name}={labels[name]}") for name in sorted(labels)]
    query = urlencode([("alertmanager", "grafana"), *matchers, ("orgId", str(org_id))])
    return f"{root_url}alerting/silence/new?{query}"


def _public(labels: Labels) -> dict[str, str]:
    return {name: value for name, value in labels.items() if not is_private(name)}


def _shared(sets: Sequence[Labels]) -> dict[str, str]:
    first, *others = sets
    return {
        name: value
        for name, value in first.items()
        if all(each.get(name) == value for each in others)
    }


def _time(text: str | None) -> datetime | None:
    """Parse a time. An invalid one is ignored, as samples need no exact times."""
    try:
        read = datetime.fromisoformat(text) if text else None
    except ValueError:
        return None
    return read if read is None or read.tzinfo else read.replace(tzinfo=UTC)
