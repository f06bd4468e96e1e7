"""An import of rule files refuses what `promtool check rules` refuses, and nothing else."""

import copy
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from vedette.alerting.lab.promtool.expressions import problems_of_expressions
from vedette.alerting.transfer.prometheus.files import BadRuleFile, read_file

PROMTOOL = shutil.which("promtool")
pytestmark = pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed")
ALERT, RECORD = 0, 1
VALID: dict[str, Any] = {
    "groups": [
        {
            "name": "g",
            "interval": "1m",
            "rules": [
                {
                    "alert": "A",
                    "expr": "up == 0",
                    "for": "5m",
                    "labels": {"severity": "page"},
                    "annotations": {"summary": "{{ $labels.instance }}"},
                },
                {"record": "job:up:sum", "expr": "sum by (job) (up)", "labels": {"team": "x"}},
            ],
        }
    ]
}
DURATIONS = ["5", "1.5h", "-1m", "1h30m", "0", "0s", "5m5h", "", "1y", "x", 5, 0, "1d ", "1w2d3ms"]
NAMES = ["a-b", "1a", "__name__", "", "a.b", "ä", "_x", "a b", "a:b", ":a", "a1", 'a{b="c"}']
TEXTS = [
    "{{ if }}",
    "{{ $x }}",
    "{{ nofunc }}",
    "{{ .Nope }}",
    "{{ $labels.a }",
    "{{ $value | humanize }}",
    '{{ template "x" }}',
    '{{ query "up" | first | value }}',
    "}}",
    "{{ range }}",
    "{{ end }}",
    "{{ externalURL }}{{ $externalLabels.x }}{{ $externalURL }}{{ pathPrefix }}",
    '{{ define "a" }}x{{ end }}',
    "{{/* c */}}",
    '{{ graphLink "up" }} {{ tableLink "up" }} {{ strvalue 1 }} {{ args 1 }}',
]


def mutations() -> Iterator[tuple[int, str, object]]:
    """Rule, key and value; None takes the key away."""
    for key in ("for", "keep_firing_for"):
        for duration in DURATIONS:
            yield ALERT, key, duration
    for name in NAMES:
        yield ALERT, "labels", {name: "x"}
        yield ALERT, "annotations", {name: "x"}
        yield RECORD, "record", name
        yield RECORD, "labels", {name: "x"}
        yield ALERT, "alert", name
    for text in TEXTS:
        yield ALERT, "labels", {"a": text}
        yield ALERT, "annotations", {"a": text}
    yield RECORD, "labels", {"a": "{{ if }}"}
    yield RECORD, "for", "1m"
    yield RECORD, "keep_firing_for", "1m"
    yield RECORD, "annotations", {"a": "b"}
    yield RECORD, "alert", "x"
    yield RECORD, "record", None
    yield ALERT, "expr", None
    yield ALERT, "labels", ["a"]
    yield ALERT, "labels", {"a": {"b": 1}}
    yield ALERT, "labels", {"a": 1}
    yield ALERT, "annotations", {"a": None}
    yield ALERT, "expr", 1
    yield ALERT, "fro", "5m"
    yield RECORD, "recrod", "x"


def files() -> Iterator[tuple[str, dict[str, Any]]]:
    yield "valid", VALID
    for place, key, value in mutations():
        made = copy.deepcopy(VALID)
        rule = made["groups"][0]["rules"][place]
        rule[key] = value
        if value is None:
            del rule[key]
        yield f"rules[{place}].{key}={value!r}", made
    for key, values in {
        "interval": [*DURATIONS[:8], "60", 60],
        "name": ["", "ä b", "g"],
        "rules": [None, {}, ["x"], []],
        "limit": [5, "x"],
        "intervall": ["1m"],
    }.items():
        for value in values:
            made = copy.deepcopy(VALID)
            made["groups"][0][key] = value
            yield f"{key}={value!r}", made
    yield "a group twice", {"groups": [*VALID["groups"], *VALID["groups"]]}
    yield "groups as a mapping", {"groups": {}}
    yield "an unknown key", {**VALID, "group": []}


def test_imports_refuse_what_promtool_refuses_with_the_line(tmp_path: Path) -> None:
    different = []
    for place, (name, document) in enumerate(files()):
        text = yaml.safe_dump(document, allow_unicode=True, sort_keys=False)
        file = tmp_path / f"rules{place}.yml"
        file.write_text(text)
        command = [str(PROMTOOL), "check", "rules", str(file)]
        is_valid = subprocess.run(command, capture_output=True).returncode == 0
        refusal = ""
        try:
            read_file(text, "rules.yml", "ns", lambda _: None)
        except BadRuleFile as error:
            refusal = error.public
            assert re.match(r"rules\.yml:\d+: .+[.?]$", refusal), refusal
        if is_valid is bool(refusal):
            different.append((name, is_valid, refusal))
    assert different == []


CAUGHT = [
    "sum(up", "up)", "up{a=\"b\"", "up{a=\"b}", "up{a='b}", "rate(up[5m)", "(up]", "up[5x]",
    "rate(up[5m:1q])", "# nothing", "", "sum(up) by (job", "`a", "rate(up[1h30])",
]  # fmt: skip
GOOD = [
    "up # (", "up{a=\"(\"}", "up{a='[5x]'}", "up{a=~`[0-9]{3}`}", 'up{a="\\"("}', "rate(up[5m])",
    "rate(up[1h30m])", "max_over_time(rate(up[5m])[1h:])", "max_over_time(rate(up[5m])[1h:5m])",
    "rate(up [ 5m ])", "sum by (job) (up)", "up\n# a's\n== 0", "vector(0x1F)", "1",
]  # fmt: skip


def check(directory: Path, expression: str) -> tuple[bool, str]:
    """Whether promtool takes the expression, and why the import does not."""
    text = yaml.safe_dump(
        {"groups": [{"name": "g", "rules": [{"record": "r", "expr": expression}]}]}
    )
    file = directory / "rules.yml"
    file.write_text(text)
    command = [str(PROMTOOL), "check", "rules", str(file)]
    is_valid = subprocess.run(command, capture_output=True).returncode == 0
    try:
        read_file(text, "rules.yml", "ns", lambda _: None)
    except BadRuleFile as error:
        return is_valid, error.public
    return is_valid, ""


@pytest.mark.parametrize("expression", CAUGHT)
def test_expressions_with_open_brackets_or_quotes_are_refused(
    tmp_path: Path, expression: str
) -> None:
    is_valid, refusal = check(tmp_path, expression)
    assert not is_valid
    assert re.match(r"rules\.yml:4: expr.*\.$", refusal), refusal


@pytest.mark.parametrize("expression", GOOD)
def test_no_expression_that_prometheus_takes_is_refused(tmp_path: Path, expression: str) -> None:
    assert check(tmp_path, expression) == (True, "")


def test_promtool_names_what_only_a_parser_sees() -> None:
    found = problems_of_expressions(["up", "up ==", "rate(up)", "nofunc(up)"], Path(str(PROMTOOL)))
    assert found.keys() == {1, 2, 3}
    assert "unexpected end of input" in found[1]
    assert "expected type range vector" in found[2]
    assert "unknown function" in found[3]
