"""A new receiver is one folder: imports and exports find in it what they need."""

from pathlib import Path

import orjson
import pytest

from vedette.alerting.transfer.alertmanager.convert import BadAlertmanagerFile, convert
from vedette.alerting.transfer.alertmanager.sections import Sections
from vedette.alerting.transfer.export.formats import as_yaml
from vedette.alerting.transfer.export.terraform import as_hcl
from vedette.plugins.registry import PluginRegistry

MANIFEST = {
    "id": "pigeon",
    "kind": "receiver",
    "name": "Pigeon",
    "version": "1.0.0",
    "sdk": ">=1,<2",
    "python": "receiver:PLUGIN",
}
CODE = """
import msgspec

from vedette.sdk import (
    AlertmanagerSection, BadRequest, ReceiverPlugin, SettingField, TerraformNames,
)


class Settings(msgspec.Struct, frozen=True):
    loft: str = ""
    ringToken: str = ""


def adjust(entry, settings):
    if entry.take("slow"):
        entry.left_out("slow", "means nothing to pigeons here")


def check(entry):
    if entry.get("loft") == "roof":
        raise BadRequest("loft cannot be the roof.")


PLUGIN = ReceiverPlugin(
    settings=Settings,
    fields=(SettingField("loft", "Loft"), SettingField("ringToken", "Ring token", secret=True)),
    open=lambda settings, host: None,
    alertmanager=(
        AlertmanagerSection(
            "pigeon_configs",
            keys={"loft": "loft", "ring": "ringToken"},
            known={"loft": "text", "ring": "text", "ring_file": "text", "slow": "flag"},
            required=("loft", "ring"),
            inherits={"ring": "pigeon_ring"},
            adjust=adjust,
            check=check,
        ),
    ),
    terraform=TerraformNames(block="bird", names={"loft": "home"}),
)
"""
FILE = """
global: {pigeon_ring_file: /run/ring}
route: {receiver: birds}
receivers:
  - name: birds
    pigeon_configs:
      - loft: north
        slow: true
"""


def registry(directory: Path, id_: str = "pigeon", code: str = CODE) -> PluginRegistry:
    folder = directory / id_
    folder.mkdir()
    (folder / "plugin.json").write_bytes(orjson.dumps({**MANIFEST, "id": id_}))
    (folder / "receiver.py").write_text(code)
    return PluginRegistry(directory, allow_unsigned=[id_])


def test_a_receiver_in_a_folder_takes_part_in_imports_and_exports(tmp_path: Path) -> None:
    found = registry(tmp_path)
    result = convert(FILE, "am.yml", tmp_path, found)
    assert result.warnings == [
        "The receiver 'birds', pigeon_configs[0]: slow means nothing to pigeons here."
    ]
    (point,) = result.document["contactPoints"]
    (integration,) = point["receivers"]
    assert integration["type"] == "pigeon"
    assert integration["settings"] == {"loft": "north", "ringToken": "$__file{/run/ring}"}
    assert "ringToken: $__file{/run/ring}" in as_yaml(result.document)
    assert as_hcl({"contactPoints": result.document["contactPoints"]}, {}, found) == (
        'resource "grafana_contact_point" "contact_point_0" {\n'
        '  name = "birds"\n'
        "\n"
        "  bird {\n"
        '    home                    = "north"\n'
        '    ring_token              = "$__file{/run/ring}"\n'
        "    disable_resolve_message = false\n"
        "  }\n"
        "}\n"
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("north", "roof", "am.yml:7: pigeon_configs: loft cannot be the roof."),
        ("loft: north", "loft: ''", "am.yml:7: pigeon_configs: loft is missing."),
        ("slow: true", "speed: 1", "am.yml:8: pigeon_configs: the key speed is not known."),
        ("slow: true", "slow: never", "am.yml:8: pigeon_configs.slow must be true or false."),
        ("_ring_file", "_ringing", "am.yml:2: global: the key pigeon_ringing is not known."),
    ],
)
def test_what_its_folder_refuses_is_refused_with_the_line(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    with pytest.raises(BadAlertmanagerFile) as raised:
        convert(FILE.replace(old, new), "am.yml", tmp_path, registry(tmp_path))
    assert raised.value.public == said


def test_a_receiver_in_a_folder_does_not_take_over_a_section_of_another(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    code = CODE.replace("pigeon_configs", "webex_configs")
    sections = Sections(registry(tmp_path, "another-pigeon", code))
    section = sections.find("webex_configs", 1)
    assert section is not None
    assert sections.type_of(section) == "webex"
    assert "another-pigeon" in caplog.text and "webex_configs" in caplog.text


def test_the_code_of_a_receiver_that_may_not_load_is_not_run(tmp_path: Path) -> None:
    """Its keys are as unknown as those of no plugin."""
    registry(tmp_path)
    with pytest.raises(BadAlertmanagerFile, match="the key pigeon_ring_file is not known"):
        convert(FILE, "am.yml", tmp_path, PluginRegistry(tmp_path))
