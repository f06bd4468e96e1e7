"""The data of a notification for templates, with the names and types of Grafana 10.4."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from vedette.alerting.templates.label_values import label_values
from vedette.gotemplate import Function, Named, Struct
from vedette.sdk import AlertView, Message

_NEVER = datetime(1, 1, 1, tzinfo=UTC)
"""`EndsAt` of a firing alert: the zero time of Go."""


def message_data(
    message: Message,
    *,
    version: str = "",
    variables: Mapping[str, object] | None = None,
    left_out: int = 0,
) -> Struct:
    """`version` is that of this server. `variables` become `.Vars`.

    `left_out` is the number of alerts that the notification omits.
    """
    alerts = [_alert(each, message.org_id) for each in message.alerts]
    return Struct(
        {
            "Receiver": message.receiver,
            "Status": message.status,
            "Alerts": _alerts(alerts, [each.status for each in message.alerts]),
            "GroupLabels": label_values(message.group_labels),
            "CommonLabels": label_values(message.common_labels),
            "CommonAnnotations": label_values(message.common_annotations),
            "ExternalURL": message.external_url,
            "GroupKey": message.group_key,
            "TruncatedAlerts": left_out,
            "AppVersion": version,
            "Vars": Named(dict(variables or {}), zero=""),
        },
        name="template.Data",
    )


def _alerts(alerts: Sequence[Struct], statuses: Sequence[str]) -> Named:
    def of(status: str) -> list[Struct]:
        return [one for one, its in zip(alerts, statuses, strict=True) if its == status]

    methods = {
        "Firing": Function(lambda: of("firing")),
        "Resolved": Function(lambda: of("resolved")),
    }
    return Named(list(alerts), methods, name="template.Alerts")


def _alert(alert: AlertView, org_id: int) -> Struct:
    return Struct(
        {
            "Status": alert.status,
            "Labels": label_values(alert.labels),
            "Annotations": label_values(alert.annotations),
            "StartsAt": alert.starts_at,
            "EndsAt": alert.ends_at or _NEVER,
            "GeneratorURL": alert.generator_url,
            "Fingerprint": alert.fingerprint,
            "SilenceURL": alert.silence_url,
            "DashboardURL": alert.dashboard_url,
            "PanelURL": alert.panel_url,
            "Values": Named(dict(alert.values), name="map[string]float64", zero=0.0),
            "ValueString": alert.value_text,
            "ImageURL": alert.image_url,
            "EmbeddedImage": b64encode(alert.image).decode() if alert.image else "",
            "OrgID": org_id,
        },
        name="template.Alert",
    )
