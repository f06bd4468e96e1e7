"""Functions of templates beside the programs they come from: promtool for rules, amtool for
messages."""

import json
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
import yaml

from vedette.gotemplate import TemplateError, TemplateLimits, library, parse

PROMTOOL, AMTOOL = shutil.which("promtool"), shutil.which("amtool")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
_LETTERS = [*"aBcDéÉßǆΣσς_-'’.:,;19 0\t(/", "İ", "日", "e\u0301"]
_NUMBERS = [
    "0", "1", "-1", "0.5", "-0.25", "1e3", "1234.5", "999.99", "1e-7", "1e30", "59.999", "60",
    "86400", "-86461", "1435065584.128", "1435065584.9996", "-1.5", "-0.0009", "1e9", "9e9",
    "NaN", "+Inf", "-Inf", "1048576", "1023.5", ".5", "5.", "0.001", "1e-3", "3661.9", "1e15",
]  # fmt: skip
_DURATIONS = ["0", "0s", "1h30m", "1y2w3d4h5m6s7ms", "90s", "5ms", "1m0s", "00h01m", "2w"]
_BAD = [
    "parseDuration ``", "parseDuration `1.5h`", "parseDuration `5`", "parseDuration `-1m`",
    "parseDuration `1s1m`", "parseDuration `300y`", "parseDuration ` 1m`", "humanize ` 1`",
    "humanize `x`", "humanize ``", "toTime `NaN`", "toTime 1e300",
    "humanizeDuration `1,5`", "toTime 9.3e9", "humanizeTimestamp -9.3e9",
]  # fmt: skip


def ours(text: str, *, is_message: bool) -> str | None:
    """None where it fails."""
    known = (library.message_functions if is_message else library.functions)(lambda: NOW)
    try:
        return parse("t", text, known).execute({}, limits=TemplateLimits(cpu_ms=5_000))
    except TemplateError:
        return None


def calls() -> list[str]:
    made = [f"parseDuration `{text}`" for text in _DURATIONS]
    names = ("humanize", "humanize1024", "humanizeDuration", "humanizePercentage")
    for number in _NUMBERS:
        # Prometheus counts seconds in 64 bits: 1e30 of them make a negative duration.
        made += [
            f"{name} `{number}`" for name in names if (name, number) != ("humanizeDuration", "1e30")
        ]
        if abs(float(number)) < 9.2e9:
            made += [f"toTime `{number}`", f"humanizeTimestamp `{number}`"]
    made += ["humanizeTimestamp `NaN`", "humanizeTimestamp `-Inf`", "humanize `1_000`"]
    random = Random(3)
    made += [f"printf `%q` (title {text})" for text in _texts(random, 150)]
    made += [f"toUpper {text} | printf `%q`" for text in _texts(random, 40)]
    made += [f"toLower {text} | printf `%q`" for text in _texts(random, 40)]
    made += [f"stripPort {text} | printf `%q`" for text in _texts(random, 40)]
    return made


def _texts(random: Random, count: int) -> list[str]:
    return [
        json.dumps("".join(random.choices(_LETTERS, k=random.randint(0, 9))), ensure_ascii=False)
        for _ in range(count)
    ]


def promtool(folder: Path, annotations: dict[str, str], expected: dict[str, str]) -> str:
    """Empty where Prometheus renders what is expected, else what promtool says."""
    rule = {"alert": "A", "expr": "vector(1)", "annotations": annotations}
    rules = {"groups": [{"name": "g", "rules": [rule]}]}
    alert = {"exp_labels": {}, "exp_annotations": expected}
    case = {
        "interval": "1m",
        "alert_rule_test": [{"eval_time": "1m", "alertname": "A", "exp_alerts": [alert]}],
    }
    unit = {"rule_files": ["rules.yml"], "tests": [case]}
    (folder / "rules.yml").write_text(yaml.safe_dump(rules, allow_unicode=True))
    (folder / "test.yml").write_text(yaml.safe_dump(unit, allow_unicode=True))
    command = [str(PROMTOOL), "test", "rules", "test.yml"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    return done.stdout + done.stderr if done.returncode else ""


@pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed")
def test_functions_of_rules_print_what_prometheus_prints(tmp_path: Path) -> None:
    texts = {f"a{place}": f"{{{{ {call} }}}}" for place, call in enumerate(calls())}
    expected = {name: ours(text, is_message=False) for name, text in texts.items()}
    assert None not in expected.values()
    shown = {name: text for name, text in expected.items() if text is not None}
    assert promtool(tmp_path, texts, shown) == ""


@pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed")
def test_functions_of_rules_refuse_what_prometheus_refuses(tmp_path: Path) -> None:
    for call in _BAD:
        text = f"{{{{ {call} }}}}"
        assert ours(text, is_message=False) is None, call
        said = promtool(tmp_path, {"a": text}, {"a": "x"})
        assert "<error expanding template" in said, (call, said)


@pytest.mark.skipif(AMTOOL is None, reason="amtool is not installed")
def test_titles_of_messages_are_those_of_alertmanager(tmp_path: Path) -> None:
    (tmp_path / "a.tmpl").write_text('{{ define "unused" }}{{ end }}')
    known = ["aa bB CC", "o'neil", "hello_wörld", "1st 3com", "straße ß", "ΑΣ ός", "u.s.a", "x1y"]
    listed = [*map(json.dumps, known), *_texts(Random(5), 300)]
    text = "{{ range stringSlice " + " ".join(listed) + " }}{{ title . | printf `%q` }}\n{{ end }}"
    command = [str(AMTOOL), "template", "render", "--template.glob=a.tmpl"]
    done = subprocess.run(
        [*command, f"--template.text={text}"], cwd=tmp_path, capture_output=True, check=True
    )
    assert (ours(text, is_message=True) or "").splitlines() == done.stdout.decode().splitlines()
