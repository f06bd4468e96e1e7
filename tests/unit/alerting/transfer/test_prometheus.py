"""Rules of Prometheus mean here what they meant there, or it is said what does not."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.alerting.model import Sample
from vedette.alerting.rules.groups import GroupDraft
from vedette.alerting.rules.parsing import parse_rule
from vedette.alerting.templates.rule_texts import RuleTexts
from vedette.alerting.transfer.prometheus.convert import ConversionOptions, converted, rule_titles
from vedette.alerting.transfer.prometheus.files import BadRuleFile, read_file
from vedette.kernel.clock import SystemClock

OPTIONS = ConversionOptions("prom")
FILE = """
groups:
- name: hosts
  interval: 15s
  query_offset: 30s
  labels: {team: ops, severity: none}
  rules:
  - alert: Down
    expr: up == 0
    for: 5m
    keep_firing_for: 10m
    labels: {severity: critical, version: 1.10}
    annotations:
      summary: '{{ $labels.instance }} has {{ $value | printf "%.1f" }} of $100 ({{ .Value }})'
  - record: job:up:sum
    expr: sum by (job) (up{a="$b"})
"""


def imported(text: str, namespace: str = "ns") -> tuple[dict[str, list[GroupDraft]], list[str]]:
    said: list[str] = []
    found = read_file(text, "a.yml", namespace, said.append)
    made = {
        name: [converted(group, name, rule_titles(), OPTIONS, said.append) for group in groups]
        for name, groups in found.items()
    }
    return made, said


def test_a_rule_keeps_all_that_it_had() -> None:
    made, said = imported(FILE)
    [group] = made["ns"]
    down, recording = (draft.body for draft in group.drafts)
    assert (group.name, group.interval) == ("hosts", timedelta(seconds=20))
    assert said == ["ns/hosts: the interval of 15s becomes 20s: here it is a multiple of 10s."]
    assert (down["title"], down["for"], down["keep_firing_for"]) == ("Down", "5m", "10m")
    assert down["labels"] == {"team": "ops", "severity": "critical", "version": "1.10"}
    assert down["missing_series_evals_to_resolve"] == 1
    assert down["data"][0]["relativeTimeRange"] == {"from": 630, "to": 30}
    assert recording["record"] == {"metric": "job:up:sum", "from": "A"}
    assert recording["data"][0]["model"]["expr"] == 'sum by (job) (up{a="$b"})'


def test_the_value_in_texts_is_the_number_of_the_query() -> None:
    made, _ = imported(FILE)
    draft = made["ns"][0].drafts[0]
    rule = parse_rule(
        draft.body, org_id=1, uid=draft.uid, folder_uid="f", folder_title="F", group="hosts",
        interval=timedelta(seconds=20),
    )  # fmt: skip
    texts = RuleTexts("http://localhost/", SystemClock().now)
    sample = Sample({"instance": "a"}, 1.0, values={"A": 0.25, "B": 1.0})
    assert texts.annotations(rule, sample) == {"summary": "a has 0.2 of $100 (0.25)"}


def test_the_same_file_makes_the_same_uids() -> None:
    first, second = (imported(FILE)[0]["ns"][0].drafts for _ in range(2))
    assert [draft.uid for draft in first] == [draft.uid for draft in second]
    other = imported(FILE, "other")[0]["other"][0].drafts
    assert {draft.uid for draft in first}.isdisjoint(draft.uid for draft in other)


def test_rules_with_the_same_name_are_renamed_with_a_warning() -> None:
    rule = "{alert: A, expr: up}"
    made, said = imported(f"groups: [{{name: g, rules: [{rule}, {rule}]}}]")
    assert [draft.body["title"] for draft in made["ns"][0].drafts] == ["A", "A (2)"]
    assert "'A' exists more than once" in said[0]


def test_alerts_of_rules_of_one_name_carry_it_all_the_same() -> None:
    """Inhibitions with `equal: [alertname]`, routes and silences of Prometheus go on to match."""
    rule = "{alert: A, expr: up, labels: {severity: %s}}"
    made, _ = imported(f"groups: [{{name: g, rules: [{rule % 'warning'}, {rule % 'critical'}]}}]")
    rules = [
        parse_rule(
            draft.body, org_id=1, uid=draft.uid, folder_uid="f", folder_title="F", group="g",
            interval=timedelta(seconds=20),
        )
        for draft in made["ns"][0].drafts
    ]  # fmt: skip
    assert [each.title for each in rules] == ["A", "A (2)"]
    assert [each.reserved_labels["alertname"] for each in rules] == ["A", "A"]
    assert [each.labels for each in rules] == [{"severity": "warning"}, {"severity": "critical"}]


def test_a_label_alertname_of_prometheus_does_not_win_over_the_name() -> None:
    made, _ = imported("groups: [{name: g, rules: [{alert: A, expr: up, labels: {alertname: B}}]}]")
    assert [draft.body["labels"] for draft in made["ns"][0].drafts] == [{}]


@pytest.mark.parametrize(
    "text",
    [
        "namespace: mine\ngroups: [{name: g, rules: [{alert: A, expr: up}]}]",
        "mine: [{name: g, rules: [{alert: A, expr: up}]}]",
    ],
)
def test_files_of_mimirtool_and_rulers_name_their_namespace(text: str) -> None:
    made, said = imported(text)
    assert (list(made), said) == (["mine"], [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("groups: [{name: g, limit: 3, rules: []}]", "limit"),
        ("groups: [{name: g, source_tenants: [a], rules: []}]", "source_tenants"),
        (
            "groups: [{name: g, rules: [{alert: A, expr: up, annotations:"
            " {s: '{{ with query \"up\" }}x{{ end }}'}}]}]",
            "annotation s",
        ),
    ],
)
def test_what_is_not_carried_over_is_named(text: str, said: str) -> None:
    assert said in " ".join(imported(text)[1])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("groups:\n- name: g\n  rules:\n  - expr: up\n", "a.yml:4: A rule must have either alert"),
        ("groups:\n- name: g\n  rules:\n  - alert: A\n", "a.yml:4: expr is missing"),
        ("groups:\n- name: g\n- name: g\n", "'g' exists twice"),
        ("groups: [{name: g, interval: soon}]", "interval: 'soon' is not a Prometheus duration"),
        ("a: [b", "a.yml:1: Not valid YAML"),
        ("groups: 3", "groups must be a list"),
        (
            "groups: [{name: g, rules: [{alert: A, expr: up, fro: 5m}]}]",
            "a.yml:1: The key fro is not known. Did you mean for?",
        ),
    ],
)
def test_a_broken_file_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(BadRuleFile) as raised:
        imported(text)
    assert said in raised.value.public


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading(text: str) -> None:
    try:
        imported(text)
    except BadRuleFile as error:
        assert error.public.startswith("a.yml")
