"""Alerts as a table: one row per alert, a column for each label."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from vedette.sdk import Field, FieldType, Frame, FrameKind, Json

META: Json = {"preferredVisualisationType": "table"}
_FIRST_LABELS = ("alertname", "severity")


class Receiver(msgspec.Struct):
    name: str = ""


class Status(msgspec.Struct, rename="camel"):
    """`unprocessed`, `active` or `suppressed`, with the ids of silences and alerts that suppress
    it."""

    state: str = ""
    silenced_by: list[str] | None = None
    inhibited_by: list[str] | None = None


class Alert(msgspec.Struct, rename="camel"):
    labels: dict[str, str] = {}
    annotations: dict[str, str] = {}
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    updated_at: datetime | None = None
    generator_url: str = msgspec.field(default="", name="generatorURL")
    fingerprint: str = ""
    receivers: list[Receiver] | None = None
    status: Status | None = None


def read_alerts(reply: object) -> list[Alert]:
    """Return the alerts, the newest first. Raises `msgspec.ValidationError`."""
    found = msgspec.convert(reply, list[Alert])
    return sorted(found, key=lambda alert: (-(_ms(alert.starts_at) or 0), alert.fingerprint))


def alerts_frame(alerts: Sequence[Alert], ref_id: str, most: int) -> Frame:
    """Return at most `most` rows, with a notice if there are more."""
    notices: tuple[Json, ...] = ()
    if len(alerts) > most:
        text = f"Alertmanager returned {len(alerts):,} alerts; the newest {most:,} are shown."
        notices = ({"severity": "warning", "text": text},)
        alerts = alerts[:most]
    statuses = [alert.status or Status() for alert in alerts]
    fields = [
        _times("startsAt", [alert.starts_at for alert in alerts]),
        _texts("state", [status.state for status in statuses]),
        *_columns("", [alert.labels for alert in alerts]),
        *_columns("annotations.", [alert.annotations for alert in alerts]),
        _texts("receivers", [_joined(alert.receivers) for alert in alerts]),
        _texts("silencedBy", [", ".join(status.silenced_by or ()) for status in statuses]),
        _texts("inhibitedBy", [", ".join(status.inhibited_by or ()) for status in statuses]),
        _times("endsAt", [alert.ends_at for alert in alerts]),
        _times("updatedAt", [alert.updated_at for alert in alerts]),
        _texts("generatorURL", [alert.generator_url for alert in alerts]),
        _texts("fingerprint", [alert.fingerprint for alert in alerts]),
    ]
    return Frame(FrameKind.TABLE, tuple(fields), ref_id, "alerts", notices, META)


def _columns(prefix: str, rows: Sequence[dict[str, str]]) -> list[Field]:
    names = {name for row in rows for name in row}
    first = [name for name in _FIRST_LABELS if name in names]
    return [
        Field(
            prefix + name,
            FieldType.STRING,
            [row.get(name, "") for row in rows],
            config={"filterable": not prefix},
        )
        for name in (*first, *sorted(names.difference(first)))
    ]


def _texts(name: str, values: list[str]) -> Field:
    return Field(name, FieldType.STRING, values)


def _times(name: str, moments: list[datetime | None]) -> Field:
    values = [_ms(moment) for moment in moments]
    return Field(name, FieldType.TIME, values, nullable=None in values)


def _ms(moment: datetime | None) -> int | None:
    return None if moment is None else round(moment.timestamp() * 1000)


def _joined(receivers: list[Receiver] | None) -> str:
    return ", ".join(each.name for each in receivers or ())
