"""Inhibitions as alertmanager.yml writes them."""

import pytest

from vedette.alerting.model import Matcher, Operator
from vedette.alerting.muting.inhibitions.model import InhibitRule
from vedette.alerting.muting.inhibitions.text import (
    BadInhibition,
    parse_rule,
    rule_json,
)

RULE = InhibitRule(
    "site",
    (Matcher("alertname", Operator.EQUAL, "Down"), Matcher("größe", Operator.NOT_REGEX, 'a"|b')),
    (Matcher("severity", Operator.REGEX, "warning|info"),),
    ("site", "zone"),
)


def test_a_rule_is_read_back_whole() -> None:
    assert parse_rule(rule_json(RULE)) == RULE


def test_the_older_forms_are_read() -> None:
    rule = parse_rule(
        {
            "source_match": {"alertname": "Down"},
            "target_match_re": {"severity": "warning|info"},
            "target_matchers": 'team="web"',
        }
    )
    assert [str(each) for each in rule.source] == ['alertname="Down"']
    assert [str(each) for each in rule.target] == ['severity=~"warning|info"', 'team="web"']


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ([], "must be an object"),
        ({"name": 5}, "must be a string"),
        ({"name": "n", "sources": []}, "'n' has the unknown key 'sources'"),
        ({"name": "n", "equal": "site"}, "equal of the inhibition rule 'n'"),
        ({"name": "n", "equal": [""]}, "equal of the inhibition rule 'n'"),
        ({"name": "n", "source_match": ["a"]}, "'n' cannot be read: source_match"),
        ({"name": "n", "target_matchers": [5]}, "'n' cannot be read: target_matchers"),
        ({"name": "n", "target_matchers": 5}, "'n' cannot be read: target_matchers"),
        ({"name": "n", "target_matchers": ["a=~("]}, "'n' cannot be read"),
        ({"name": "n", "target_matchers": ["a=b"] * 101}, "more than 100"),
    ],
)
def test_what_is_no_inhibition_is_refused_with_a_reason(text: object, reason: str) -> None:
    with pytest.raises(BadInhibition, match=reason):
        parse_rule(text)  # type: ignore[arg-type]
