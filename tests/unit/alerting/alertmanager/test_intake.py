"""Alerts of other servers as they are read."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from vedette.alerting.alertmanager.errors import BadAlerts
from vedette.alerting.alertmanager.intake import PostedAlert, read_alert
from vedette.alerting.alerts.model import RESOLVE_TIMEOUT, Alert
from vedette.alerting.model import fingerprint

NOW = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)


def read(**sent: Any) -> Alert:
    sent.setdefault("labels", {"alertname": "Down", "team": "web"})
    return read_alert(msgspec.convert(sent, PostedAlert), 7, NOW)


def test_an_alert_of_prometheus_fires_until_the_end_it_names() -> None:
    alert = read(
        annotations={"summary": "It is down"},
        startsAt="2026-01-05T11:58:00.123456789Z",
        endsAt="2026-01-05T12:04:00Z",
        generatorURL="http://prometheus/graph",
    )
    assert alert.is_firing
    assert alert.origin == "posted"
    assert alert.fingerprint == fingerprint({"alertname": "Down", "team": "web"})
    assert alert.starts_at == datetime(2026, 1, 5, 11, 58, 0, 123_456, tzinfo=UTC)
    assert alert.expires_at == NOW + timedelta(minutes=4)
    assert alert.annotations == {"summary": "It is down"}
    assert alert.generator_url == "http://prometheus/graph"


def test_an_alert_without_times_started_now_and_lasts_five_minutes() -> None:
    zero = "0001-01-01T00:00:00.000Z"
    for alert in (read(), read(startsAt=zero, endsAt=zero), read(startsAt="", endsAt=None)):
        assert (alert.starts_at, alert.expires_at) == (NOW, NOW + RESOLVE_TIMEOUT)
        assert alert.is_firing


def test_an_end_in_the_past_resolves() -> None:
    end = datetime(2026, 1, 5, 11, 0, tzinfo=UTC)
    alert = read(endsAt="2026-01-05T12:00:00+01:00")
    assert (alert.starts_at, alert.ends_at, alert.expires_at) == (end, end, None)
    assert read(endsAt="2026-01-05T12:00:00Z").ends_at == NOW


def test_labels_without_a_value_and_private_ones_are_no_labels() -> None:
    alert = read(
        labels={"a": "1", "b": "", "__alert_rule_uid__": "r1", "__name__": "up"},
        annotations={"c": "", "__dashboardUid__": "d", "d": "2"},
    )
    assert (alert.labels, alert.annotations) == ({"a": "1"}, {"d": "2"})


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ({"labels": {}}, "no label with a value"),
        ({"labels": {"a": "", "__a__": "x"}}, "no label with a value"),
        ({"labels": {f"a{number}": "x" for number in range(65)}}, "more than 64 labels"),
        ({"labels": {"": "x"}}, "no name"),
        ({"labels": {"a": "x" * 8_193}}, "'a' has a name of more than"),
        ({"labels": {"a" * 1_025: "x"}}, "has a name of more than"),
        ({"annotations": {f"a{number}": "x" for number in range(65)}}, "more than 64 annotations"),
        ({"annotations": {"a": "x" * 65_537}}, "'a' is too long"),
        ({"startsAt": "yesterday"}, "startsAt 'yesterday' is not a time"),
        ({"endsAt": "9999-12-31T23:59:59-23:00"}, "endsAt .* is not a time"),
        (
            {"startsAt": "2026-01-05T11:00:00Z", "endsAt": "2026-01-05T10:00:00Z"},
            "endsAt is before startsAt",
        ),
    ],
)
def test_what_cannot_be_an_alert_is_refused_with_a_reason(
    sent: dict[str, Any], reason: str
) -> None:
    with pytest.raises(BadAlerts, match=reason):
        read(**sent)
