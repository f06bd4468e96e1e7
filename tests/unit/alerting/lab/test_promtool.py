"""Unit tests of Prometheus rules: the notation of series, and a program that hangs."""

import shutil
import subprocess
from pathlib import Path

import pytest

from vedette.alerting.lab.cases.errors import BadCase
from vedette.alerting.lab.promtool.document import read_unit_tests
from vedette.alerting.lab.promtool.run import run_unit_tests
from vedette.alerting.lab.promtool.values import problem_of_values

PROMTOOL = shutil.which("promtool")
WORDS = (
    "1", "-1", "+1", "1.", ".5", "1e3", "1E-3", "0x5", "0x", "1x5", "1x-5", "1x1.5", "-1x3",
    "1+1x2", "1-1x2", "-1-1x2", "1+-1x2", "1+1", "_", "_x2", "__", "stale", "stalex2", "nan",
    "NaN", "Inf", "-inf", "+Inf", "nanx2", "1+nanx2", "O", "1,2", "a", "1 2", "1  2", "1\t2",
    " 1 ", "", "1;2", "x5", "1_2", "_1", "error", "1+0.5x3", "1+.5x3", "1ex3", "--1",
)  # fmt: skip


@pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed")
def test_series_are_refused_exactly_where_promtool_refuses_them(tmp_path: Path) -> None:
    different = []
    for number, word in enumerate(WORDS):
        file = tmp_path / f"{number}.yml"
        file.write_text(
            f"tests:\n- interval: 1m\n  input_series: [{{series: a, values: {word!r}}}]\n"
            "  promql_expr_test: [{expr: vector(1), exp_samples: [{labels: '{}', value: 1}]}]\n"
            if "\t" not in word
            else f'tests:\n- interval: 1m\n  input_series: [{{series: a, values: "{word}"}}]\n'
        )
        done = subprocess.run([str(PROMTOOL), "test", "rules", str(file)], capture_output=True)
        if (done.returncode == 0) is bool(problem_of_values(word)):
            different.append((word, done.returncode, done.stdout + done.stderr))
    assert different == []


def test_a_program_that_hangs_is_ended(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nsleep 300 & sleep 300\n")
    program.chmod(0o755)
    text = "rule_files: []\ntests: [{interval: 1m}]\n"
    tests = read_unit_tests(tmp_path / "t.yml", text)
    assert tests is not None
    with pytest.raises(BadCase, match=r"t\.yml: promtool took longer than 0\.3 seconds\."):
        run_unit_tests(tests, text, program, seconds=0.3)


def test_files_of_the_other_format_are_left_to_it(tmp_path: Path) -> None:
    text = "rules: [a.yaml]\ntests: [{name: 'rule_files: x', rule: a, series: {}, expect: []}]"
    assert read_unit_tests(tmp_path / "t.yml", text) is None
