"""An import of Alertmanager's configuration refuses routes that amtool refuses."""

import copy
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from vedette.alerting.transfer.alertmanager.convert import BadAlertmanagerFile, convert
from vedette.plugins.registry import PluginRegistry

AMTOOL = shutil.which("amtool")
pytestmark = pytest.mark.skipif(AMTOOL is None, reason="amtool is not installed")
REGISTRY = PluginRegistry()
INTERVALS = [{"name": "n", "time_intervals": [{"weekdays": ["monday:friday"]}]}]
VALID: dict[str, Any] = {
    "route": {
        "receiver": "a",
        "group_by": ["x"],
        "routes": [{"receiver": "b", "matchers": ['s="p"'], "mute_time_intervals": ["n"]}],
    },
    "receivers": [
        {"name": "a", "webhook_configs": [{"url": "http://h.example.org/"}]},
        {"name": "b", "webhook_configs": [{"url": "http://h.example.org/b"}]},
    ],
    "time_intervals": INTERVALS,
}
ROOT: list[dict[str, Any]] = [
    {},
    {"receiver": None},
    {"receiver": "nobody"},
    {"matchers": ['a="b"']},
    {"match": {"a": "b"}},
    {"mute_time_intervals": ["n"]},
    {"active_time_intervals": ["n"]},
    {"continue": True},
    {"group_by": ["x", "x"]},
    {"group_by": ["..."]},
    {"group_by": ["...", "x"]},
    {"group_wait": "0s"},
    {"group_interval": "0s"},
    {"repeat_interval": "0s"},
    {"group_wait": "soon"},
    {"group_wait": "5"},
]
CHILD: list[dict[str, Any]] = [
    {"receiver": "nobody"},
    {"receiver": None},
    {"mute_time_intervals": ["none"]},
    {"active_time_intervals": ["none"]},
    {"match": {"a": "b"}},
    {"group_by": ["x", "x"]},
]


def files() -> list[dict[str, Any]]:
    made = []
    for change in ROOT:
        one = copy.deepcopy(VALID)
        one["route"] = _changed(one["route"], change)
        made.append(one)
    for change in CHILD:
        one = copy.deepcopy(VALID)
        one["route"]["routes"][0] = _changed(one["route"]["routes"][0], change)
        made.append(one)
    made.append(VALID | {"time_intervals": INTERVALS * 2})
    made.append(VALID | {"mute_time_intervals": INTERVALS})
    return made


def _changed(route: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in {**route, **change}.items() if value is not None}


def test_imports_refuse_routes_that_amtool_refuses(tmp_path: Path) -> None:
    different = []
    for place, document in enumerate(files()):
        text = yaml.safe_dump(document, sort_keys=False)
        file = tmp_path / f"alertmanager{place}.yml"
        file.write_text(text)
        command = [str(AMTOOL), "check-config", str(file)]
        is_valid = subprocess.run(command, capture_output=True).returncode == 0
        refusal = ""
        try:
            convert(text, "alertmanager.yml", tmp_path, REGISTRY)
        except BadAlertmanagerFile as error:
            refusal = error.public
            assert refusal.startswith("alertmanager.yml")
        if is_valid is bool(refusal):
            different.append((text, is_valid, refusal))
    assert different == []
