"""The functions of alert templates, by the examples of the products they come from."""

from datetime import UTC, datetime

import pytest

from vedette.gotemplate import Named, TemplateError, parse
from vedette.gotemplate.library import functions

NOW = datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)
FUNCTIONS = functions(lambda: NOW)
SAMPLES = [
    {"Labels": {"instance": "b", "__value__": "two"}, "Value": 2.0},
    {"Labels": {"instance": "a"}, "Value": 1.0},
]
DATA = {
    "labels": Named({"app": "web", "app_zone": "a", "job": "node"}, zero=""),
    "samples": SAMPLES,
    "values": {"A": SAMPLES[0], "B": SAMPLES[1]},
    "never": datetime(1, 1, 1, tzinfo=UTC),
    "start": datetime(2024, 5, 6, 6, 8, 9, tzinfo=UTC),
}


def rendered(text: str) -> str:
    return parse("t", text, FUNCTIONS).execute(DATA)


@pytest.mark.parametrize(
    ("call", "printed"),
    [
        ("humanize 0.0", "0"),
        ("humanize 1234567.0", "1.235M"),
        ("humanize 0.00042", "420u"),
        ("humanize `12345`", "12.35k"),
        ("humanize -1500", "-1.5k"),
        ("humanize 1e30", "1e+06Y"),
        ("humanize `NaN`", "NaN"),
        ("humanize `+Inf`", "+Inf"),
        ("humanize1024 1048576.0", "1Mi"),
        ("humanize1024 100", "100"),
        ("humanizeDuration 0", "0s"),
        ("humanizeDuration 1", "1s"),
        ("humanizeDuration 1234.567", "20m 34s"),
        ("humanizeDuration 60.1", "1m 0s"),
        ("humanizeDuration 43812.0", "12h 10m 12s"),
        ("humanizeDuration `864000`", "10d 0h 0m 0s"),
        ("humanizeDuration -1", "-1s"),
        ("humanizeDuration 0.12345", "123.5ms"),
        ("humanizeDuration 0.0001", "100us"),
        ("humanizeDuration 899.99", "14m 59s"),
        ("humanizePercentage 0.1234567", "12.35%"),
        ("humanizePercentage -0.2", "-20%"),
        ("humanizeTimestamp 1435065584.128", "2015-06-23 13:19:44.128 +0000 UTC"),
        ("humanizeTimestamp `1435065584.128`", "2015-06-23 13:19:44.128 +0000 UTC"),
        ("(toTime 1435065584).Year", "2015"),
        ("parseDuration `1h30m`", "5400"),
        ("title `aa bB CC`", "Aa BB CC"),
        ("stripPort `web1.example.org:9100`", "web1.example.org"),
        ("stripPort `[::1]:80`", "::1"),
        ("stripPort `::1`", "::1"),
        ("stripDomain `web1.example.org:9100`", "web1:9100"),
        ("stripDomain `web1.example.org`", "web1"),
        ("stripDomain `192.0.2.1:9100`", "192.0.2.1:9100"),
        ("match `^we.$` `web`", "true"),
        ("reReplaceAll `(.*):.*` `$1` `web:9100`", "web"),
        ("join `, ` (stringSlice `a` `b`)", "a, b"),
        ("args 1 2", "map[arg0:1 arg1:2]"),
        ("dict `a` 1 `b` (list 2 3)", "map[a:1 b:[2 3]]"),
        ("append (list 1) 2 3", "[1 2 3]"),
        ("coll.Append 3 (coll.Slice 1 2)", "[1 2 3]"),
        ("(coll.Dict `a` 1).a", "1"),
        ('(data.JSON `{"a": [1, 2.5]}`).a', "[1 2.5]"),
        ("data.ToJSON (coll.Dict `b` 1 `a` nil)", '{"a":null,"b":1}'),
        ("toJson .labels", '{"app":"web","app_zone":"a","job":"node"}'),
        ("date `02 Jan 06 15:04 MST` (tz `Europe/Berlin` .start)", "06 May 24 08:08 CEST"),
        ("since .start", "1h0m0s"),
        ("since .start | humanizeDuration", "1h 0m 0s"),
        ("since .never", "2562047h47m16.854775807s"),
        ("now.Unix", "1714979289"),
        ("(first .samples).Value", "2"),
        ("label `instance` (first .samples)", "b"),
        ("value (first (sortByLabel `instance` .samples))", "1"),
        ("strvalue (first .samples)", "two"),
        ("filterLabels .labels `app`", "app=web"),
        ("filterLabelsRe .labels `^app`", "app=web, app_zone=a"),
        ("removeLabels .labels `app`", "app_zone=a, job=node"),
        ("removeLabelsRe .labels `^app`", "job=node"),
        ("mergeLabelValues .values", "__value__=two, instance=a, b"),
        ("urlUnescape `a%20b+c`", "a b c"),
        ("base64decode (base64encode `é`)", "é"),
    ],
)
def test_functions_print_what_their_documentation_says(call: str, printed: str) -> None:
    assert rendered(f"{{{{{call}}}}}") == printed


def test_a_template_is_rendered_into_a_value() -> None:
    text = '{{define "x"}}<{{.}}>{{end}}{{$x := tmpl.Exec "x" 1}}{{toUpper $x}}'
    assert rendered(text) == "<1>"
    assert rendered('{{tmpl.Inline "{{.a}}!" (dict "a" 1)}}') == "1!"


@pytest.mark.parametrize(
    "call",
    [
        "humanize `x`",
        "humanize true",
        "first (list)",
        "match `(` `x`",
        "match `(?=x)` `x`",
        "parseDuration `x`",
        "tz `Nowhere` .start",
        "toTime 1e300",
        "dict 1 2",
        "dict `a`",
        "data.JSON `{`",
        "tmpl.Exec `none`",
        "tmpl.Inline `{{`",
        "toJson (toTime 0).Add",
        "urlUnescape `%`",
    ],
)
def test_bad_arguments_are_errors_of_the_template(call: str) -> None:
    with pytest.raises(TemplateError):
        rendered(f"{{{{{call}}}}}")
