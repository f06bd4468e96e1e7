"""Labels and annotations of rules as templates over one series."""

from datetime import timedelta
from typing import Any

import pytest
from tests.unit.alerting.templates.test_messages import NOW, ROOT

from vedette.alerting.model import Rule, RuleQuery, Sample
from vedette.alerting.templates.rule_templates import ERROR_NOTE
from vedette.alerting.templates.rule_texts import RuleTexts
from vedette.alerting.templates.value_text import value_text
from vedette.sdk.receiver_text import number_text

SAMPLE = Sample({"instance": "web1:9100", "job": "node"}, 1.0, {"B": 81.234, "C": 1.0})
QUERIES = (RuleQuery("A", "prom", {}), RuleQuery("B", "__expr__", {}), RuleQuery("C", "-100", {}))


def rule(queries: tuple[RuleQuery, ...] = QUERIES, **more: Any) -> Rule:
    return Rule(
        uid="u1",
        org_id=1,
        title="Disk",
        folder_uid="f1",
        folder="Hosts",
        group="g",
        interval=timedelta(minutes=1),
        queries=queries,
        condition="C",
        **more,
    )


def texts() -> RuleTexts:
    return RuleTexts(ROOT, lambda: NOW)


def annotation(text: str, sample: Sample = SAMPLE, **more: Any) -> str:
    return texts().annotations(rule(annotations={"a": text}, **more), sample)["a"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{{ $labels.instance }} {{ .Labels.job }}", "web1:9100 node"),
        ("{{ $values.B }} {{ $values.B.Value }} {{ .Values.C }}", "81.234 81.234 1"),
        ("{{ $values.B.Labels.instance }}", "web1:9100"),
        ("{{ humanize $values.B.Value }}%", "81.23%"),
        ("{{ humanizePercentage 0.2 }} {{ humanizeDuration 60.0 }}", "20% 1m 0s"),
        ("{{ $labels.gone }} {{ $values.Z }}", "[no value] [no value]"),
        ('{{ index $values "B" }}', "81.234"),
        (
            "{{ $labels }}",
            "__alert_rule_namespace_uid__=f1, __alert_rule_uid__=u1, alertname=Disk,"
            " grafana_folder=Hosts, instance=web1:9100, job=node",
        ),
        ("{{ $labels.alertname }} in {{ .Labels.grafana_folder }}", "Disk in Hosts"),
        ("{{ $values.B.Labels }}", "instance=web1:9100, job=node"),
        ("{{ if gt $values.B.Value 80.0 }}critical{{ else }}warning{{ end }}", "critical"),
        (
            "{{ $value }}",
            "[ var='B' labels={instance=web1:9100, job=node} value=81.234 ], "
            "[ var='C' labels={instance=web1:9100, job=node} value=1 ]",
        ),
        ("{{ externalURL }}|{{ pathPrefix }}", f"{ROOT}|/sub"),
        ("{{ $labels.instance | stripPort }}", "web1"),
        ("no template } here {", "no template } here {"),
    ],
)
def test_annotations_see_the_series(text: str, said: str) -> None:
    assert annotation(text) == said


def test_value_is_the_number_in_rules_of_prometheus_alone() -> None:
    sample = Sample({"host": "a"}, 1.0, {"A": 42.5, "C": 1.0})
    asked = (RuleQuery("A", "prom", {"importedFrom": "x"}), RuleQuery("C", "__expr__", {}))
    assert annotation("{{ $value }} {{ .Value }}", sample, queries=asked) == "42.5 42.5"
    own = (RuleQuery("A", "prom", {}), RuleQuery("C", "__expr__", {}))
    words = "[ var='A' labels={host=a} value=42.5 ], [ var='C' labels={host=a} value=1 ]"
    assert annotation("{{ $value }}", sample, queries=own) == words


def test_a_failing_annotation_goes_out_raw_with_the_reason() -> None:
    found = annotation("{{ .Nope.x }} and more")
    assert found.startswith("{{ .Nope.x }} and more (the template failed: ")
    assert "Nope" in found
    assert annotation("{{ if }}").startswith("{{ if }} (the template failed: ")


def test_a_failing_label_stays_the_same_and_its_reason_is_an_annotation() -> None:
    lent = texts()
    failing = rule(labels={"team": "{{ nope }}", "zone": "z"}, annotations={"s": "text"})
    assert lent.labels(failing, SAMPLE) == {"team": "{{ nope }}", "zone": "z"}
    noted = lent.annotations(failing, SAMPLE)
    assert noted["s"] == "text"
    assert "label team" in noted[ERROR_NOTE] and "nope" in noted[ERROR_NOTE]


def test_rules_without_templates_give_their_own_texts() -> None:
    plain = rule(labels={"team": "web"}, annotations={"s": "text"})
    lent = texts()
    assert lent.labels(plain, SAMPLE) is plain.labels
    assert lent.annotations(plain, SAMPLE) is plain.annotations


def test_stand_ins_without_a_series_have_texts_too() -> None:
    assert annotation("{{ $labels.instance }}|{{ $value }}", Sample({}, None)) == "[no value]|"


@pytest.mark.parametrize(
    "evil",
    [
        '{{ define "r" }}{{ template "r" }}{{ end }}{{ template "r" }}',
        '{{ printf "%999999d" 1 }}',
        "{{ reReplaceAll `(a*)*b` `x` $labels.instance }}{{ $labels.instance.x.y }}",
    ],
)
def test_an_evil_template_never_stops_its_alert(evil: str) -> None:
    assert annotation(evil).startswith(evil)


def test_a_text_of_any_length_holds_nothing_up() -> None:
    endless = "{{ $value }}" * 20_000
    assert "more than 32768 characters" in annotation(endless)


def test_editors_see_what_cannot_be_read() -> None:
    assert texts().problem("{{ $labels.a }} {{ $value }} text") == ""
    assert "nope" in texts().problem("{{ nope }}")


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (3.0, "3"),
        (0.25, "0.25"),
        (-1.0, "-1"),
        (1e22, "1" + "0" * 22),
        (1.5e-7, "0.00000015"),
        (100.0, "100"),
        (float("nan"), "NaN"),
        (float("inf"), "+Inf"),
        (float("-inf"), "-Inf"),
        (-0.0, "-0"),
    ],
)
def test_numbers_are_written_without_exponents(number: float, text: str) -> None:
    assert number_text(number) == text


def test_values_in_words_name_their_labels() -> None:
    assert value_text({"B": 2.0, "A": 1.0}, {"A": {"z": "1", "a": "2"}}) == (
        "[ var='A' labels={a=2, z=1} value=1 ], [ var='B' labels={} value=2 ]"
    )
