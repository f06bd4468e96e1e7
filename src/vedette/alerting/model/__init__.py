"""Words that all parts of alerting share."""

from vedette.alerting.model.instances import (
    ACTIVE,
    AlertState,
    Instance,
    Origin,
    Outcome,
    RuleState,
    Sample,
    Transition,
    rule_state,
)
from vedette.alerting.model.labels import NO_LABELS, Labels, alert_labels, fingerprint
from vedette.alerting.model.matchers import BadMatcher, Matcher, Operator, matches_all
from vedette.alerting.model.rules import NotificationSettings, Rule, RuleGroup, RuleQuery

__all__ = [
    "ACTIVE",
    "NO_LABELS",
    "AlertState",
    "BadMatcher",
    "Instance",
    "Labels",
    "Matcher",
    "NotificationSettings",
    "Operator",
    "Origin",
    "Outcome",
    "Rule",
    "RuleGroup",
    "RuleQuery",
    "RuleState",
    "Sample",
    "Transition",
    "alert_labels",
    "fingerprint",
    "matches_all",
    "rule_state",
]
