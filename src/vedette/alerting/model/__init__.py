"""Terms shared by all parts of alerting."""

from vedette.alerting.model.instances import (
    ACTIVE,
    AlertState,
    EvaluationOutcome,
    Instance,
    InstanceOrigin,
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
    "EvaluationOutcome",
    "Instance",
    "InstanceOrigin",
    "Labels",
    "Matcher",
    "NotificationSettings",
    "Operator",
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
