"""`vedette alerts test` runs files of `promtool test rules` as they are, with the real promtool."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = str(Path(sys.executable).with_name("vedette"))
PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed")
RULES = """
groups:
  - name: hosts
    rules:
      - alert: Down
        expr: up == 0
        for: 1m
        labels: {severity: page}
        annotations: {summary: "{{ $labels.instance }} is down"}
      - record: job:up:sum
        expr: sum by (job) (up)
"""
TESTS = """
rule_files: [rules.yml]
evaluation_interval: 1m
group_eval_order: [hosts]

tests:
  - name: one host
    interval: 1m
    input_series:
      - series: 'up{job="api", instance="a"}'
        values: '1 0x3 _x2 stale'
      - series: 'up{job="api", instance="b"}'
        values: '1+0x6'
    alert_rule_test:
      - eval_time: 1m
        alertname: Down
        exp_alerts: []
      - eval_time: 3m
        alertname: Down
        exp_alerts:
          - exp_labels: {severity: page, job: api, instance: a}
            exp_annotations: {summary: a is down}
    promql_expr_test:
      - expr: job:up:sum
        eval_time: 2m
        exp_samples:
          - labels: 'job:up:sum{job="api"}'
            value: 1
  - interval: 1m
    external_labels: {cluster: x}
    external_url: http://prometheus.example/
    input_series:
      - {series: 'up{job="db"}', values: '1 nan NaN Inf -1e3 .5x2 0-1x3'}
    promql_expr_test:
      - expr: up{job="db"}
        eval_time: 4m
        exp_samples: [{labels: 'up{job="db"}', value: -1000}]
"""


def run(directory: Path, tests: str, *words: str) -> "subprocess.CompletedProcess[str]":
    (directory / "rules.yml").write_text(RULES)
    (directory / "tests.yml").write_text(tests)
    command = [COMMAND, "alerts", "test", "tests.yml", *words]
    return subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=60)


def script(directory: Path, text: str) -> str:
    file = directory / "program"
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return str(file)


@needs_promtool
def test_a_file_of_promtool_passes_as_it_is(tmp_path: Path) -> None:
    done = run(tmp_path, TESTS)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2 passed, 0 failed.\n", "")


@needs_promtool
def test_a_failing_alert_is_named_with_the_line_of_its_check(tmp_path: Path) -> None:
    done = run(tmp_path, TESTS.replace("{summary: a is down}", "{summary: b is down}"))
    assert (done.returncode, done.stdout) == (1, "1 passed, 1 failed.\n")
    labels = '{alertname="Down", instance="a", job="api", severity="page"}'
    assert done.stderr == (
        "tests.yml:18: one host\n"
        "  alert Down at 3m\n"
        f'    expected {labels} with annotations {{summary="b is down"}}\n'
        f'    found    {labels} with annotations {{summary="a is down"}}\n'
    )


@needs_promtool
def test_an_alert_that_fires_too_early_is_found_and_not_expected(tmp_path: Path) -> None:
    done = run(tmp_path, TESTS.replace("eval_time: 1m", "eval_time: 2m"))
    assert done.returncode == 1
    assert "tests.yml:15: one host\n  alert Down at 2m\n    expected no alert\n" in done.stderr


@needs_promtool
def test_a_failing_expression_is_named_with_its_values(tmp_path: Path) -> None:
    """Of a test without a name, and of an expression that Go and YAML write in other ways."""
    done = run(tmp_path, TESTS.replace("value: -1000", "value: -1001"))
    assert (done.returncode, done.stdout) == (1, "1 passed, 1 failed.\n")
    assert done.stderr == (
        "tests.yml:35: test 2\n"
        '  expression up{job="db"} at 4m\n'
        '    expected {__name__="up", job="db"} -1.001E+03\n'
        '    found    {__name__="up", job="db"} -1E+03\n'
    )


@needs_promtool
def test_an_expression_that_is_not_promql_fails_its_check(tmp_path: Path) -> None:
    done = run(tmp_path, TESTS.replace("expr: job:up:sum", "expr: sum(job:up:sum"))
    assert (done.returncode, done.stdout) == (1, "1 passed, 1 failed.\n")
    assert done.stderr == (
        "tests.yml:24: one host\n"
        "  expression sum(job:up:sum at 2m\n"
        "    1:15: parse error: unclosed left parenthesis\n"
    )


@needs_promtool
def test_a_rule_file_that_prometheus_refuses_fails_the_tests(tmp_path: Path) -> None:
    (tmp_path / "bad.yml").write_text(RULES.replace("up == 0", "up =="))
    done = run(tmp_path, TESTS.replace("rules.yml", "bad.yml"))
    assert (done.returncode, done.stdout) == (1, "0 passed, 2 failed.\n")
    assert "bad.yml: 6:15: group" in done.stderr and "parse error" in done.stderr


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[rules.yml]", "[absent.yml]", "tests.yml:2: rule_files: no file matches 'absent.yml'."),
        ("[rules.yml]", "[a*.yml]", "tests.yml:2: rule_files: no file matches 'a*.yml'."),
        ("evaluation_interval: 1m", "evaluation_interval: 1.5m", "tests.yml:3: evaluation_inter"),
        ("[hosts]", "[hosts, hosts]", "tests.yml:4: group_eval_order names 'hosts' twice."),
        ("1 0x3", "1 O", "tests.yml:11: input_series[1]: values: 'O' is not a value"),
        ("1 0x3", "1x99999", "a series has at most 100,000 values"),
        ("1 0x3", "1+1", "'1+1' is not a value"),
        ("alertname: Down", "alert: Down", "tests.yml:15: alert_rule_test[1]: alertname is miss"),
        ("exp_samples:", "exp_sample:", "tests.yml:26: The key exp_sample is unknown"),
        ("eval_time: 3m", "eval_time: 3 m", "tests.yml:18: alert_rule_test[2]: eval_time: '3 m'"),
        ("exp_labels: {sever", "exp_labels: {a: [], sever", "exp_labels.a must be text."),
        ("tests:", "tests: [", "tests.yml:7: Not valid YAML"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_its_line(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    """The file is read before any program runs: the program named here would fail otherwise."""
    done = run(tmp_path, TESTS.replace(old, new, 1), "--promtool", "/bin/false")
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_without_promtool_one_sentence_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "rules.yml").write_text(RULES)
    (tmp_path / "tests.yml").write_text(TESTS)
    done = subprocess.run(
        [sys.executable, COMMAND, "alerts", "test", "tests.yml"],
        cwd=tmp_path,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stderr == (
        "vedette: promtool is not installed, and unit tests of Prometheus rules need it: install"
        " it (package prometheus) or name it with --promtool PATH.\n"
    )


def test_a_named_program_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    done = run(tmp_path, TESTS, "--promtool", "absent/promtool")
    assert done.returncode == 2
    assert done.stderr == "vedette: absent/promtool is not a program that can be run.\n"


def test_a_program_that_fails_silently_fails_every_test(tmp_path: Path) -> None:
    done = run(tmp_path, TESTS, "--promtool", script(tmp_path, "exit 3"))
    assert (done.returncode, done.stdout) == (1, "0 passed, 2 failed.\n")
    assert "promtool failed without a reason." in done.stderr


def test_endless_output_is_cut_and_nothing_is_left_behind(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    (tmp_path / "rules.yml").write_text(RULES)
    (tmp_path / "tests.yml").write_text(TESTS)
    program = script(tmp_path, 'touch "$TMPDIR/left"; yes "no end" & yes "no end"')
    done = subprocess.run(
        [COMMAND, "alerts", "test", "tests.yml", "--promtool", program],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "TMPDIR": str(scratch)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (1, "0 passed, 2 failed.\n")
    assert len(done.stderr) < 5_000
    assert list(scratch.iterdir()) == []
