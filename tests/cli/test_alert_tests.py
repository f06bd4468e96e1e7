"""`vedette alerts test`: rules have tests that need no server."""

import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = str(Path(sys.executable).with_name("vedette"))
RULES = """
apiVersion: 1
groups:
  - name: web
    folder: Shop
    interval: 1m
    rules:
      - uid: errors
        title: Too many errors
        condition: C
        for: 2m
        execErrState: KeepLast
        labels: {severity: page}
        annotations: {summary: "{{ $$labels.host }} at {{ $$values.B }}"}
        data:
          - {refId: A, datasourceUid: prom, relativeTimeRange: {from: 600, to: 0}, model: {expr: e}}
          - refId: B
            datasourceUid: __expr__
            model: {type: reduce, expression: A, reducer: last}
          - refId: C
            datasourceUid: __expr__
            model:
              type: threshold
              expression: B
              conditions:
                - evaluator: {type: gt, params: [90]}
                  unloadEvaluator: {type: lt, params: [50]}
"""
TESTS = """
rules: [rules.yaml]
tests:
  - name: a host above the limit pages after two minutes, until it is well below
    rule: errors
    series:
      A:
        - {labels: {host: a}, values: 0 95x3 60x2 error 40x3}
        - {labels: {host: b}, values: 0x12}
    expect:
      - {at: 0m, alerts: []}
      - {at: 2m, alerts: [{state: Pending, labels: {host: a}}]}
      - at: 3m
        alerts: [{labels: {host: a, severity: page}, annotations: {summary: a at 95}}]
      - {at: 7m, alerts: [{labels: {host: a}}]}
      - {at: 8m, alerts: [{labels: {host: a}}]}
      - {at: 9m, alerts: []}
"""


def run(directory: Path, tests: str, *files: str) -> "subprocess.CompletedProcess[str]":
    (directory / "rules.yaml").write_text(RULES)
    (directory / "tests.yaml").write_text(tests)
    words = [COMMAND, "alerts", "test", *(files or ("tests.yaml",))]
    return subprocess.run(words, cwd=directory, capture_output=True, text=True, timeout=60)


def test_rules_that_do_what_is_expected_pass(tmp_path: Path) -> None:
    """`for`, the recovery threshold, a failing query and templates: all as in the server."""
    done = run(tmp_path, TESTS)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 passed, 0 failed.\n", "")


def test_differences_are_reported_with_the_time_and_both_sides(tmp_path: Path) -> None:
    done = run(tmp_path, TESTS.replace("summary: a at 95", "summary: a at 96"))
    assert done.returncode == 1
    assert done.stdout == "0 passed, 1 failed.\n"
    assert "until it is well below\n  at 3m\n    expected Alerting {host=a" in done.stderr
    assert "summary: a at 96" in done.stderr
    assert "found    Alerting {__alert_rule_uid__=errors, alertname=Too many errors" in done.stderr


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("rule: errors", "rule: nobody", "The rule files do not contain the rule 'nobody'"),
        ("values: 0x12", "values: five", "'five' is not a value such as"),
        ("      A:", "      Z:", "series lacks the query A"),
        ("at: 3m", "at: 90s", "at 90s is not a multiple of the interval"),
        ("state: Pending", "state: Waiting", "'Waiting' is no state"),
        ("rules.yaml", "absent.yaml", "absent.yaml"),
        ("expect:", "expects:", "expect"),
        ("tests:", "tests: [", "tests.yaml"),
    ],
)
def test_a_mistake_in_a_test_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    done = run(tmp_path, TESTS.replace(old, new, 1))
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_one_bad_file_leaves_the_others(tmp_path: Path) -> None:
    done = run(tmp_path, TESTS, "absent.yaml", "tests.yaml")
    assert done.returncode == 1
    assert done.stdout == "1 passed, 1 failed.\n"
