"""`vedette alerts import` and `vedette provision check` over alerting files."""

import shutil
from pathlib import Path

import pytest
from tests.cli.test_command import run
from tests.unit.alerting.transfer.test_own_receiver import FILE as OWN_FILE
from tests.unit.alerting.transfer.test_own_receiver import registry as own_receiver

RULES = """
groups:
- name: hosts
  interval: 15s
  rules:
  - {alert: Down, expr: 'up{a="$b"} == 0', annotations: {summary: '{{ $value }}'}}
"""
ALERTMANAGER = """
global: {smtp_smarthost: mail:25}
route: {receiver: ops}
receivers: [{name: ops, webhook_configs: [{url: http://a/}]}]
"""


def test_imported_files_are_files_of_ours(tmp_path: Path) -> None:
    (tmp_path / "rules.yml").write_text(RULES)
    (tmp_path / "alertmanager.yml").write_text(ALERTMANAGER)
    (tmp_path / "out" / "alerting").mkdir(parents=True)
    words = ("alerts", "import")
    rules = run(
        tmp_path, *words, "prometheus", "rules.yml", "--datasource", "prom", "--folder", "Ops/Hosts"
    )
    assert rules.returncode == 0
    assert "folder: Ops/Hosts\n" in rules.stdout
    assert '{a="$b"} == 0' in rules.stdout
    assert "15s becomes 20s" in rules.stderr
    (tmp_path / "out/alerting/rules.yaml").write_text(rules.stdout)
    whole = run(tmp_path, *words, "alertmanager", "alertmanager.yml", "-o", "out/alerting/am.yaml")
    assert (whole.returncode, whole.stdout) == (0, "")
    assert "global.smtp_smarthost is not imported: set [smtp]" in whole.stderr
    checked = run(tmp_path, "provision", "check", "out")
    assert (checked.returncode, checked.stdout) == (0, "No problems found.\n"), checked.stderr


def test_two_files_become_subfolders_and_a_missing_file_is_reported(tmp_path: Path) -> None:
    for name in ("a.yml", "b.yml"):
        (tmp_path / name).write_text(RULES)
    words = ("alerts", "import", "prometheus", "--datasource", "p", "--folder", "Ops")
    both = run(tmp_path, *words, "a.yml", "b.yml")
    assert "folder: Ops/a\n" in both.stdout
    assert "folder: Ops/b\n" in both.stdout
    none = run(tmp_path, *words, "c.yml")
    assert (none.returncode, none.stdout) == (1, "")
    assert none.stderr == "vedette: c.yml cannot be read: No such file or directory.\n"
    (tmp_path / "d.yml").write_text("groups: [{name: g, rules: [{alert: A}]}]")
    assert "d.yml:1: expr is missing" in run(tmp_path, *words, "d.yml").stderr


def test_an_import_uses_receivers_of_a_directory(tmp_path: Path) -> None:
    """Only where the directory is named: its code runs."""
    own_receiver(tmp_path)
    (tmp_path / "am.yml").write_text(OWN_FILE)
    words = ("alerts", "import", "alertmanager", "am.yml")
    refused = run(tmp_path, *words)
    assert refused.returncode == 1
    assert refused.stderr == "vedette: am.yml:2: global: the key pigeon_ring_file is not known.\n"
    made = run(tmp_path, *words, "--plugins", ".")
    assert made.returncode == 0
    assert "type: pigeon" in made.stdout


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed")
def test_promtool_checks_the_expressions_of_an_import(tmp_path: Path) -> None:
    """Only where it is asked for: rules of Loki are not PromQL."""
    (tmp_path / "rules.yml").write_text(RULES.replace("} == 0'", "} =='"))
    words = ("alerts", "import", "prometheus", "rules.yml", "--datasource", "p")
    assert run(tmp_path, *words).returncode == 0
    checked = run(tmp_path, *words, "--promtool", "promtool")
    assert (checked.returncode, checked.stdout) == (1, "")
    assert checked.stderr == (
        "vedette: rules.yml:6: expr: 1:14: parse error: unexpected end of input.\n"
    )
    assert run(tmp_path, *words, "--promtool", "absent").returncode == 1


def test_a_check_names_each_object_that_cannot_be_used(tmp_path: Path) -> None:
    directory = tmp_path / "alerting"
    directory.mkdir()
    (directory / "a.yaml").write_text(
        "contactPoints:\n- {name: a, type: pigeon, settings: {}}\n"
        "templates:\n- {name: t, template: '{{ .A '}\n"
        "groups:\n- name: g\n  folder: F\n  rules:\n  - {title: T}\n"
        "deleteRules:\n- {orgId: 1}\npolicis: []\n"
    )
    (directory / "b.json").write_text('{"muteTimes": [{"name": "n", "time_intervals": 3}]}')
    ended = run(tmp_path, "provision", "check", ".")
    assert ended.returncode == 1
    for said in (
        "alerting/a.yaml:2: error: contactPoints[0]: The plugin 'pigeon' is not installed.",
        "alerting/a.yaml:4: error: templates[0]: Cannot parse the template 't', line 1",
        "alerting/a.yaml:9: error: The group 'g', rules[0]: the rule 'T' has no uid",
        "alerting/a.yaml:11: error: deleteRules[0]: uid is missing",
        "alerting/a.yaml:12: warning: The key policis is unknown and was ignored."
        " Did you mean policies?",
        "alerting/b.json:1: error: muteTimes[0]: time_intervals must be a list",
    ):
        assert said in ended.stderr
    alone = run(tmp_path, "provision", "check", "alerting/b.json")
    assert alone.returncode == 1
