"""Inhibition: the consequence is not told while its cause is."""

from vedette.alerting.model.matchers import parse
from vedette.alerting.muting.inhibitions.model import InhibitRule
from vedette.alerting.muting.inhibitions.rules import Inhibitor, problems

DOWN = InhibitRule("node", parse("alertname=NodeDown"), parse("severity=warning"), ("cluster",))
FIRING = {
    "down": {"alertname": "NodeDown", "cluster": "a"},
    "down-nowhere": {"alertname": "NodeDown"},
    "slow": {"alertname": "Slow", "severity": "warning", "cluster": "a"},
}


def inhibited(labels: dict[str, str], *rules: InhibitRule, fingerprint: str = "me") -> tuple:
    return Inhibitor(rules or (DOWN,), FIRING).inhibited_by(fingerprint, labels)


def test_an_alert_is_inhibited_while_its_source_fires() -> None:
    assert inhibited({"severity": "warning", "cluster": "a"}) == ("down",)
    assert inhibited({"severity": "critical", "cluster": "a"}) == ()


def test_equal_labels_must_be_equal_and_missing_is_empty() -> None:
    assert inhibited({"severity": "warning", "cluster": "b"}) == ()
    assert inhibited({"severity": "warning"}) == ("down-nowhere",)
    assert inhibited({"severity": "warning", "cluster": ""}) == ("down-nowhere",)


def test_without_equal_labels_any_source_inhibits() -> None:
    rule = InhibitRule("all", DOWN.source, DOWN.target)
    assert inhibited({"severity": "warning"}, rule) == ("down", "down-nowhere")
    assert inhibited({"severity": "warning"}, DOWN, rule) == ("down", "down-nowhere")


def test_alerts_on_both_sides_do_not_inhibit_themselves_or_each_other() -> None:
    rule = InhibitRule("self", parse("severity=~warning|critical"), parse("severity=warning"))
    firing = {"a": {"severity": "warning"}, "b": {"severity": "warning"}}
    both = Inhibitor((rule,), firing)
    assert both.inhibited_by("a", firing["a"]) == ()
    above = Inhibitor((rule,), firing | {"c": {"severity": "critical"}})
    assert above.inhibited_by("a", firing["a"]) == ("c",)


def test_a_source_that_is_also_a_target_inhibits_alerts_that_are_only_targets() -> None:
    rule = InhibitRule("x", parse("kind=cause"), parse("severity=warning"))
    firing = {"both": {"kind": "cause", "severity": "warning"}}
    assert Inhibitor((rule,), firing).inhibited_by("t", {"severity": "warning"}) == ("both",)
    assert Inhibitor((rule,), firing).inhibited_by("both", {"severity": "warning"}) == ()


def test_a_rule_without_matchers_is_refused() -> None:
    assert problems(DOWN) == ()
    assert len(problems(InhibitRule("x", (), ()))) == 2
