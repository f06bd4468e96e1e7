"""Why an alert is not told, in one place."""

from tests.unit.alerting.made import at

from vedette.alerting.model.matchers import parse
from vedette.alerting.muting.inhibitions.model import InhibitRule
from vedette.alerting.muting.inhibitions.rules import Inhibitor
from vedette.alerting.muting.silences.model import Silence
from vedette.alerting.muting.silences.rules import Silencer
from vedette.alerting.muting.suppression import Suppression, suppression

SILENCE = Silence("s1", parse("team=web"), at(0), at(10), "anna", "deploy", at(0))
SILENCER = Silencer((SILENCE,), at(5))
INHIBITOR = Inhibitor(
    (InhibitRule("n", parse("alertname=Down"), parse("severity=warning")),),
    {"down": {"alertname": "Down"}},
)


def test_every_reason_is_named() -> None:
    labels = {"team": "web", "severity": "warning"}
    found = suppression("me", labels, SILENCER, INHIBITOR, ("night",))
    assert found == Suppression(("s1",), ("down",), ("night",))
    assert found.is_muted


def test_an_alert_that_nothing_suppresses_is_notified() -> None:
    found = suppression("me", {"team": "db"}, SILENCER, INHIBITOR, ())
    assert not found.is_muted
